import { execFile, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Cluster, connectionStringOf, readTextFile, spawnOptions, writePrivateFile } from './data-directory.ts';
import { errorCode, LocalPostgresError, undefinedIfMissing } from './local-postgres-error.ts';
import { isAlive, readWorkingDirectory } from './processes.ts';

/** The server accepts connections. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
}

const maxLogBytes = 10 * 1024 * 1024;

// The sizes fit two cores and 2 GB. PostgreSQL's messages quote values of rows, which may be
// personal data, so failed statements stay out of its log, and the application logs its own errors.
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '100',
  max_wal_size: '2GB',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Starts PostgreSQL and waits until it accepts connections, however long crash recovery takes.
 * It gets its own session, so that Ctrl-C does not stop it before the application is done with it.
 * @throws Error with a line from PostgreSQL's log when it exits instead
 */
export async function startServer(cluster: Cluster, port: number): Promise<ServerProcess> {
  const { dataDirectory, logFile, account, binaries } = cluster;
  await rotateLog(logFile);
  const logHandle = await open(logFile, 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', dataDirectory, '-p', String(port), ...options], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', logHandle.fd, logHandle.fd],
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
  });
  failed.catch(() => {}); // Awaited below only when there is no process.
  await logHandle.close();
  child.unref();
  const { pid } = child;
  if (pid === undefined) return await failed;
  const server = await waitUntilReady(cluster, { pid, port });
  if (server !== undefined) return server;
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n');
  const reason = lines.findLast((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? '';
  throw new Error(`PostgreSQL did not start (its log is ${logFile}): ${reason}`);
}

/**
 * Finds the server that `kill -9` of the application left running. Undefined when none runs.
 * Defuses a stale `postmaster.pid` whose process ID belongs to another program or a zombie.
 * @throws LocalPostgresError the server refuses our password
 */
export async function adoptServer(cluster: Cluster): Promise<ServerProcess | undefined> {
  const path = join(cluster.dataDirectory, 'postmaster.pid');
  const lines = (await readTextFile(path))?.split('\n');
  if (lines === undefined) return undefined;
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (isAlive(pid) && worksIn(pid, cluster.dataDirectory)) return await waitUntilReady(cluster, { pid, port });
  // PostgreSQL refuses to start while any process has this ID, even a zombie. The other lines stay:
  // they tell it whether child processes of the old server still run.
  await writePrivateFile(path, [unusedPid(), ...lines.slice(1), ''].join('\n'), cluster.account);
  return undefined;
}

/** Stops the server. Open transactions are rolled back. */
export async function stopServer({ dataDirectory, binaries }: Cluster, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '--mode=fast', '--wait', `--pgdata=${dataDirectory}`]);
    return;
  }
  if (await endProcess(pid, 'SIGINT', 60_000)) return; // "fast shutdown"
  await endProcess(pid, 'SIGQUIT', 10_000); // "immediate shutdown": the next start runs recovery
}

async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  if (isAlive(pid)) process.kill(pid, signal);
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

async function waitUntilReady(cluster: Cluster, server: ServerProcess): Promise<ServerProcess | undefined> {
  let nextMessageAt = Date.now() + 10_000;
  while (isAlive(server.pid)) {
    if (await isReady(cluster, server.port)) return server;
    if (Date.now() > nextMessageAt) {
      nextMessageAt += 10_000;
      cluster.log('PostgreSQL is not ready yet: it may be recovering from a crash. Please wait.');
    }
    await wait(50);
  }
  return undefined;
}

// The data directory must match, too, because another PostgreSQL may listen on this port.
async function isReady({ dataDirectory, passwordFile, name, password }: Cluster, port: number): Promise<boolean> {
  const connectionString = connectionStringOf(name, password, port, 'postgres');
  try {
    const [row] = await queryOnce<{ data_directory: string }>(connectionString, 'SHOW data_directory');
    return isSameFolder(row?.data_directory, dataDirectory);
  } catch (error) {
    if (errorCode(error) === '28P01') {
      throw new LocalPostgresError(
        `PostgreSQL on port ${String(port)} refuses the password in ${passwordFile}: restore that file from a backup.`,
        { cause: error },
      );
    }
    return false;
  }
}

/** Runs one statement on a new connection. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // A lost connection fails the query below.
  try {
    await client.connect();
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

// PostgreSQL works in its data directory. Only Linux shows that; elsewhere isReady decides.
function worksIn(pid: number, dataDirectory: string): boolean {
  return process.platform !== 'linux' || isSameFolder(readWorkingDirectory(pid), dataDirectory);
}

function isSameFolder(one: string | undefined, other: string): boolean {
  return (
    one !== undefined && (one === other || one === realpathSync(other) || realpathSync(one) === realpathSync(other))
  );
}

function unusedPid(): string {
  let pid = 2 ** 22 - 1; // the largest on Linux
  while (isAlive(pid)) pid--;
  return String(pid);
}

async function rotateLog(path: string): Promise<void> {
  const log = await stat(path).catch(undefinedIfMissing);
  if (log && log.size > maxLogBytes) await rename(path, `${path}.old`);
}
