import { useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { tabStorage } from '../browser/browser-storage.ts';

const keyOf = (personId: string, name: string) => `redress-console-draft:${personId}:${name}`;

/**
 * Text that survives a reload and the end of a session, in this tab and for this person. Signing
 * out deletes it (api/use-session.ts).
 */
export function useDraft(name: string): readonly [text: string, write: (text: string) => void] {
  const { person } = useSession();
  const [text, setText] = useState(() => tabStorage.read(keyOf(person.id, name)) ?? '');
  const write = (next: string) => {
    setText(next);
    storeDraft(person.id, name, next);
  };
  return [text, write];
}

/** Leaves a draft for the next screen. */
export function storeDraft(personId: string, name: string, text: string): void {
  if (text === '') tabStorage.remove(keyOf(personId, name));
  else tabStorage.write(keyOf(personId, name), text);
}
