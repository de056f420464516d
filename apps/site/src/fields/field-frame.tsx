import type { Field } from '@redress/forms/definition';
import type { ReactNode } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import { controlId } from './field-props.ts';

/** The attributes by which a control is tied to its hint and its errors. */
export interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-required'?: true;
}

/** Label, hint, control, and under it the errors: the frame that all one-control fields share. */
export function FieldFrame(props: {
  readonly field: Field;
  readonly errors: readonly string[];
  readonly messages: FormMessages;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}) {
  const { field, errors, messages } = props;
  const id = controlId(field.name);
  const required = field.rules.some((rule) => rule.rule === 'required');
  return (
    <div className={errors.length > 0 ? 'field bad' : 'field'}>
      <label htmlFor={id}>
        {field.label}
        {!required && <span className="optional">{` ${messages.optional}`}</span>}
      </label>
      {field.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {props.children(controlAttributes(field, errors, required))}
      <FieldErrors name={field.name} errors={errors} />
    </div>
  );
}

export function controlAttributes(
  field: { name: string; hint?: string },
  errors: readonly string[],
  required: boolean,
): ControlAttributes {
  const id = controlId(field.name);
  const describedBy = [field.hint === undefined ? '' : `${id}-hint`, errors.length > 0 ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return {
    id,
    name: field.name,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(errors.length > 0 ? { 'aria-invalid': true } : {}),
    ...(required ? { 'aria-required': true } : {}),
  };
}

/** The errors under a control, a line each. */
export function FieldErrors({ name, errors }: { readonly name: string; readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div className="error" id={`${controlId(name)}-error`}>
      {errors.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
