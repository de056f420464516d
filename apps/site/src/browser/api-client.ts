import type { CreatedClaim } from '@redress/contract/claims';
import type { ProblemCode } from '@redress/contract/problem';
import type { ClaimReceipt, Session } from '@redress/contract/session';
import { idempotencyHeader, languageHeader, xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import type { FieldError } from '@redress/forms/answers';
import type { Reader } from './read-responses.ts';
import {
  isObject,
  readCreatedClaim,
  readFieldErrors,
  readFileResult,
  readReceipt,
  readSession,
} from './read-responses.ts';

/** What a call came to: its answer, a problem that the server named, or no answer at all. */
export type Called<T> = { readonly ok: true; readonly answer: T } | Refused;
export interface Refused {
  readonly ok: false;
  readonly code: ProblemCode | 'offline';
  /** For people. */
  readonly detail?: string;
  readonly errors: readonly FieldError[];
  /** With `key-used-for-other-answers`: the claim that exists. */
  readonly claim?: ClaimReceipt;
  /** With `work-required`: what to solve. */
  readonly challenge?: unknown;
  /** Why a document was refused. */
  readonly fileMessage?: string;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

/** A claim may wait for a busy server, but nobody should look at a spinner for ever. */
const patienceMs = 60_000;

export function getSession(): Promise<Called<Session>> {
  return call('/api/session', {}, readSession);
}

/** Ends the login and forgets the claims of this browser. */
export async function endSession(): Promise<void> {
  await withToken((token) => call('/api/session', { method: 'DELETE', headers: { [xsrfHeader]: token } }, () => true));
}

export function createClaim(resource: string, key: string, body: unknown): Promise<Called<CreatedClaim>> {
  return withToken((token) => {
    const headers = { 'content-type': 'application/json', [idempotencyHeader]: key, [xsrfHeader]: token };
    return call(`/api/${resource}`, { method: 'POST', headers, body: JSON.stringify(body) }, readCreatedClaim);
  });
}

/**
 * Where the token's cookie ended while the form was open, or is another browser's: fetches one and
 * sends once more.
 */
export async function withToken<T>(send: (token: string) => Promise<Called<T>>): Promise<Called<T>> {
  const first = await send(await xsrfToken());
  if (first.ok || first.code !== 'bad-token') return first;
  await getSession();
  return send(await xsrfToken());
}

/** What the server says is shown on this page: in its language, whatever the browser would ask for. */
export const pageLanguage = () => document.documentElement.lang;

interface CallInit extends Pick<RequestInit, 'method' | 'body' | 'keepalive'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the server for JSON. */
export async function call<T>(path: string, init: CallInit, reader: Reader<T>): Promise<Called<T>> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const headers = { ...init.headers, [languageHeader]: pageLanguage() };
    const options: RequestInit = {
      ...init,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: patience.signal,
    };
    const response = await fetch(path, options);
    return readAnswer(response.status, await response.text(), response.headers.get('retry-after'), reader);
  } catch {
    return offline;
  } finally {
    clearTimeout(timer);
  }
}

export const offline: Refused = { ok: false, code: 'offline', errors: [] };

/** What an answer of the server came to. */
export function readAnswer<T>(status: number, text: string, retryAfter: string | null, reader: Reader<T>): Called<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const answer = reader(body);
    // A success that is not ours comes from something between: a captive portal, a broken gateway.
    return answer === undefined ? { ok: false, code: 'unavailable', errors: [] } : { ok: true, answer };
  }
  const problem = isObject(body) ? body : {};
  const claim = readReceipt(problem['claim']);
  const file = readFileResult(problem);
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    ok: false,
    code: readCode(status, problem['code']),
    ...(typeof problem['detail'] === 'string' ? { detail: problem['detail'] } : {}),
    errors: readFieldErrors(problem),
    ...(claim ? { claim } : {}),
    challenge: problem['challenge'],
    ...(file && !file.stored ? { fileMessage: file.message } : {}),
    ...(seconds > 0 ? { retryAfter: seconds } : {}),
  };
}

/** The codes that the site answers in their own way; of any other, or without one (a gateway's answer), the status speaks. */
const known = {
  'login-required': true,
  'bad-token': true,
  'key-used-for-other-answers': true,
  'filing-closed': true,
  'invalid-answers': true,
  'work-required': true,
} satisfies Partial<Record<ProblemCode, true>>;

function readCode(status: number, code: unknown): ProblemCode {
  if (typeof code === 'string' && isKnown(code)) return code;
  if (status === 429) return 'too-many-requests';
  if (status === 413) return 'too-large';
  return status >= 500 ? 'unavailable' : 'bad-request';
}

const isKnown = (code: string): code is keyof typeof known => Object.prototype.hasOwnProperty.call(known, code);

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The token of the cookie; asks the server for one when there is none. */
export async function xsrfToken(): Promise<string> {
  const token = readCookie(xsrfCookie);
  if (token !== undefined) return token;
  await getSession();
  return readCookie(xsrfCookie) ?? '';
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
