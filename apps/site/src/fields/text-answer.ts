import type { FormStore } from './form-store.ts';

/** What was typed or chosen under a name; empty when nothing was, or when it is no text. */
export function textAnswer(store: FormStore, name: string): string {
  const answer = store.answers()[name];
  return typeof answer === 'string' ? answer : '';
}
