import type { FileResult, UploadResult } from '@redress/contract/uploads';
import { xsrfHeader } from '@redress/contract/http-headers';
import {
  type ApiResult,
  failureReason,
  getSession,
  isTransient,
  offline,
  readResponse,
  readXsrfToken,
  request,
  unavailable,
} from '../browser/api-client.ts';
import { resolveWithin } from '../browser/resolve-within.ts';
import { isObject, readFileResult } from '../browser/read-responses.ts';
import { createTimeLeft } from './time-left.ts';
import type { UploadSource } from './tus-upload.ts';
import type { UploadState } from './upload-list.ts';
import { isReadable } from './whole-upload.ts';

interface UploadEvents {
  readonly onState: (state: Extract<UploadState, { name: 'sending' }> | { readonly name: 'finalizing' }) => void;
  /** The upload's address; undefined when the server has discarded it and it starts again. */
  readonly onUrl: (url: string | undefined) => void;
}

/** Milliseconds before the next attempt; the last one repeats. */
const retryDelays = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Besides 5xx. 409: two attempts overlap; 423: the previous attempt still holds the lock. */
const transientStatuses = [0, 408, 409, 423, 425, 429];

/** The tus client is large and few files need it. Undefined if the connection fails. */
export const loadTusUpload = () => resolveWithin(import('./tus-upload.ts'));

/**
 * Uploads a file in chunks, from where `url` stopped, and waits until the server has finalized it.
 * Retries until the server rejects the file, it becomes unreadable, or `signal` aborts.
 */
export async function uploadResumable(
  source: UploadSource,
  startUrl: string | undefined,
  events: UploadEvents,
  signal: AbortSignal,
): Promise<ApiResult<FileResult> | 'unreadable' | undefined> {
  const tus = await loadTusUpload();
  if (!tus) return offline;
  const timeLeft = createTimeLeft(source.file.size);
  let share = 0;
  let failures = 0;
  let url = startUrl;
  const setUrl = (next: string | undefined) => {
    if (next !== url) events.onUrl(next);
    url = next;
  };
  const onProgress = (bytes: number) => {
    share = bytes / source.file.size;
    events.onState({ name: 'sending', share, secondsLeft: timeLeft.after(bytes, Date.now()) });
  };
  while (!signal.aborted) {
    const shareBefore = share;
    const attempt = await tus.attemptUpload(source, url, setUrl, onProgress, signal);
    if (signal.aborted) break;
    timeLeft.pause();
    if (attempt === 'complete' && url !== undefined) {
      events.onState({ name: 'finalizing' });
      const result = await waitForResult(url, signal);
      if (result !== 'arriving') return result;
    }
    if (share > shareBefore) failures = 0;
    let retryAfterMs = 0;
    if (attempt !== 'complete') {
      const { status, body, retryAfter } = attempt;
      retryAfterMs = Number(retryAfter ?? 0) * 1_000;
      if (status === 0 && !(await isReadable(source.file))) return 'unreadable';
      const failure = status === 0 ? offline : readResponse(status, body, retryAfter, () => undefined);
      if ((status === 404 || status === 410) && url !== undefined) setUrl(undefined);
      else {
        if (!failure.ok && failure.code === 'bad-token' && failures === 0) await getSession();
        else if (status < 500 && !transientStatuses.includes(status)) return failure.ok ? unavailable : failure;
      }
      events.onState({ name: 'sending', share, stalled: failure.ok ? 'failed' : failureReason(failure) });
    }
    const delay = retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0;
    failures += 1;
    if (retryAfterMs > 0) await waitRetryAfter(Math.max(retryAfterMs, delay), signal);
    else await waitOrReturn(delay * (0.75 + Math.random() / 2), signal);
  }
  return undefined;
}

export const canRetry = (result: ApiResult<unknown>): boolean =>
  !result.ok && (result.code === 'too-many-requests' || isTransient(result));

/** Waits until the server has finalized an upload; `arriving` if it lacks bytes after all. */
export async function waitForResult(
  url: string,
  signal: AbortSignal,
): Promise<ApiResult<FileResult> | 'arriving' | undefined> {
  for (let attempts = 0; !signal.aborted; attempts += 1) {
    const result = await request(`${url}/result`, {}, readResult);
    if (result.ok && result.data.state === 'done') return { ok: true, data: result.data.file };
    if (result.ok && result.data.state === 'arriving') return 'arriving';
    if (!result.ok && (result.code === 'bad-request' || result.code === 'login-required')) return result;
    const retryAfter = result.ok ? 0 : (result.retryAfter ?? 0) * 1_000;
    if (retryAfter > 0) await waitRetryAfter(retryAfter, signal);
    else await waitOrReturn(Math.min(200 * 1.5 ** attempts, 5_000), signal);
  }
  return undefined;
}

function readResult(body: unknown): UploadResult | undefined {
  if (!isObject(body)) return undefined;
  const { state } = body;
  if (state === 'arriving' || state === 'joining') return { state };
  const file = readFileResult({ files: [body['file']] });
  return state === 'done' && file ? { state, file } : undefined;
}

/** Tells the server to discard an upload. A chunk in progress may block that for a few seconds. */
export async function terminateUpload(url: string): Promise<void> {
  for (const delay of [0, 1_000, 4_000, 10_000, 20_000]) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const headers = { [xsrfHeader]: await readXsrfToken(), 'tus-resumable': '1.0.0' };
    const result = await request(url, { method: 'DELETE', headers, keepalive: true }, () => true);
    if (!canRetry(result)) return;
  }
}

/** Waits as long as the server requested, and up to two random seconds more to spread the load. */
const waitRetryAfter = (ms: number, signal: AbortSignal) => wait(ms + Math.random() * 2_000, signal, []);

/** Waits until the time has passed, or the connection or the claimant is back. */
const waitOrReturn = (ms: number, signal: AbortSignal) =>
  wait(ms, signal, [
    [globalThis, 'online'],
    [document, 'visibilitychange'],
  ]);

/** Waits until the time has passed, `signal` aborts, or an event fires in a visible page. */
export function wait(
  ms: number,
  signal: AbortSignal,
  events: readonly (readonly [EventTarget, string])[],
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      for (const [target, type] of events) target.removeEventListener(type, onEvent);
      resolve();
    };
    const onEvent = ({ type }: Event) => {
      if (type !== 'visibilitychange' || document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    for (const [target, type] of events) target.addEventListener(type, onEvent);
    if (signal.aborted) end();
  });
}
