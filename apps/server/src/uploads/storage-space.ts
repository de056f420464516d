/** Bytes of all documents of a claim together, those on their way included: two of the largest data files, and many of all others. */
export const mostBytesOfClaim = 5 * 1024 ** 3;
