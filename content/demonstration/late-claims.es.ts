/** `late-claims.ts` in Spanish. */
export const lateClaimsInSpanish =
  'Todavía puede presentar su reclamo. Quedará marcado como tardío, y es posible que el tribunal no autorice el pago.';

/** Printed on the claim forms. */
export const lateClaimsOnPaperInSpanish =
  'Después de esa fecha todavía puede presentar su reclamo. Quedará marcado como tardío, y es posible que el tribunal no autorice el pago.';

/** Shown above a form. */
export const lateOnFormsInSpanish =
  'Su reclamo quedará marcado como tardío, y es posible que el tribunal no autorice el pago.';

/** Shown below a date. */
export const lateClaimsInSpanishInShort =
  'Esta fecha ya pasó. Todavía puede presentar un reclamo, pero es posible que el tribunal no autorice el pago.';
