import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FormStore } from './form-store.ts';

/** A value of a store. The component renders again only when it changes. */
export const useStoreValue = <T>({ subscribe }: Pick<FormStore, 'subscribe'>, read: () => T): T =>
  useSyncExternalStore(subscribe, read, read);

export const useFieldErrors = (store: FormStore, name: string): readonly string[] =>
  useStoreValue(store, () => store.fieldErrors(name));

/** False in the prerendered HTML and the first render, then true. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
