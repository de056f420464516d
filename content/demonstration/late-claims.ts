/** Shown on pages: claims after the deadline are accepted (`afterDeadline` of the forms). */
export const lateClaims = 'You can still file. Your claim will be marked late, and the court may not allow payment.';

/** Printed on the claim forms, which may be filled in after the deadline. */
export const lateClaimsOnPaper =
  'You can still file after that date. Your claim will be marked late, and the court may not allow payment.';

/** Shown above a form. */
export const lateOnForms = 'Your claim will be marked late, and the court may not allow payment.';

/** Shown below a date. */
export const lateClaimsInShort = 'This date has passed. You can still file, but the court may not allow payment.';
