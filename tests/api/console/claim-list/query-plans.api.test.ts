import { settlement } from '@redress/content/settlement';
import type { SearchAnswer } from '@redress/contract/console/search';
import { openDatabase } from '@redress/server/platform/database/pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPaths, measureSearches } from '../../../bench/console/measure-console.ts';
import { inventSearches } from '../../../bench/console/search-mix.ts';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

// A small edition of `npm run bench:console`, without times.

const server = useTestServer();
let opened: ReturnType<typeof openDatabase>;
let tab: ConsoleTab;
beforeAll(async () => {
  const { connectionString } = server;
  opened = openDatabase(connectionString, () => {});
  await generateClaims({
    connectionString,
    keys,
    settlement,
    claims: 4_000,
    members: 1_000,
    add: false,
    onProgress: () => {},
  });
  tab = await signInTab(server, 'supervisor');
});
afterAll(async () => {
  await opened.close();
});

test('nearly every search for a claim leads to it, unless the machine was too busy for a whole answer', async () => {
  const searches = await inventSearches(opened.database, keys, 120);
  expect(new Set(searches.map(({ kind }) => kind)).size).toBeGreaterThan(8);
  const { missed } = await measureSearches(tab, searches);
  expect(missed.filter(({ kind }) => !kind.startsWith('misspelled'))).toEqual([]);
  expect(missed.length).toBeLessThan(6);
});

test('too many results say what to add, and adding it leaves fewer', async () => {
  const { body } = await tab.post<SearchAnswer>('/search', { q: 'plan' });
  expect(body).toMatchObject({ hasMoreClaims: true, hint: 'add-zip', isPartial: false });
  expect(body.claims).toHaveLength(25);
  const zip = body.claims[0]?.zip.slice(0, 5) ?? '';
  const narrowed = await tab.post<SearchAnswer>('/search', { q: `plan ${zip}` });
  expect(narrowed.body).toMatchObject({ hasMoreClaims: false, hint: null });
  expect(narrowed.body.claims.map(({ number }) => number)).toContain(body.claims[0]?.number);
});

test('a look-up that takes too long leaves a partial answer that says so', async () => {
  const blocker = await opened.pool.connect();
  try {
    await blocker.query('begin; lock table claim_search in access exclusive mode');
    const number = (await server.query<{ number: string }>('select number from claims limit 1'))[0]?.number ?? '';
    const searching = tab.post<SearchAnswer>('/search', { q: `garcia ${number}` });
    const waiting = () =>
      server.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%terms @@%'`);
    await expect.poll(waiting).not.toHaveLength(0);
    await expect.poll(waiting).toHaveLength(0);
    await blocker.query('rollback');
    const { status, body } = await searching;
    expect([status, body.isPartial]).toEqual([200, true]);
    expect(body.claims).toMatchObject([{ number, foundBy: ['number'] }]);
  } finally {
    blocker.release();
  }
});

test('the lists that the bench asks for are answered', async () => {
  const paths = await listPaths(tab);
  expect(paths.length).toBeGreaterThan(20);
});
