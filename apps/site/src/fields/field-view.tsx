import type { Form } from '@redress/forms/definition';
import { type ComponentProps, memo } from 'react';
import { CheckboxField, ChoiceField, SelectField } from './choice-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { findItem } from './form-controls.ts';
import type { RowsField } from './rows-field.tsx';
import { TypedField } from './typed-field.tsx';

/** Few forms have rows, so `RowsField` is loaded on its own. */
let loadedRowsField: typeof RowsField | undefined;

/** Loads the components that only some forms need. Await it before rendering such a form. */
export async function loadFieldsOf(form: Form): Promise<void> {
  if (findItem(form, 'rows')) loadedRowsField = (await import('./rows-field.tsx')).RowsField;
}

function LoadedRowsField(props: ComponentProps<typeof RowsField>) {
  if (!loadedRowsField) throw new Error('Await loadFieldsOf before rendering this form.');
  const Rows = loadedRowsField;
  return <Rows {...props} />;
}

/** Renders a field by its kind. Memoized: each field subscribes to the store itself. */
export const FieldView = memo(function FieldView({ field, ...props }: FieldProps) {
  switch (field.kind) {
    case 'checkbox':
      return <CheckboxField field={field} {...props} />;
    case 'select':
      return <SelectField field={field} {...props} />;
    case 'choice':
      return <ChoiceField field={field} {...props} />;
    case 'rows':
      return <LoadedRowsField field={field} {...props} />;
    default:
      return <TypedField field={field} {...props} />;
  }
});
