import type { FieldKind } from '@redress/forms/definition';
import { CheckboxField } from './checkbox-field.tsx';
import type { FieldComponent, FieldProps } from './field-props.ts';
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
  select: SelectField,
} satisfies { [K in FieldKind]: FieldComponent<K> };

/** Draws a field by its kind. */
export function FieldView(props: FieldProps) {
  const { field, store, texts } = props;
  switch (field.kind) {
    case 'checkbox':
      return <fieldComponents.checkbox field={field} store={store} texts={texts} />;
    case 'select':
      return <fieldComponents.select field={field} store={store} texts={texts} />;
    default: {
      const Typed = fieldComponents[field.kind];
      return <Typed field={field} store={store} texts={texts} />;
    }
  }
}
