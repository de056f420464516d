import { useSyncExternalStore } from 'react';
import type { FormStore } from '../form-store.ts';

/** The messages under a field; the component renders again only when they change. */
export function useMessages(store: FormStore, name: string): readonly string[] {
  const messages = () => store.messages(name);
  return useSyncExternalStore(store.subscribe, messages, messages);
}
