import type { DocumentsItem } from '@redress/forms/definition';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Called } from '../browser/api-client.ts';
import type { DocumentState } from './upload-list.ts';
import { createDocumentList } from './upload-list.ts';
import { formEn } from '../messages/form-en.ts';
import { uploadEn } from '../messages/upload-en.ts';
import { createSender } from './uploader.ts';

type Sent = Called<{ name: string; stored: true; size: number; sha256: string }>;
const answers = vi.hoisted(() => ({ next: (): unknown => undefined }));
vi.mock('./whole-upload.ts', () => ({ sendWhole: () => Promise.resolve(answers.next()) }));
vi.mock('./is-readable.ts', () => ({ isReadable: () => Promise.resolve(true) }));

const busy: Sent = { ok: false, code: 'unavailable', errors: [], retryAfter: 30 };
const lost: Sent = { ok: false, code: 'offline', errors: [] };
const stored: Sent = { ok: true, answer: { name: 'a.pdf', stored: true, size: 1, sha256: '0' } };
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

/** Sends one file; each try is answered by the next of these, the last one for ever. */
function send(...given: readonly Sent[]) {
  let tries = 0;
  answers.next = () => {
    tries += 1;
    return given[Math.min(tries, given.length) - 1];
  };
  const list = createDocumentList({
    item,
    messages: formEn,
    loadDataChecker: () => Promise.reject(new Error()),
    onLarge: () => {},
  });
  list.add([new File(['x'], 'a.pdf')]);
  const states: DocumentState[] = [];
  list.subscribe(() => states.push(...list.documents().map(({ state }) => state)));
  const sender = createSender({ list, item, resource: 'Claims', messages: formEn, uploadMessages: uploadEn });
  let left: string | undefined;
  void sender.sendAll('1000000008').then((outcome) => (left = outcome));
  return { states, list, tries: () => tries, left: () => left };
}

test('a document that a busy server does not take goes again when it said, and says so meanwhile', async () => {
  const { states, tries, left } = send(busy, stored);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(tries()).toBe(1);
  expect(states.at(-1)).toEqual({ name: 'sending', share: 0, held: 'busy' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(tries()).toBe(2);
  expect(left()).toBe('none');
});

test('a document that does not get through for minutes is left to the claimant, who can send it again', async () => {
  const { list, left } = send(lost);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(list.documents()[0]?.state).toMatchObject({ name: 'sending', held: 'lost' });
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(list.documents()[0]?.state).toMatchObject({ name: 'failed', passing: true });
  expect(left()).toBe('incomplete');
});

test('a document that is taken off the list while it waits is not sent any more', async () => {
  const { list, tries } = send(busy);
  await vi.advanceTimersByTimeAsync(1_000);
  list.remove(list.documents()[0]?.id ?? 0);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(tries()).toBe(1);
});
