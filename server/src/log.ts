import type { Logger } from 'pino';
import { pino } from 'pino';

/**
 * Structured logs without personal data. Of an error its kind, code, message and stack are written: the details that PostgreSQL adds can
 * hold answers.
 */
export function createLog(level: 'info' | 'warn'): Logger {
  return pino({ level, base: null, serializers: { err: describeError, req: () => undefined, res: () => undefined } });
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'Not an error object' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, message: error.message, stack: error.stack };
}
