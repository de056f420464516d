import { PostedDocumentsField } from './no-script-uploads-field.tsx';
import { PostedLoginFields } from './login-fields.tsx';
import { PostedOutcome } from './form-outcome.tsx';

/** What only a form that came back shows: a chunk of its own, which the other pages do without. */
export const postedViews = { Outcome: PostedOutcome, LoginFields: PostedLoginFields, Documents: PostedDocumentsField };
export type PostedViews = typeof postedViews;
