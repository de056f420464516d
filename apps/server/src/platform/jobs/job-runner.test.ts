import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { type Lease, LeaseLostError } from './job-leases.ts';
import { type JobOutcome, type JobRunner, type JobRunnerOptions, type JobSource, startJobs } from './job-runner.ts';

interface Job {
  lease?: Lease;
  isDone: boolean;
  attempts?: number;
  /** A failed job runs again after this time. */
  until?: Date | 'infinity';
}
/** How a lease ended without a result. */
interface Release {
  readonly until: Date | 'infinity';
  readonly error: string | undefined;
}

/** Jobs in a map instead of a table. */
function jobsOf(
  ids: readonly string[],
  runJob: (id: string, signal: AbortSignal) => Promise<JobOutcome | void>,
  limits: Partial<JobSource> = {},
) {
  const jobs = new Map<string, Job>(ids.map((id) => [id, { isDone: false }]));
  const released: Release[] = [];
  const isHeldBy = (id: string, holder: string) => jobs.get(id)?.lease?.holder === holder;
  const isFree = ({ isDone, lease, until }: Job, now: Date) =>
    !isDone && !(lease && lease.until > now) && until !== 'infinity' && !(until && until > now);
  const source: JobSource = {
    name: 'a test',
    concurrency: 1,
    maxAttempts: 10,
    pauseSeconds: [60],
    leases: {
      leaseNext(lease, now) {
        const [id, job] = [...jobs].find(([, each]) => isFree(each, now)) ?? [];
        if (id === undefined || !job) return Promise.resolve(undefined);
        const attempts = (job.attempts ?? 0) + 1;
        Object.assign(job, { lease, attempts });
        return Promise.resolve({ id, attempts });
      },
      renew(id, lease) {
        const job = jobs.get(id);
        if (job && isHeldBy(id, lease.holder)) job.lease = lease;
        return Promise.resolve(isHeldBy(id, lease.holder));
      },
      release(id, holder, until, error) {
        released.push({ until, error });
        const attempts = (jobs.get(id)?.attempts ?? 0) - (error === undefined ? 1 : 0);
        if (isHeldBy(id, holder)) jobs.set(id, { isDone: false, attempts, until });
        return Promise.resolve();
      },
    },
    async run(id, holder, signal) {
      const outcome = (await runJob(id, signal)) ?? 'done';
      if (outcome === 'done' && isHeldBy(id, holder)) jobs.set(id, { isDone: true });
      return outcome;
    },
    ...limits,
  };
  return { source, jobs, released, isDone: (id: string) => jobs.get(id)?.isDone };
}

/** The source with what happens when a runner looks for jobs, by how often it has looked. */
function whenLooking(source: JobSource, onLook: (looks: number) => Promise<void> | void): JobSource {
  let looks = 0;
  const leaseNext: JobSource['leases']['leaseNext'] = async (lease, now) => {
    const leased = await source.leases.leaseNext(lease, now);
    await onLook((looks += 1));
    return leased;
  };
  return { ...source, leases: { ...source.leases, leaseNext } };
}

