import { useSyncExternalStore } from 'react';
import type { FormStore } from '../filing/form-store.ts';

/** Whether something was entered under this name. */
export function useAnswered(store: FormStore, name: string): boolean {
  return useSyncExternalStore(
    (listener) => store.subscribeAnswers(listener),
    () => Boolean(store.answers()[name]),
    () => false,
  );
}
