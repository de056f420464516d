import { settlement } from '@redress/content/settlement';
import { deleteOldObservations } from '@redress/server/integrity/delete-observations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { beforeDeadline, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ members: 20 });
});
afterAll(() => server.close());

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

  test('is filed without observations, as by a page of an earlier release', async () => {
    const row = await observationsOf(await file({}));
    expect(row).toMatchObject({ ...nothing, without_script: false });
    expect(row['address_hash']).toHaveLength(32);
  });

  test.each([
    ['a text', 'fast'],
    ['a list', [measured]],
    ['nothing', null],
    ['a number below zero', { ...measured, typed: -1 }],
    ['a fraction', { ...measured, visibleSeconds: 1.5 }],
    ['more than a column holds', { ...measured, typed: 32_768 }],
    ['seconds beyond a column', { ...measured, visibleSeconds: 2 ** 31 }],
    ['text for a number', { ...measured, typed: '9' }],
    ['text for yes and no', { ...measured, automated: 'no' }],
    ['a null', { ...measured, draftRestored: null }],
  ])('is filed although the observations are %s, which counts as not measured', async (_fault, observations) => {
    expect(await observationsOf(await file({ observations }))).toMatchObject(nothing);
  });

  test('keeps the largest observations, and ignores unknown ones', async () => {
    const largest = { visibleSeconds: 2 ** 31 - 1, typed: 32_767, later: { nested: true } };
    const row = await observationsOf(await file({ observations: largest }));
    expect(row).toMatchObject({ visible_seconds: 2 ** 31 - 1, fields_typed: 32_767, fields_pasted: null });
  });

  test('has hashes of its address and browser, which are the same in every process', async () => {
    const other = await server.buildAnother();
    const first = await observationsOf(await file({}));
    const second = await observationsOf(await file({}, randomUUID(), '192.0.2.1', other));
    const neighbor = await observationsOf(await file({}, randomUUID(), '192.0.2.2'));
    const stranger = await observationsOf(await file({}, randomUUID(), '198.51.100.1', other));
    expect(second['address_hash']).toEqual(first['address_hash']);
    expect(second['network_hash']).toEqual(first['network_hash']);
    expect(neighbor['address_hash']).not.toEqual(first['address_hash']);
    expect(neighbor['network_hash']).toEqual(first['network_hash']);
    expect(stranger['network_hash']).not.toEqual(first['network_hash']);
    // Each was another browser.
    const browsers = [first, second, neighbor, stranger].map((row) => String(row['browser_hash']));
    expect(new Set(browsers).size).toBe(4);
    expect(JSON.stringify([first, second])).not.toContain('192.0.2');
  });

  test('of the same browser has the same hash of it', async () => {
    const browser = await logInBrowser(server.app, memberOf(2));
    const [one, two] = [await browser.fileClaim(), await browser.fileClaim()];
    const rows = [await observationsOf(one.body.claimNumber), await observationsOf(two.body.claimNumber)];
    expect(rows[0]?.['browser_hash']).toHaveLength(32);
    expect(rows[0]?.['browser_hash']).toEqual(rows[1]?.['browser_hash']);
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

  test('is described with its observations in the API’s description', async () => {
    const { body } = await new Browser(server.app).send('GET', '/api/openapi.json');
    expect(JSON.stringify(body.paths['/api/ConsumerClaimants']?.['post']?.requestBody)).toContain('visibleSeconds');
  });
});

test('observations are deleted 180 days after the deadline, and those of a later claim 180 days after its filing', async () => {
  const own = await startTestServer({ members: 2 });
  try {
    const fileAt = async (moment: Date, member: number) => {
      own.now = moment;
      return (await (await logInBrowser(own.app, memberOf(member))).fileClaim()).body.claimNumber;
    };
    const inTime = await fileAt(beforeDeadline, 0);
    const late = await fileAt(new Date('2025-10-01T12:00:00Z'), 1);
    own.now = new Date('2025-04-01T12:00:00Z');
    const otherCase = (await fileIndividual(await openForm(own.app), individualAnswers)).body.claimNumber;
    const leftAt = async (moment: string) => {
      await deleteOldObservations({ database: own.database, settlement, now: () => new Date(moment) });
      const rows = await own.query<{ number: string }>(
        'select number from claim_observations join claims on claims.id = claim_id order by claims.id',
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
    expect(await own.query('select status from claims group by status')).toEqual([{ status: 'filed' }]);
  } finally {
    await own.close();
  }
});
