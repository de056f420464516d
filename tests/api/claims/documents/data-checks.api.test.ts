import { settlement } from '@redress/content/settlement';
import type { DataChecks } from '@redress/contract/data-checks';
import type { Settlement } from '@redress/contract/settlement';
import { findBrokenEntry, type HistoryEntry } from '@redress/server/platform/history/entries';
import { startDataCheckWorker } from '@redress/server/claims/documents/data-check-jobs';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { createLog } from '@redress/server/platform/logging/log';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../setup/browser.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { keys, startTestServer, useTestServer } from '../../../setup/test-server.ts';

const misbehaving = { script: new URL('./misbehaving-check-worker.ts', import.meta.url) };
const logged: string[] = [];
const log = createLog('info', { write: (line: string) => void logged.push(line) });
let browser: Browser;
/** Moves the clock of the workers. */
let ahead = 0;
const running: ReturnType<typeof startDataCheckWorker>[] = [];

const server = useTestServer();
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
  await server.query("update data_checks set outcome = 'failed', finished_at = now() where finished_at is null");
  ahead = 0;
});

type Options = Partial<Parameters<typeof startDataCheckWorker>[0]>;
/** The worker of `main.ts` with misbehaving processes and a shorter poll interval. */
function startWorker(options: Options = {}) {
  const { database, store } = server;
  const now = () => new Date(Date.now() + ahead);
  const worker = startDataCheckWorker({
    database,
    keys,
    store,
    settlement,
    now,
    log,
    pollMilliseconds: 20,
    process: misbehaving,
    ...options,
  });
  running.push(worker);
  return worker;
}

async function file(files: Readonly<Record<string, string>>, answers: object = {}): Promise<string> {
  browser = await openForm(server.app);
  const { body } = await fileTpp(browser, { ...companyAnswers, ...answers });
  const sent = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  if (sent.length > 0) expect((await browser.upload(body.claimNumber, sent, 'TppClaimants')).status).toBe(200);
  return body.claimNumber;
}
interface CheckRow extends Record<string, unknown> {
  readonly outcome: string | null;
  readonly attempts: number;
  readonly leased_by: string | null;
  readonly leased_until: Date | null;
}
const rowsOf = (number: string) =>
  server.query<CheckRow>(
    `select data_checks.* from data_checks join claims on claims.id = claim_id join claim_documents d on d.id = document_id
     where number = $1 order by d.name`,
    [number],
  );
const historyOf = (number: string) =>
  server.query<HistoryEntry & Record<string, unknown>>(
    'select claim_history.* from claim_history join claims on claims.id = claim_id where number = $1 order by position',
    [number],
  );
const outcomeOf = async (number: string) => (await rowsOf(number)).map(({ outcome }) => outcome);
const settled = async (number: string) => {
  await expect.poll(async () => (await outcomeOf(number)).includes(null)).toBe(false);
};
const isBegun = async (number: string) => {
  await expect.poll(async () => (await rowsOf(number))[0]?.attempts).toBe(1);
};
const setAttempts = (number: string, attempts: number) =>
  server.query('update data_checks set attempts = $2 where claim_id = (select id from claims where number = $1)', [
    number,
    attempts,
  ]);
const ask = async (number: string, headers: Record<string, string> = {}) => {
  const answer = await browser.send('GET', `/api/claims/${number}/data-checks`, { headers });
  return { ...answer, checks: JSON.parse(answer.text) as DataChecks };
};

