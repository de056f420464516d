/** How long a login lasts after its last use, in seconds. */
export const loginSeconds = 2 * 60 * 60;
/** How long a login lasts at most. Then the IDs are asked for again. */
export const maxLoginSeconds = 24 * 60 * 60;
/** How long a browser may open a claim that it filed. */
export const filedClaimSeconds = 30 * 24 * 60 * 60;
/** How many filed claims a browser may open. */
export const maxFiledClaims = 20;
