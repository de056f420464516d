import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type LocalPostgresOptions, pathsIn } from './options.ts';

/** PostgreSQL runs as a system account, because it refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds the account that PostgreSQL runs as. Undefined if the current user is not root. An existing
 * data directory keeps its owner. Otherwise the first of these is used that exists or can be
 * created: the account `options.name`, `postgres`, a new `options.name`, `nobody`.
 * @throws LocalPostgresError none can be used
 */
export function findAccount(options: Pick<LocalPostgresOptions, 'folder' | 'name' | 'hints'>): Account | undefined {
  const { name, hints } = options;
  if (process.getuid?.() !== 0) return undefined;
  const { dataDirectory } = pathsIn(options.folder);
  const account =
    ownerOf(dataDirectory) ?? lookUp(name) ?? lookUp('postgres') ?? createAccount(name) ?? lookUp('nobody');
  if (account && runTest(account, '-x', '/').error === undefined) return account;
  const reason = account
    ? 'This machine does not let root start a program as another user, which PostgreSQL needs'
    : 'PostgreSQL refuses to run as root, and no other user was found';
  throw new LocalPostgresError(`${reason}: start as an ordinary user, or ${hints.useOtherServer}.`);
}

/** Tests whether the account may enter this folder or run this program. */
export function canExecute(account: Account, path: string): boolean {
  return runTest(account, '-x', path).status === 0;
}

export function canRead(account: Account, path: string): boolean {
  return runTest(account, '-r', path).status === 0;
}

/** Returns the path itself, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  return path === dirname(path) ? path : nearestExisting(dirname(path));
}

// A shell of that user tests it, so that groups, access lists and mount options count too.
function runTest({ uid, gid }: Account, operator: '-x' | '-r', path: string): ReturnType<typeof spawnSync> {
  return spawnSync('/bin/sh', ['-c', `test ${operator} "$1"`, 'sh', path], { uid, gid, cwd: '/' });
}

function ownerOf(path: string): Account | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return undefined;
  const name = spawnSync('id', ['-un', String(stats.uid)], { encoding: 'utf8' }).stdout.trim();
  return { name: name === '' ? String(stats.uid) : name, uid: stats.uid, gid: stats.gid };
}

function lookUp(name: string): Account | undefined {
  const [uid = Number.NaN, gid = Number.NaN] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return result.status === 0 ? Number.parseInt(result.stdout, 10) : Number.NaN;
  });
  return Number.isNaN(uid) || Number.isNaN(gid) ? undefined : { name, uid, gid };
}

function createAccount(name: string): Account | undefined {
  const noLogin = ['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', ...noLogin, name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]], // BusyBox
  ];
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return lookUp(name);
    } catch {
      // This machine lacks the command or forbids it: try the next one.
    }
  }
  return undefined;
}
