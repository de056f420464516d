/** PostgreSQL cannot run. The message is one line for operators and names the remedy. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';
}

/** Returns the `code` of a system error (`ENOENT`) or a PostgreSQL error (`57P03`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Handles errors in `catch`: a missing file is `undefined`, any other error is thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
