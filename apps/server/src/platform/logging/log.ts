import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import pg from 'pg';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { errorCode } from '../errors/error-code.ts';

/**
 * Structured logs without personal data. Errors are logged with code, redacted message and stack,
 * and database errors with table, column and constraint, but without PostgreSQL's details.
 */
export function createLog(level: 'info' | 'warn', destination: DestinationStream = pino.destination(1)): Logger {
  const serializers = { err: describeError, req: () => undefined, res: () => undefined };
  return pino({ level, base: null, serializers, hooks: { logMethod: limitOutageLines() } }, destination);
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** A message about an unavailable database is logged once in this time. */
const outageInterval = 10_000; // milliseconds

/**
 * While the database is unavailable, every request and job fails for that reason. Only the first
 * line of each message in an interval is logged, with the number of lines omitted before it.
 */
function limitOutageLines(): LogMethod {
  const messages = new Map<string, { at: number; omitted: number }>();
  return function limit(args, log) {
    const [fields, message]: readonly unknown[] = args;
    if (typeof message !== 'string' || !isOutage(fields)) return log.apply(this, args);
    const last = messages.get(message);
    if (last && performance.now() - last.at < outageInterval) return void (last.omitted += 1);
    messages.set(message, { at: performance.now(), omitted: 0 });
    log.call(this, last?.omitted ? { ...fields, omitted: last.omitted } : fields, message);
  };
}

function isOutage(fields: unknown): fields is object {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return false;
  // A job that was given up has an ID, and an operator has to see each of them.
  return !('id' in fields) && isDatabaseUnavailable(fields.err);
}

/**
 * Removes quoted values and email addresses from another program's message: PostgreSQL and
 * `JSON.parse` quote values, mail servers name addresses.
 */
export function withoutQuotes(message: string): string {
  return message.replace(/"[^]*"/, '"…"').replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…@…');
}

/** SQLSTATE classes whose messages contain no values. */
const withoutValues = ['08', '28', '3D', '42', '53', '55', '57', '58'];

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'Not an error object' };
  const { table, column, constraint }: Partial<pg.DatabaseError> = error instanceof pg.DatabaseError ? error : {};
  const tellsNone = error instanceof pg.DatabaseError && withoutValues.some((known) => error.code?.startsWith(known));
  const message = tellsNone ? error.message : withoutQuotes(error.message);
  const stack = [`${error.name}: ${message}`, ...callsOf(error)].join('\n');
  return { type: error.name, code: errorCode(error), table, column, constraint, message, stack };
}

/** The lines of the stack that name a place in a file. The lines above them repeat the message. */
function callsOf({ stack = '', message }: Error): string[] {
  const calls = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return calls.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
}
