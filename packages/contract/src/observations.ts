// These are not in `filing-observations.ts`, so that pages load no schema library.

/** A claim's body has this property next to the answers. It is not part of their hash. */
export const observationsField = 'observations';

/** Observations are deleted this long after the deadline, or after a later filing. */
export const observationDays = 180;
