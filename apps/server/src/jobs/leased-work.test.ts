import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import type { Lease, LeasedWork, LeasedWorkOptions, Worker } from './leased-work.ts';
import { startLeasedWork, WorkStoppedError } from './leased-work.ts';

interface Piece {
  lease?: Lease;
  isDone: boolean;
}

/** Work that lies in a map in place of a table; `doPiece` is what there is to do. */
function workOn(ids: readonly string[], doPiece: (id: string, signal: AbortSignal) => Promise<void>) {
  const pieces = new Map<string, Piece>(ids.map((id) => [id, { isDone: false }]));
  const released: unknown[] = [];
  const isHeldBy = (id: string, holder: string) => pieces.get(id)?.lease?.holder === holder;
  const work: LeasedWork = {
    name: 'a test',
    take(lease, now) {
      const [id, piece] =
        [...pieces].find(([, { isDone, lease: other }]) => !isDone && !(other && other.until > now)) ?? [];
      if (piece) piece.lease = lease;
      return Promise.resolve(id);
    },
    renew(id, lease) {
      const piece = pieces.get(id);
      if (piece && isHeldBy(id, lease.holder)) piece.lease = lease;
      return Promise.resolve(isHeldBy(id, lease.holder));
    },
    async carryOut(id, holder, signal) {
      await doPiece(id, signal);
      if (isHeldBy(id, holder)) pieces.set(id, { isDone: true });
    },
    release(id, holder, error) {
      released.push(error);
      if (isHeldBy(id, holder)) pieces.set(id, { isDone: false });
      return Promise.resolve();
    },
  };
  return { work, pieces, released, isDone: (id: string) => pieces.get(id)?.isDone };
}

const started: Worker[] = [];
function start(work: LeasedWork, options: Partial<LeasedWorkOptions> = {}): Worker {
  const log = createLog('warn', { write: () => {} });
  const worker = startLeasedWork({ work, now: () => new Date(), log, pollMilliseconds: 60_000, ...options });
  started.push(worker);
  return worker;
}
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
});
/** Until the signal ends it, as work that looks at it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('leased work', () => {
  test('all that is there is done, one piece after the other', async () => {
    let atOnce = 0;
    let most = 0;
    const { work, isDone } = workOn(['a', 'b', 'c'], async () => {
      most = Math.max(most, (atOnce += 1));
      await pause(5);
      atOnce -= 1;
    });
    start(work);
    await expect.poll(() => isDone('c')).toBe(true);
    expect(most).toBe(1);
  });

  test('several pieces are done at once where that is asked for', async () => {
    let atOnce = 0;
    const { work, isDone } = workOn(['a', 'b', 'c'], async () => {
      atOnce += 1;
      await expect.poll(() => atOnce).toBe(3);
    });
    start(work, { atOnce: 3 });
    await expect.poll(() => isDone('a') && isDone('b') && isDone('c')).toBe(true);
  });

  test('that comes is done as soon as the worker is woken, also when it was just looking', async () => {
    const { work, pieces, isDone } = workOn([], () => Promise.resolve());
    const worker = start({
      ...work,
      async take(lease, now) {
        const id = await work.take(lease, now);
        await pause(50);
        return id;
      },
    });
    // It has looked, and does not know yet that it found nothing.
    await pause(10);
    pieces.set('a', { isDone: false });
    worker.wake();
    await expect.poll(() => isDone('a'), { timeout: 1_000 }).toBe(true);
    await pause(100);
    pieces.set('b', { isDone: false });
    worker.wake();
    await expect.poll(() => isDone('b'), { timeout: 1_000 }).toBe(true);
  });

  test('is found without being woken', async () => {
    const { work, pieces, isDone } = workOn([], () => Promise.resolve());
    start(work, { pollMilliseconds: 10 });
    await pause(20);
    pieces.set('a', { isDone: false });
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('whose process is gone is taken over when its lease ends, and not before', async () => {
    const { work, pieces, isDone } = workOn(['a'], () => Promise.resolve());
    pieces.set('a', { isDone: false, lease: { holder: 'dead', until: new Date(Date.now() + 200) } });
    start(work, { pollMilliseconds: 10 });
    await pause(100);
    expect(isDone('a')).toBe(false);
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('that takes longer than a lease is held as long as it takes', async () => {
    let attempts = 0;
    const { work, isDone } = workOn(['a'], () => {
      attempts += 1;
      return pause(300);
    });
    start(work, { leaseMilliseconds: 60, pollMilliseconds: 10 });
    start(work, { leaseMilliseconds: 60, pollMilliseconds: 10 });
    await expect.poll(() => isDone('a')).toBe(true);
    expect(attempts).toBe(1);
  });

  test('is left when its lease is lost to another process', async () => {
    const reasons: unknown[] = [];
    const { work, pieces } = workOn(['a'], (_id, signal) =>
      untilAborted(signal).catch((error: unknown) => {
        reasons.push(error);
        throw error;
      }),
    );
    start(work, { leaseMilliseconds: 40 });
    await pause(10);
    const other = { holder: 'other', until: new Date(Date.now() + 60_000) };
    pieces.set('a', { isDone: false, lease: other });
    await expect.poll(() => reasons.length).toBe(1);
    expect(pieces.get('a')?.lease).toEqual(other);
  });

  test('that fails is let go with its error, and what else there is gets done', async () => {
    const failure = new Error('broken');
    const { work, released, pieces, isDone } = workOn(['a', 'b'], (id) =>
      id === 'a' ? Promise.reject(failure) : Promise.resolve(),
    );
    start({
      ...work,
      async release(id, holder, error) {
        await work.release(id, holder, error);
        // It rests.
        pieces.set(id, { isDone: false, lease: { holder: '', until: new Date(Date.now() + 60_000) } });
      },
    });
    await expect.poll(() => isDone('b')).toBe(true);
    expect(released).toEqual([failure]);
    expect(isDone('a')).toBe(false);
  });

  test('goes on after the table could not be asked', async () => {
    const { work, isDone } = workOn(['a'], () => Promise.resolve());
    let asked = 0;
    start(
      {
        ...work,
        take: (lease, now) => ((asked += 1) === 1 ? Promise.reject(new Error('away')) : work.take(lease, now)),
      },
      { pollMilliseconds: 10 },
    );
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('is let go unharmed when the process ends, before the stop is over', async () => {
    const { work, released, pieces } = workOn(['a'], (_id, signal) => untilAborted(signal));
    const worker = start(work);
    await pause(10);
    await worker.stop();
    expect(released).toEqual([expect.any(WorkStoppedError)]);
    expect(pieces.get('a')).toEqual({ isDone: false });
  });
});
