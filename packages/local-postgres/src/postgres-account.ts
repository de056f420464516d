import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

/** Data and programs go here when PostgreSQL's user cannot reach them elsewhere. */
export const sharedFolder = '/var/lib/redress';

/** A user of this machine that PostgreSQL runs as, because it refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const ownName = 'redress';

/**
 * The account that PostgreSQL runs as, or undefined when it may run as we do (not root).
 * Database files that exist keep their owner. Otherwise it is `redress`, then `postgres`, then a new system
 * account `redress`, then `nobody`: the first that this machine has or lets us make.
 * @param clusterFolder the folder of the database files; it need not exist
 */
export function findAccount(clusterFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    const name = spawnSync('id', ['-un', String(owner.uid)], { encoding: 'utf8' }).stdout.trim();
    return { name: name === '' ? String(owner.uid) : name, uid: owner.uid, gid: owner.gid };
  }
  const account = lookUp(ownName) ?? lookUp('postgres') ?? makeOwn() ?? lookUp('nobody');
  if (account === undefined) {
    throw new LocalPostgresError(
      'PostgreSQL refuses to run as root, and no other user was found: start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Whether the account may use this path: open the folder, or run the program. */
export function canReach(account: Account, path: string): boolean {
  return passesTest(account, '-x', path);
}

/** Whether the account may read this file. */
export function canRead(account: Account, path: string): boolean {
  return passesTest(account, '-r', path);
}

/** The nearest folder at or above the path that exists. */
export function nearestFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  return path === dirname(path) ? path : nearestFolder(dirname(path));
}

// Asked of the system itself, as that user, so that groups, access lists and mounts count too.
function passesTest({ uid, gid }: Account, operator: '-x' | '-r', path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test ${operator} "$1"`, 'sh', path], { uid, gid, cwd: '/' });
  if (result.error !== undefined) {
    throw new LocalPostgresError(
      'This machine does not let root start a program as another user, which PostgreSQL needs: start as an ordinary user, or set DATABASE_URL.',
      { cause: result.error },
    );
  }
  return result.status === 0;
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return result.status === 0 ? Number.parseInt(result.stdout, 10) : Number.NaN;
  });
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return undefined;
  return { name, uid, gid };
}

function makeOwn(): Account | undefined {
  const noShell = ['--shell', '/usr/sbin/nologin'];
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', ...noShell, ownName]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ownName]], // BusyBox
  ];
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return lookUp(ownName);
    } catch {
      // This machine has no such command, or forbids it: the next way.
    }
  }
  return undefined;
}
