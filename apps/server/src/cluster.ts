import type { FastifyBaseLogger } from 'fastify';
import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Config } from './config.ts';
import type { Infrastructure } from './bootstrap.ts';
import { readKeys } from './bootstrap.ts';
import { createLog } from './logging/log.ts';
import { StartError, startErrorOf } from './errors/start-error.ts';
import { startServer } from './start-server.ts';

/** What a serving process is told of the infrastructure that its primary keeps. */
const PlaceSchema = Type.Object({
  dataFolder: Type.String(),
  connectionString: Type.String(),
  embedded: Type.Boolean(),
});
type Place = Static<typeof PlaceSchema>;

/** What it answers. `reason`: why it cannot serve, for people. */
const NewsSchema = Type.Union([
  Type.Object({ news: Type.Literal('serves') }),
  Type.Object({ news: Type.Literal('cannot-serve'), reason: Type.String() }),
]);

/** A process that dies as soon as it starts is not started again at once. */
const longestPause = 10_000; // milliseconds
const healthyAfter = 60_000; // milliseconds
/** Longer than a process gives the requests in flight. */
const patience = 20_000; // milliseconds

/**
 * Starts processes that all serve at the configured port, and starts another one for each that dies. The infrastructure stays with this process: they
 * use its database and its folders. Gives what stops them, after the requests in flight.
 * @throws StartError one of them cannot serve
 */
export async function startProcesses(
  count: number,
  infrastructure: Pick<Infrastructure, 'dataFolder' | 'connectionString' | 'embedded'>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const { dataFolder, connectionString, embedded } = infrastructure;
  const place: Place = { dataFolder, connectionString, embedded };
  const stopping = new AbortController();
  const seats = Array.from({ length: count }, () => fork(place));
  const stop = async () => {
    stopping.abort();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => end(worker)));
  };
  try {
    await Promise.all(seats.map((worker) => whenServing(worker)));
  } catch (error) {
    await stop();
    throw error;
  }
  for (const worker of seats) void keepServing(worker, place, stopping.signal, log);
  return stop;
}

function fork(place: Place): Worker {
  const worker = cluster.fork();
  // A process that has ended in the meantime says so by `exit`.
  worker.on('error', () => {});
  worker.once('online', () => worker.send(place, () => {}));
  return worker;
}

/** @throws StartError it has ended, or cannot serve */
async function whenServing(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (!Value.Check(NewsSchema, message)) return;
      if (message.news === 'serves') resolve();
      else reject(new StartError(message.reason));
    });
    worker.once('exit', (code, signal) =>
      reject(new StartError(`A process ended before it served (${signal ?? String(code)}).`)),
    );
  });
}

/** Another process takes the seat of one that has died, until the signal. */
async function keepServing(first: Worker, place: Place, stopping: AbortSignal, log: FastifyBaseLogger): Promise<void> {
  let worker = first;
  let wait = 0;
  while (!stopping.aborted) {
    const startedAt = Date.now();
    await whenEnded(worker);
    if (stopping.aborted) return;
    log.error({ pid: worker.process.pid }, 'a serving process has died; another one is started');
    wait = Date.now() - startedAt > healthyAfter ? 0 : Math.min(longestPause, wait * 2 + 100);
    await pause(wait, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return;
    worker = fork(place);
    whenServing(worker).catch((error: unknown) => {
      log.error({ err: error }, 'a process could not serve');
      worker.process.kill('SIGKILL');
    });
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = whenEnded(worker);
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), patience);
  await ended;
  clearTimeout(timer);
}

async function whenEnded(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => worker.once('exit', () => resolve()));
}

/** The life of one serving process: what its primary told it, until it is asked to end. */
export async function serveForPrimary(config: Config): Promise<void> {
  // Ctrl-C in a terminal reaches every process: the primary decides.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  const log = createLog(process.stdout.isTTY ? 'warn' : 'info');
  const place = await new Promise<Place>((resolve) => {
    process.once('message', (message: unknown) => resolve(Value.Parse(PlaceSchema, message)));
  });
  let stop: (() => Promise<void>) | undefined;
  let asked = false;
  const endWhenAsked = async () => {
    if (!asked || !stop) return;
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => {
    if (asked) return;
    asked = true;
    void endWhenAsked();
  });
  try {
    const infrastructure = { ...place, keys: await readKeys(config, place) };
    stop = await startServer(config, infrastructure, log);
    process.send?.({ news: 'serves' });
  } catch (error) {
    const told = startErrorOf(error);
    if (!told) throw error;
    process.send?.({ news: 'cannot-serve', reason: told.message }, () => process.exit(1));
    return;
  }
  await endWhenAsked();
}
