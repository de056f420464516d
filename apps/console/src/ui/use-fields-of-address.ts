import { type RefObject, useEffect, useRef } from 'react';

/**
 * Fills a form's fields from the address after each change, for example with Back. The elements
 * stay the same, so that the focus stays.
 */
export function useFieldsOfAddress(parameters: URLSearchParams): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const address = parameters.toString();
  useEffect(() => {
    const shown = new URLSearchParams(address);
    for (const field of form.current?.elements ?? [])
      if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name !== '')
        field.value = shown.get(field.name) ?? '';
  }, [address]);
  return form;
}
