import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import { Logger, run, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import type { Database } from '../database/pool.ts';
import { withoutQuotes } from '../logging/log.ts';
import type { OutboxKind } from './outbox.ts';
import { queueDueRows, takeBackLostRows } from './outbox.ts';

export interface QueueOptions {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** What is to be done with a row of the outbox, by its kind. A handler that throws is called again. */
  readonly handlers: Readonly<Record<OutboxKind, (outboxId: string) => Promise<void>>>;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** How often the outbox is looked into. */
  readonly pollMilliseconds?: number;
}
export interface JobQueue {
  /** Takes no new job, and resolves when the running ones are done. */
  stop(): Promise<void>;
}

const JobSchema = Type.Object({ outboxId: Type.String() });
/** Jobs at the same time in one process: they wait for a mail server most of the time. */
const concurrency = 4;
const defaultPollMilliseconds = 1_000;
const restartMilliseconds = 2_000;
const takeBackMilliseconds = 60_000;

/** Brings graphile-worker's own tables up to date. Any number of processes may do it at once. */
export async function prepareJobQueue(connectionString: string, log?: FastifyBaseLogger): Promise<void> {
  await runMigrations({ connectionString, logger: queueLog(log) });
}

/** Moves what is due from the outbox to the queue, and works on the queue, until it is stopped. It goes on by itself after a fault. */
export function startJobQueue(options: QueueOptions): JobQueue {
  const { database, log, now } = options;
  const abort = new AbortController();
  let takenBackAt = 0;
  const poll = async () => {
    if (now().getTime() - takenBackAt >= takeBackMilliseconds) {
      takenBackAt = now().getTime();
      const taken = await takeBackLostRows(database, now());
      if (taken > 0) log.warn({ rows: taken }, 'jobs were lost and are queued again');
    }
    while (!abort.signal.aborted && (await queueDueRows(database, now())) > 0);
  };
  const polling = repeat(poll, options.pollMilliseconds ?? defaultPollMilliseconds, abort.signal, (error) =>
    log.warn({ err: error }, 'the outbox could not be read; it is tried again'),
  );
  const working = repeat(
    () => work(options, abort.signal),
    restartMilliseconds,
    abort.signal,
    (error) => log.warn({ err: error }, 'the job queue ended; it is started again'),
  );
  return {
    async stop() {
      abort.abort();
      await Promise.all([polling, working]);
    },
  };
}

/**
 * Outcomes are written down in batches, even of one: only there does graphile-worker 0.17 hear of a database that is away, and end its queue,
 * which is started again. A single outcome that cannot be written is a rejection that nobody handles, and would end the process.
 */
const marksInBatches = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Works until the signal or a fault ends it. */
async function work(options: QueueOptions, signal: AbortSignal): Promise<void> {
  const runner: Runner = await run({
    pgPool: options.pool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: [],
    preset: marksInBatches,
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
    // What it fails with is thrown below; until then somebody must be listening.
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

/** Does something again and again, with a pause after each time and each failure, until the signal. */
async function repeat(
  act: () => Promise<void>,
  pauseMilliseconds: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await act();
    } catch (error) {
      onError(error);
    }
    await new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, pauseMilliseconds);
      signal.addEventListener('abort', done, { once: true });
    });
  }
}

/** graphile-worker's messages in our log: faults as warnings, the rest only for who looks closely. */
function queueLog(log: FastifyBaseLogger | undefined): Logger {
  const faults = new Set<string>(['error', 'warning']);
  return new Logger(() => (level, message) => {
    const safe = withoutQuotes(message);
    if (faults.has(level)) log?.warn({ part: 'jobs' }, safe);
    else log?.debug({ part: 'jobs' }, safe);
  });
}
