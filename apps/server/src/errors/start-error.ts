import { LocalPostgresError } from '@redress/local-postgres/local-postgres-error';

/** A reason why the server cannot start: one plain line that says what to do. It is shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * The one line for people in an error that a start ended with; undefined when it is a fault of the
 * program.
 */
export function startErrorOf(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error;
  if (error instanceof LocalPostgresError) return new StartError(error.message, { cause: error });
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return undefined;
  return new StartError(
    `${String(error.path)} cannot be used (${String(error.code)}): look what is there, and whether your user may use it.`,
    { cause: error },
  );
}
