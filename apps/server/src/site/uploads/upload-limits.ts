/** Bytes of a claim's uploads, arriving ones included: two of the largest files and many others. */
export const maxClaimBytes = 5 * 1024 ** 3;
