import type { Field, FieldKind } from '@redress/forms/definition';
import type { ComponentType } from 'react';
import type { FormStore } from './form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';

/** What every field component is given. */
export interface FieldProps<F extends Field = Field> {
  readonly field: F;
  readonly store: FormStore;
  readonly messages: FormMessages;
}
export type FieldComponent<K extends FieldKind> = ComponentType<FieldProps<Extract<Field, { kind: K }>>>;

/** The id of a field's control: links of the error summary lead there. */
export const controlId = (name: string) => `field-${name}`;
