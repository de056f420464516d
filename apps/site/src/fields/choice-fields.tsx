import type * as definition from '@redress/forms/definition';
import { useState } from 'react';
import {
  type FieldProps,
  controlAttributes,
  FieldErrors,
  FieldFrame,
  FieldHint,
  FieldLabel,
  isRequired,
} from './field-frame.tsx';
import { useFieldErrors } from './field-hooks.ts';
import { textAnswer } from './form-store.ts';

export function CheckboxField({ field, store }: FieldProps<definition.CheckboxField>) {
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => store.answers()[field.name] === true);
  return (
    <div className={errors.length > 0 ? 'field bad' : 'field'}>
      <label className="check">
        <input
          {...controlAttributes(field, errors, isRequired(field))}
          type="checkbox"
          defaultChecked={initial}
          onChange={(event) => store.answer(field.name, event.currentTarget.checked)}
        />
        <span>{field.label}</span>
      </label>
      <FieldHint field={field} />
      <FieldErrors name={field.name} errors={errors} />
    </div>
  );
}

/** Radio buttons. The first one has the field's id, so that a link to the field focuses it. */
export function ChoiceField(props: FieldProps<definition.ChoiceField | definition.SelectField>) {
  const { field, store, messages } = props;
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => store.answers()[field.name]);
  const { id, name, ...aria } = controlAttributes(field, errors, isRequired(field));
  return (
    <fieldset className={errors.length > 0 ? 'field choice bad' : 'field choice'} role="radiogroup" {...aria}>
      <legend>
        <FieldLabel field={field} messages={messages} />
      </legend>
      <FieldHint field={field} />
      {field.options.map((option, index) => (
        <label className="check" key={option}>
          <input
            id={index === 0 ? id : `${id}-${index}`}
            type="radio"
            name={name}
            value={option}
            defaultChecked={initial === option}
            onChange={() => store.answer(name, option)}
          />
          <span>{field.labels?.[index] ?? option}</span>
        </label>
      ))}
      <FieldErrors name={name} errors={errors} />
    </fieldset>
  );
}

export function SelectField({ field, store, messages }: FieldProps<definition.SelectField>) {
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
