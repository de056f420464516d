import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
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
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(ours);
      await file.close();
      return { taken: true, release: () => releaseLock(path, ours) };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const text = await readWhole(path);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder !== undefined && readProcessStart(holder.pid) === holder.started) {
      return { taken: false, heldBy: holder.pid };
    }
    await removeStale(path, text);
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
    if ((await readIfThere(path)) === staleText) await rm(path, { force: true });
  } finally {
    await removal.release();
  }
}

async function releaseLock(path: string, ours: string): Promise<void> {
  if ((await readIfThere(path)) === ours) await rm(path, { force: true });
}

// Another process may have created the file and not written it yet.
async function readWhole(path: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const text = await readIfThere(path);
    if (text === undefined || parseHolder(text) !== undefined) return text;
    await wait(50);
  }
  return readIfThere(path);
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
