import { isAlive } from '@redress/local-postgres/processes';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The processes of a PostgreSQL on a database folder: the first one, and those that it started.
 * None when it does not run.
 */
export function postgresProcesses(databaseFolder: string): number[] {
  const postmaster = readPostmaster(databaseFolder);
  if (postmaster === undefined) return [];
  return isAlive(postmaster) ? [postmaster, ...childrenOf(postmaster)] : [];
}

/** The processes that a process started, as far as they still run. */
export function childrenOf(parent: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return all.flatMap((line) => {
    const [pid = 0, itsParent] = line.trim().split(/\s+/).map(Number);
    return itsParent === parent ? [pid] : [];
  });
}

/**
 * Sends a signal to each; one that has ended since is passed over. The first one first: then no new
 * ones come.
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}

function readPostmaster(databaseFolder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(databaseFolder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    // It does not run.
    return undefined;
  }
}
