import { SavedFormsContent } from './saved-forms-content.tsx';

/** Loads on "Save and finish later", and for a link to a saved form. */
export const savedFormsEntry = { SavedFormsContent };
