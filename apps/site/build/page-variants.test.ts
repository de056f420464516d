import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sortVariants } from './page-variants.ts';

let client: string;
beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), 'variants-'));
});
afterEach(() => rm(client, { recursive: true }));

const page = (path: string) => ({ path, kind: 'text', title: path, description: path, text: 'words' }) as const;
const site = {
  timeZone: 'America/Chicago',
  pages: [page('/'), page('/notice'), page('/contact'), page('/news')],
};

async function writePages(pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, html] of Object.entries(pages)) {
    await mkdir(dirname(join(client, path)), { recursive: true });
    await writeFile(join(client, path), html);
  }
}
const filesBelow = async () => {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .sort();
};

it('keeps variants that differ, and lists the first day of each', async () => {
  await writePages({
    '~0001-01-01/index.html': 'home before',
    '~2031-06-01/index.html': 'home after the deadline',
    '~2031-07-04/index.html': 'home after the holiday',
    '~0001-01-01/notice/index.html': 'notice before',
    '~2031-06-01/notice/index.html': 'notice after the deadline',
    '~2031-07-04/notice/index.html': 'notice after the deadline',
    'contact/index.html': 'contact',
    '~0001-01-01/news/index.html': 'news',
    '~2031-06-01/news/index.html': 'news',
  });

  expect(await sortVariants(client, site)).toBe(3);

  expect(JSON.parse(await readFile(join(client, 'variants.json'), 'utf8'))).toEqual({
    timeZone: 'America/Chicago',
    pages: {
      '/': [
        { from: '0001-01-01', file: 'variants/0001-01-01/index.html' },
        { from: '2031-06-01', file: 'variants/2031-06-01/index.html' },
        { from: '2031-07-04', file: 'index.html' },
      ],
      '/notice': [
        { from: '0001-01-01', file: 'variants/0001-01-01/notice/index.html' },
        { from: '2031-06-01', file: 'notice/index.html' },
      ],
    },
  });
  expect(await filesBelow()).toEqual([
    'contact/index.html',
    'index.html',
    'news/index.html',
    'notice/index.html',
    'variants.json',
    'variants/0001-01-01/index.html',
    'variants/0001-01-01/notice/index.html',
    'variants/2031-06-01/index.html',
  ]);
  expect(await readFile(join(client, 'index.html'), 'utf8')).toBe('home after the holiday');
});
