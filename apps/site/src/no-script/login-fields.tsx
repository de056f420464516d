import type { Form } from '@redress/forms/definition';
import { useState } from 'react';
import { FieldView } from '../fields/field-view.tsx';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { postedLoginFields } from './login-field-names.ts';

/** The two IDs asked within a claim form that the browser posts by itself. */
export function PostedLoginFields(props: {
  readonly form: Form;
  readonly store: FormStore;
  readonly messages: FormMessages;
}) {
  const { form, store, messages } = props;
  const [fields] = useState(() => postedLoginFields(form));
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
