import { LocalPostgresError } from '@redress/local-postgres/local-postgres-error';

/** The server or a command cannot start. Its message, without a stack, says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The environment or the arguments of a command are wrong: running it again cannot help. */
export class ConfigurationError extends StartError {}

/** Ends the sentence that refuses a database, data folder or backup of a commit before 1.0.0. */
export const preReleaseRefusal =
  'was made before version 1.0.0, which cannot use it. Nothing in it was changed. ' +
  'Export what you need with the commit that made it, or start with an empty data folder (DATA_DIR) or database (DATABASE_URL).';

/** The error for the operator from any error that prevented the start; undefined for a bug. */
export function startErrorOf(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error;
  if (error instanceof LocalPostgresError) return new StartError(error.message, { cause: error });
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return undefined;
  return new StartError(
    `${String(error.path)} cannot be used (${String(error.code)}): check what is there, and that your user may use it.`,
    { cause: error },
  );
}
