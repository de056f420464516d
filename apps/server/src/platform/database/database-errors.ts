import pg from 'pg';
import { errorCode } from '../errors/error-code.ts';

/** SQLSTATE classes and codes of temporary failures: the request itself is fine. */
const temporaryCodes = ['08', '53', '57', '58', '25006', '40001', '40P01', '55P03'];
/** The system call of a network error and its code. Files fail with other codes. */
const networkErrors = /^(connect|getaddrinfo) |^(read|write) (ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/;
/** Errors without a code that `pg` and its pool throw when a connection fails. */
const messages =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not the primary|query read timeout|not queryable|connection ended|server closed the connection/i;

/** Whether the database was temporarily unavailable, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return temporaryCodes.some((prefix) => error.code?.startsWith(prefix) ?? false);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error) return networkErrors.test(`${String(error.syscall)} ${errorCode(error)}`);
  return messages.test(error.message);
}

/**
 * Whether a failed statement has certainly changed nothing. A connection can also be lost, or ended
 * by an administrator, after the commit.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '08');
}

/** Whether the wait for an answer, a lock or a connection took too long. */
export function isDatabaseTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '55P03' || error.code === '57014';
  return error instanceof Error && /timeout/i.test(error.message);
}

/** The name of the check, or of a trigger’s rule, that a statement violated, if any. */
export function violatedCheck(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : undefined;
}

/** The name of the unique constraint that a statement violated, if any. */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
}
