import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFileRange } from './disk.ts';
import { openUploadStore } from './upload-store.ts';

let folder: string;
let elsewhere: string | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-store-'));
  elsewhere = await onAnotherDisk(folder);
});
afterEach(async () => {
  for (const each of [folder, elsewhere]) if (each !== undefined) await rm(each, { recursive: true, force: true });
});

/** A folder on another disk than temporary files, if there is one: in memory, or not. */
async function onAnotherDisk(here: string): Promise<string | undefined> {
  for (const parent of ['/dev/shm', '/var/tmp']) {
    const made = await mkdtemp(join(parent, 'redress-store-')).catch(() => undefined);
    if (made === undefined) continue;
    if ((await stat(made)).dev !== (await stat(here)).dev) return made;
    await rm(made, { recursive: true });
  }
  return undefined;
}

test('several moves of one file from another disk store it whole and leave nothing behind', async (context) => {
  if (elsewhere === undefined) return context.skip('there is one disk only');
  const store = await openUploadStore(folder);
  const bytes = Buffer.alloc(3_000_000, 'x');
  const path = join(elsewhere, 'upload');
  await writeFile(path, bytes);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => store.moveIn('claim/document', { path, read: () => readFileRange(path) })),
  );
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await readFile(join(folder, 'claim', 'document'))).equals(bytes)).toBe(true);
  expect(await readdir(join(folder, '.parts'))).toEqual([]);
  expect(await readdir(elsewhere)).toEqual([]);
});

test('old temporary files are removed; new ones stay', async () => {
  const store = await openUploadStore(folder);
  await store.removeTemporary(new Date());
  await mkdir(join(folder, '.parts'));
  for (const name of ['old', 'new']) await writeFile(join(folder, '.parts', name), 'x');
  await utimes(join(folder, '.parts', 'old'), new Date(0), new Date(0));
  await store.removeTemporary(new Date(Date.now() - 60_000));
  expect(await readdir(join(folder, '.parts'))).toEqual(['new']);
});

test('space reports the disk of the store', async () => {
  const { free = 0, total = 0 } = (await (await openUploadStore(folder)).space()) ?? {};
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
});
