import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FormStore } from './form-store.ts';

/** The errors under a field; the component renders again only when they change. */
export function useFieldErrors(store: FormStore, name: string): readonly string[] {
  const errors = () => store.fieldErrors(name);
  return useSyncExternalStore(store.subscribe, errors, errors);
}

/** False in the prerendered HTML and the first render, then true. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
