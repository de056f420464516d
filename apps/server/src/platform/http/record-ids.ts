/** An ID that PostgreSQL reads as a `bigint`. */
export const isRowId = (text: string): boolean => /^\d{1,18}$/.test(text);

/** An ID that PostgreSQL reads as a `uuid`. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
