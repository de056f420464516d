import type { CreatedClaim, FileResult } from '@redress/contract/claims';
import type { ProblemCode } from '@redress/contract/problem';
import type { ClaimReceipt, CredentialsAnswer, Session } from '@redress/contract/session';
import { idempotencyHeader, noticeIdHeader, uniqueIdHeader, xsrfCookie, xsrfHeader } from '@redress/contract/wire';
import type { FieldError } from '@redress/forms/field-error';

/** What a call came to: its answer, a problem that the server named, or no answer at all. */
export type Called<T> =
  | { readonly ok: true; readonly answer: T }
  | { readonly ok: false; readonly code: ProblemCode | 'offline'; readonly problem: ProblemDetails };

interface ProblemDetails {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly claim?: ClaimReceipt;
  readonly files?: readonly { readonly name: string; readonly message: string }[];
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

/** A claim may wait for a busy server, but nobody should look at a spinner for ever. */
const patienceMs = 60_000;

export function getSession(): Promise<Called<Session>> {
  return call<Session>('/api/session', {});
}

/** Ends the login and forgets the claims of this browser. */
export async function endSession(): Promise<void> {
  await call('/api/session', { method: 'DELETE', headers: { [xsrfHeader]: await xsrfToken() } });
}

/** `undefined` when no notice has this pair of IDs. */
export async function logIn(ids: { noticeId: string; uniqueId: string }): Promise<Called<CredentialsAnswer | undefined>> {
  return call<CredentialsAnswer | undefined>('/api/login/creds/', {
    headers: { 'content-type': 'application/json', [uniqueIdHeader]: ids.uniqueId, [noticeIdHeader]: ids.noticeId },
  });
}

export async function createClaim(resource: string, key: string, body: unknown): Promise<Called<CreatedClaim>> {
  const send = async () =>
    call<CreatedClaim>(`/api/${resource}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [idempotencyHeader]: key, [xsrfHeader]: await xsrfToken() },
      body: JSON.stringify(body),
    });
  const first = await send();
  if (first.ok || first.code !== 'bad-token') return first;
  // The token's cookie ended while the form was open: fetch another and send once more.
  await getSession();
  return send();
}

/** Sends one file; `onProgress` is told the share sent, 0 to 1. */
export async function sendDocument(
  resource: string,
  claimNumber: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Called<FileResult>> {
  const token = await xsrfToken();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/${resource}/SubmitDocuments?claimnumber=${encodeURIComponent(claimNumber)}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(xsrfHeader, token);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(readDocumentAnswer(request));
    request.onerror = () => resolve(offline);
    request.onabort = () => resolve(offline);
    const body = new FormData();
    body.append('files', file, file.name);
    request.send(body);
  });
}

function readDocumentAnswer(request: XMLHttpRequest): Called<FileResult> {
  const body = parseJson(request.responseText);
  const result = (body as { files?: FileResult[] } | undefined)?.files?.[0];
  if (request.status === 200 && result) return { ok: true, answer: result };
  return readProblem(request.status, body, request.getResponseHeader('retry-after'));
}

async function call<T>(path: string, init: RequestInit): Promise<Called<T>> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store', signal: patience.signal });
    const body = parseJson(await response.text());
    // The server's schema for this call is the contract's: its answer is taken at its word.
    if (response.ok) return { ok: true, answer: body as T };
    return readProblem(response.status, body, response.headers.get('retry-after'));
  } catch {
    return offline;
  } finally {
    clearTimeout(timer);
  }
}

const offline = { ok: false, code: 'offline', problem: {} } as const;

/** A gateway between us and the server answers without a problem document; then the status alone speaks. */
function readProblem(status: number, body: unknown, retryAfter: string | null): Called<never> {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemDetails & { code?: ProblemCode };
  const code = problem.code ?? (status === 429 ? 'too-many-requests' : status === 413 ? 'too-large' : status >= 500 ? 'unavailable' : 'bad-request');
  const seconds = Number(retryAfter ?? Number.NaN);
  return { ok: false, code, problem: { ...problem, ...(seconds > 0 ? { retryAfter: seconds } : {}) } };
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The token of the cookie; asks the server for one when there is none. */
async function xsrfToken(): Promise<string> {
  const token = readCookie(xsrfCookie);
  if (token !== undefined) return token;
  await getSession();
  return readCookie(xsrfCookie) ?? '';
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
