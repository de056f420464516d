/** PostgreSQL stores neither NUL nor half of a surrogate pair, and would refuse the row. */
export const stripNulAndSurrogates = (text: string): string => text.toWellFormed().replaceAll('\0', '');
