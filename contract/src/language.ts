/** The languages that a website can speak. English is the language of the case; the court's papers are in it. */
export type Language = 'en' | 'es';
