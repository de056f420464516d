import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { sessionQuery } from '../api/use-session.ts';

/**
 * A request from the person: whether it is in progress, and why it failed. Typed text stays.
 * @param onStart removes the announcement of an earlier attempt, which a refusal would make false
 */
export function useSend(onStart?: () => void) {
  const queries = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const id = useRef<string>(undefined);
  const renewId = () => {
    id.current = undefined;
  };
  return {
    isSending,
    failure,
    /** The ID of what is created, until that succeeds. A repeated request with it adds nothing new. */
    requestId: () => (id.current ??= crypto.randomUUID()),
    /** Call it when other content makes another request. */
    renewId,
    /** Returns the message of a field. */
    errorOf: (field: string) => failure?.problem.errors?.find((each) => each.field === field)?.message,
    /**
     * Returns whether the request succeeded.
     * @param changed queries that a success makes outdated, which are fetched again
     */
    async send(
      action: () => Promise<unknown>,
      ...changed: readonly { readonly queryKey: QueryKey }[]
    ): Promise<boolean> {
      onStart?.();
      setSending(true);
      setFailure(undefined);
      try {
        await action();
        renewId();
        for (const { queryKey } of changed) await queries.invalidateQueries({ queryKey });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailure(error);
        // A role may have been removed. The app shell announces it, and shows the remaining
        // screens.
        if (error.code === 'not-permitted') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
        return false;
      } finally {
        setSending(false);
      }
    },
  };
}
