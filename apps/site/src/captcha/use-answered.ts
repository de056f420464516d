import { useSyncExternalStore } from 'react';
import type { FormStore } from '../fields/form-store.ts';

/** Whether something was entered under this name. */
export function useAnswered(store: FormStore, name: string): boolean {
  return useSyncExternalStore(
    store.subscribeAnswers,
    () => Boolean(store.answers()[name]),
    () => false,
  );
}
