import type { PageVariants } from '@redress/contract/site-files';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder, keptByProxies, useSiteFolder } from '../../../setup/site-folder.ts';
import { useTestServer } from '../../../setup/test-server.ts';

// A deadline in summer (New York is 4 hours behind UTC) and one in winter (5 hours).
const variants: PageVariants = {
  timeZone: 'America/New_York',
  pages: {
    '/': [
      { from: '0001-01-01', file: 'variants/0/index.html' },
      { from: '2025-07-18', file: 'variants/2025-07-18/index.html' },
      { from: '2026-01-16', file: 'index.html' },
    ],
    '/notice': [
      { from: '2025-07-18', file: 'variants/2025-07-18/notice/index.html' },
      { from: '2026-01-16', file: 'notice/index.html' },
    ],
  },
};
const siteFolder = useSiteFolder({
  'index.html': 'paid',
  'variants/0/index.html': 'open',
  'variants/2025-07-18/index.html': 'late',
  'notice/index.html': 'the second notice',
  'variants/2025-07-18/notice/index.html': 'the first notice',
  'contact/index.html': 'always the same',
  '404.html': 'not found',
  'variants.json': JSON.stringify(variants),
});
const server = useTestServer({ overrides: { siteFolder } });

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });
const at = (moment: string) => {
  server.now = new Date(moment);
};

test('the page is the variant of the day in New York', async () => {
  for (const [moment, expected] of [
    ['2025-07-18T03:59:59.999Z', 'open'],
    ['2025-07-18T04:00:00.000Z', 'late'],
    ['2026-01-16T04:59:59.999Z', 'late'],
    ['2026-01-16T05:00:00.000Z', 'paid'],
    ['2020-02-29T12:00:00.000Z', 'open'],
    ['2040-01-01T12:00:00.000Z', 'paid'],
  ] as const) {
    at(moment);
    const { statusCode, body } = await get('/');
    expect([moment, statusCode, body]).toEqual([moment, 200, expected]);
  }
  // Before the day of the first variant it is the first variant; a page without variants is always the same.
  at('2025-01-01T12:00:00Z');
  expect((await get('/notice')).body).toBe('the first notice');
  expect((await get('/contact')).body).toBe('always the same');
});

test('a shared cache keeps no page beyond the midnight that changes it', async () => {
  const lasting = (fresh: number, stale: number) =>
    `max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`;
  for (const [path, moment, expected] of [
    ['/', '2025-07-18T03:59:59.999Z', 'no-store'],
    ['/', '2025-07-18T03:59:54.500Z', 'no-store'],
    ['/', '2025-07-18T03:59:52.500Z', lasting(2, 0)],
    ['/', '2025-07-18T03:55:00.000Z', lasting(10, 284)],
    ['/', '2025-07-17T07:00:00.000Z', lasting(10, 75_584)],
    ['/', '2025-07-17T04:00:00.000Z', keptByProxies],
    ['/', '2025-07-17T03:59:59.000Z', keptByProxies],
    ['/', '2025-07-18T04:00:00.000Z', keptByProxies],
    ['/', '2026-01-16T04:59:30.000Z', lasting(10, 14)],
    // The first variant was shown before its day.
    ['/notice', '2025-07-18T03:59:59.999Z', keptByProxies],
    ['/contact', '2025-07-18T03:59:59.999Z', keptByProxies],
  ] as const) {
    at(moment);
    const { headers } = await get(path);
    expect([path, moment, headers['cache-control']]).toEqual([path, moment, expected]);
  }
});

test('a page cached yesterday is not confirmed today', async () => {
  at('2025-07-18T03:59:50.000Z');
  const etag = String((await get('/')).headers.etag);
  expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304);
  // With a 304 now, nginx would keep its copy beyond midnight.
  at('2025-07-18T03:59:58.000Z');
  expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(200);
  at('2025-07-18T04:00:00.000Z');
  const today = await get('/', { 'if-none-match': etag });
  expect([today.statusCode, today.body]).toEqual([200, 'late']);
});

test('no address leads to another day', async () => {
  at('2025-07-01T12:00:00Z');
  for (const path of [
    '/variants.json',
    '/variants',
    '/variants/0/index.html',
    '/variants/2025-07-18',
    '/variants/2025-07-18/',
    '/variants%2f2025-07-18',
    '/index.html',
    '/notice/index.html',
  ]) {
    const { statusCode, body } = await get(path);
    expect([path, statusCode, body]).toEqual([path, 404, 'not found']);
  }
});

test('a build while the server runs changes nothing before the next start', async () => {
  at('2025-07-20T12:00:00Z');
  await writeFile(join(siteFolder, 'variants.json'), JSON.stringify(variants).replaceAll('2025-07-18"', '2025-07-25"'));
  expect((await get('/')).body).toBe('late');
  expect((await (await server.buildAnother({ siteFolder })).inject('/')).body).toBe('open');
});

test('a website with missing variants does not start', async () => {
  const broken = await createSiteFolder({ 'index.html': 'home', 'variants.json': JSON.stringify(variants) });
  await expect(server.buildAnother({ siteFolder: broken.folder })).rejects.toThrow(
    'variants.json names variants/0/index.html for /, and there is no such file.',
  );
  await broken.remove();
});