const started: JobRunner[] = [];
const logged: string[] = [];
const levels = () => logged.map((line) => /"level":(\d+)/.exec(line)?.[1]);
function start(source: JobSource, options: Partial<JobRunnerOptions> = {}): JobRunner {
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const runner = startJobs(source, { now: () => new Date(), log, pollMilliseconds: 60_000, ...options });
  started.push(runner);
  return runner;
}
afterEach(async () => {
  for (const runner of started.splice(0)) await runner.stop();
  logged.length = 0;
});
/** Runs until the signal aborts it. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a job runner', () => {
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
    const runJob = async () => {
      running += 1;
      await expect.poll(() => running).toBe(3);
    };
    const { source, isDone } = jobsOf(['a', 'b', 'c'], runJob, { concurrency: 3 });
    start(source);
    await expect.poll(() => isDone('a') && isDone('b') && isDone('c')).toBe(true);
  });

  test('runs a new job as soon as it is woken, even while it is looking for jobs', async () => {
    const { source, jobs, isDone } = jobsOf([], () => Promise.resolve());
    const answer = Promise.withResolvers<void>();
    let looks = 0;
    const worker = start(
      whenLooking(source, (count) => {
        looks = count;
        return count === 1 ? answer.promise : undefined;
      }),
    );
    // It has looked for jobs, but does not know yet that there are none.
    await expect.poll(() => looks).toBe(1);
    jobs.set('a', { isDone: false });
    worker.wake();
    answer.resolve();
    await expect.poll(() => isDone('a')).toBe(true);
    await expect.poll(() => looks).toBe(3);
    jobs.set('b', { isDone: false });
    worker.wake();
    await expect.poll(() => isDone('b')).toBe(true);
  });

  test('finds a new job without being woken', async () => {
    const { source, jobs, isDone } = jobsOf([], () => Promise.resolve());
    start(source, { pollMilliseconds: 10 });
    jobs.set('a', { isDone: false });
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('takes over the job of a dead process when its lease expires, not earlier', async () => {
    const { source, jobs, isDone } = jobsOf(['a'], () => Promise.resolve());
    let now = new Date();
    let looks = 0;
    jobs.set('a', { isDone: false, lease: { holder: 'dead', until: new Date(now.getTime() + 200) } });
    const counted = whenLooking(source, (count) => void (looks = count));
    start(counted, { now: () => now, pollMilliseconds: 10 });
    await expect.poll(() => looks).toBeGreaterThan(3);
    expect(isDone('a')).toBe(false);
    now = new Date(now.getTime() + 201);
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('keeps the lease of a job that takes longer than the lease', async () => {
    let attempts = 0;
    const work = Promise.withResolvers<void>();
    const { source, jobs, isDone } = jobsOf(['a'], () => {
      attempts += 1;
      return work.promise;
    });
    let clock = Date.now();
    const options = { now: () => new Date(clock), leaseMilliseconds: 200, pollMilliseconds: 10 };
    start(source, options);
    start(source, options);
    for (let renewal = 0; renewal < 5; renewal += 1) {
      clock += 150;
      await expect.poll(() => jobs.get('a')?.lease?.until).toEqual(new Date(clock + 200));
    }
    work.resolve();
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
    await expect.poll(() => jobs.get('a')?.lease).toBeDefined();
    const other = { holder: 'other', until: new Date(Date.now() + 60_000) };
    jobs.set('a', { isDone: false, lease: other });
    await expect.poll(() => reasons.length).toBe(1);
    expect(jobs.get('a')?.lease).toEqual(other);
  });

  test('leaves a job to whoever took it over or cancelled it, without a failure', async () => {
    const { source, released, isDone } = jobsOf(['a', 'b'], (id) => {
      return id === 'a' ? Promise.reject(new LeaseLostError()) : Promise.resolve();
    });
    start(source);
    await expect.poll(() => isDone('b')).toBe(true);
    expect([released, logged]).toEqual([[], []]);
  });

  test('releases a failed job with its error, and runs the others', async () => {
    const failure = Object.assign(new Error('broken'), { code: 'EBROKEN' });
    const { source, released, isDone } = jobsOf(['a', 'b'], (id) =>
      id === 'a' ? Promise.reject(failure) : Promise.resolve(),
    );
    const now = new Date();
    start(source, { now: () => now });
    await expect.poll(() => isDone('b')).toBe(true);
    expect(released).toEqual([{ until: new Date(now.getTime() + 60_000), error: 'EBROKEN' }]);
    expect(isDone('a')).toBe(false);
  });

  test('pauses longer after each failure, then makes the job a dead letter and logs one error', async () => {
    let clock = Date.now();
    const { source, released } = jobsOf(['a'], () => Promise.reject(new TypeError('broken')), {
      pauseSeconds: [1, 5],
      maxAttempts: 4,
    });
    const from = clock;
    start(source, { now: () => new Date(clock), pollMilliseconds: 5 });
    for (const count of [1, 2, 3, 4]) {
      await expect.poll(() => released.length).toBe(count);
      clock += 5_000;
    }
    expect(released).toEqual([
      ...[1_000, 10_000, 15_000].map((later) => ({ until: new Date(from + later), error: 'TypeError' })),
      { until: 'infinity', error: 'TypeError' },
    ]);
    expect(levels().filter((level) => level === '50')).toHaveLength(1);
  });

  test('does not run a job again that ended its process in every attempt', async () => {
    let runs = 0;
    const runJob = () => {
      runs += 1;
      return Promise.resolve();
    };
    const { source, jobs, released } = jobsOf([], runJob, { maxAttempts: 2 });
    jobs.set('a', { isDone: false, attempts: 2, lease: { holder: 'dead', until: new Date(0) } });
    start(source);
    await expect.poll(() => released).toEqual([{ until: 'infinity', error: 'died' }]);
    expect(runs).toBe(0);
  });

  test('does not count the attempt of a job that must wait', async () => {
    const { source, jobs, released } = jobsOf(['a'], () => Promise.resolve({ waitSeconds: 15 }));
    const now = new Date();
    start(source, { now: () => now });
    await expect.poll(() => released).toEqual([{ until: new Date(now.getTime() + 15_000), error: undefined }]);
    expect(jobs.get('a')?.attempts).toBe(0);
  });

  test('tries one job at a time while what they need is unavailable, and logs each change once', async () => {
    const away = { unavailable: new Error('away') };
    let isAway = true;
    let running = 0;
    let tries = 0;
    const runJob = async () => {
      tries += 1;
      running += 1;
      if (isAway && tries > 3) expect(running).toBe(1);
      await pause(1);
      running -= 1;
      return isAway ? away : 'done';
    };
    const { source, isDone, jobs } = jobsOf(['a', 'b', 'c', 'd'], runJob, { concurrency: 3 });
    start(source, { unavailableMilliseconds: 5 });
    await expect.poll(() => tries).toBeGreaterThan(6);
    expect([...jobs.values()].map(({ attempts = 0 }) => attempts > 1)).not.toContain(true);
    isAway = false;
    for (const id of ['a', 'b', 'c', 'd']) await expect.poll(() => isDone(id)).toBe(true);
    expect(levels()).toEqual(['40', '30']);
  });

  test('continues after the table could not be read', async () => {
    const { source, isDone } = jobsOf(['a'], () => Promise.resolve());
    // The jobs that the failed look leased stay leased for a moment.
    const failing = whenLooking(source, (count) => (count === 1 ? Promise.reject(new Error('away')) : undefined));
    start(failing, { pollMilliseconds: 10, leaseMilliseconds: 50 });
    await expect.poll(() => isDone('a')).toBe(true);
  });

  test('releases a running job before the stop completes', async () => {
    const { source, released, jobs } = jobsOf(['a'], (_id, signal) => untilAborted(signal));
    const now = new Date();
    const worker = start(source, { now: () => now });
    await expect.poll(() => jobs.get('a')?.lease).toBeDefined();
    await worker.stop();
    expect(released).toEqual([{ until: now, error: undefined }]);
    expect(jobs.get('a')).toEqual({ isDone: false, attempts: 0, until: now });
  });
});
