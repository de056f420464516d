import { useState } from 'react';
import type { CheckboxField as Definition } from '@redress/forms/definition';
import { controlAttributes, FieldErrors } from './field-frame.tsx';
import type { FieldProps } from './field-props.ts';
import { useFieldErrors } from './field-hooks.ts';

export function CheckboxField({ field, store }: FieldProps<Definition>) {
  const errors = useFieldErrors(store, field.name);
  const [initial] = useState(() => store.answers()[field.name] === true);
  const attributes = controlAttributes(
    field,
    errors,
    field.rules.some((rule) => rule.rule === 'required'),
  );
  return (
    <div className={errors.length > 0 ? 'field bad' : 'field'}>
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
      <FieldErrors name={field.name} errors={errors} />
    </div>
  );
}
