import { isAlive } from '@redress/local-postgres/processes';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the main process of a PostgreSQL on a folder and its children. Empty when it does not run.
 */
export function postgresProcesses(databaseFolder: string): number[] {
  const postmaster = readPostmaster(databaseFolder);
  if (postmaster === undefined) return [];
  return isAlive(postmaster) ? [postmaster, ...childrenOf(postmaster)] : [];
}

/** Lists the running child processes of a process. */
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
      // The process has ended already.
    }
  }
}

function readPostmaster(databaseFolder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(databaseFolder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    // PostgreSQL does not run.
    return undefined;
  }
}
