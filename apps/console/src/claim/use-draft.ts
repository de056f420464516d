import { useState } from 'react';
import { useSession } from '../api/use-session.ts';

/**
 * A text that survives a reload and the end of a session, in this tab and for this person. Signing
 * out forgets it (frame/account-menu.tsx).
 */
export function useDraft(name: string): readonly [text: string, write: (text: string) => void] {
  const { person } = useSession();
  const key = `redress-console-draft:${person.id}:${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, write];
}
