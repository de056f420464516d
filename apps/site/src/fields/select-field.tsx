import { useState } from 'react';
import type { SelectField as Definition } from '@redress/forms/definition';
import { textAnswer } from './text-answer.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { useFieldErrors } from './field-hooks.ts';

export function SelectField({ field, store, messages }: FieldProps<Definition>) {
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => textAnswer(store, field.name));
  return (
    <FieldFrame field={field} errors={errors} messages={messages}>
      {(attributes) => (
        <select
          {...attributes}
          autoComplete={field.autocomplete}
          defaultValue={initial}
          onChange={(event) => store.answer(field.name, event.currentTarget.value)}
        >
          <option value="">{messages.choose}</option>
          {field.options.map((option, index) => (
            <option key={option} value={option}>
              {field.labels?.[index] ?? option}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
