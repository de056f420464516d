import { useSyncExternalStore } from 'react';
import type { FormStore } from './form-store.ts';

/** The errors under a field; the component renders again only when they change. */
export function useFieldErrors(store: FormStore, name: string): readonly string[] {
  const errors = () => store.messages(name);
  return useSyncExternalStore(store.subscribe, errors, errors);
}
