import type { CallTopic } from '@redress/contract/console/claim-details';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useSend } from '../ui/use-send.ts';
import { useRefresh } from './use-claim-updates.ts';
import { useDraft } from '../ui/use-draft.ts';

/** A note or a call that somebody writes about a claim. */
export function useEntry(number: string, kind: 'note' | 'call') {
  const [text, writeDraft] = useDraft(`${kind}:${number}`);
  // Sent again after a lost answer, the same ID adds nothing.
  const [id, setId] = useState(() => crypto.randomUUID());
  const refresh = useRefresh(number);
  const { send, isSending, failure } = useSend();
  return {
    text,
    isSending,
    failure,
    write(next: string) {
      writeDraft(next);
      // Another text is another entry.
      if (failure) setId(crypto.randomUUID());
    },
    /**
     * Returns whether it was saved.
     * @param topic of a call; without it, the entry is a note
     */
    save: (topic?: CallTopic) =>
      send(async () => {
        const params = { number };
        await (topic === undefined
          ? callApi('POST /claims/:number/notes', { params, body: { id, text } })
          : callApi('POST /claims/:number/calls', { params, body: { id, text, topic } }));
        writeDraft('');
        setId(crypto.randomUUID());
        await refresh();
      }),
  };
}
