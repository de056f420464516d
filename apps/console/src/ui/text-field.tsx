import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type TextAreaProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
    readonly value: string;
    readonly onChange: (text: string) => void;
  };

/** A field for several lines, such as a reason or a note. */
export function TextArea({ label, hint, error, onChange, rows = 2, ...props }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...props} {...control} rows={rows} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
