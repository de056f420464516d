import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressFolder } from './compress-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('adds brotli and gzip copies of every text file, also in subfolders', async () => {
  const words = 'The same words again. '.repeat(200);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), words);
  await writeFile(join(folder, 'assets/look.css'), words);

  expect(await compressFolder(folder)).toBe(2);

  for (const path of ['index.html', 'assets/look.css']) {
    const brotli = await readFile(join(folder, `${path}.br`));
    expect(brotliDecompressSync(brotli).toString()).toBe(words);
    expect(gunzipSync(await readFile(join(folder, `${path}.gz`))).toString()).toBe(words);
    expect(brotli.length).toBeLessThan(words.length / 20);
  }
});

it('ignores compressed files, including its own output', async () => {
  await writeFile(join(folder, 'photo.png'), 'png');
  await writeFile(join(folder, 'page.html'), 'page');

  await compressFolder(folder);
  expect(await compressFolder(folder)).toBe(1);

  expect((await readdir(folder)).sort()).toEqual(['page.html', 'page.html.br', 'page.html.gz', 'photo.png']);
});
