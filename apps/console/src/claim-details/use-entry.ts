import type { CallTopic } from '@redress/contract/console/claim-details';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useSend } from '../ui/use-send.ts';
import { useRefresh } from './use-claim-updates.ts';
import { useDraft } from '../ui/use-draft.ts';

/** Saves a note or a call about a claim. */
export function useEntry(number: string, kind: 'note' | 'call') {
  const [text, writeDraft] = useDraft(`${kind}:${number}`);
  // With the same ID, a repeated request adds nothing new.
  const [id, setId] = useState(() => crypto.randomUUID());
  const refresh = useRefresh(number);
  const { send, isSending, failure } = useSend();
  return {
    text,
    isSending,
    failure,
    write(next: string) {
      writeDraft(next);
      // A different text makes a different entry.
      if (failure) setId(crypto.randomUUID());
    },
    /**
     * Returns whether the entry was saved.
     * @param topic the topic of a call; absent for a note
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
