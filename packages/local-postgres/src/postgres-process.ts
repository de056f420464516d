import { execFile, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { errorCode, isAlive, readWorkingFolder } from './processes.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import type { Account } from './postgres-account.ts';
import { asAccount, type PostgresFiles, readIfThere, writeOwned } from './postgres-files.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/** A PostgreSQL that answers. */
export interface RunningPostgres {
  pid: number;
  port: number;
}

const largestLog = 10 * 1024 * 1024; // bytes

// For a machine with two cores and about 2 GB. Errors of statements are left to the server's own log, which cuts out what they quote: in the
// words of PostgreSQL values of a row stand, and they are personal data.
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

/** The address of a database on a port of this machine. */
export function connectionString(port: number, password: string, database: string): string {
  return `postgres://redress:${password}@127.0.0.1:${String(port)}/${database}`;
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C at the terminal does not stop it before the server has
 * finished its requests, and waits until it answers: as long as it lives, because recovery after a crash takes time.
 * @throws Error with the last line of PostgreSQL's log when it ends instead
 */
export async function startPostgres(
  files: PostgresFiles,
  port: number,
  programs: PostgresPrograms,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<RunningPostgres> {
  await keepLogSmall(files.log);
  const logFile = await open(files.log, 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(programs.postgres, ['-D', files.cluster, '-p', String(port), ...options], {
    ...asAccount(account),
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
  });
  failed.catch(() => {}); // It is looked at below; without a listener it would end the process.
  await logFile.close();
  child.unref();
  const { pid } = child;
  if (pid === undefined) return await failed;
  const running = await waitUntilReady({ pid, port }, files, log);
  if (running !== undefined) return running;
  const written = (await readFile(files.log, 'utf8')).trim().split('\n');
  const reason = written.findLast((line) => line.includes('FATAL:')) ?? written.at(-1) ?? '';
  throw new Error(`PostgreSQL did not start (its log is ${files.log}): ${reason}`);
}

/**
 * Takes over the PostgreSQL that a server killed with `kill -9` left running on these files. Undefined when none runs;
 * a `postmaster.pid` whose process number now belongs to another program, or to a dead process that nobody has collected, is made harmless.
 * @throws LocalPostgresError it runs but refuses our password
 */
export async function takeOverPostgres(
  files: PostgresFiles,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<RunningPostgres | undefined> {
  const path = join(files.cluster, 'postmaster.pid');
  const lines = (await readIfThere(path))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (lines.length === 0) return undefined;
  if (isAlive(pid) && runsOn(pid, files.cluster)) return await waitUntilReady({ pid, port }, files, log);
  // PostgreSQL would refuse to start because "a process" is there under that number, be it dead and not yet collected. The file's
  // other lines stay: by them it finds out itself whether a part of the old database still runs.
  await writeOwned(path, [unusedPid(), ...lines.slice(1), ''].join('\n'), account);
  return undefined;
}

/** Ends PostgreSQL: open transactions are rolled back, and its files are left complete. */
export async function stopPostgres(pid: number, files: PostgresFiles, programs: PostgresPrograms): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(programs.pgCtl, ['stop', '--mode=fast', '--wait', `--pgdata=${files.cluster}`]);
    return;
  }
  if (await endBy('SIGINT', pid, 60_000)) return; // "fast shutdown"
  await endBy('SIGQUIT', pid, 10_000); // "immediate shutdown": the next start recovers from the log
}

async function endBy(signal: NodeJS.Signals, pid: number, milliseconds: number): Promise<boolean> {
  const giveUpAt = Date.now() + milliseconds;
  if (isAlive(pid)) process.kill(pid, signal);
  while (isAlive(pid)) {
    if (Date.now() > giveUpAt) return false;
    await wait(20);
  }
  return true;
}

async function waitUntilReady(
  { pid, port }: RunningPostgres,
  files: PostgresFiles,
  log: (line: string) => void,
): Promise<RunningPostgres | undefined> {
  let nextWord = Date.now() + 10_000;
  while (isAlive(pid)) {
    if (await answers(port, files)) return { pid, port };
    if (Date.now() > nextWord) {
      nextWord += 10_000;
      log('PostgreSQL is not ready yet: it may be recovering from a crash. Please wait.');
    }
    await wait(50);
  }
  return undefined;
}

// Asks for its data directory as well: another PostgreSQL may answer on the same port.
async function answers(port: number, files: PostgresFiles): Promise<boolean> {
  const client = new pg.Client({
    connectionString: connectionString(port, files.password, 'postgres'),
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => {}); // A connection that breaks now fails the query below.
  try {
    await client.connect();
    const result = await client.query<{ data_directory: string }>('SHOW data_directory');
    return isSameFolder(result.rows[0]?.data_directory, files.cluster);
  } catch (error) {
    if (errorCode(error) === '28P01') {
      throw new LocalPostgresError(
        `PostgreSQL on port ${String(port)} refuses the password in ${files.log.replace(/postgres\.log$/, 'password')}: put that file back from a backup.`,
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end();
  }
}

function runsOn(pid: number, cluster: string): boolean {
  // Every process of PostgreSQL works in its data directory. Where the system does not tell, its answer decides.
  return process.platform !== 'linux' || isSameFolder(readWorkingFolder(pid), cluster);
}

function isSameFolder(one: string | undefined, other: string): boolean {
  return (
    one !== undefined && (one === other || one === realpathSync(other) || realpathSync(one) === realpathSync(other))
  );
}

function unusedPid(): string {
  let pid = 2 ** 22 - 1; // the largest that Linux gives
  while (isAlive(pid)) pid--;
  return String(pid);
}

async function keepLogSmall(path: string): Promise<void> {
  try {
    if ((await stat(path)).size > largestLog) await rename(path, `${path}.old`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
