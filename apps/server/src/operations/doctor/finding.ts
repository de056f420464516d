import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { errorCode } from '../../platform/errors/error-code.ts';
import { startErrorOf } from '../../platform/errors/start-error.ts';

/** The result of a check: one sentence without secrets, which says what to do about a problem. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** A service does not answer now; a later run may find it healthy. */
  readonly isUnavailable?: true;
}
export interface Diagnosis extends Finding {
  readonly check: string;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string): Finding => ({ status: 'warning', message });
export const problem = (message: string): Finding => ({ status: 'problem', message });
export const unavailable = (message: string): Finding => ({ status: 'problem', message, isUnavailable: true });

const limitSeconds = 10;

/** Runs a check. A check that fails, or takes longer than ten seconds, is a problem. */
export async function diagnose(check: string, run: () => Promise<Finding> | Finding): Promise<Diagnosis> {
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const timer = setTimeout(
    () => resolve(unavailable(`No answer within ${limitSeconds} seconds.`)),
    limitSeconds * 1_000,
  );
  try {
    return { check, ...(await Promise.race([Promise.resolve().then(run), late])) };
  } catch (error) {
    const isTemporary = isDatabaseUnavailable(error);
    return { check, ...(isTemporary ? unavailable : problem)(`The check failed: ${reasonOf(error)}.`) };
  } finally {
    clearTimeout(timer);
  }
}

/** The reason for a failure in a few words. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ');
  const message = startErrorOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
  return message === '' ? (errorCode(error) ?? 'unknown error') : message.replace(/\.$/, '');
}

/** `90 minutes`, `3 days`: at least two of the unit. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const units = [
    ['days', 86_400],
    ['hours', 3_600],
    ['minutes', 60],
  ] as const;
  const [name, size] = units.find(([, length]) => seconds >= 2 * length) ?? ['seconds', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}
