import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Admission, Release } from './admission.ts';
import { createAdmission } from './admission.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Two at once; whoever would wait longer than a second is turned away. */
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

/** Fills the gate and serves so many a second, for long enough that it knows how fast it is. */
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

test('while fewer are in work than may be, nobody waits and nobody is turned away', async () => {
  const admission = gate();
  for (let round = 0; round < 100; round += 1) {
    expect(admission.isFull('new')).toBe(false);
    (await enter(admission))();
  }
  expect(admission.takeCounts()).toEqual({ admitted: 100, shed: 0 });
});

test('who comes when all turns are taken waits, and goes in when one ends', async () => {
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

test('a turn that is ended twice frees one place, not two', async () => {
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

test('what was paid for goes before what is new, however late it came', async () => {
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

test('who waited as long as anybody should is turned away, though nothing moves', async () => {
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

test('who would wait longer than a second, at the speed of the last seconds, is turned away at once', async () => {
  const admission = gate();
  await serve(admission, 10, 10);
  await enter(admission);
  await enter(admission);
  const waiting = Array.from({ length: 30 }, () => admission.acquire('new')).filter((entered) => entered !== undefined);
  // Ten a second: the tenth in the line waits for a second.
  expect(waiting.length).toBeGreaterThanOrEqual(7);
  expect(waiting.length).toBeLessThanOrEqual(13);
  expect(admission.isFull('new')).toBe(true);
  expect(admission.isFull('started')).toBe(false);
});

test('the time to come again grows with what is turned away, to a minute on average, and falls when there is capacity again', async () => {
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

test('the times to come again are spread: half of the pause to one and a half of it', () => {
  const values = [0, 0.25, 0.5, 0.75, 0.999].map((random) =>
    createAdmission(undefined, { clock: () => Date.now(), random: () => random }).retryAfterSeconds(),
  );
  expect(values[0]).toBe(1);
  expect(values.at(-1)).toBe(3);
});

test('when this process is late with everything, it takes no more into its line', async () => {
  let now = 0;
  const admission = createAdmission(
    { maxConcurrent: 1, maxWait: 1_000, maxQueued: 50 },
    { clock: () => now, random: () => 0.5 },
  );
  await enter(admission);
  now += 50;
  await vi.advanceTimersByTimeAsync(50);
  expect(admission.isFull('new')).toBe(false);
  // A timer of 50 ms that comes after 2 s: something held the whole process up.
  now += 2_000;
  await vi.advanceTimersByTimeAsync(50);
  expect(admission.isFull('new')).toBe(true);
});
