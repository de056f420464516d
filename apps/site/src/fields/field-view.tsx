import type { AnyAnswers } from '@redress/forms/answers';
import type { Form, RowsField as RowsDefinition } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { memo, useEffect, useState } from 'react';
import { resolveWithin } from '../browser/resolve-within.ts';
import { createListeners } from '../browser/listeners.ts';
import { CheckboxField, ChoiceField, SelectField } from './choice-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { useStoreValue } from './field-hooks.ts';
import type { RowsField as RowsFieldComponent } from './rows-field.tsx';
import { TypedField } from './typed-field.tsx';

/** Few claimants need rows, so `RowsField` loads separately. */
let RowsField: typeof RowsFieldComponent | undefined;
const { notify, subscribe } = createListeners();

async function loadRows(): Promise<true> {
  ({ RowsField } = await import('./rows-field.tsx'));
  notify();
  return true;
}

/** Loads the components of a form with these answers. Await it before the first render. */
export async function loadFieldsOf(form: Form, answers: AnyAnswers): Promise<void> {
  const { sections } = evaluateForm(form, answers, {});
  if (sections.some(({ items }) => items.some(({ kind }) => kind === 'rows'))) await loadRows();
}

/** Renders a field by its kind. Memoized: each field subscribes to the store itself. */
export const FieldView = memo(function FieldView({ field, ...props }: FieldProps) {
  switch (field.kind) {
    case 'checkbox':
      return <CheckboxField field={field} {...props} />;
    case 'select':
      // Radio buttons show both options at a glance, and take one tap instead of two.
      if (field.options.length === 2) return <ChoiceField field={field} {...props} />;
      return <SelectField field={field} {...props} />;
    case 'choice':
      return <ChoiceField field={field} {...props} />;
    case 'rows':
      return <LateRowsField field={field} {...props} />;
    default:
      return <TypedField field={field} {...props} />;
  }
});

/** Rows that appear only after an answer. Their component loads at that point. */
function LateRowsField(props: FieldProps<RowsDefinition>) {
  const isMissing = useStoreValue({ subscribe }, () => RowsField === undefined);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const load = () => void resolveWithin(loadRows()).then((hasLoaded) => setHasFailed(!hasLoaded));
    load();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [isMissing]);
  if (RowsField) return <RowsField {...props} />;
  return (
    hasFailed && (
      <p className="note bad" role="alert">
        {props.messages.rows.notLoaded}
      </p>
    )
  );
}
