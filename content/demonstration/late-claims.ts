/** For pages: claims after the deadline are accepted (`afterDeadline` of the forms). */
export const lateClaims = 'You can still file. Your claim will be marked late, and the court may not allow payment.';

/** For the printed claim forms, whose deadline may be over when somebody fills them in. */
export const lateClaimsOnPaper =
  'You can still file after that date. Your claim will be marked late, and the court may not allow payment.';

/** Above a form. */
export const lateOnForms = 'Your claim will be marked late, and the court may not allow payment.';

/** Short, below a date. */
export const lateClaimsInShort = 'This date has passed. You can still file, but the court may not allow payment.';
