import { useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { PasskeyError } from './passkeys.ts';

/** An action that somebody can repeat: whether it runs, and why it failed. */
export function useAttempt() {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    isRunning,
    failure,
    /** The messages of fields, by field. */
    errors,
    async run(action: () => Promise<void>) {
      setRunning(true);
      setFailure(undefined);
      setErrors({});
      try {
        await action();
      } catch (error) {
        if (!(error instanceof ApiError) && !(error instanceof PasskeyError)) throw error;
        const fields = error instanceof ApiError ? (error.problem.errors ?? []) : [];
        setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
        setFailure(error.message);
      } finally {
        setRunning(false);
      }
    },
  };
}
