import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { sessionQuery } from '../api/use-session.ts';

/**
 * Something that a person sends: whether it is on its way, and why it failed. What they typed
 * stays.
 * @param onStart takes back what was said of the attempt before: after a refusal it no longer holds
 */
export function useSend(onStart?: () => void) {
  const queries = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  return {
    isSending,
    failure,
    /** The message of a field. */
    errorOf: (field: string) => failure?.problem.errors?.find((each) => each.field === field)?.message,
    /** Whether the server did it. */
    async send(action: () => Promise<unknown>): Promise<boolean> {
      onStart?.();
      setSending(true);
      setFailure(undefined);
      try {
        await action();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFailure(error);
        // A role may have been taken away. The frame says so, and shows what is left.
        if (error.code === 'not-permitted') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
        return false;
      } finally {
        setSending(false);
      }
    },
  };
}
