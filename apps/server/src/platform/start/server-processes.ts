import type { FastifyBaseLogger } from 'fastify';
import cluster, { type Worker } from 'node:cluster';
import { StartError } from '../errors/start-error.ts';

/** The pause leaves the processor free when a process keeps crashing. */
const restartPause = 1_000; // milliseconds
/** A process that has drained waits less than this for requests in flight. */
const stopTimeout = 20_000; // milliseconds

/**
 * Starts processes that serve the configured port, and replaces those that die. They use the
 * database and folders of this process.
 * @param started stops them after the requests in flight
 * @throws StartError if one of them cannot serve
 */
export async function startProcesses(
  { processes: count, drainSeconds }: { readonly processes: number; readonly drainSeconds: number },
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
): Promise<void> {
  let isStopping = false;
  // Never resolves when one of the first processes cannot serve: startup has then failed.
  const allServe = Promise.withResolvers<void>();
  started.defer(async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map(async (worker) => worker && end(worker, drainSeconds)));
  });
  const start = async (): Promise<void> => {
    // `exit` reports a process that cannot be reached.
    const worker = cluster.fork().on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      worker.once('exit', (code, signal) => {
        reject(new StartError(`The server did not start: one of its processes ended (${signal ?? String(code)}).`));
        void allServe.promise.then(() => replace(worker));
      });
    });
  };
  const replace = ({ process: { pid } }: Worker): void => {
    if (isStopping) return;
    log.error({ pid }, 'a server process died; another one is starting');
    setTimeout(() => {
      if (!isStopping) start().catch(() => {});
    }, restartPause);
  };
  await Promise.all(Array.from({ length: count }, start));
  allServe.resolve();
}

async function end(worker: Worker, drainSeconds: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), drainSeconds * 1_000 + stopTimeout);
  await ended;
  clearTimeout(timer);
}
