/** A reason why PostgreSQL cannot start. The message is one line for the operator and says what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';
}
