import type { ChoiceField as Definition } from '@redress/forms/definition';
import { useState } from 'react';
import { Messages } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { controlId } from './field-props.ts';
import { useMessages } from './use-messages.ts';

/** One of a few, as radio buttons. The first one carries the field's id, so that a link to the field focuses it. */
export function ChoiceField({ field, store, texts }: FieldProps<Definition>) {
  const messages = useMessages(store, field.name);
  const [initial] = useState(() => store.answers()[field.name]);
  const id = controlId(field.name);
  const required = field.rules.some((rule) => rule.rule === 'required');
  const describedBy = [field.hint === undefined ? '' : `${id}-hint`, messages.length > 0 ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      className={messages.length > 0 ? 'field choice bad' : 'field choice'}
      role="radiogroup"
      aria-required={required || undefined}
      aria-invalid={messages.length > 0 || undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend>
        {field.label}
        {!required && <span className="optional">{` ${texts.optional}`}</span>}
      </legend>
      {field.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {field.options.map((option, index) => (
        <label className="check" key={option}>
          <input
            id={index === 0 ? id : `${id}-${index}`}
            type="radio"
            name={field.name}
            value={option}
            defaultChecked={initial === option}
            onChange={() => store.answer(field.name, option)}
          />
          <span>{field.labels?.[index] ?? option}</span>
        </label>
      ))}
      <Messages name={field.name} messages={messages} />
    </fieldset>
  );
}
