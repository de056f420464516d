/** The languages that forms and websites speak. English is the language of the case; the court's papers are in it. */
export type Language = 'en' | 'es';
