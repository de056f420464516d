import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../errors/error-code.ts';
import { type JobLeases, type LeasedJob, LeaseLostError } from './job-leases.ts';

/**
 * The end of an attempt that did not fail: the job has recorded its result, or it must wait, or a
 * service that all jobs of the source need is unavailable. The last two do not count as attempts.
 */
export type JobOutcome = 'done' | { readonly waitSeconds: number } | { readonly unavailable: Error };

/** Jobs that are rows of a table. Any process runs them, and takes over from one that died. */
export interface JobSource {
  readonly name: string;
  readonly leases: JobLeases;
  /** One process runs this many jobs at a time. */
  readonly concurrency: number;
  /** A job is given up after this many failed attempts. */
  readonly maxAttempts: number;
  /** The pauses after the first, second, … failed attempt. The last one repeats. */
  readonly pauseSeconds: readonly number[];
  /**
   * Runs the job and records its result. Aborted if the lease is lost or the process stops.
   * @throws LeaseLostError the job was taken over or canceled
   */
  run(id: string, holder: string, signal: AbortSignal): Promise<JobOutcome>;
  /** Ends a job that is given up; by default, it becomes a dead letter. */
  giveUp?(id: string, holder: string): Promise<void>;
}

/** Jobs with uploads are tried for three days, which fixing a disk or a store may take. */
export const fileJobAttempts = { pauseSeconds: [2, 4, 8, 16, 32, 64, 128, 256, 300], maxAttempts: 3 * 24 * 12 };

export interface JobRunnerOptions {
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly pollMilliseconds?: number;
  /** The pause while a service that the jobs need is unavailable. */
  readonly unavailableMilliseconds?: number;
  /** With the poll, the longest time until another process takes over from one that died. */
  readonly leaseMilliseconds?: number;
}

export interface JobRunner {
  /** Looks for jobs now, without waiting for the next poll. */
  wake(): void;
  /** Interrupts the running jobs and releases them for another process. */
  stop(): Promise<void>;
}

/** Runs the jobs of a source until it is stopped, and continues after failures. */
export function startJobs(source: JobSource, options: JobRunnerOptions): JobRunner {
  const { now, log, pollMilliseconds = 1_000, unavailableMilliseconds = 2_000, leaseMilliseconds = 20_000 } = options;
  const { leases, name, pauseSeconds, maxAttempts } = source;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isUnavailable = false;
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  const inFuture = (milliseconds: number) => new Date(now().getTime() + milliseconds);

  async function lookForJobs(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A wake-up that arrives while a search finds no job must not be missed.
      woken = Promise.withResolvers();
      // While a service is unavailable, one job finds out whether the others can run again.
      const isFree = running.size < (isUnavailable ? 1 : source.concurrency);
      if (!isFree || !(await startNext())) await woken.promise;
    }
  }

  /** Returns whether there was a job. */
  async function startNext(): Promise<boolean> {
    const holder = randomUUID();
    const lease = { holder, until: inFuture(leaseMilliseconds) };
    const job = await leases
      .leaseNext(lease, now())
      .catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'looking for jobs failed; the server will try again'),
      );
    if (!job) return false;
    const ended = run(job, holder)
      .catch((error: unknown) => {
        if (error instanceof LeaseLostError) return;
        log.warn({ err: error, job: name }, 'the end of a job could not be recorded; it runs again');
      })
      .finally(() => {
        running.delete(ended);
        wake();
      });
    running.add(ended);
    return true;
  }

  async function run(job: LeasedJob, holder: string): Promise<void> {
    const { id, attempts } = job;
    const lost = new AbortController();
    const renew = async () => {
      const isRenewed = await leases.renew(id, { holder, until: inFuture(leaseMilliseconds) });
      if (!isRenewed) lost.abort(new LeaseLostError());
    };
    const heartbeat = setInterval(() => {
      // The database may be back before the lease expires.
      renew().catch((error: unknown) => log.warn({ err: error, job: name }, 'a lease could not be renewed'));
    }, leaseMilliseconds / 4);
    try {
      // The process died in each earlier attempt.
      if (attempts > maxAttempts) return await giveUp(job, holder, 'died');
      const outcome = await source.run(id, holder, AbortSignal.any([stopping.signal, lost.signal]));
      if (outcome !== 'done')
        await leases.release(id, holder, inFuture('waitSeconds' in outcome ? outcome.waitSeconds * 1_000 : 0));
      setUnavailable(outcome !== 'done' && 'unavailable' in outcome ? outcome.unavailable : undefined);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (stopping.signal.aborted) return await leases.release(id, holder, now());
      const fields = { err: error, job: name, id, attempts };
      const code = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
      if (attempts >= maxAttempts) return await giveUp(job, holder, code, fields);
      log.warn(fields, 'a job failed; the server will try again');
      const seconds = pauseSeconds[attempts - 1] ?? pauseSeconds.at(-1) ?? 0;
      await leases.release(id, holder, inFuture(seconds * 1_000), code);
    } finally {
      clearInterval(heartbeat);
    }
    // The slot stays taken, so that the next job does not run into the same outage.
    if (isUnavailable)
      await pause(unavailableMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  }

  async function giveUp({ id, attempts }: LeasedJob, holder: string, code: string, fields: object = {}): Promise<void> {
    if (source.giveUp) await source.giveUp(id, holder);
    else await leases.release(id, holder, 'infinity', code);
    // Otherwise, the job has recorded that it failed, and no operator is needed.
    log[source.giveUp ? 'warn' : 'error'](
      { job: name, id, attempts, ...fields },
      'a job failed too often and was given up',
    );
  }

  function setUnavailable(error: Error | undefined): void {
    if (error && !isUnavailable)
      log.warn({ err: error, job: name }, 'a service that these jobs need cannot be reached; they wait');
    if (!error && isUnavailable) log.info({ job: name }, 'the service that these jobs need is back');
    isUnavailable = error !== undefined;
  }

  const poll = setInterval(wake, pollMilliseconds);
  const looking = lookForJobs();
  return {
    wake,
    async stop() {
      stopping.abort(new Error('the process ends'));
      clearInterval(poll);
      wake();
      await looking;
      await Promise.all(running);
    },
  };
}