describe('a received data file', () => {
  test('is checked, its report is stored, and the history has nothing from the file', async () => {
    const number = await file({ 'my data.csv': 'no data' });
    expect(await outcomeOf(number)).toEqual([null]);
    startWorker();
    await settled(number);
    expect(await rowsOf(number)).toMatchObject([
      // Characters that the database cannot store are replaced.
      {
        outcome: 'no-data',
        attempts: 1,
        leased_by: null,
        report: { tables: [{ headers: ['a␀b'], sample: ['cut �'] }] },
      },
    ]);
    const history = await historyOf(number);
    expect(history.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored', 'data-checked']);
    expect(history[2]?.details).toMatchObject({ documentId: history[1]?.details['documentId'], outcome: 'no-data' });
    expect(findBrokenEntry(number, history)).toBeUndefined();
  });

  test('is read: its rows, errors and sum are in the report and in the history', async () => {
    const rows = [
      'TPP Name,NDC or Drug Name,Fill or Purchase Date,State of Purchase,State of Insured,Amount Paid',
      'Larkmoor Health Plan,99999-0833-21,06/20/2009,Arizona,Arizona,100.10',
      'Larkmoor Health Plan,99999083321,2010-02-03,NY,NY,"$1,000.2"',
      'Larkmoor Health Plan,99999-0833-21,02/30/2010,Arizona,Arizona,7',
    ];
    const number = await file({ 'purchases.csv': `${rows.join('\r\n')}\r\n` });
    startWorker({ process: {} });
    await settled(number);
    expect(await rowsOf(number)).toMatchObject([
      { outcome: 'checked', report: { report: { purchases: { rows: 3, counted: { rows: 2, amount: '1100.3000' } } } } },
    ]);
    const history = await historyOf(number);
    const { documentId } = history[1]?.details ?? {};
    expect(history[2]?.details).toMatchObject({
      documentId,
      outcome: 'checked',
      rows: 3,
      errors: 1,
      amount: '1100.3000',
    });
    expect(JSON.stringify(history)).not.toMatch(/Larkmoor|purchases\.csv/);
    expect((await ask(number)).checks).toMatchObject({
      files: [{ message: '2 rows of purchases count: $1,100.30. 1 row has errors and doesn’t count yet.' }],
      review: [expect.stringContaining('membership data'), expect.stringContaining('$412,500.75')],
      mending: expect.stringContaining('@'),
    });
  });

  test('is read with the columns that its claimant chose', async () => {
    const number = await file({ 'odd.csv': 'x,y\n5,Arizona\n' });
    const chosen = [{ table: 0, kind: 'membership', columns: { members: 0, state: 1 } }];
    await server.query('update data_checks set chosen = $1 where finished_at is null', [JSON.stringify(chosen)]);
    startWorker({ process: {} });
    await settled(number);
    expect(await rowsOf(number)).toMatchObject([
      { outcome: 'checked', report: { report: { tables: [{ kind: 'membership', rows: 1 }] } } },
    ]);
  });

  test('that failed before waits behind those without an attempt', async () => {
    const failed = await file({ 'a.csv': 'no data' });
    const next = await file({ 'a.csv': 'no data' });
    await setAttempts(failed, 1);
    startWorker();
    for (const number of [failed, next]) await settled(number);
    const finishedAt = async (number: string) => (await historyOf(number))[2]?.at.getTime() ?? 0;
    expect(await finishedAt(next)).toBeLessThan(await finishedAt(failed));
  });

  test('that makes its process fail has failed after three attempts, and stays', async () => {
    const number = await file({ 'a.csv': 'exit' });
    startWorker();
    for (const attempt of [1, 2]) {
      await expect
        .poll(async () => (await rowsOf(number))[0])
        .toMatchObject({ attempts: attempt, leased_by: null, outcome: null });
      const [{ leased_until: retryAt } = { leased_until: null }] = await rowsOf(number);
      expect(retryAt?.getTime()).toBeGreaterThan(Date.now() + ahead);
      ahead += 61_000;
    }
    await settled(number);
    expect(await rowsOf(number)).toMatchObject([{ outcome: 'failed', attempts: 3, report: null }]);
    expect((await historyOf(number))[2]?.details).toMatchObject({ outcome: 'failed' });
    const files = [{ name: 'a.csv', state: 'failed' }];
    expect((await ask(number)).checks).toMatchObject({ documents: 1, files, review: [] });
  });

  test.each([
    ['throw', 'throw', {}],
    ['hang', 'spin', { maxMilliseconds: 500 }],
    ['exceed its memory', 'fill', { heapMegabytes: 32 }],
  ])('that makes its process %s has failed', async (_, word, limits) => {
    const number = await file({ 'a.csv': word });
    await setAttempts(number, 2);
    startWorker({ process: { ...misbehaving, ...limits } });
    await settled(number);
    expect(await rowsOf(number)).toMatchObject([{ outcome: 'failed', attempts: 3, report: null }]);
  });

  test('that is small does not wait behind a large one', async () => {
    const large = await file({ 'large.csv': 'wait-for' });
    await server.query("update claim_documents set size = 500000000 where name = 'large.csv'");
    startWorker();
    await isBegun(large);
    const small = await file({ 'small.csv': 'no data' });
    await settled(small);
    expect(await outcomeOf(large)).toEqual([null]);
  });

  test('is recorded only by the holder of its lease', async () => {
    const end = join(server.documentFolder, 'end');
    const number = await file({ 'a.csv': `wait-for ${end}` });
    startWorker();
    await isBegun(number);
    // As if another process had leased it meanwhile.
    await server.query(
      "update data_checks set leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour' where finished_at is null",
    );
    await writeFile(end, '');
    // One small file is checked at a time, so the first check has ended when the second has.
    await settled(await file({ 'b.csv': 'no data' }));
    expect(await outcomeOf(number)).toEqual([null]);
    expect((await historyOf(number)).map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored']);
  });

  test('of another type, or of a form without data files, is not checked', async () => {
    const number = await file({ 'a.pdf': '%PDF-1.7\nendobj\n%%EOF\n' });
    expect(await rowsOf(number)).toEqual([]);
    expect((await ask(number)).checks).toMatchObject({ late: false, documents: 1, files: [], review: [] });
  });
});

describe('GET /api/claims/N/data-checks', () => {
  test('reports the pending check and then its result, in the requested language', async () => {
    const number = await file({ 'a.csv': 'no data' });
    expect((await ask(number)).checks).toMatchObject({
      late: false,
      documents: 1,
      files: [{ name: 'a.csv', state: 'waiting', message: 'We have this file and are checking it.', findings: [] }],
      review: [],
    });
    startWorker();
    await settled(number);
    const { headers, checks } = await ask(number, { 'accept-language': 'es' });
    expect([headers['content-language'], headers['cache-control']]).toEqual(['es', 'no-store']);
    expect(checks.files).toMatchObject([
      { state: 'no-data', message: 'Tenemos este archivo. No encontramos en él compras ni cantidades de miembros.' },
    ]);
  });

  test('has its own rate limit', async () => {
    const number = await file({});
    const strict = await server.buildAnother({
      limits: { ...defaultLimits, 'data-checks-address': { attempts: 2, seconds: 600 } },
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { statusCode } = await strict.inject({
        url: `/api/claims/${number}/data-checks`,
        headers: { 'receipt-token': browser.receiptTokens.get(number) ?? '' },
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('a form with data files needs rules for them: the server does not start without', async () => {
    const change = (whole: Settlement): Settlement => ({ ...whole, dataRules: {} });
    await expect(startTestServer({ change, connectionString: server.connectionString })).rejects.toThrow(
      'no rules for the data files',
    );
  });
});
