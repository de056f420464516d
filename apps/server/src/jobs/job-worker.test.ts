import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import {
  type JobSource,
  type JobWorker,
  type JobWorkerOptions,
  type Lease,
  startJobWorker,
  WorkerStoppedError,
} from './job-worker.ts';

interface Job {
  lease?: Lease;
  isDone: boolean;
}

/** Jobs in a map instead of a table. */
function jobsOf(ids: readonly string[], runJob: (id: string, signal: AbortSignal) => Promise<void>) {
  const jobs = new Map<string, Job>(ids.map((id) => [id, { isDone: false }]));
  const released: unknown[] = [];
  const isHeldBy = (id: string, holder: string) => jobs.get(id)?.lease?.holder === holder;
  const source: JobSource = {
    name: 'a test',
    leaseNext(lease, now) {
      const [id, job] =
        [...jobs].find(([, { isDone, lease: other }]) => !isDone && !(other && other.until > now)) ?? [];
      if (job) job.lease = lease;
      return Promise.resolve(id);
    },
    renew(id, lease) {
      const job = jobs.get(id);
      if (job && isHeldBy(id, lease.holder)) job.lease = lease;
      return Promise.resolve(isHeldBy(id, lease.holder));
    },
    async run(id, holder, signal) {
      await runJob(id, signal);
      if (isHeldBy(id, holder)) jobs.set(id, { isDone: true });
    },
    release(id, holder, error) {
      released.push(error);
      if (isHeldBy(id, holder)) jobs.set(id, { isDone: false });
      return Promise.resolve();
    },
  };
  return { source, jobs, released, isDone: (id: string) => jobs.get(id)?.isDone };
}

const started: JobWorker[] = [];
function start(source: JobSource, options: Partial<JobWorkerOptions> = {}): JobWorker {
  const log = createLog('warn', { write: () => {} });
  const worker = startJobWorker({ source, now: () => new Date(), log, pollMilliseconds: 60_000, ...options });
  started.push(worker);
  return worker;
}
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
});
/** Runs until the signal aborts it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a job worker', () => {
  test('runs all jobs, one after the other', async () => {
    let running = 0;
    let maxRunning = 0;
    const { source, isDone } = jobsOf(['a', 'b', 'c'], async () => {
      maxRunning = Math.max(maxRunning, (running += 1));
      await pause(5);
      running -= 1;
    });
    start(source);
    await expect.poll(() => isDone('c')).toBe(true);
    expect(maxRunning).toBe(1);
  });

  test('runs several jobs at once if configured', async () => {
    let running = 0;
    const { source, isDone } = jobsOf(['a', 'b', 'c'], async () => {
      running += 1;
      await expect.poll(() => running).toBe(3);
    });
    start(source, { concurrency: 3 });
    await expect.poll(() => isDone('a') && isDone('b') && isDone('c')).toBe(true);
  });

  test('runs a new job as soon as it is woken, even while it is looking for jobs', async () => {
    const { source, jobs, isDone } = jobsOf([], () => Promise.resolve());
    const worker = start({
      ...source,
      async leaseNext(lease, now) {
        const id = await source.leaseNext(lease, now);
        await pause(50);
        return id;
      },
    });
    // It has looked for jobs, but does not know yet that there are none.
    await pause(10);
    jobs.set('a', { isDone: false });
    worker.wake();
    await expect.poll(() => isDone('a'), { timeout: 1_000 }).toBe(true);
    await pause(100);
    jobs.set('b', { isDone: false });
    worker.wake();
    await expect.poll(() => isDone('b'), { timeout: 1_000 }).toBe(true);
  });

  test('finds a new job without being woken', async () => {
    const { source, jobs, isDone } = jobsOf([], () => Promise.resolve());
    start(source, { pollMilliseconds: 10 });
    await pause(20);
    jobs.set('a', { isDone: false });
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('takes over the job of a dead process when its lease expires, not earlier', async () => {
    const { source, jobs, isDone } = jobsOf(['a'], () => Promise.resolve());
    jobs.set('a', { isDone: false, lease: { holder: 'dead', until: new Date(Date.now() + 200) } });
    start(source, { pollMilliseconds: 10 });
    await pause(100);
    expect(isDone('a')).toBe(false);
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('keeps the lease of a job that takes longer than the lease', async () => {
    let attempts = 0;
    const { source, isDone } = jobsOf(['a'], () => {
      attempts += 1;
      return pause(1_500);
    });
    start(source, { leaseMilliseconds: 500, pollMilliseconds: 10 });
    start(source, { leaseMilliseconds: 500, pollMilliseconds: 10 });
    await expect.poll(() => isDone('a')).toBe(true);
    expect(attempts).toBe(1);
  });

  test('aborts a job whose lease another process took', async () => {
    const reasons: unknown[] = [];
    const { source, jobs } = jobsOf(['a'], (_id, signal) =>
      untilAborted(signal).catch((error: unknown) => {
        reasons.push(error);
        throw error;
      }),
    );
    start(source, { leaseMilliseconds: 40 });
    await pause(10);
    const other = { holder: 'other', until: new Date(Date.now() + 60_000) };
    jobs.set('a', { isDone: false, lease: other });
    await expect.poll(() => reasons.length).toBe(1);
    expect(jobs.get('a')?.lease).toEqual(other);
  });

  test('releases a failed job with its error, and runs the others', async () => {
    const failure = new Error('broken');
    const { source, released, jobs, isDone } = jobsOf(['a', 'b'], (id) =>
      id === 'a' ? Promise.reject(failure) : Promise.resolve(),
    );
    start({
      ...source,
      async release(id, holder, error) {
        await source.release(id, holder, error);
        // The next attempt must wait.
        jobs.set(id, { isDone: false, lease: { holder: '', until: new Date(Date.now() + 60_000) } });
      },
    });
    await expect.poll(() => isDone('b')).toBe(true);
    expect(released).toEqual([failure]);
    expect(isDone('a')).toBe(false);
  });

  test('continues after the table could not be read', async () => {
    const { source, isDone } = jobsOf(['a'], () => Promise.resolve());
    let asked = 0;
    start(
      {
        ...source,
        leaseNext: (lease, now) =>
          (asked += 1) === 1 ? Promise.reject(new Error('away')) : source.leaseNext(lease, now),
      },
      { pollMilliseconds: 10 },
    );
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('releases a running job before the stop completes', async () => {
    const { source, released, jobs } = jobsOf(['a'], (_id, signal) => untilAborted(signal));
    const worker = start(source);
    await pause(10);
    await worker.stop();
    expect(released).toEqual([expect.any(WorkerStoppedError)]);
    expect(jobs.get('a')).toEqual({ isDone: false });
  });
});
