import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('of many simultaneous attempts to take a stale lock, one succeeds, in each of 25 rounds', async () => {
  for (let round = 0; round < 25; round += 1) {
    const path = join(folder, `${String(round)}.lock`);
    await writeFile(path, JSON.stringify({ pid: 2 ** 22 - 7, started: `boot:${String(round)}` }));
    const starts = await Promise.all(Array.from({ length: 8 }, () => takeLock(path)));
    expect(starts.filter(({ taken }) => taken)).toHaveLength(1);
  }
  expect(await readdir(folder), 'nothing but the locks is left').toHaveLength(25);
});
