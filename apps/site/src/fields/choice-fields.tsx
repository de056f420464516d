import type { ChoiceField as Definition } from '@redress/forms/definition';
import { useState } from 'react';
import { FieldErrors } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { controlId } from './field-props.ts';
import { useFieldErrors } from './field-hooks.ts';

/** One of a few, as radio buttons. The first one carries the field's id, so that a link to the field focuses it. */
export function ChoiceField({ field, store, messages }: FieldProps<Definition>) {
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => store.answers()[field.name]);
  const id = controlId(field.name);
  const required = field.rules.some((rule) => rule.rule === 'required');
  const describedBy = [field.hint === undefined ? '' : `${id}-hint`, errors.length > 0 ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      className={errors.length > 0 ? 'field choice bad' : 'field choice'}
      role="radiogroup"
      aria-required={required || undefined}
      aria-invalid={errors.length > 0 || undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend>
        {field.label}
        {!required && <span className="optional">{` ${messages.optional}`}</span>}
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
      <FieldErrors name={field.name} errors={errors} />
    </fieldset>
  );
}
