import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { databaseFolderName } from '@redress/server/platform/start/data-folder';
import { isAlive } from '@redress/local-postgres/processes';
import { postgresProcesses, signalAll } from './postgres-signals.ts';

/** Fault tests put everything into folders with this prefix. */
const folderPrefix = 'redress-fault-tests-';
/** The file contains the ID of the process that created the folder. */
const starterName = 'starter';

/** Makes a folder for the environments of this process, and removes leftovers of killed tests. */
export async function openTestFolder(): Promise<string> {
  await clearLeftovers();
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  await writeFile(join(folder, starterName), String(process.pid));
  // Root runs PostgreSQL as another user, which must be able to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** Keeps the folder for inspection, without its templates: no later run removes it. */
export async function keepTestFolder(folder: string, templates: readonly string[]): Promise<void> {
  for (const template of templates) await rm(template, { recursive: true, force: true });
  await rm(join(folder, starterName));
}

/** Stops running databases, unmounts small disks and removes folders. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    if (await isInUse(folder)) continue;
    for (const environment of await readdir(folder))
      for (const place of ['.', join('data', databaseFolderName), 'primary', 'standby'])
        signalAll(postgresProcesses(join(folder, environment, place)), 'SIGKILL');
    for (const mounted of await mountsIn(folder)) execFileSync('umount', ['--lazy', mounted]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function isInUse(folder: string): Promise<boolean> {
  try {
    return isAlive(Number(await readFile(join(folder, starterName), 'utf8')));
  } catch {
    // The folder was just being created or removed.
    return true;
  }
}

async function mountsIn(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const mounts = await readFile('/proc/mounts', 'utf8');
  return mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(resolve(folder) + sep));
}
