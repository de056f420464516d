import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, createAdmission, type Release } from './admission.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Two at once; requests that would wait for more than a second are shed. */
function gate(): Admission {
  return createAdmission(
    { maxConcurrent: 2, maxWait: 1_000, maxQueued: 50 },
    { clock: () => Date.now(), random: () => 0.5 },
  );
}

async function enter(admission: Admission, priority: 'started' | 'new' = 'new'): Promise<Release> {
  const leave = await admission.acquire(priority);
  if (!leave) throw new Error('It was turned away');
  return leave;
}

/** Keeps all slots busy at a rate per second, until the rate is measured. */
async function serve(admission: Admission, perSecond: number, seconds: number): Promise<void> {
  let leaves: Release[] = [];
  const take = async () => {
    const leave = await admission.acquire('new');
    if (leave) leaves.push(leave);
  };
  void take();
  void take();
  for (let served = 0; served < perSecond * seconds; served += 1) {
    void take();
    await vi.advanceTimersByTimeAsync(1_000 / perSecond);
    leaves.shift()?.();
  }
  await vi.advanceTimersByTimeAsync(0);
  for (const leave of leaves) leave();
  leaves = [];
}

test('below the concurrency limit, nothing waits and nothing is shed', async () => {
  const admission = gate();
  for (let round = 0; round < 100; round += 1) {
    expect(admission.isFull('new')).toBe(false);
    (await enter(admission))();
  }
  expect(admission.takeCounts()).toEqual({ admitted: 100, shed: 0 });
});

test('a request waits while all slots are taken, and is admitted when one is released', async () => {
  const admission = gate();
  const [first] = [await enter(admission), await enter(admission)];
  let isIn = false;
  void enter(admission).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(isIn).toBe(false);
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(isIn).toBe(true);
});

test('a slot that is released twice admits one request, not two', async () => {
  const admission = gate();
  const [first] = [await enter(admission), await enter(admission)];
  first();
  first();
  await enter(admission);
  let isIn = false;
  void enter(admission).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(isIn).toBe(false);
});

test('started work is admitted before new work, however late it arrives', async () => {
  const admission = gate();
  const [first] = [await enter(admission), await enter(admission)];
  const order: string[] = [];
  void enter(admission, 'new').then(() => order.push('new'));
  void enter(admission, 'started').then((leave) => {
    order.push('started');
    leave();
  });
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['started', 'new']);
});

test('a request that has waited for the maximum time is shed, though no slot is released', async () => {
  const admission = gate();
  await enter(admission);
  await enter(admission);
  let outcome: unknown = 'waiting';
  void Promise.resolve(admission.acquire('new')).then((leave) => (outcome = leave));
  await vi.advanceTimersByTimeAsync(900);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toBeUndefined();
  expect(admission.takeCounts().shed).toBe(1);
});

test('a request that would wait for more than a second at the recent rate is shed at once', async () => {
  const admission = gate();
  await serve(admission, 10, 10);
  await enter(admission);
  await enter(admission);
  const waiting = Array.from({ length: 30 }, () => admission.acquire('new')).filter((entered) => entered !== undefined);
  // At ten a second, the tenth request in the queue waits for a second.
  expect(waiting.length).toBeGreaterThanOrEqual(7);
  expect(waiting.length).toBeLessThanOrEqual(13);
  expect(admission.isFull('new')).toBe(true);
  expect(admission.isFull('started')).toBe(false);
});

test('the retry time grows with the shed requests, to a minute on average, and falls when there is capacity again', async () => {
  const admission = gate();
  const leaves = [await enter(admission), await enter(admission)];
  expect(admission.retryAfterSeconds()).toBe(2);
  const pauses: number[] = [];
  for (let second = 0; second < 20; second += 1) {
    for (let request = 0; request < 10; request += 1) admission.countShed();
    await vi.advanceTimersByTimeAsync(1_000);
    pauses.push(admission.retryAfterSeconds());
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(60);
  for (const leave of leaves) leave();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(admission.retryAfterSeconds()).toBe(2);
});

test('retry times are spread from half of the pause to one and a half of it', () => {
  const values = [0, 0.25, 0.5, 0.75, 0.999].map((random) =>
    createAdmission(undefined, { clock: () => Date.now(), random: () => random }).retryAfterSeconds(),
  );
  expect(values[0]).toBe(1);
  expect(values.at(-1)).toBe(3);
});

test('a process with a blocked event loop queues nothing more', async () => {
  let now = 0;
  const admission = createAdmission(
    { maxConcurrent: 1, maxWait: 1_000, maxQueued: 50 },
    { clock: () => now, random: () => 0.5 },
  );
  await enter(admission);
  now += 50;
  await vi.advanceTimersByTimeAsync(50);
  expect(admission.isFull('new')).toBe(false);
  // A 50 ms timer that fires after 2 s: the event loop was blocked.
  now += 2_000;
  await vi.advanceTimersByTimeAsync(50);
  expect(admission.isFull('new')).toBe(true);
});
