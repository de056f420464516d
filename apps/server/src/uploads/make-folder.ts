import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { StartError } from '../start-error.ts';

/**
 * Makes a folder that only its owner can enter, with those above it.
 * @throws StartError it cannot be made or entered
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
    // A file, or a folder of somebody else's, is there, too.
    await (await opendir(folder)).close();
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** @throws StartError as `makeFolder`, or when no file can be written into it */
export async function makeWritableFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  try {
    await probeFolder(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** More than a file system keeps beside a file's name. */
const probeBytes = Buffer.alloc(8 * 1024, 1);

/** Writes a file into a folder, flushes it and removes it. Rejects when that cannot be done. */
export async function probeFolder(folder: string, name: string = randomUUID()): Promise<void> {
  const path = join(folder, name);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(probeBytes);
    await handle.sync();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

// One level at a time: Node's recursive mkdir never ends where a folder cannot be made, such as
// under /proc.
async function makeWithParents(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || folder === dirname(folder)) throw error;
    await makeWithParents(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

function unusable(folder: string, error: unknown): StartError {
  return new StartError(
    `The folder ${folder} cannot be used (${errorCode(error) ?? 'unknown error'}): give your user the right to write there, or set DOCUMENTS_URL to another folder.`,
    { cause: error },
  );
}
