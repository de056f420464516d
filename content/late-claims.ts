/**
 * What pages say of a claim that comes after its deadline: the forms take it (`afterDeadline` of
 * their definitions).
 */
export const lateClaims =
  'You can still file. Your claim is marked late, and the court may decide that late claims are not paid.';

/** The same, short: below a date. */
export const lateClaimsInShort = 'This date has passed. You can still file. Late claims are marked late.';
