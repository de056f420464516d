/** `npm run test:long` tries all rows of tables, of which `npm test` tries a selection. */
export const isLongRun = process.env['LONG_TESTS'] !== undefined;
