import type { FileResult, UploadResult } from '@redress/contract/uploads';
import { xsrfHeader } from '@redress/contract/http-headers';
import type { Called, Refused } from '../browser/api-client.ts';
import { call, getSession, readAnswer, xsrfToken } from '../browser/api-client.ts';
import type { DocumentState } from './upload-list.ts';
import { isObject, readFileResult } from '../browser/read-responses.ts';
import type { AttemptEnd, PiecesToSend } from './tus-upload.ts';
import { isReadable } from './is-readable.ts';
import { createTimeLeft } from './time-left.ts';

export interface UploadEvents {
  readonly onState: (state: Extract<DocumentState, { name: 'sending' | 'joining' }>) => void;
  /** Where the pieces go; `undefined` when what was there is gone, and all begins anew. */
  readonly onUrl: (url: string | undefined) => void;
}

/** Pauses before the next try, in milliseconds; the last one again and again. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Answers that say nothing of the file: another try may succeed. (409: two tries met, 423: the one before still has it.) */
const passing = [0, 408, 409, 423, 425, 429];

/** The library that speaks tus, a chunk of its own. */
export const loadTus = () => import('./tus-upload.ts');

/**
 * Sends a file in pieces, from where an earlier visit stopped when `url` says where, and waits until the server has joined it to the claim.
 * Does not give up by itself: only a refusal of the server ends it, a file that is gone, or `signal` (`undefined` then).
 */
export async function uploadInPieces(
  what: PiecesToSend,
  url: string | undefined,
  events: UploadEvents,
  signal: AbortSignal,
): Promise<Called<FileResult> | 'unreadable' | undefined> {
  const { tryToSend } = await loadTus();
  const timeLeft = createTimeLeft(what.file.size);
  let share = 0;
  let failures = 0;
  let at = url;
  while (!signal.aborted) {
    const before = share;
    const end = await tryToSend(
      what,
      at,
      {
        onUrl(next) {
          if (next !== at) events.onUrl(next);
          at = next;
        },
        onProgress(bytes) {
          share = bytes / what.file.size;
          events.onState({ name: 'sending', share, secondsLeft: timeLeft.after(bytes, Date.now()) });
        },
      },
      signal,
    );
    if (signal.aborted) break;
    timeLeft.pause();
    if (end.name === 'sent' && at !== undefined) {
      events.onState({ name: 'joining' });
      const result = await askForResult(at, signal);
      if (result !== 'arriving') return result;
    }
    if (share > before) failures = 0;
    if (end.name === 'broken') {
      if (end.status === 0 && !(await isReadable(what.file))) return 'unreadable';
      if ((end.status === 404 || end.status === 410) && at !== undefined) {
        at = undefined;
        events.onUrl(undefined);
      } else {
        const refused = readRefusal(end);
        if (refused.code === 'bad-token' && failures === 0) await getSession();
        else if (end.status < 500 && !passing.includes(end.status)) return refused;
      }
      events.onState({ name: 'sending', share, held: end.status === 0 ? 'lost' : 'busy' });
    }
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
    failures += 1;
    const asked = end.name === 'broken' ? Number(end.retryAfter ?? 0) * 1_000 : 0;
    if (asked > 0) await waitAtLeast(Math.max(asked, pause), signal);
    else await waitOrReturn(pause * (0.75 + Math.random() / 2), signal);
  }
  return undefined;
}

function readRefusal(end: Extract<AttemptEnd, { name: 'broken' }>): Refused {
  const read = readAnswer(end.status, end.body, end.retryAfter, () => undefined);
  return read.ok ? { ok: false, code: 'unavailable', errors: [] } : read;
}

/** Whether trying again may help. */
export const isPassing = (called: Called<unknown>): boolean =>
  !called.ok && (called.code === 'offline' || called.code === 'unavailable' || called.code === 'too-many-requests');

/** What became of pieces that have all arrived, as soon as it is known; `arriving` when some have not after all. */
export async function askForResult(
  url: string,
  signal: AbortSignal,
): Promise<Called<FileResult> | 'arriving' | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const called = await getResult(url);
    if (called.ok && called.answer.state === 'done') return { ok: true, answer: called.answer.file };
    if (called.ok && called.answer.state === 'arriving') return 'arriving';
    if (!called.ok && (called.code === 'bad-request' || called.code === 'login-required')) return called;
    const asked = called.ok ? 0 : (called.retryAfter ?? 0) * 1_000;
    if (asked > 0) await waitAtLeast(asked, signal);
    else await waitOrReturn(Math.min(200 * 1.5 ** tries, 5_000), signal);
  }
  return undefined;
}

const getResult = (url: string): Promise<Called<UploadResult>> => call(`${url}/result`, {}, readResult);

function readResult(body: unknown): UploadResult | undefined {
  if (!isObject(body)) return undefined;
  const { state } = body;
  if (state === 'arriving' || state === 'joining') return { state };
  const file = readFileResult({ files: [body['file']] });
  return state === 'done' && file ? { state, file } : undefined;
}

/**
 * Tells the server that the rest is not coming, also while the page goes away. A piece that is still on its way may keep it from listening for
 * some seconds. What it never hears of it forgets by itself, once nobody goes on with it.
 */
export async function giveUp(url: string): Promise<void> {
  for (const pause of [0, 1_000, 4_000, 10_000, 20_000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const headers = { [xsrfHeader]: await xsrfToken(), 'tus-resumable': '1.0.0' };
    const called = await call(url, { method: 'DELETE', headers, keepalive: true }, () => true);
    if (!isPassing(called)) return;
  }
}

/** Waits as long as a busy server asked for, and up to two seconds more: those who were refused together should not come back together. */
function waitAtLeast(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms + Math.random() * 2_000);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Waits, but not longer than until the line or the person is back. */
function waitOrReturn(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', onVisible);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
