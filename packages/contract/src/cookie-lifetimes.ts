/** A login ends this long after its last use. */
export const loginSeconds = 2 * 60 * 60;
/** A login ends after this time at the latest. The website then asks for the IDs again. */
export const maxLoginSeconds = 24 * 60 * 60;
/**
 * The tab that filed may open the receipt for this long. After that, a name or ZIP code is
 * required.
 */
export const receiptTokenSeconds = 2 * 60 * 60;
/** A browser may add documents to a claim that it filed for this long. */
export const filedClaimSeconds = 30 * 24 * 60 * 60;
/** A browser may add documents to at most this many claims. */
export const maxFiledClaims = 20;
/** A session of the status page ends this long after its last use. */
export const statusSeconds = 30 * 60;
/** It ends after this time at the latest. The claimant then signs in again. */
export const maxStatusSeconds = 24 * 60 * 60;
/**
 * The cookie of an ended session stays until then, so that what the claimant sends with it is not
 * lost. It opens nothing.
 */
export const endedStatusSeconds = 24 * 60 * 60;
