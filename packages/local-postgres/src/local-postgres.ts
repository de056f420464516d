import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, connectionStringOf, openCluster, readTextFile, writePrivateFile } from './data-directory.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type LocalPostgresOptions, pathsIn } from './options.ts';
import { isAlive } from './processes.ts';
import { adoptServer, queryOnce, type ServerProcess, startServer, stopServer } from './server-process.ts';

/** A supervised PostgreSQL server is restarted when it dies. */
export interface LocalPostgres {
  /** Database and user are `options.name`. The string stays the same after a restart. */
  readonly connectionString: string;
  readonly pid: number;
  /** Stops PostgreSQL and waits until it has ended. May be called more than once. */
  stop(): Promise<void>;
}

const checkIntervalMs = 250;
const maxRestartDelayMs = 10_000;
/** A server that ran this long counts as healthy, and the restart delay is short again. */
const healthyAfterMs = 60_000;

/**
 * Starts PostgreSQL on a folder, and creates its database when there is none. It listens on
 * 127.0.0.1 only. A server that still runs there after `kill -9` of its application is adopted.
 * @throws LocalPostgresError one line for operators
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const cluster = await openCluster(options);
  let server = await adoptServer(cluster);
  if (server === undefined) server = await startOnFreePort(cluster);
  else cluster.log(`Took over the PostgreSQL that still ran on port ${String(server.port)}.`);
  await writePrivateFile(cluster.portFile, String(server.port), cluster.account);
  await createDatabase(cluster, server.port);
  return supervise(cluster, server);
}

/**
 * Finds the PostgreSQL that another process started on this folder, without supervising it. Returns
 * its connection string.
 * @throws LocalPostgresError it does not answer
 */
export async function findRunningPostgres(folder: string, name: string): Promise<string> {
  const { portFile, passwordFile } = pathsIn(folder);
  const port = Number(await readTextFile(portFile));
  const password = await readTextFile(passwordFile);
  if (!(port > 0) || password === undefined) throw new LocalPostgresError(notReady);
  const connectionString = connectionStringOf(name, password, port);
  try {
    await queryOnce(connectionString, 'SELECT 1');
    return connectionString;
  } catch (error) {
    throw new LocalPostgresError(notReady, { cause: error });
  }
}

const notReady = 'The server is starting or stopping at this moment, and its database does not answer: try again soon.';

function supervise(cluster: Cluster, first: ServerProcess): LocalPostgres {
  const { name, password, log } = cluster;
  const stopping = new AbortController();
  let server = first;
  const supervision = keepRunning();

  async function keepRunning(): Promise<void> {
    let startedAt = Date.now();
    let failures = 0;
    while (await pause(checkIntervalMs, stopping.signal)) {
      if (isAlive(server.pid)) continue;
      if (Date.now() - startedAt > healthyAfterMs) failures = 0;
      if (failures === 0) log('PostgreSQL has stopped unexpectedly. Restarting it.');
      try {
        server = (await adoptServer(cluster)) ?? (await startServer(cluster, first.port));
        startedAt = Date.now();
        log('PostgreSQL runs again.');
      } catch (error) {
        log(`PostgreSQL could not be restarted: ${messageOf(error)}`);
      }
      failures++;
      await pause(Math.min(maxRestartDelayMs, 100 * 2 ** failures), stopping.signal);
    }
  }

  let stopped: Promise<void> | undefined;
  return {
    connectionString: connectionStringOf(name, password, first.port),
    get pid() {
      return server.pid;
    },
    stop() {
      stopping.abort();
      stopped ??= supervision.then(() => stopServer(cluster, server.pid));
      return stopped;
    },
  };
}

async function startOnFreePort(cluster: Cluster): Promise<ServerProcess> {
  let port = Number(await readTextFile(cluster.portFile)) || randomPort();
  for (let attempt = 1; ; attempt++) {
    while (!(await isFree(port))) port = randomPort();
    try {
      return await startServer(cluster, port);
    } catch (error) {
      // Another program may have taken the port meanwhile.
      if (attempt === 3 || (await isFree(port))) throw new LocalPostgresError(messageOf(error), { cause: error });
    }
  }
}

// The port is below the range for outgoing connections, so it is likely free at the next start.
function randomPort(): number {
  return randomInt(20_000, 30_000);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

async function createDatabase({ name, password }: Cluster, port: number): Promise<void> {
  const maintenance = connectionStringOf(name, password, port, 'postgres');
  const found = await queryOnce(maintenance, 'SELECT datname FROM pg_database WHERE datname = $1', [name]);
  if (found.length === 0) await queryOnce(maintenance, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
}

/** Waits without keeping the process alive. Returns false as soon as the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal, ref: false }).catch(() => false);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
