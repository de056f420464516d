import type { Field } from '@redress/forms/definition';
import type { ReactNode } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import type { FormStore } from './form-store.ts';

export interface FieldProps<F extends Field = Field> {
  readonly field: F;
  readonly store: FormStore;
  readonly messages: FormMessages;
}

/** The id of a field's control, to which the error summary links. */
export const controlId = (name: string) => `field-${name}`;

export const isRequired = ({ rules }: Pick<Field, 'rules'>): boolean => rules.some(({ rule }) => rule === 'required');

/** The attributes that connect a control to its hint and its errors. */
export function controlAttributes(
  { name, hint }: { readonly name: string; readonly hint?: string },
  errors: readonly string[],
  required: boolean,
) {
  const id = controlId(name);
  const describedBy = [...(hint === undefined ? [] : [`${id}-hint`]), ...(errors.length > 0 ? [`${id}-error`] : [])];
  return {
    id,
    name,
    ...(describedBy.length > 0 ? { 'aria-describedby': describedBy.join(' ') } : {}),
    ...(errors.length > 0 ? { 'aria-invalid': true as const } : {}),
    ...(required ? { 'aria-required': true as const } : {}),
  };
}

/** Label, hint, control and errors of a field with one control. */
export function FieldFrame(props: {
  readonly field: Field;
  readonly errors: readonly string[];
  readonly messages: FormMessages;
  /** Hints below the errors on how to fix them. */
  readonly fix?: ReactNode;
  readonly question?: ReactNode;
  readonly children: (attributes: ReturnType<typeof controlAttributes>) => ReactNode;
}) {
  const { field, errors } = props;
  return (
    <div className={errors.length > 0 ? 'field bad' : 'field'}>
      <label htmlFor={controlId(field.name)}>
        <FieldLabel field={field} messages={props.messages} />
      </label>
      <FieldHint field={field} />
      {props.children(controlAttributes(field, errors, isRequired(field)))}
      <FieldErrors name={field.name} errors={errors}>
        {props.fix}
      </FieldErrors>
      {props.question}
    </div>
  );
}

export function FieldLabel({ field, messages }: { readonly field: Field; readonly messages: FormMessages }) {
  return (
    <>
      <span>{field.label}</span>
      {!isRequired(field) && <span className="optional">{` ${messages.optional}`}</span>}
    </>
  );
}

export function FieldHint({ field: { name, hint } }: { readonly field: Field }) {
  if (hint === undefined) return null;
  return (
    <p className="hint" id={`${controlId(name)}-hint`}>
      {hint}
    </p>
  );
}

export function FieldErrors(props: {
  readonly name: string;
  readonly errors: readonly string[];
  readonly children?: ReactNode;
}) {
  const { name, errors } = props;
  if (errors.length === 0) return null;
  return (
    <div className="error" id={`${controlId(name)}-error`}>
      {errors.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {props.children}
    </div>
  );
}
