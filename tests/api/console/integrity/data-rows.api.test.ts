import { settlement } from '@redress/content/settlement';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { expect, test } from 'vitest';
import type { Browser } from '../../../setup/browser.ts';
import { checkDataFiles } from '../../../setup/data-checks.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();

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
  await checkDataFiles(server);
  await scoreNewClaimsNow({ database: server.database, keys, settlement, now: () => server.now });
}
const foundOf = (...claims: readonly Filed[]) =>
  server.query<{ number: string; arguments: unknown }>(
    `select number, arguments from claim_signals join claims on claims.id = claim_id
     where signal = 'same-data-rows' and number = any($1)`,
    [claims.map(({ number }) => number)],
  );
const linksByRows = async (...claims: readonly Filed[]) =>
  (
    await server.query(
      'select from claim_links join claims on claims.id = claim_id where kinds & 16384 <> 0 and number = any($1)',
      [claims.map(({ number }) => number)],
    )
  ).length;

test('41 of 100 rows in common, in another order and under another name, are a signal of the later claim', async () => {
  const [first, second] = [await file('Larkmoor'), await file('Alder')];
  await send(first, rowsOf(0, 100, 'Larkmoor'));
  await send(second, rowsOf(59, 100, 'Alder').toReversed());
  await work();
  const signal = { number: second.number, arguments: { claim: first.number, percent: 41 } };
  expect(await foundOf(first, second)).toEqual([signal]);
  expect(await linksByRows(first, second)).toBe(1);
});

test('a file that is checked later than that of a newer claim is compared with it', async () => {
  const [first, second] = [await file('Maple'), await file('Cedar')];
  await send(second, rowsOf(1_000, 50, 'Cedar'));
  await work();
  expect(await foundOf(first, second)).toEqual([]);
  await send(first, rowsOf(1_000, 50, 'Maple'));
  await work();
  const signal = { number: second.number, arguments: { claim: first.number, percent: 100 } };
  expect(await foundOf(first, second)).toEqual([signal]);
});

test('other rows, a few equal ones, and a second file of one claim are no signal', async () => {
  const claims = [await file('Linden'), await file('Aspen'), await file('Birch')] as const;
  const [first, second, third] = claims;
  await send(first, rowsOf(2_000, 100, 'Linden'));
  await send(first, rowsOf(2_000, 101, 'Linden'), 'fixed.txt');
  await send(second, rowsOf(2_500, 100, 'Aspen'));
  await send(third, rowsOf(2_095, 100, 'Birch'));
  await work();
  const sketches = 'select from row_sketches join claims on claims.id = claim_id where number = any($1)';
  expect(await server.query(sketches, [claims.map(({ number }) => number)])).toHaveLength(4);
  expect(await foundOf(...claims)).toEqual([]);
  expect(await linksByRows(...claims)).toBe(0);
});
