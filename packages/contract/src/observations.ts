// Apart from the schema in `filing-observations.ts`, so that pages load no schema library.

/** The property of a claim's body, beside the answers and outside of their hash. */
export const observationsField = 'observations';

/** How long observations are kept after the deadline, or after a later filing. */
export const observationDays = 180;
