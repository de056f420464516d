import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@redress/contract/language';
import { type Problem, type ProblemCode, ProblemSchema, problemStatus } from '@redress/contract/problem';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { isStorageFull, isStorageUnavailable } from '../storage/disk.ts';
import { diskFullMessage, type LocalizedText, problemMessages } from './problem-messages.ts';
import { answerInLanguage } from './request-language.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** `detail` replaces the default text; `errors` and `files` are already localized. */
type Extras = Partial<Pick<Problem, 'errors' | 'errorCount' | 'claim' | 'challenge' | 'files'>> & {
  readonly detail?: LocalizedText;
};

/** The error that handlers throw to refuse a request. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly extras: Extras;
  readonly retryAfterSeconds: number | undefined;
  /** Normal under load, so it is not logged as a failure. */
  readonly isExpected: boolean;

  constructor(
    code: ProblemCode,
    extras: Extras = {},
    options: { retryAfterSeconds?: number; cause?: unknown; isExpected?: boolean } = {},
  ) {
    super(detailOf(code, extras, 'en'), { cause: options.cause });
    this.code = code;
    this.extras = extras;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isExpected = options.isExpected ?? code === 'overloaded';
  }
}

/** The error of a query for a record that may not exist, for `executeTakeFirstOrThrow`. */
export const notFound = (): ProblemError => new ProblemError('not-found');

/** A problem with a message for staff, whose console is in English. */
export function consoleProblem(
  code: ProblemCode,
  detail: string,
  { errors, ...options }: Pick<Extras, 'errors'> & { retryAfterSeconds?: number; cause?: unknown } = {},
): ProblemError {
  return new ProblemError(code, { detail: { en: detail, es: detail }, ...(errors && { errors }) }, options);
}

/** A field that staff must correct. The field's message is also the text of the problem. */
export const fieldProblem = (field: string, message: string, rule = 'invalid'): ProblemError =>
  consoleProblem('invalid-answers', message, { errors: [{ field, rule, message }] });

/** An answer of a form that is not accepted. The default text of the problem asks to correct it. */
export const invalidField = (field: string, rule: string, message: string): ProblemError =>
  new ProblemError('invalid-answers', { errors: [{ field, rule, message }] });

/** Seconds until a retry while the database or the storage is unavailable. */
const retryWhenUnavailable = 3;
/** Seconds until a retry, in which an operator can free space on the disk of uploads. */
export const retryWhenFull = 300;

/** The problems of Fastify's and its plugins' errors, by their status. */
const frameworkCodes: Readonly<Record<number, ProblemCode>> = {
  406: 'unsupported-type',
  413: 'too-large',
  415: 'unsupported-type',
};

/** Translates any error to a problem. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStorageFull(error)) {
    return new ProblemError(
      'unavailable',
      { detail: diskFullMessage },
      { retryAfterSeconds: retryWhenFull, cause: error },
    );
  }
  if (isDatabaseUnavailable(error) || isStorageUnavailable(error)) {
    return new ProblemError('unavailable', {}, { retryAfterSeconds: retryWhenUnavailable, cause: error });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  const code = frameworkCodes[status] ?? (status >= 400 && status < 500 ? 'bad-request' : 'internal');
  return new ProblemError(code, {}, { cause: error });
}

/** The response schemas of a route's problems. */
export function problemResponses<Status extends number>(...statuses: Status[]): Record<Status, typeof ProblemSchema>;
export function problemResponses(...statuses: number[]): Record<number, typeof ProblemSchema> {
  // Before a route runs, Fastify itself answers some problems.
  return Object.fromEntries([...statuses, '4xx'].map((status) => [status, ProblemSchema]));
}

/** The response body (RFC 9457). */
function describeProblem(error: ProblemError, language: Language, requestId?: string): Problem {
  const { code, extras } = error;
  const { detail: _detail, ...others } = extras;
  return {
    type: 'about:blank',
    title: problemMessages[language][code].title,
    status: problemStatus[code],
    detail: detailOf(code, extras, language),
    code,
    ...(requestId !== undefined && { requestId }),
    ...others,
  };
}

/** Logs server errors with their cause. */
export function logFailure(problem: ProblemError, request: FastifyRequest): void {
  if (problemStatus[problem.code] >= 500 && !problem.isExpected)
    request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'request failed');
}

/** Refusals with these statuses are logged for security monitoring. */
const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Answers with a problem in the request's language. Messages of other errors are never sent. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblemError(error);
  const body = describeProblem(problem, answerInLanguage(request, reply), request.id);
  logFailure(problem, request);
  // The request's log line has the same `reqId`. Addresses are personal data and not logged.
  if (refusedStatuses.has(body.status)) request.log.info({ code: problem.code }, 'request refused');
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(body.status)
    .serializer(JSON.stringify)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(body);
}

/** A problem for Node to send without Fastify, whose hooks do not run for it. */
export function writeProblem(error: ProblemError, language: Language, headersOf: SecurityHeaders) {
  const body = JSON.stringify(describeProblem(error, language));
  const headers = { ...headersOf('/api/'), ...headersOfText('application/problem+json', body, language) };
  return { status: problemStatus[error.code], headers, body };
}

/** The headers of a text response that depends on the requested language and is not cached. */
export function headersOfText(type: string, body: string, language: Language): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    'content-language': language,
    vary: 'Accept-Language',
    'cache-control': 'no-store',
  };
}

function detailOf(code: ProblemCode, { detail }: Extras, language: Language): string {
  return detail?.[language] ?? problemMessages[language][code].detail;
}
