import type { Figure } from '@redress/contract/console/figures';
import type { ReportContent, ReportRun } from '@redress/contract/console/reports';
import { settlement } from '@redress/content/settlement';
import { addHistoryEntry, type HistoryEvent, lockClaim } from '@redress/server/claims/claim-history';
import { startReports } from '@redress/server/figures/report-jobs';
import { createLog } from '@redress/server/logging/log';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInBrowser } from '../../setup/browser.ts';
import { createPerson, type StaffTab, signInTab } from '../../setup/console.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let viewer: StaffTab;

beforeAll(async () => {
  server = await startTestServer({ members: 4 });
  viewer = await signInTab(server, 'viewer');
}, 120_000);
afterAll(() => server.close());

/** Four consumers, for whose claims nothing is missing. */
async function fileClaims(): Promise<string[]> {
  const numbers: string[] = [];
  for (const index of [0, 1, 2, 3]) {
    const browser = await logInBrowser(server.app, memberOf(index));
    numbers.push((await browser.fileClaim()).body.claimNumber);
  }
  return numbers;
}

/** Adds entries to the histories of claims, as reviews do. */
async function addEntries(entries: readonly (readonly [number: string, event: HistoryEvent])[]): Promise<void> {
  for (const [number, event] of entries)
    await server.database.transaction().execute(async (transaction) => {
      const claim = await transaction
        .selectFrom('claims')
        .select(['id', 'number'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      await lockClaim(transaction, claim);
      await addHistoryEntry(transaction, claim, server.now, event);
    });
}
/** Seals what happened so far. Returns the seal's position. */
async function seal(): Promise<number | undefined> {
  return (await sealHistory({ database: server.database, keys, now: () => server.now })).at(-1)?.position;
}

async function runReport(position: number | undefined): Promise<ReportContent> {
  const asked = await viewer.post<{ run: string }>('/reports', {
    cases: ['brand-drug'],
    from: null,
    to: null,
    seal: position,
  });
  const log = createLog('warn', { write: () => {} });
  const { database } = server;
  const jobs = startReports({ database, settlement, now: () => server.now, log, pollMilliseconds: 20 });
  const find = async () => (await viewer.get<ReportRun>(`/reports/runs/${asked.body.run}`)).body;
  await expect.poll(async () => (await find()).outcome, { timeout: 20_000 }).toBe('created');
  await jobs.stop();
  return (await viewer.get<{ content: ReportContent }>(`/reports/${(await find()).report}`)).body.content;
}

/** The rows of a figure without those that count nothing, and its total. */
function table({ figures }: ReportContent, name: string) {
  const figure = figures.find((each) => each.name === name);
  const isEmpty = ([, ...cells]: Figure['rows'][number]) => cells.every((cell) => Number(cell) === 0);
  return { rows: (figure?.rows ?? []).filter((row) => !isEmpty(row)), total: figure?.total };
}

test('decisions count by outcome, reason and reviewer, with what became of each', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await fileClaims();
  const people = [];
  for (const role of ['reviewer', 'supervisor'] as const)
    people.push((await createPerson(server.connectionString, [role], server.now)).id);
  const [one = '', other = ''] = people;
  const decide = (
    decisionId: string,
    by: string | undefined,
    outcome: string,
    reasons: string,
    more: { amount?: string; source?: string } = {},
  ): HistoryEvent => ({
    kind: 'claim-decided',
    details: {
      decisionId,
      outcome,
      reasons,
      noteHash: '00',
      source: 'reviewer',
      from: 'in-review',
      ...more,
      ...(by !== undefined && { by }),
      to: outcome === 'deficient' ? 'deficient' : 'proposed',
    },
  });
  const move = (from: string, to: string, cause: string): HistoryEvent => ({
    kind: 'status-changed',
    details: { from, to, cause, by: other },
  });
  const release = (decisionId: string, to: string): HistoryEvent => ({
    kind: 'decision-released',
    details: { decisionId, from: 'proposed', to },
  });
  await addEntries([
    // Denied by mistake, undone, approved, released.
    [first, decide('a', one, 'deny', 'fraud')],
    [first, { kind: 'decision-undone', details: { decisionId: 'a', by: one, from: 'proposed', to: 'in-review' } }],
    [first, decide('b', one, 'approve', '', { amount: '1250.50' })],
    [first, release('b', 'approved')],
    // Deficient, cured, reduced for two reasons, waits for its release.
    [second, decide('c', other, 'deficient', 'documents-missing')],
    [second, move('deficient', 'ready', 'documents')],
    [second, decide('d', one, 'reduce', 'not-documented outside-period', { amount: '100.00' })],
    // Approved, and overturned in a quality review; then deficient and expired.
    [third, decide('e', one, 'approve', '', { amount: '7' })],
    [third, release('e', 'approved')],
    [third, move('approved', 'in-review', 'overturned')],
    [third, decide('f', other, 'deficient', 'documents-missing signature-missing')],
    [third, decide('g', undefined, 'deny', 'not-cured', { source: 'expiry' })],
    // Deficient by mistake, and reopened.
    [fourth, decide('h', other, 'deficient', 'documents-missing')],
    [fourth, move('deficient', 'ready', 'reopened')],
    [
      fourth,
      {
        kind: 'verdict',
        details: { verdictId: '1', by: one, verdict: 'machine', second: false, reasonHash: '', evidenceHash: '' },
      },
    ],
  ]);
  const sealed = await seal();
  await addEntries([[second, release('d', 'reduced')]]);
  const report = await runReport(sealed);
  // Decided, in force, waiting, recognized.
  expect(table(report, 'decisions').rows).toEqual([
    ['Approved', 2, 1, 0, '1250.5000'],
    ['Reduced', 1, 1, 1, '0'],
    ['Deficient', 3, 0, 0, '0'],
    ['Denied', 2, 1, 1, '0'],
  ]);
  expect(table(report, 'decisions-by-reason').rows).toEqual([
    ['Part of the amount is not documented', 1, 1],
    ['Some purchases are outside the class period or the class states', 1, 1],
    ['Documents are missing', 3, 0],
    ['The signature is not the claimant’s', 1, 0],
    ['A deficiency was not cured in time', 1, 1],
    ['Fraudulent', 1, 0],
  ]);
  const names = await server.query(`select id, name from staff where id = any($1)`, [people]);
  const nameOf = (id: string) => names.find((row) => row['id'] === id)?.['name'];
  // Decided, in force, undone, declined, reopened, overturned.
  expect(new Map(table(report, 'decisions-by-reviewer').rows.map(([name, ...cells]) => [name, cells]))).toEqual(
    new Map([
      [nameOf(one), [4, 2, 1, 0, 0, 1]],
      [nameOf(other), [3, 0, 0, 0, 1, 0]],
      ['A deficiency expired', [1, 1, 0, 0, 0, 0]],
    ]),
  );
  // Decided, open, cured, expired.
  expect(table(report, 'deficiencies').total).toEqual([null, 3, 0, 1, 1]);
  expect(table(report, 'verdicts').total).toEqual([null, 0, 0, 1, 0]);
  expect(table(report, 'claims-by-status').rows.map(([name, claims]) => [name, claims])).toEqual([
    ['Ready', 1],
    ['Proposed', 2],
    ['Approved', 1],
  ]);
});
