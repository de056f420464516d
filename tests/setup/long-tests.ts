/**
 * Whether this is `npm run test:long`, which tries everything. `npm test` tries a selection where
 * everything takes too long for every run.
 */
export const isLongRun = process.env['LONG_TESTS'] !== undefined;
