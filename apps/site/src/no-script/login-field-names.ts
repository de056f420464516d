import { noScriptFields } from '@redress/contract/no-script-form';
import type { Field, Form } from '@redress/forms/definition';
import { fieldsOf } from '../fields/form-controls.ts';

/** The login's fields under the names by which they travel beside a claim. */
export function postedLoginFields(form: Form): Field[] {
  const names: Readonly<Record<string, string>> = noScriptFields.login;
  return fieldsOf(form).map((field) => ({ ...field, name: names[field.name] ?? field.name }));
}
