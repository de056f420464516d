import { isAlive } from '@redress/local-postgres/processes';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The processes of a PostgreSQL on a database folder: the main process and its children. Empty when
 * it does not run.
 */
export function postgresProcesses(databaseFolder: string): number[] {
  const postmaster = readPostmaster(databaseFolder);
  if (postmaster === undefined) return [];
  return isAlive(postmaster) ? [postmaster, ...childrenOf(postmaster)] : [];
}

/** The child processes of a process that still run. */
export function childrenOf(parent: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return all.flatMap((line) => {
    const [pid = 0, itsParent] = line.trim().split(/\s+/).map(Number);
    return itsParent === parent ? [pid] : [];
  });
}

/**
 * Sends a signal to each process that still runs. The main process comes first, so that it starts
 * no new ones.
 */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
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
