import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { StartError } from '@redress/server/errors/start-error';
import { startTemporaryDatabase } from './temporary-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that exists on the run's PostgreSQL; its user may make others (`createTestDatabase`). */
    databaseUrl: string;
  }
}

const prefix = 'redress-tests-';

/** Starts one embedded PostgreSQL for the whole run, in a folder of its own that is removed afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const { address, remove } = await startTemporaryDatabase(join(tmpdir(), `${prefix}${String(process.pid)}`));
  project.provide('databaseUrl', address);
  return remove;
}

// A run that was killed leaves its PostgreSQL running: it is taken over, stopped and removed. Folders of runs that
// still go on are locked.
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    try {
      await (await startTemporaryDatabase(join(tmpdir(), name))).remove();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
}
