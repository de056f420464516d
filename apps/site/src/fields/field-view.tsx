import type { Form } from '@redress/forms/definition';
import { memo } from 'react';
import { CheckboxField, ChoiceField, SelectField } from './choice-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { findItem } from './form-controls.ts';
import type { RowsField as RowsFieldComponent } from './rows-field.tsx';
import { TypedField } from './typed-field.tsx';

/** Few forms have rows, so `RowsField` is loaded on its own. */
let RowsField: typeof RowsFieldComponent | undefined;

/** Loads the components that only some forms need. Await it before rendering such a form. */
export async function loadFieldsOf(form: Form): Promise<void> {
  if (findItem(form, 'rows')) ({ RowsField } = await import('./rows-field.tsx'));
}

/** Renders a field by its kind. Memoized: each field subscribes to the store itself. */
export const FieldView = memo(function FieldView({ field, ...props }: FieldProps) {
  switch (field.kind) {
    case 'checkbox':
      return <CheckboxField field={field} {...props} />;
    case 'select':
      // Both options at a glance, and one tap instead of two.
      if (field.options.length === 2) return <ChoiceField field={field} {...props} />;
      return <SelectField field={field} {...props} />;
    case 'choice':
      return <ChoiceField field={field} {...props} />;
    case 'rows':
      if (!RowsField) throw new Error('Await loadFieldsOf before rendering this form.');
      return <RowsField field={field} {...props} />;
    default:
      return <TypedField field={field} {...props} />;
  }
});
