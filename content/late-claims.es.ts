/** `late-claims.ts` in Spanish. */
export const lateClaimsInSpanish =
  'Todavía puede presentar su reclamo. Quedará marcado como tardío, y el tribunal puede decidir que los reclamos tardíos no se paguen.';

/** Short, below a date. */
export const lateClaimsInSpanishInShort =
  'Esta fecha ya pasó. Todavía puede presentar un reclamo, que quedará marcado como tardío.';
