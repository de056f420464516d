import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '@redress/contract/problem';
import { problemStatus } from '@redress/contract/problem';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { isStorageUnavailable } from '../uploads/document-store.ts';

const titles: Readonly<Record<ProblemCode, string>> = {
  'bad-request': 'Bad request',
  'bad-json': 'The request is no JSON',
  'login-required': 'Login required',
  'bad-token': 'The security token is missing',
  'not-your-claim': 'Not your claim',
  'not-found': 'Not found',
  'key-used-for-other-answers': 'A claim was already filed',
  'filing-closed': 'Filing is closed',
  'too-large': 'Too large',
  'unsupported-type': 'Unsupported type',
  'invalid-answers': 'Some answers need another look',
  'no-documents': 'No document was received',
  'too-many-requests': 'Too many attempts',
  internal: 'Something went wrong',
  unavailable: 'Not available right now',
};

const details: Readonly<Record<ProblemCode, string>> = {
  'bad-request': 'The request could not be understood.',
  'bad-json': 'The body of the request is not valid JSON.',
  'login-required': 'Please log in with the Notice ID and Unique ID on your notice, then send the form again.',
  'bad-token': 'Please reload the page and try again.',
  'not-your-claim':
    'Documents can be added only in the browser that filed the claim. Please call us or send them by mail.',
  'not-found': 'There is nothing here.',
  'key-used-for-other-answers':
    'This form was already filed with other answers. You can keep that claim or file another.',
  'filing-closed': 'The deadline has passed. Claims can no longer be filed.',
  'too-large': 'The request is larger than this form allows.',
  'unsupported-type': 'This type of content is not taken here.',
  'invalid-answers': 'Nothing was stored. Please correct the marked fields and send the form again.',
  'no-documents': 'No file with anything in it was received.',
  'too-many-requests': 'There were too many attempts. Please wait a while and try again.',
  internal: 'This is our mistake, not yours. Please try again. If it happens again, call us.',
  unavailable: 'Nothing was lost. Please try again in a moment.',
};

type Extras = Partial<Pick<Problem, 'detail' | 'errors' | 'claim' | 'files'>>;

/** A request that is not carried out. Everything that a handler refuses by throwing is one of these. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly extras: Extras;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, extras: Extras = {}, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(extras.detail ?? details[code], { cause: options.cause });
    this.code = code;
    this.extras = extras;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Seconds after which a client may try again when the database or the storage is away. */
const retryWhenUnavailable = 3;

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-json',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported-type',
  FST_REQ_FILE_TOO_LARGE: 'too-large',
  FST_PARTS_LIMIT: 'too-large',
  FST_FILES_LIMIT: 'too-large',
  FST_FIELDS_LIMIT: 'too-large',
};

/** The one place where a failure becomes what the client is told. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isDatabaseUnavailable(error) || isStorageUnavailable(error)) {
    return new ProblemError('unavailable', {}, { retryAfterSeconds: retryWhenUnavailable, cause: error });
  }
  if (isFastifyError(error)) {
    const code = frameworkCodes[error.code];
    if (code) return new ProblemError(code, {}, { cause: error });
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
      return new ProblemError('bad-request', {}, { cause: error });
  }
  return new ProblemError('internal', {}, { cause: error });
}

/** What is sent: RFC 9457. */
export function describeProblem(error: ProblemError): Problem {
  const { code } = error;
  return {
    type: 'about:blank',
    title: titles[code],
    status: problemStatus[code],
    detail: error.message,
    code,
    ...withoutDetail(error.extras),
  };
}

/** Answers with a problem document. Errors of our own making are logged with their cause; what they say is never sent. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblemError(error);
  const body = describeProblem(problem);
  if (body.status >= 500) request.log.error({ err: problem.cause, code: problem.code }, 'request failed');
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(body.status)
    .serializer(JSON.stringify)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(body);
}

function withoutDetail({ detail: _detail, ...extras }: Extras): Omit<Extras, 'detail'> {
  return extras;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
