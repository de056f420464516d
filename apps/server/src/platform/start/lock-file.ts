import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessStart } from '@redress/local-postgres/processes';
import { errorCode } from '../errors/error-code.ts';
import { undefinedIfMissing } from '../storage/disk.ts';

/** A lock for the lifetime of this process. A lock left behind by `kill -9` is stale. */
export type LockResult = { taken: true; release(): Promise<void> } | { taken: false; heldBy: number };

/** Acquires the lock, or returns its owner. Throws system errors if it is not writable. */
export async function takeLock(path: string): Promise<LockResult> {
  const ours = textOf(process.pid);
  for (let unreadable = 0; ;) {
    try {
      await writeFile(path, ours, { flag: 'wx', mode: 0o600 });
      return { taken: true, release: () => removeLock(path, ours) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
    if (text === undefined) continue;
    const heldBy = readPid(text);
    if (heldBy > 0 && text === textOf(heldBy)) return { taken: false, heldBy };
    // Another process may have created the file and not written it yet.
    if (!(heldBy > 0) && unreadable < 10) {
      unreadable += 1;
      await wait(50);
    } else await removeStale(path, text);
  }
}

/** The process that holds the lock now; undefined when none does. */
export async function readLockHolder(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
  const heldBy = readPid(text ?? '');
  return heldBy > 0 && text === textOf(heldBy) ? heldBy : undefined;
}

/** Returns NaN when the lock is not written yet. */
const readPid = (text: string) => Number(/"pid":(\d+)/.exec(text)?.[1]);

/** The text of a lock. It differs for a later process with the same ID. */
function textOf(pid: number): string {
  return JSON.stringify({ pid, started: readProcessStart(pid) });
}

/**
 * Removes a stale lock while holding a second lock for its exact text. Otherwise a slow process
 * that has read the stale text could remove the new lock of a faster one.
 */
async function removeStale(path: string, staleText: string): Promise<void> {
  const removal = await takeLock(`${path}.${createHash('sha256').update(staleText).digest('hex').slice(0, 16)}`);
  if (!removal.taken) return wait(20);
  try {
    await removeLock(path, staleText);
  } finally {
    await removal.release();
  }
}

async function removeLock(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(undefinedIfMissing)) === text) await rm(path, { force: true });
}
