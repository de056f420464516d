import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResult } from './api-client.ts';
import { type RetryStatus, withRetries, retryDelayMs } from './retry.ts';

const busy: ApiResult<string> = { ok: false, code: 'overloaded', errors: [], retryAfter: 12 };
const lost: ApiResult<string> = { ok: false, code: 'offline', errors: [] };
const filed: ApiResult<string> = { ok: true, data: '1000000008' };

const events = new EventTarget();

function setOnline(onLine: boolean) {
  vi.stubGlobal('navigator', { onLine });
  if (onLine) events.dispatchEvent(new Event('online'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  setOnline(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Tries an attempt that returns these results in turn; the last one repeats. */
function start(...answers: readonly ApiResult<string>[]) {
  let made = 0;
  const attempt = () => {
    const answer = answers[Math.min(made, answers.length - 1)] ?? filed;
    made += 1;
    return Promise.resolve(answer);
  };
  const shown: RetryStatus[] = [];
  let result: ApiResult<string> | undefined;
  void withRetries(attempt, (status) => shown.push(status)).then((last) => (result = last));
  return { shown, result: () => result, made: () => made };
}

test('a result that a retry would not change is returned at once', async () => {
  for (const answer of [filed, { ok: false, code: 'invalid-answers', errors: [] } as const]) {
    const { shown, result, made } = start(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect([result(), made(), shown]).toEqual([answer, 1, []]);
  }
});

test('a busy server gets the next attempt after Retry-After, not before', async () => {
  const { shown, result, made } = start(busy, filed);
  await vi.advanceTimersByTimeAsync(11_900);
  expect(made()).toBe(1);
  expect(shown[0]).toMatchObject({ reason: 'busy', next: Date.now() - 11_900 + 13_000 });
  await vi.advanceTimersByTimeAsync(1_200);
  expect(made()).toBe(2);
  expect(result()).toEqual(filed);
});

test('no next time is shown during an attempt', async () => {
  const { shown } = start(busy, filed);
  await vi.advanceTimersByTimeAsync(13_100);
  expect(shown.map(({ next }) => next !== undefined)).toEqual([true, false]);
});

test('a lost connection is retried with increasing delays', async () => {
  const { shown } = start(lost);
  await vi.advanceTimersByTimeAsync(100_000);
  const times = shown.flatMap(({ next }) => next ?? []);
  const pauses = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1_000));
  expect(pauses).toEqual([4, 8, 16, 30, 30, 30].slice(0, pauses.length));
  expect(pauses.length).toBeGreaterThanOrEqual(4);
});

test('an offline device retries as soon as it is online again', async () => {
  setOnline(false);
  const { shown, result, made } = start(lost, filed);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(made()).toBe(1);
  expect(shown).toMatchObject([{ reason: 'offline' }]);
  expect(shown[0]?.next).toBeUndefined();
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(result()).toEqual(filed);
});

test('the claimant can retry now, or stop', async () => {
  const trying = start(busy, filed);
  await vi.advanceTimersByTimeAsync(1_000);
  trying.shown[0]?.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([trying.made(), trying.result()]).toEqual([2, filed]);

  const stopped = start(busy, filed);
  await vi.advanceTimersByTimeAsync(1_000);
  stopped.shown[0]?.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stopped.made(), stopped.result()]).toEqual([1, busy]);
});

test('retrying stops after some minutes, with the last result', async () => {
  const { result, made } = start(busy);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(result()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(result()).toEqual(busy);
  const tries = made();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(made()).toBe(tries);
});

test('clients rejected together retry at different times, and never before Retry-After', () => {
  for (const random of [0, 0.3, 0.999]) {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    expect(retryDelayMs({ retryAfter: 12 }, 0)).toBeGreaterThanOrEqual(12_000);
    expect(retryDelayMs({ retryAfter: 12 }, 0)).toBeLessThanOrEqual(14_000);
    expect(retryDelayMs({}, 20)).toBeLessThanOrEqual(45_000);
  }
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(retryDelayMs({ retryAfter: 86_400 }, 0)).toBeLessThan(6 * 60_000);
});
