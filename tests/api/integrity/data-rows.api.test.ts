import { settlement } from '@redress/content/settlement';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import type { RowSketch } from '@redress/datafiles/report';
import { dataCheckJobs } from '@redress/server/data-checks/data-check-jobs';
import { openDatabase } from '@redress/server/database/pool';
import { scoreNewClaimsNow } from '@redress/server/integrity/score-claims';
import { storedFileSource } from '@redress/server/storage/stored-file';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../setup/browser.ts';
import { companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { keys, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let opened: ReturnType<typeof openDatabase>;
beforeEach(async () => {
  server = await startTestServer();
  opened = openDatabase(server.connectionString, () => {});
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const headers =
  'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|State of Insured|Amount Paid (net of co-pays)';
/** Purchases that differ in their amounts. */
const rowsOf = (from: number, count: number, payor: string): string[] =>
  Array.from({ length: count }, (_, at) => `${payor}|Brand|2009-01-05|Arizona|Arizona|${(1_000 + from + at) / 100}`);
interface Filed {
  readonly number: string;
  readonly browser: Browser;
}

/** Files a claim of a payor. */
async function file(name: string): Promise<Filed> {
  const browser = await openForm(server.app);
  const answers = { ...companyAnswers, healthPlanCompanyName: `${name} Health Plan` };
  return { browser, number: (await fileTpp(browser, answers)).body.claimNumber };
}
async function send({ browser, number }: Filed, rows: readonly string[], name = 'purchases.txt'): Promise<void> {
  const bytes = Buffer.from([headers, ...rows].join('\n'));
  expect((await browser.upload(number, [{ name, bytes }], 'TppClaimants')).status).toBe(200);
}

/** Checks what waits, and scores. */
async function work(): Promise<void> {
  const { database } = opened;
  const jobs = dataCheckJobs({
    database,
    keys,
    settlement,
    store: await openUploadStore(server.documentFolder),
    now: () => server.now,
    async check({ file: stored, rules }) {
      let sketch: RowSketch | undefined;
      const onSketch = (made: RowSketch) => {
        sketch = made;
      };
      const checked = await checkDataFile(storedFileSource(stored), { rules, onSketch });
      return { checked, ...(sketch && { sketch }) };
    },
  });
  for (;;) {
    const holder = randomUUID();
    const leased = await jobs.leases.leaseNext({ holder, until: new Date(server.now.getTime() + 60_000) }, server.now);
    if (!leased) break;
    await jobs.run(leased.id, holder, new AbortController().signal);
  }
  await scoreNewClaimsNow({ database, keys, settlement, now: () => server.now });
}
const found = () =>
  server.query<{ number: string; arguments: unknown }>(
    `select number, arguments from claim_signals join claims on claims.id = claim_id where signal = 'same-data-rows' order by number`,
  );
const linksByRows = async () => (await server.query('select from claim_links where kinds & 16384 <> 0')).length;

test('41 of 100 rows in common, in another order and under another name, are a signal of the later claim', async () => {
  const [first, second] = [await file('Larkmoor'), await file('Alder')];
  await send(first, rowsOf(0, 100, 'Larkmoor'));
  await send(second, rowsOf(59, 100, 'Alder').toReversed());
  await work();
  expect(await found()).toEqual([{ number: second.number, arguments: { claim: first.number, percent: 41 } }]);
  expect(await linksByRows()).toBe(1);
});

test('a file that is checked later than that of a newer claim is compared with it', async () => {
  const [first, second] = [await file('Larkmoor'), await file('Alder')];
  await send(second, rowsOf(0, 50, 'Alder'));
  await work();
  expect(await found()).toEqual([]);
  await send(first, rowsOf(0, 50, 'Larkmoor'));
  await work();
  expect(await found()).toEqual([{ number: second.number, arguments: { claim: first.number, percent: 100 } }]);
});

test('other rows, a few equal ones, and a second file of one claim are no signal', async () => {
  const [first, second, third] = [await file('Larkmoor'), await file('Alder'), await file('Birch')];
  await send(first, rowsOf(0, 100, 'Larkmoor'));
  await send(first, rowsOf(0, 101, 'Larkmoor'), 'fixed.txt');
  await send(second, rowsOf(500, 100, 'Alder'));
  await send(third, rowsOf(95, 100, 'Birch'));
  await work();
  expect(await server.query('select from row_sketches')).toHaveLength(4);
  expect(await found()).toEqual([]);
  expect(await linksByRows()).toBe(0);
});
