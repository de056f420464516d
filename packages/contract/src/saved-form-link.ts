/**
 * Precedes the code in a link to a saved form. Browsers do not send what follows `#`, so the code
 * is in no log of a server or proxy.
 */
export const savedFormFragment = '#saved=';

/** Saved forms are deleted after this many days. */
export const savedFormDays = 14;
