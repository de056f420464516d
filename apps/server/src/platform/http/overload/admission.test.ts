import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, createAdmission, type Release } from './admission.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Two at once, and two of each priority wait for up to a second. */
function gate(): Admission {
  return createAdmission({ maxConcurrent: 2, maxQueued: 2, maxWait: 1_000 }, () => 0.5);
}

async function enter(admission: Admission, priority: 'started' | 'new' = 'new'): Promise<Release> {
  const leave = await admission.acquire(priority);
  if (!leave) throw new Error('It was turned away');
  return leave;
}

test('below the concurrency limit, nothing waits and nothing is shed', async () => {
  const admission = gate();
  for (let round = 0; round < 100; round += 1) {
    expect(admission.isFull('new')).toBe(false);
    (await enter(admission))();
  }
  expect(admission.adaptPause()).toEqual({ admitted: 100, shed: 0 });
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
  expect(admission.adaptPause().shed).toBe(1);
});

test('a full queue sheds at once; started work has a separate queue', async () => {
  const admission = gate();
  const [first] = [await enter(admission), await enter(admission)];
  const longest = admission.acquire('new');
  void admission.acquire('new');
  expect(admission.isFull('new')).toBe(true);
  expect(admission.acquire('new')).toBeUndefined();
  expect(admission.isFull('started')).toBe(false);
  first();
  expect(await longest).toBeTypeOf('function');
  expect(admission.isFull('new')).toBe(false);
});

test('the retry time grows with the shed requests, to a minute on average, and falls when there is capacity again', async () => {
  const admission = gate();
  expect(admission.retryAfterSeconds()).toBe(2);
  const pauses: number[] = [];
  for (let second = 0; second < 6; second += 1) {
    await enter(admission).then((leave) => leave());
    for (let request = 0; request < 9; request += 1) admission.countShed();
    expect(admission.adaptPause()).toEqual({ admitted: 1, shed: 9 });
    pauses.push(admission.retryAfterSeconds());
  }
  expect(pauses).toEqual([6, 18, 54, 60, 60, 60]);
  // A third more than can be served may return.
  for (let request = 0; request < 10; request += 1) (await enter(admission))();
  for (let request = 0; request < 3; request += 1) admission.countShed();
  admission.adaptPause();
  expect(admission.retryAfterSeconds()).toBe(60);
  for (let second = 0; second < 40; second += 1) admission.adaptPause();
  expect(admission.retryAfterSeconds()).toBe(2);
});

test('retry times are spread from half of the pause to one and a half of it', () => {
  const values = [0, 0.25, 0.5, 0.75, 0.999].map((random) =>
    createAdmission(undefined, () => random).retryAfterSeconds(),
  );
  expect(values[0]).toBe(1);
  expect(values.at(-1)).toBe(3);
});
