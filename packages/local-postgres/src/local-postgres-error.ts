/** Why PostgreSQL cannot run. The message is one line for operators and says what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';
}

/** The `code` of a system error (`ENOENT`) or a PostgreSQL error (`57P03`). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: a missing file is `undefined`, any other error is thrown. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
  return undefined;
}
