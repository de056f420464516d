import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Keeps the named parameters that have a value. The server rejects unknown ones and a form's empty
 * ones.
 */
export function knownParameters(parameters: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name, value]) => names.includes(name) && value !== ''));
}

/** The filters and the page of a list in the address, and a function that changes a filter. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const filters = knownParameters(parameters, names);
  // A second change can come before the address has the first one.
  const pending = useRef<URLSearchParams>(undefined);
  useEffect(() => {
    pending.current = undefined;
  }, [parameters]);
  return {
    filters,
    search: knownParameters(parameters, [...names, 'after', 'before']).toString(),
    /** An empty value removes the filter. The changed list starts on its first page. */
    change(name: Name, value: string) {
      pending.current = knownParameters(
        new URLSearchParams({ ...Object.fromEntries(pending.current ?? filters), [name]: value }),
        names,
      );
      setParameters(pending.current, { preventScrollReset: true });
    },
  };
}
