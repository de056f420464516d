/** `npm run test:long` tries all rows of the tables that `npm test` samples. */
export const isLongRun = process.env['LONG_TESTS'] !== undefined;
