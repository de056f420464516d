/**
 * What Spanish pages say of a claim that comes after its deadline, as `late-claims.ts` does in
 * English.
 */
export const lateClaimsInSpanish =
  'Todavía puede presentar su reclamo. Quedará marcado como tardío, y el tribunal puede decidir que los reclamos tardíos no se paguen.';

/** The same, short: below a date. */
export const lateClaimsInSpanishInShort =
  'Esta fecha ya pasó. Todavía puede presentar un reclamo, que quedará marcado como tardío.';
