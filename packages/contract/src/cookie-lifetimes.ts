/** How long a login lasts after its last use, in seconds. */
export const loginSeconds = 2 * 60 * 60;
/** How long a login lasts at most. Then the IDs are asked for again. */
export const maxLoginSeconds = 24 * 60 * 60;
/** How long the tab that filed a claim may open its receipt. Then a name or ZIP code is asked for. */
export const receiptTokenSeconds = 2 * 60 * 60;
/** How long a browser may add documents to a claim that it filed. */
export const filedClaimSeconds = 30 * 24 * 60 * 60;
/** To how many claims a browser may add documents. */
export const maxFiledClaims = 20;
