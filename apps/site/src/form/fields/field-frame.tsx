import type { Field } from '@redress/forms/definition';
import type { ReactNode } from 'react';
import type { Texts } from '../../messages/en.ts';
import { controlId } from './field-props.ts';

/** The attributes by which a control is tied to its hint and its messages. */
export interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-required'?: true;
}

/** Label, hint, control, and under it the messages: the frame that all one-control fields share. */
export function FieldFrame(props: {
  readonly field: Field;
  readonly messages: readonly string[];
  readonly texts: Texts;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}) {
  const { field, messages, texts } = props;
  const id = controlId(field.name);
  const required = field.rules.some((rule) => rule.rule === 'required');
  return (
    <div className={messages.length > 0 ? 'field bad' : 'field'}>
      <label htmlFor={id}>
        {field.label}
        {!required && <span className="optional">{` ${texts.optional}`}</span>}
      </label>
      {field.hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {props.children(controlAttributes(field, messages, required))}
      <Messages name={field.name} messages={messages} />
    </div>
  );
}

export function controlAttributes(
  field: { name: string; hint?: string },
  messages: readonly string[],
  required: boolean,
): ControlAttributes {
  const id = controlId(field.name);
  const describedBy = [field.hint === undefined ? '' : `${id}-hint`, messages.length > 0 ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return {
    id,
    name: field.name,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(messages.length > 0 ? { 'aria-invalid': true } : {}),
    ...(required ? { 'aria-required': true } : {}),
  };
}

/** The messages under a control, a line each. */
export function Messages({ name, messages }: { readonly name: string; readonly messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="error" id={`${controlId(name)}-error`}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
