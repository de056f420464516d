import { settlement } from '@redress/content/settlement';
import { deleteOldObservations } from '@redress/server/console/integrity/delete-observations';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { fileIndividual, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, memberOf, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 20 });

const measured = {
  visibleSeconds: 187,
  typed: 9,
  pasted: 1,
  filled: 4,
  other: 2,
  draftRestored: true,
  automated: false,
};
const columns = {
  visible_seconds: 187,
  fields_typed: 9,
  fields_pasted: 1,
  fields_filled: 4,
  fields_other: 2,
  draft_restored: true,
  automated: false,
};
const nothing = Object.fromEntries(Object.keys(columns).map((column) => [column, null]));

async function observationsOf(claimNumber: string) {
  const rows = await server.query<Record<string, unknown>>(
    `select observed.*, network_list_date::text as list_date from claim_observations as observed
     join claims on claims.id = claim_id where number = $1`,
    [claimNumber],
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

let members = 0;
async function file(body: Record<string, unknown>, key = randomUUID(), address = '192.0.2.1', app = server.app) {
  const browser = await logInBrowser(app, memberOf(members++ % 20), address);
  const filed = await browser.fileClaim({ ...goodAnswers, ...body }, key);
  expect(filed.status, filed.text).toBe(201);
  return filed.body.claimNumber;
}

describe('a claim', () => {
  test('is stored with what the page observed, outside of its answers and their hash', async () => {
    const key = randomUUID();
    const browser = await logInBrowser(server.app, memberOf(1), '192.0.2.1');
    const filed = await browser.fileClaim({ ...goodAnswers, observations: measured }, key);
    expect(filed.status).toBe(201);
    const { claimNumber } = filed.body;
    expect(await observationsOf(claimNumber)).toMatchObject({
      ...columns,
      without_script: false,
      case_id: 'brand-drug',
    });
    const [claim] = await server.query('select answers, summary from claims where number = $1', [claimNumber]);
    expect(JSON.stringify(claim)).not.toContain('187');
    // The same answers observed differently are the same claim, with the observations of the first request.
    const again = await browser.fileClaim({ ...goodAnswers, observations: { ...measured, typed: 1 } }, key);
    const without = await browser.fileClaim(goodAnswers, key);
    expect([again, without].map(({ status, body }) => [status, body.claimNumber])).toEqual([
      [201, claimNumber],
      [201, claimNumber],
    ]);
    expect(await observationsOf(claimNumber)).toMatchObject(columns);
  });

  test('is filed without observations, as by another program', async () => {
    const row = await observationsOf(await file({}));
    expect(row).toMatchObject({ ...nothing, without_script: false });
    expect(row['address_hash']).toHaveLength(32);
  });

  test('is filed although the observations are malformed, which counts as not measured; unknown ones are ignored', async () => {
    for (const observations of [
      'fast',
      [measured],
      null,
      { ...measured, typed: -1 },
      { ...measured, visibleSeconds: 1.5 },
      // More than the columns hold.
      { ...measured, typed: 32_768 },
      { ...measured, visibleSeconds: 2 ** 31 },
      { ...measured, typed: '9' },
      { ...measured, automated: 'no' },
      { ...measured, draftRestored: null },
    ])
      expect(await observationsOf(await file({ observations }))).toMatchObject(nothing);
    const largest = { visibleSeconds: 2 ** 31 - 1, typed: 32_767, later: { nested: true } };
    const row = await observationsOf(await file({ observations: largest }));
    expect(row).toMatchObject({ visible_seconds: 2 ** 31 - 1, fields_typed: 32_767, fields_pasted: null });
  });

  test('has hashes of its address, network and browser, and not the address', async () => {
    const browser = await logInBrowser(server.app, memberOf(2), '192.0.2.1');
    const neighbor = await observationsOf(await file({}, randomUUID(), '192.0.2.2', await server.buildAnother()));
    const fileAgain = async () => observationsOf((await browser.fileClaim()).body.claimNumber);
    const rows = [await fileAgain(), await fileAgain()];
    const hashesOf = (row: Record<string, unknown> = {}) =>
      ['address_hash', 'network_hash', 'browser_hash'].map((name) => String(row[name]));
    expect(hashesOf(rows[1])).toEqual(hashesOf(rows[0]));
    const differs = hashesOf(neighbor).map((hash, index) => hash !== hashesOf(rows[0])[index]);
    expect(differs).toEqual([true, false, true]);
    expect(rows[0]?.['browser_hash']).toHaveLength(32);
    expect(JSON.stringify([...rows, neighbor])).not.toContain('192.0.2');
  });

  test('says whether the browser’s headers fit, and by which list its network is known', async () => {
    const dated = {
      find: (address: string) => ({
        kind: address.startsWith('198') ? ('tor' as const) : undefined,
        date: '2026-11-20',
      }),
    };
    const app = await server.buildAnother({ networkLists: dated });
    const fileFrom = async (address: string, headers: Record<string, string>) => {
      const browser = await logInBrowser(app, memberOf(3), address);
      const body = JSON.stringify({ ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() });
      const sent = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers };
      const filed = await browser.send('POST', '/api/ConsumerClaimants', { headers: sent, body });
      return observationsOf(filed.body.claimNumber);
    };
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    expect(await fileFrom('198.51.100.1', { 'user-agent': userAgent })).toMatchObject({
      claims_chrome: true,
      lacks_client_hints: true,
      network_kind: 'tor',
      list_date: '2026-11-20',
    });
    expect(await fileFrom('192.0.2.1', { 'user-agent': userAgent, 'sec-ch-ua': '"Chromium";v="142"' })).toMatchObject({
      claims_chrome: true,
      lacks_client_hints: false,
      network_kind: null,
      list_date: '2026-11-20',
    });
    expect(await observationsOf(await file({}))).toMatchObject({ network_kind: null, list_date: null });
  });
});

test('observations are deleted 180 days after the deadline, and those of a later claim 180 days after its filing', async () => {
  const fileAt = async (moment: Date, member: number) => {
    server.now = moment;
    return (await (await logInBrowser(server.app, memberOf(member))).fileClaim()).body.claimNumber;
  };
  const inTime = await fileAt(beforeDeadline, 0);
  const late = await fileAt(new Date('2025-10-01T12:00:00Z'), 1);
  server.now = new Date('2025-04-01T12:00:00Z');
  const otherCase = (await fileIndividual(await openForm(server.app), individualAnswers)).body.claimNumber;
  server.now = beforeDeadline;
  const leftAt = async (moment: string) => {
    await deleteOldObservations({ database: server.database, settlement, now: () => new Date(moment) });
    const rows = await server.query<{ number: string }>(
      'select number from claim_observations join claims on claims.id = claim_id where number = any($1) order by claims.id',
      [[inTime, late, otherCase]],
    );
    return rows.map(({ number }) => number);
  };
  // The other case ended on April 17, 2025: 180 days later is October 14, in New York.
  expect(await leftAt('2025-10-15T03:59:00Z')).toEqual([inTime, late, otherCase]);
  expect(await leftAt('2025-10-15T04:01:00Z')).toEqual([inTime, late]);
  // This one on July 17, 2025: until the end of January 13, 2026.
  expect(await leftAt('2026-01-14T04:59:00Z')).toEqual([inTime, late]);
  expect(await leftAt('2026-01-14T05:01:00Z')).toEqual([late]);
  expect(await leftAt('2026-03-30T11:59:00Z')).toEqual([late]);
  expect(await leftAt('2026-03-30T12:01:00Z')).toEqual([]);
  expect(await server.query('select status from claims group by status')).toEqual([{ status: 'filed' }]);
});
