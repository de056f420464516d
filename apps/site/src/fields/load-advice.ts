import type { Language } from '@redress/contract/language';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../browser/listeners.ts';
import type { AdviceMessages } from '../messages/advice-en.ts';
import type * as AdviceEntry from './advice-entry.tsx';

type Advice = typeof AdviceEntry & { readonly adviceMessages: AdviceMessages };

const { subscribe, notify } = createListeners();
const loaded: Partial<Record<Language, Advice>> = {};

/**
 * Loads questions and hints once a claimant starts to fill in a form: no page needs them to render,
 * except one that the server sent back. If the connection fails, the next call tries again.
 */
export async function loadAdvice(language: Language): Promise<void> {
  if (loaded[language]) return;
  try {
    const [adviceEntry, adviceMessages] = await Promise.all([
      import('./advice-entry.tsx'),
      HAS_SPANISH && language === 'es'
        ? import('../messages/advice-es.ts').then(({ adviceEs }) => adviceEs)
        : import('../messages/advice-en.ts').then(({ adviceEn }) => adviceEn),
    ]);
    loaded[language] = { ...adviceEntry, adviceMessages };
    notify();
  } catch {
    // The messages of the rules are enough.
  }
}

/** Undefined until it is loaded. */
export function useAdvice(language: Language): Advice | undefined {
  const read = () => loaded[language];
  return useSyncExternalStore(subscribe, read, read);
}
