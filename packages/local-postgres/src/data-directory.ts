import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from './binaries.ts';
import { LocalPostgresError, undefinedIfMissing } from './local-postgres-error.ts';
import { type LocalPostgresOptions, pathsIn } from './options.ts';
import { type Account, canExecute, findAccount } from './service-account.ts';

/** A cluster is the files of one PostgreSQL server with its account and programs. */
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/**
 * Opens the cluster in the folder, or creates it when there is none.
 * @throws LocalPostgresError another PostgreSQL version, a lost password, no rights
 */
export async function openCluster(options: LocalPostgresOptions) {
  const { folder, name, hints, format, log = () => {} } = options;
  const account = findAccount(options);
  if (account !== undefined) log(`PostgreSQL runs as the user "${account.name}", because it refuses to run as root.`);
  const binaries = await findBinaries(options, account);
  await makePrivateFolder(folder, account);
  if (account !== undefined && !canExecute(account, folder)) {
    throw new LocalPostgresError(
      `The user "${account.name}" that PostgreSQL runs as cannot reach ${folder}: open the folders above it to all users (chmod a+x).`,
    );
  }
  const paths = pathsIn(folder);
  const { dataDirectory, passwordFile } = paths;
  const version = await readTextFile(join(dataDirectory, 'PG_VERSION'));
  const password = (await readTextFile(passwordFile)) ?? (version === undefined ? randomBytes(24).toString('hex') : '');
  const cluster = { ...paths, folder, name, password, account, binaries, format, log };
  if (version !== undefined && (await readTextFile(join(dataDirectory, formatFileName))) !== format.version)
    throw new LocalPostgresError(`The database in ${folder} ${format.refusal}`);
  if (version === undefined) {
    if (existsSync(dataDirectory)) {
      throw new LocalPostgresError(
        `The database in ${folder} is damaged (${join(dataDirectory, 'PG_VERSION')} is missing): restore a backup, or ${hints.useOtherFolder}.`,
      );
    }
    await writePrivateFile(passwordFile, password, account);
    await createCluster(cluster);
  } else if (version !== binaries.majorVersion) {
    throw new LocalPostgresError(
      `The database in ${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${binaries.majorVersion}: ` +
        `start it with the release that made it, or ${hints.useOtherFolder}.`,
    );
  }
  if (password === '') {
    throw new LocalPostgresError(`The database's password file ${passwordFile} is missing: restore it from a backup.`);
  }
  return cluster;
}

/** PostgreSQL ignores this file in its folder. */
const formatFileName = 'format';

// initdb fills a draft folder, renamed when complete: a killed start leaves no half database.
async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, dataDirectory, passwordFile, name, account, binaries, format, log } = cluster;
  for (const entry of await readdir(folder)) {
    if (entry.startsWith('unfinished-')) await rm(join(folder, entry), { recursive: true, force: true });
  }
  log(`Creating a new PostgreSQL ${binaries.majorVersion} database in ${folder}.`);
  const draft = join(folder, `unfinished-${String(process.pid)}`);
  await makePrivateFolder(draft, account);
  // The built-in locale does not depend on the C library, whose updates can corrupt indexes.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = [`--username=${name}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await promisify(execFile)(
      binaries.initdb,
      [...locale, ...login, '--data-checksums', `--pgdata=${draft}`],
      spawnOptions(account),
    );
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    const reason = output.split('\n').join(' ');
    throw new LocalPostgresError(`PostgreSQL could not create its database in ${folder}: ${reason}`, { cause: error });
  }
  await writePrivateFile(join(draft, formatFileName), `${format.version}\n`, account);
  await rename(draft, dataDirectory);
}

/** Runs a program as the account, in a folder it can enter, and without `PG…` variables. */
export function spawnOptions(account: Account | undefined) {
  const isWindows = process.platform === 'win32';
  const { PATH, SystemRoot, TEMP } = process.env;
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: isWindows ? process.cwd() : '/',
    env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...(isWindows ? { SystemRoot, TEMP } : {}) },
  };
}

/** The database is on this machine. */
export function connectionStringOf(name: string, password: string, port: number, database = name): string {
  return `postgres://${name}:${password}@127.0.0.1:${String(port)}/${database}`;
}

/** Reads the trimmed text of a file. Undefined when there is none. */
export async function readTextFile(path: string): Promise<string | undefined> {
  return (await readFile(path, 'utf8').catch(undefinedIfMissing))?.trim();
}

/** Writes a file that only the account may read. It replaces an older one atomically. */
export async function writePrivateFile(path: string, text: string, account: Account | undefined): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  await rename(draft, path);
}

async function makePrivateFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
