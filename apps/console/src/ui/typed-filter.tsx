import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';

interface TypedFilterProps extends Pick<ComponentProps<'input'>, 'type' | 'className' | 'inputMode' | 'maxLength'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns `undefined` for a text that cannot be a value. */
  readonly read?: (text: string) => string | undefined;
  /** Says what to type instead. */
  readonly advice?: string;
}

/** Takes effect with Enter, or when the focus leaves the field. */
export function TypedFilter({ label, value, onChange, read, advice, ...attributes }: TypedFilterProps) {
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Another value in the address replaces the typed text, and the field keeps the focus.
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const commit = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const typed = text !== '' && read ? read(text) : text;
    setWrong(typed === undefined);
    if (typed !== undefined && typed !== value) onChange(typed);
  };
  return (
    <Field label={label} error={isWrong ? advice : undefined} isChosen={value !== ''}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          ref={input}
          autoComplete="off"
          defaultValue={value}
          onBlur={(event) => commit(event.target)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(event.currentTarget);
          }}
        />
      )}
    </Field>
  );
}
