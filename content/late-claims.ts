/** For pages: claims after the deadline are accepted (`afterDeadline` of the forms). */
export const lateClaims =
  'You can still file. Your claim is marked late, and the court may decide that late claims are not paid.';

/** Short, below a date. */
export const lateClaimsInShort = 'This date has passed. You can still file. Late claims are marked late.';
