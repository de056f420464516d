import type { Form } from '@redress/forms/definition';
import { useState } from 'react';
import { FieldView } from '../fields/field-view.tsx';
import type { FieldProps } from '../fields/field-frame.tsx';
import { MailedOffer } from '../mailed-address/mailed-offer.tsx';
import { AnswerReview } from '../review/answer-review.tsx';
import { NoScriptOutcome } from './form-outcome.tsx';
import { noScriptLoginFields } from './no-script-form.tsx';
import { NoScriptUploadsField } from './no-script-uploads-field.tsx';

/** Loads only for a form that the server sent back. */
export const noScriptComponents = {
  AnswerReview,
  MailedOffer: HAS_MAILED_ADDRESS ? MailedOffer : undefined,
  NoScriptLoginFields: HAS_LOGIN ? NoScriptLoginFields : undefined,
  NoScriptOutcome,
  NoScriptUploadsField,
};

function NoScriptLoginFields({ form, store, messages }: Omit<FieldProps, 'field'> & { readonly form: Form }) {
  const [fields] = useState(() => noScriptLoginFields(form));
  return (
    <fieldset className="section">
      <legend>
        <h2>{form.title}</h2>
      </legend>
      {fields.map((field) => (
        <FieldView key={field.name} field={field} store={store} messages={messages} />
      ))}
    </fieldset>
  );
}
