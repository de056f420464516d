import type { FastifyBaseLogger } from 'fastify';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import { bootstrapForCommand } from './bootstrap.ts';
import { createLog } from './logging/log.ts';
import { StartError, startErrorOf } from './errors/start-error.ts';
import { startServer } from './start-server.ts';

/** A serving process's answer to the primary. `failure` is for the operator. */
type Status = { readonly serves: true } | { readonly serves: false; readonly failure: string };

/** Before a dead process is replaced, so that one that keeps crashing leaves the processor free. */
const restartPause = 1_000; // milliseconds
/** Longer than a process waits for requests in flight. */
const stopTimeout = 20_000; // milliseconds

/**
 * Starts processes that serve the configured port, and replaces those that die. They use the
 * database and folders of this process. The returned function stops them after the requests in
 * flight.
 * @throws StartError if one of them cannot serve
 */
export async function startProcesses(count: number, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const workers = Array.from({ length: count }, fork);
  const stop = async () => {
    stopping.abort();
    await Promise.all(Object.values(cluster.workers ?? {}).map(async (worker) => worker && end(worker)));
  };
  const replaceWhenEnded = async (worker: Worker): Promise<void> => {
    await whenEnded(worker);
    if (stopping.signal.aborted) return;
    log.error({ pid: worker.process.pid }, 'a server process died; another one is starting');
    await pause(restartPause, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return;
    const next = fork();
    whenServing(next).catch((error: unknown) => log.error({ err: error }, 'a process could not serve'));
    void replaceWhenEnded(next);
  };
  try {
    await Promise.all(workers.map((worker) => whenServing(worker)));
  } catch (error) {
    await stop();
    throw error;
  }
  for (const worker of workers) void replaceWhenEnded(worker);
  return stop;
}

function fork(): Worker {
  // `exit` reports a process that cannot be reached.
  return cluster.fork().on('error', () => {});
}

/** @throws StartError if it ends or cannot serve */
async function whenServing(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (status: Status) => {
      if (status.serves) resolve();
      else reject(new StartError(status.failure));
    });
    worker.once('exit', (code, signal) =>
      reject(new StartError(`A process ended before it served (${signal ?? String(code)}).`)),
    );
  });
}

async function end(worker: Worker): Promise<void> {
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeout);
  await whenEnded(worker);
  clearTimeout(timer);
}

async function whenEnded(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => worker.once('exit', () => resolve()));
}

/** Runs one serving process until its SIGTERM. The primary has opened what it uses. */
export async function serveForPrimary(config: Config): Promise<void> {
  // Ctrl-C at a terminal reaches every process, but the primary stops them.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  const terminated = new Promise((resolve) => process.on('SIGTERM', resolve));
  const log = createLog(process.stdout.isTTY ? 'warn' : 'info');
  try {
    const stop = await startServer(config, await bootstrapForCommand(config, () => {}), log);
    process.send?.({ serves: true } satisfies Status);
    await terminated;
    await stop();
    process.exit(0);
  } catch (error) {
    const startError = startErrorOf(error);
    if (!startError) throw error;
    process.send?.({ serves: false, failure: startError.message } satisfies Status, () => process.exit(1));
  }
}
