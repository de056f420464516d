import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiResult } from '../browser/api-client.ts';
import { type UploadState, createUploadList } from './upload-list.ts';
import { uploadEn } from '../messages/upload-en.ts';
import { createUploader } from './uploader.ts';
import { stubSessionStorage } from '../../fixtures/session-storage.ts';

type Sent = ApiResult<{ name: string; stored: true; size: number; sha256: string }>;
const answers = vi.hoisted(() => ({
  next: (_name: string, _signal: AbortSignal): unknown => undefined,
  changed: '',
}));
vi.mock('./whole-upload.ts', () => ({
  uploadWhole: (_resource: string, _claim: string, file: File, _onProgress: unknown, signal: AbortSignal) =>
    Promise.resolve(answers.next(file.name, signal)),
  isReadable: ({ name }: File) => Promise.resolve(name !== answers.changed),
}));

const busy: Sent = { ok: false, code: 'overloaded', errors: [], retryAfter: 30 };
const lost: Sent = { ok: false, code: 'offline', errors: [] };
const stored: Sent = { ok: true, data: { name: 'a.pdf', stored: true, size: 1, sha256: '0' } };
const item = documentsOf({ maxBytes: 1_000, maxFiles: 5 });

beforeEach(() => {
  vi.useFakeTimers();
  stubSessionStorage();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(names: readonly string[], answer: (name: string, signal: AbortSignal) => unknown) {
  let tries = 0;
  answers.next = (name, signal) => {
    tries += 1;
    return answer(name, signal);
  };
  const list = createUploadList({
    item,
    loadDataChecker: () => Promise.reject(new Error()),
    inspectFiles: () => Promise.resolve(),
    onResumable: () => {},
  });
  void list.add(names.map((name) => new File(['x'], name)));
  const states: UploadState[] = [];
  list.subscribe(() => states.push(...list.uploads().map(({ state }) => state)));
  const uploader = createUploader({ list, item, resource: 'Claims', uploadMessages: uploadEn });
  let outcome: string | undefined;
  const upload = () => void uploader.uploadAll('1000000008').then((result) => (outcome = result));
  upload();
  const stateOf = (name: string) => list.uploads().find(({ file }) => file.name === name)?.state;
  return { states, list, uploader, upload, stateOf, tries: () => tries, left: () => outcome };
}

/** Uploads one file. Each attempt gets the next of these responses; the last one repeats. */
function send(...given: readonly Sent[]) {
  let next = 0;
  return start(['a.pdf'], () => given[Math.min((next += 1), given.length) - 1]);
}

test('an upload to a busy server is retried after Retry-After, and says why it waits', async () => {
  const { states, tries, left } = send(busy, stored);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(tries()).toBe(1);
  expect(states.at(-1)).toEqual({ name: 'sending', share: 0, stalled: 'busy' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(tries()).toBe(2);
  expect(left()).toBe('complete');
});

test('a refusal ends an upload with the message of the server, and is not tried again', async () => {
  const { states, tries, left } = send({ ok: false, code: 'too-large', errors: [], detail: 'Too much at once.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toEqual({ name: 'failed', message: 'Too much at once.', canRetry: false });
  expect([tries(), left()]).toEqual([1, 'incomplete']);
});

test('a file that was saved again since it was chosen is asked for again, and the others arrive', async () => {
  answers.changed = 'a.pdf';
  const { uploader, list, left } = start(['a.pdf', 'b.pdf'], (name) => (name === 'a.pdf' ? lost : stored));
  await vi.advanceTimersByTimeAsync(0);
  answers.changed = '';
  expect(left()).toBe('missing');
  expect(list.uploads()).toEqual([]);
  expect(uploader.readPending('1000000008')).toMatchObject([{ name: 'a.pdf' }]);
});

test('an upload that is removed while it waits is not retried', async () => {
  const { list, tries } = send(busy);
  await vi.advanceTimersByTimeAsync(1_000);
  list.remove(list.uploads()[0]?.id ?? 0);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(tries()).toBe(1);
});

test('three files are sent at the same time, and the next one as soon as one has arrived', async () => {
  const arrive = new Map<string, (sent: Sent) => void>();
  const { left } = start(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'], (name) => {
    return new Promise<Sent>((resolve) => arrive.set(name, resolve));
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([...arrive.keys()]).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  arrive.get('b.pdf')?.(stored);
  await vi.advanceTimersByTimeAsync(0);
  expect([...arrive.keys()]).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
  for (const name of ['a.pdf', 'c.pdf', 'd.pdf']) arrive.get(name)?.(stored);
  await vi.advanceTimersByTimeAsync(0);
  expect(left()).toBeUndefined();
  arrive.get('e.pdf')?.(stored);
  await vi.advanceTimersByTimeAsync(0);
  expect(left()).toBe('complete');
});

test('five files that fail share one patience instead of three minutes each', async () => {
  const { left, list } = start(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'], () => lost);
  await vi.advanceTimersByTimeAsync(2.5 * 60_000);
  expect(left()).toBeUndefined();
  expect(list.uploads()[0]?.state).toMatchObject({ name: 'sending', stalled: 'lost' });
  // Three minutes and the last pause of up to 45 seconds have then passed.
  await vi.advanceTimersByTimeAsync(1.5 * 60_000);
  expect(left()).toBe('incomplete');
  for (const { state } of list.uploads()) expect(state).toMatchObject({ name: 'failed', canRetry: true });
});

test('a claimant who stops the uploads can decide at once, and send the files again later', async () => {
  const signals: AbortSignal[] = [];
  let isUp = false;
  const { uploader, upload, list, left } = start(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'], (_name, signal) => {
    if (isUp) return stored;
    signals.push(signal);
    // The request gets no response until it is aborted.
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(lost)));
  });
  await vi.advanceTimersByTimeAsync(1_000);
  uploader.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  expect(left()).toBe('incomplete');
  for (const { state } of list.uploads())
    expect(state).toEqual({ name: 'failed', message: 'You stopped sending it.', canRetry: true });
  expect(uploader.readPending('1000000008')).toHaveLength(4);
  isUp = true;
  upload();
  await vi.advanceTimersByTimeAsync(0);
  expect(left()).toBe('complete');
});

test('a failed file can be sent again while another one is still being sent', async () => {
  let arrive = (_sent: Sent) => {};
  let isDown = true;
  const { upload, stateOf, left, tries } = start(['a.pdf', 'b.pdf'], (name) => {
    if (name === 'a.pdf') return isDown ? lost : stored;
    return new Promise<Sent>((resolve) => (arrive = resolve));
  });
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(stateOf('a.pdf')).toMatchObject({ name: 'failed', canRetry: true });
  const before = tries();
  isDown = false;
  upload();
  await vi.advanceTimersByTimeAsync(0);
  expect(stateOf('a.pdf')).toEqual({ name: 'stored' });
  expect(tries()).toBe(before + 1);
  expect(left()).toBeUndefined();
  arrive(stored);
  await vi.advanceTimersByTimeAsync(0);
  expect(left()).toBe('complete');
});

describe('files from before a reload are checked:', () => {
  const claimNumber = '1000000008';
  const pendingFile = { name: 'a.txt', size: 1, lastModified: 1, url: '/api/uploads/1' };
  const storePending = (...files: readonly object[]) =>
    sessionStorage.setItem(`pending:${claimNumber}`, JSON.stringify(files));
  /** Answers each request for the state of an upload. */
  const answerWith = (answer: () => Promise<Response>) => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' });
    vi.stubGlobal('fetch', answer);
  };
  const arrived = () => Response.json({ state: 'done', file: { name: 'a.txt', stored: true, size: 1, sha256: '0' } });
  const check = () => start([], () => stored).uploader.checkPending(claimNumber);

  test('one that has arrived since is forgotten', async () => {
    storePending(pendingFile);
    answerWith(() => Promise.resolve(arrived()));
    expect(await check()).toEqual({ rejected: [], haveAllArrived: true });
    expect(sessionStorage.getItem(`pending:${claimNumber}`)).toBeNull();
  });

  test('one that had not started has not arrived', async () => {
    storePending(pendingFile, { name: 'b.txt', size: 1, lastModified: 1 });
    answerWith(() => Promise.resolve(arrived()));
    expect(await check()).toEqual({ rejected: [], haveAllArrived: false });
  });

  test.each([
    ['arrives', () => Response.json({ state: 'arriving' })],
    ['is gone', () => Response.json({ code: 'bad-request' }, { status: 400 })],
  ])(
    'one that the claimant cancels meanwhile has not arrived, and stays canceled, if it still %s',
    async (_, answer) => {
      storePending(pendingFile);
      const response = Promise.withResolvers<Response>();
      answerWith(() => response.promise);
      const { uploader } = start([], () => stored);
      const checked = uploader.checkPending(claimNumber);
      uploader.cancel(claimNumber, pendingFile);
      response.resolve(answer());
      expect(await checked).toEqual({ rejected: [], haveAllArrived: false });
      expect(uploader.readPending(claimNumber)).toEqual([]);
    },
  );
});
