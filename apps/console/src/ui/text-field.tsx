import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';

interface TextFieldProps extends Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}
type TextAreaProps = TextFieldProps & Omit<ComponentProps<'textarea'>, keyof TextFieldProps>;
type TextInputProps = TextFieldProps & Omit<ComponentProps<'input'>, keyof TextFieldProps>;

/** The typed or chosen value of a field, for its properties `value` and `onChange`. */
export function useField() {
  const [value, onChange] = useState('');
  return { value, onChange };
}

/** A field for one line, or for a day with `type="date"`. */
export function TextInput({ label, hint, error, onChange, ...props }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...props} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

/** A multi-line field, for example for a reason or a note. */
export function TextArea({ label, hint, error, onChange, rows = 2, ...props }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...props} {...control} rows={rows} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
