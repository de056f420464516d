import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, runMigrations } from 'graphile-worker';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import type { Database } from '../database/pool.ts';
import type { OutboxTable } from '../database/tables.ts';
import { withoutQuotes } from '../logging/log.ts';
import { enqueueDueRows, requeueLostRows } from './outbox.ts';

export interface QueueOptions {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** Process an outbox row, by its kind. A handler that throws is called again. */
  readonly handlers: Readonly<Record<OutboxTable['kind'], (outboxId: string) => Promise<void>>>;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly pollMilliseconds?: number;
}
export type JobQueue = ReturnType<typeof startJobQueue>;

const JobSchema = Type.Object({ outboxId: Type.String() });
/** Jobs that one process runs at a time; most of the time, they wait for a mail server. */
const concurrency = 4;
const restartMilliseconds = 2_000;
const requeueLostMilliseconds = 60_000;

/** Brings graphile-worker's own tables up to date. Safe in any number of processes. */
export async function prepareJobQueue(connectionString: string, log?: FastifyBaseLogger): Promise<void> {
  await runMigrations({ connectionString, logger: queueLog(log) });
}

/** Queues due outbox rows and runs the queue until it is stopped. Continues after failures. */
export function startJobQueue(options: QueueOptions) {
  const { database, log, now, pollMilliseconds = 1_000 } = options;
  const abort = new AbortController();
  let requeuedAt = 0;
  const poll = async () => {
    if (now().getTime() - requeuedAt >= requeueLostMilliseconds) {
      requeuedAt = now().getTime();
      const requeued = await requeueLostRows(database, now());
      if (requeued > 0) log.warn({ rows: requeued }, 'jobs were lost and are queued again');
    }
    while (!abort.signal.aborted && (await enqueueDueRows(database, now())) > 0);
  };
  const repeat = async (act: () => Promise<void>, pauseMilliseconds: number, failure: string) => {
    while (!abort.signal.aborted) {
      await act().catch((error: unknown) => log.warn({ err: error }, failure));
      // Rejects when the signal aborts it.
      await setTimeout(pauseMilliseconds, undefined, { signal: abort.signal }).catch(() => {});
    }
  };
  const work = () => runQueue(options, abort.signal);
  const polling = repeat(poll, pollMilliseconds, 'the outbox could not be read; the server will try again');
  const working = repeat(work, restartMilliseconds, 'the job queue ended; the server will restart it');
  return {
    /** Starts no new job, and resolves when the running ones have finished. */
    async stop(): Promise<void> {
      abort.abort();
      await Promise.all([polling, working]);
    },
  };
}

/**
 * Makes graphile-worker 0.17 record outcomes in batches, even of one. Only then does an unavailable
 * database end its queue, which restarts; otherwise an unhandled rejection would end the process.
 */
const batchOutcomes = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

async function runQueue(options: QueueOptions, signal: AbortSignal): Promise<void> {
  const runner = await run({
    pgPool: options.pool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    preset: batchOutcomes,
    logger: queueLog(options.log),
    taskList: Object.fromEntries(
      Object.entries(options.handlers).map(([kind, handle]) => [
        kind,
        (payload: unknown) => handle(Value.Parse(JobSchema, payload).outboxId),
      ]),
    ),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    if (stopped) return;
    stopped = runner.stop();
    // An error is thrown below; until then, this handler prevents an unhandled rejection.
    stopped.catch(() => {});
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await runner.promise;
    await stopped;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Logs graphile-worker's errors and warnings as warnings, and everything else for debugging. */
function queueLog(log: FastifyBaseLogger | undefined): Logger {
  return new Logger(() => (level, message) => {
    const isSerious = ['error', 'warning'].includes(level);
    log?.[isSerious ? 'warn' : 'debug']({ part: 'jobs' }, withoutQuotes(message));
  });
}
