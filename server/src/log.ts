import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';

/**
 * Structured logs without personal data. Of an error its kind, code, message and stack are written: the details that PostgreSQL adds can
 * hold answers.
 */
export function createLog(level: 'info' | 'warn', destination: DestinationStream = pino.destination(1)): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  return pino({ level, base: null, serializers }, destination);
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'Not an error object' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, message: error.message, stack: error.stack };
}
