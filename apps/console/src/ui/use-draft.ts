import { useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { tabStorage } from '../browser/browser-storage.ts';
import { useSend } from './use-send.ts';

const keyOf = (personId: string, name: string) => `redress-console-draft:${personId}:${name}`;

/**
 * Text that survives a reload and the end of a session, in this tab and for this person, and the
 * request that sends it. A success deletes the text, and so does signing out (api/use-session.ts).
 */
export function useDraft(name: string) {
  const { person } = useSession();
  const { send, renewId, ...sending } = useSend();
  const [text, setText] = useState(() => tabStorage.read(keyOf(person.id, name)) ?? '');
  const store = (next: string) => {
    setText(next);
    storeDraft(person.id, name, next);
  };
  return {
    ...sending,
    text,
    renewId,
    write(next: string) {
      store(next);
      // Other text makes another request.
      renewId();
    },
    send: ((action, ...changed) =>
      send(
        async () => {
          await action();
          store('');
        },
        ...changed,
      )) satisfies typeof send,
  };
}

/** Leaves a draft for the next screen. */
export function storeDraft(personId: string, name: string, text: string): void {
  if (text === '') tabStorage.remove(keyOf(personId, name));
  else tabStorage.write(keyOf(personId, name), text);
}
