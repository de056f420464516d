import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';

const newPath = () => join(tmpdir(), `redress-test-${randomUUID().slice(0, 13)}`);
async function make(folder: string): Promise<void> {
  await mkdir(folder);
  // Root runs PostgreSQL as another user, which must be able to enter the folder.
  await chmod(folder, 0o711);
}
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** A new folder of a test file, or of a `describe`: removed after its tests and their `afterAll`. */
export function useFolder(): string {
  const folder = newPath();
  beforeAll(async () => {
    await make(folder);
    return () => remove(folder);
  });
  return folder;
}

/** A new folder of the test that runs, removed at its end. */
export async function makeFolder(): Promise<string> {
  const folder = newPath();
  onTestFinished(() => remove(folder));
  await make(folder);
  return folder;
}
