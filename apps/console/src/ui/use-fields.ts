import { useState } from 'react';

/**
 * The values of a form's fields, and what is wrong with each.
 * @param errorOf the server's message about a field, from `useSend`
 */
export function useFields<Name extends string>(
  start: Readonly<Record<Name, string>> | (() => Readonly<Record<Name, string>>),
  errorOf: (name: string) => string | undefined,
) {
  const [values, setValues] = useState(start);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const problemOf = (name: string) => missing[name] ?? errorOf(name);
  return {
    values,
    setValues,
    problemOf,
    /** The properties of a field. */
    field: (name: Name) => ({
      error: problemOf(name),
      value: values[name],
      onChange: (text: string) => setValues((now) => ({ ...now, [name]: text })),
    }),
    /** Shows at its field what is missing. Returns whether the form is complete. */
    checkComplete(found: Readonly<Record<string, string>>): boolean {
      setMissing(found);
      return Object.keys(found).length === 0;
    },
  };
}
