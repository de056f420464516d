import type { FieldKind, Form, Item } from '@redress/forms/definition';
import { memo } from 'react';
import type { ComponentProps } from 'react';
import type { CaptchaBox } from '../captcha/captcha-box.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { ChoiceField } from './choice-fields.tsx';
import type { FieldComponent, FieldProps } from './field-props.ts';
import type { RowsField } from './rows-field.tsx';
import { SelectField } from './select-field.tsx';
import { TypedField } from './typed-field.tsx';

/** What some forms do not have: chunks of their own, so that these do without. */
const loaded: { rows?: typeof RowsField; captcha?: typeof CaptchaBox } = {};

const notLoaded = 'loadComponentsOf was not awaited before this form was rendered.';

/** Loads the components that only some forms have. To be awaited before such a form is rendered. */
export async function loadComponentsOf(form: Form): Promise<void> {
  const kinds = new Set<Item['kind']>(form.sections.flatMap(({ items }) => items.map(({ kind }) => kind)));
  const [rows, captcha] = await Promise.all([
    kinds.has('rows') ? import('./rows-field.tsx') : undefined,
    kinds.has('captcha') ? import('../captcha/captcha-box.tsx') : undefined,
  ]);
  if (rows) loaded.rows = rows.RowsField;
  if (captcha) loaded.captcha = captcha.CaptchaBox;
}

function Rows(props: ComponentProps<typeof RowsField>) {
  if (!loaded.rows) throw new Error(notLoaded);
  return <loaded.rows {...props} />;
}

export function Captcha(props: ComponentProps<typeof CaptchaBox>) {
  if (!loaded.captcha) throw new Error(notLoaded);
  return <loaded.captcha {...props} />;
}

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
  rows: Rows,
} satisfies { [K in FieldKind]: FieldComponent<K> };

/** Renders a field by its kind. What it is given never changes: it is rendered anew only by what it listens to itself. */
export const FieldView = memo(function FieldView(props: FieldProps) {
  const { field, store, messages } = props;
  switch (field.kind) {
    case 'checkbox':
      return <fieldComponents.checkbox field={field} store={store} messages={messages} />;
    case 'select':
      return <fieldComponents.select field={field} store={store} messages={messages} />;
    case 'choice':
      return <fieldComponents.choice field={field} store={store} messages={messages} />;
    case 'rows':
      return <fieldComponents.rows field={field} store={store} messages={messages} />;
    default: {
      const Typed = fieldComponents[field.kind];
      return <Typed field={field} store={store} messages={messages} />;
    }
  }
});
