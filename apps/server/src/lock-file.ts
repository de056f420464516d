import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readProcessStart } from '@redress/local-postgres/processes';
import { errorCode } from './errors/error-code.ts';
import { undefinedIfMissing } from './storage/disk.ts';

/** A lock for the lifetime of this process. A lock left behind by `kill -9` is stale. */
export type LockResult = { taken: true; release(): Promise<void> } | { taken: false; heldBy: number };

const HolderSchema = Type.Object({ pid: Type.Number(), started: Type.String() });

/** Acquires the lock, or returns its owner. Throws system errors if it is not writable. */
export async function takeLock(path: string): Promise<LockResult> {
  const ours = JSON.stringify({ pid: process.pid, started: readProcessStart(process.pid) ?? '' });
  for (let unreadable = 0; ;) {
    try {
      await writeFile(path, ours, { flag: 'wx', mode: 0o600 });
      return { taken: true, release: () => removeLock(path, ours) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const text = await readIfThere(path);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder !== undefined && readProcessStart(holder.pid) === holder.started)
      return { taken: false, heldBy: holder.pid };
    // Another process may have created the file and not written it yet.
    if (holder === undefined && unreadable < 10) {
      unreadable += 1;
      await wait(50);
    } else await removeStale(path, text);
  }
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
  if ((await readIfThere(path)) === text) await rm(path, { force: true });
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(undefinedIfMissing);
}

function parseHolder(text: string): Static<typeof HolderSchema> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(HolderSchema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
