import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from './processes.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type Account, canReach } from './postgres-account.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/** The files of one embedded PostgreSQL. */
export interface PostgresFiles {
  /** PostgreSQL's own data directory. */
  cluster: string;
  /** What PostgreSQL writes on its standard error. */
  log: string;
  password: string;
}

/** The place of PostgreSQL's data directory in its folder. */
export function clusterFolder(folder: string): string {
  return join(folder, 'cluster');
}

/**
 * Makes the database files when there are none: in a folder of their own that gets its name only when it is
 * complete, so that half a database never counts.
 * @throws LocalPostgresError files of another PostgreSQL version, a lost password
 */
export async function prepareFiles(
  folder: string,
  programs: PostgresPrograms,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<PostgresFiles> {
  await makeOwned(folder, account);
  if (account !== undefined && !canReach(account, folder)) {
    throw new LocalPostgresError(
      `The user "${account.name}" that PostgreSQL runs as cannot reach ${folder}: open the folders above it to all users (chmod a+x).`,
    );
  }
  const cluster = clusterFolder(folder);
  const major = await readIfThere(join(cluster, 'PG_VERSION'));
  const passwordFile = join(folder, 'password');
  let password = await readIfThere(passwordFile);
  if (major === undefined && existsSync(cluster)) {
    throw new LocalPostgresError(
      `The database in ${folder} is damaged (${join(cluster, 'PG_VERSION')} is missing): restore a backup, or set DATA_DIR to another folder.`,
    );
  }
  if (major === undefined) {
    password ??= randomBytes(24).toString('hex');
    await writeOwned(passwordFile, password, account);
    await makeCluster(folder, programs, account, log);
  } else if (major !== programs.major) {
    throw new LocalPostgresError(
      `The database in ${folder} was made by PostgreSQL ${major}, and this is PostgreSQL ${programs.major}: ` +
        `start it with the release of Redress that made it, or set DATA_DIR to another folder.`,
    );
  }
  if (password === undefined || password === '') {
    throw new LocalPostgresError(`The database's password file ${passwordFile} is lost: put it back from a backup.`);
  }
  return { cluster, log: join(folder, 'postgres.log'), password };
}

async function makeCluster(
  folder: string,
  programs: PostgresPrograms,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('unfinished-')) await rm(join(folder, name), { recursive: true, force: true });
  }
  log(`A new PostgreSQL ${programs.major} database is made in ${folder}.`);
  const unfinished = join(folder, `unfinished-${String(process.pid)}`);
  await makeOwned(unfinished, account);
  // The built-in locale depends on nothing of the machine: an update of its C library cannot spoil an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = ['--username=redress', `--pwfile=${join(folder, 'password')}`, '--auth=scram-sha-256'];
  try {
    await promisify(execFile)(programs.initdb, [...locale, ...login, '--data-checksums', `--pgdata=${unfinished}`], {
      ...asAccount(account),
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new LocalPostgresError(
      `PostgreSQL could not make its database in ${folder}: ${output.split('\n').join(' ')}`,
      {
        cause: error,
      },
    );
  }
  await rename(unfinished, clusterFolder(folder));
}

/** How a program of PostgreSQL is run: as the account, from a folder it can open, and free of `PG…` variables. */
export function asAccount(account: Account | undefined): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  const { PATH, SystemRoot, TEMP } = process.env;
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' ? { SystemRoot, TEMP } : {}) };
  const cwd = process.platform === 'win32' ? process.cwd() : '/';
  return { ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }), cwd, env };
}

/** The text of a file without the space around it, or undefined when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only the account may read, in one step. */
export async function writeOwned(path: string, text: string, account: Account | undefined): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  if (account !== undefined) await chown(unfinished, account.uid, account.gid);
  await rename(unfinished, path);
}

async function makeOwned(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
