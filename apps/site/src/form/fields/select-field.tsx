import { useState } from 'react';
import type { SelectField as Definition } from '@redress/forms/definition';
import { textAnswer } from '../text-answer.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { useMessages } from './use-messages.ts';

export function SelectField({ field, store, texts }: FieldProps<Definition>) {
  const messages = useMessages(store, field.name);
  const [initial] = useState(() => textAnswer(store, field.name));
  return (
    <FieldFrame field={field} messages={messages} texts={texts}>
      {(attributes) => (
        <select
          {...attributes}
          autoComplete={field.autocomplete}
          defaultValue={initial}
          onChange={(event) => store.answer(field.name, event.currentTarget.value)}
        >
          <option value="">{texts.choose}</option>
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
