import type { FieldKind } from '@redress/forms/definition';
import { memo } from 'react';
import { CheckboxField } from './checkbox-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { FieldComponent, FieldProps } from './field-props.ts';
import { RowsField } from './rows-field.tsx';
import { SelectField } from './select-field.tsx';
import { TypedField } from './typed-field.tsx';

/** One renderer for each kind of field: a kind without one does not compile. */
const fieldComponents = {
  text: TypedField,
  email: TypedField,
  phone: TypedField,
  zip: TypedField,
  code: TypedField,
  money: TypedField,
  count: TypedField,
  signature: TypedField,
  checkbox: CheckboxField,
  taxId: TypedField,
  select: SelectField,
  choice: ChoiceField,
  rows: RowsField,
} satisfies { [K in FieldKind]: FieldComponent<K> };

/** Draws a field by its kind. What it is given never changes: it is drawn anew only by what it listens to itself. */
export const FieldView = memo(function FieldView(props: FieldProps) {
  const { field, store, texts } = props;
  switch (field.kind) {
    case 'checkbox':
      return <fieldComponents.checkbox field={field} store={store} texts={texts} />;
    case 'select':
      return <fieldComponents.select field={field} store={store} texts={texts} />;
    case 'choice':
      return <fieldComponents.choice field={field} store={store} texts={texts} />;
    case 'rows':
      return <fieldComponents.rows field={field} store={store} texts={texts} />;
    default: {
      const Typed = fieldComponents[field.kind];
      return <Typed field={field} store={store} texts={texts} />;
    }
  }
});
