import { useState } from 'react';
import type { CheckboxField as Definition } from '@redress/forms/definition';
import { controlAttributes, Messages } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { useMessages } from './use-messages.ts';

export function CheckboxField({ field, store }: FieldProps<Definition>) {
  const messages = useMessages(store, field.name);
  const [initial] = useState(() => store.answers()[field.name] === true);
  const attributes = controlAttributes(
    field,
    messages,
    field.rules.some((rule) => rule.rule === 'required'),
  );
  return (
    <div className={messages.length > 0 ? 'field bad' : 'field'}>
      <label className="check">
        <input
          {...attributes}
          type="checkbox"
          defaultChecked={initial}
          onChange={(event) => store.answer(field.name, event.currentTarget.checked)}
        />
        <span>{field.label}</span>
      </label>
      {field.hint !== undefined && (
        <p className="hint" id={`${attributes.id}-hint`}>
          {field.hint}
        </p>
      )}
      <Messages name={field.name} messages={messages} />
    </div>
  );
}
