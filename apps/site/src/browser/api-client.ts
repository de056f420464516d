import type { CreatedClaim } from '@redress/contract/claims';
import type { ProblemCode } from '@redress/contract/problem';
import type { ClaimReceipt, Session } from '@redress/contract/session';
import {
  idempotencyHeader,
  languageHeader,
  noticeIdHeader,
  xsrfCookie,
  xsrfHeader,
} from '@redress/contract/http-headers';
import type { FieldError } from '@redress/forms/answers';
import {
  type ResponseReader,
  isObject,
  readCreatedClaim,
  readFieldErrors,
  readFileResult,
  readReceipt,
  readSession,
} from './read-responses.ts';

/**
 * The result of a request. `offline`: no response arrived. `overloaded`: the server asks for a
 * retry later. `unavailable`: the failure is ours, for example a 500, a gateway's page or a
 * malformed body.
 */
export type ApiResult<T> = { readonly ok: true; readonly data: T } | ApiFailure;
export interface ApiFailure {
  readonly ok: false;
  readonly code: ProblemCode | 'offline';
  readonly detail?: string;
  /** Lets staff find the request in the server's log. */
  readonly requestId?: string;
  readonly errors: readonly FieldError[];
  /** Present with `key-used-for-other-answers`: the existing claim. */
  readonly claim?: ClaimReceipt;
  /** Present with `work-required`: the proof-of-work challenge. */
  readonly challenge?: unknown;
  /** The reason that the server rejected an upload. */
  readonly fileMessage?: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** Long enough for a busy server, short enough for a claimant who watches a spinner. */
const timeoutMs = 60_000;

export const getSession = (): Promise<ApiResult<Session>> => request('/api/session', {}, readSession);

/** Ends the login. The claims that this browser filed still take its uploads. */
export const endLogin = () =>
  withXsrfToken((token) => request('/api/session', { method: 'DELETE', headers: { [xsrfHeader]: token } }, () => true));

/** @param noticeId the login that the form was filled in with */
export function createClaim(
  resource: string,
  key: string,
  noticeId: string | undefined,
  body: unknown,
): Promise<ApiResult<CreatedClaim>> {
  return withXsrfToken((token) => {
    const headers = {
      'content-type': 'application/json',
      [idempotencyHeader]: key,
      [xsrfHeader]: token,
      ...(noticeId && { [noticeIdHeader]: noticeId }),
    };
    return request(`/api/${resource}`, { method: 'POST', headers, body: JSON.stringify(body) }, readCreatedClaim);
  });
}

/** Sends with the XSRF token, and retries once with a new one if the old one has expired. */
export async function withXsrfToken<T>(send: (token: string) => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  const first = await send(await readXsrfToken());
  if (first.ok || first.code !== 'bad-token') return first;
  await getSession();
  return send(await readXsrfToken());
}

/** The server's messages appear on this page, so they come in its language, not the browser's. */
export const pageLanguage = () => document.documentElement.lang;

interface RequestOptions extends Pick<RequestInit, 'method' | 'body' | 'keepalive'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests JSON. Never rejects: see `ApiResult`. */
export async function request<T>(
  path: string,
  options: RequestOptions,
  read: ResponseReader<T>,
): Promise<ApiResult<T>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(path, {
      ...options,
      headers: { ...options.headers, [languageHeader]: pageLanguage() },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: timeout.signal,
    });
    return readResponse(response.status, await response.text(), response.headers.get('retry-after'), read);
  } catch {
    return offline;
  } finally {
    clearTimeout(timer);
  }
}

export const offline: ApiFailure = { ok: false, code: 'offline', errors: [] };
export const unavailable: ApiFailure = { ok: false, code: 'unavailable', errors: [] };

export const isTransient = (result: ApiResult<unknown>): result is ApiFailure =>
  !result.ok && (result.code === 'offline' || result.code === 'unavailable' || result.code === 'overloaded');

/** `busy`: too many requests. `failed`: a failure of the server. `lost`: no response. */
export type FailureReason = 'busy' | 'failed' | 'lost' | 'offline';

/** The reason for a transient failure, as far as the browser knows. */
export function failureReason({ code }: ApiFailure): FailureReason {
  if (!navigator.onLine) return 'offline';
  if (code === 'offline') return 'lost';
  return code === 'overloaded' || code === 'too-many-requests' ? 'busy' : 'failed';
}

export function readResponse<T>(
  status: number,
  text: string,
  retryAfter: string | null,
  read: ResponseReader<T>,
): ApiResult<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const data = read(body);
    // An unexpected body with a success status comes from a captive portal or a broken gateway.
    return data === undefined ? unavailable : { ok: true, data };
  }
  const problem = isObject(body) ? body : {};
  const claim = readReceipt(problem['claim']);
  const file = readFileResult(problem);
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    ok: false,
    code: readCode(status, problem['code'], retryAfter),
    ...(typeof problem['detail'] === 'string' ? { detail: problem['detail'] } : {}),
    ...(typeof problem['requestId'] === 'string' ? { requestId: problem['requestId'] } : {}),
    errors: readFieldErrors(problem),
    ...(claim ? { claim } : {}),
    challenge: problem['challenge'],
    ...(file && !file.stored ? { fileMessage: file.message } : {}),
    ...(seconds > 0 ? { retryAfter: seconds } : {}),
  };
}

/** Codes that the site handles one by one. For any other, or none, the status decides. */
const handledCodes: readonly ProblemCode[] = [
  'login-required',
  'bad-token',
  'key-used-for-other-answers',
  'filing-closed',
  'invalid-answers',
  'work-required',
  'overloaded',
];

function readCode(status: number, code: unknown, retryAfter: string | null): ProblemCode {
  const handled = handledCodes.find((one) => one === code);
  if (handled) return handled;
  if (status === 429) return 'too-many-requests';
  if (status === 413) return 'too-large';
  // A proxy that sheds load answered, because our own server names its reason.
  if (status === 503 && code === undefined && retryAfter !== null) return 'overloaded';
  return status >= 500 ? 'unavailable' : 'bad-request';
}

/**
 * Undefined for an empty body, null if the body is not JSON. A login answers unknown IDs with an
 * empty body.
 */
function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The cookie's token; requests one from the server if there is none. */
export async function readXsrfToken(): Promise<string> {
  const token = readCookie(xsrfCookie);
  if (token !== undefined) return token;
  await getSession();
  return readCookie(xsrfCookie) ?? '';
}

/**
 * Whether the browser keeps cookies. Known after the server's first answer, which sets the token's.
 */
export const keepsCookies = (): boolean => readCookie(xsrfCookie) !== undefined;

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
