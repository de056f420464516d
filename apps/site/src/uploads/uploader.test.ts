import type { DocumentsItem } from '@redress/forms/definition';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResult } from '../browser/api-client.ts';
import { type UploadState, createUploadList } from './upload-list.ts';
import { formEn } from '../messages/form-en.ts';
import { uploadEn } from '../messages/upload-en.ts';
import { createUploader } from './uploader.ts';

type Sent = ApiResult<{ name: string; stored: true; size: number; sha256: string }>;
const answers = vi.hoisted(() => ({ next: (): unknown => undefined }));
vi.mock('./whole-upload.ts', () => ({
  uploadWhole: () => Promise.resolve(answers.next()),
  isReadable: () => Promise.resolve(true),
}));

const busy: Sent = { ok: false, code: 'unavailable', errors: [], retryAfter: 30 };
const lost: Sent = { ok: false, code: 'offline', errors: [] };
const stored: Sent = { ok: true, data: { name: 'a.pdf', stored: true, size: 1, sha256: '0' } };
const item: DocumentsItem = {
  kind: 'documents',
  name: 'files',
  label: 'Your documents',
  hint: '',
  types: ['pdf'],
  maxBytes: 1_000,
  maxFiles: 5,
};

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Uploads one file. Each attempt gets the next of these responses; the last one repeats. */
function send(...given: readonly Sent[]) {
  let tries = 0;
  answers.next = () => {
    tries += 1;
    return given[Math.min(tries, given.length) - 1];
  };
  const list = createUploadList({
    item,
    messages: formEn,
    loadDataChecker: () => Promise.reject(new Error()),
    onResumable: () => {},
  });
  list.add([new File(['x'], 'a.pdf')]);
  const states: UploadState[] = [];
  list.subscribe(() => states.push(...list.uploads().map(({ state }) => state)));
  const sender = createUploader({ list, item, resource: 'Claims', messages: formEn, uploadMessages: uploadEn });
  let left: string | undefined;
  void sender.uploadAll('1000000008').then((outcome) => (left = outcome));
  return { states, list, tries: () => tries, left: () => left };
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

test('an upload that fails for minutes stops, and the claimant can retry it', async () => {
  const { list, left } = send(lost);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(list.uploads()[0]?.state).toMatchObject({ name: 'sending', stalled: 'lost' });
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(list.uploads()[0]?.state).toMatchObject({ name: 'failed', canRetry: true });
  expect(left()).toBe('incomplete');
});

test('an upload that is removed while it waits is not retried', async () => {
  const { list, tries } = send(busy);
  await vi.advanceTimersByTimeAsync(1_000);
  list.remove(list.uploads()[0]?.id ?? 0);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(tries()).toBe(1);
});
