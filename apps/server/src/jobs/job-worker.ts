import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';

/** A lock on a job that expires unless its holder keeps renewing it. */
export interface Lease {
  readonly holder: string;
  readonly until: Date;
}

/** Jobs that are rows of a table. Any process runs them, and takes over from one that died. */
export interface JobSource {
  readonly name: string;
  /** Leases the next job that is free or whose lease has expired, and returns its ID. */
  leaseNext(lease: Lease, now: Date): Promise<string | undefined>;
  /** Extends a lease; false when the holder has lost it. */
  renew(id: string, lease: Lease): Promise<boolean>;
  /** Runs the job and records its result. Aborted if the lease is lost or the process stops. */
  run(id: string, holder: string, signal: AbortSignal): Promise<void>;
  /**
   * Ends the lease of a failed job: it runs again, or has failed for good after too many attempts.
   * @param error `WorkerStoppedError`: the job is fine, and the attempt does not count
   */
  release(id: string, holder: string, error: unknown): Promise<void>;
}

export class WorkerStoppedError extends Error {
  override readonly name = 'WorkerStoppedError';
}

export interface JobWorkerOptions {
  readonly source: JobSource;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly concurrency?: number;
  readonly pollMilliseconds?: number;
  readonly leaseMilliseconds?: number;
}

export interface JobWorker {
  /** Looks for jobs now, without waiting for the next poll. */
  wake(): void;
  /** Interrupts the running jobs and releases them for another process. */
  stop(): Promise<void>;
}

/** Runs jobs until it is stopped, and continues after failures. */
export function startJobWorker(options: JobWorkerOptions): JobWorker {
  return combineWorkers(Array.from({ length: options.concurrency ?? 1 }, () => startSlot(options)));
}

export function combineWorkers(workers: readonly JobWorker[]): JobWorker {
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

function startSlot(options: JobWorkerOptions): JobWorker {
  const { source, now, log, pollMilliseconds = 1_000, leaseMilliseconds = 20_000 } = options;
  const holder = randomUUID();
  const stopping = new AbortController();
  let isWoken = false;
  let endPause = () => {};
  const newLease = (): Lease => ({ holder, until: new Date(now().getTime() + leaseMilliseconds) });

  async function runNext(): Promise<boolean> {
    const id = await source.leaseNext(newLease(), now());
    if (id === undefined) return false;
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      source.renew(id, newLease()).then(
        (renewed) => {
          if (!renewed) lost.abort(new Error('the lease was lost'));
        },
        // The database may be back before the lease expires.
        (error: unknown) => log.warn({ err: error, work: source.name }, 'a lease could not be renewed'),
      );
    }, leaseMilliseconds / 4);
    try {
      await source.run(id, holder, AbortSignal.any([stopping.signal, lost.signal]));
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error, work: source.name }, 'work was interrupted; the server will resume it');
      await source.release(id, holder, stopping.signal.aborted ? stopping.signal.reason : error);
    } finally {
      clearInterval(heartbeat);
    }
    return true;
  }

  async function pause(): Promise<void> {
    // A wake-up during the last, empty look for jobs must not be missed.
    if (isWoken || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMilliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      let hasRun = false;
      try {
        hasRun = await runNext();
      } catch (error) {
        log.warn({ err: error, work: source.name }, 'looking for work failed; the server will try again');
      }
      if (!hasRun) await pause();
    }
  }

  const wake = () => {
    isWoken = true;
    endPause();
  };
  const ended = runUntilStopped();
  return {
    wake,
    async stop() {
      stopping.abort(new WorkerStoppedError('the process ends'));
      wake();
      await ended;
    },
  };
}
