import { addHistoryEntry, type HistoryEvent, lockClaim } from '@redress/server/claims/history/claim-history';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { logInBrowser } from '../../../setup/browser.ts';
import { createPerson, signInTab } from '../../../setup/console.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';
import { createReportRunner, table } from './report-runner.ts';

const server = useTestServer({ members: 7 });
const { seal, run, readContent } = createReportRunner(() => server);

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
test('decisions count by outcome, reason and reviewer, with what became of each', async () => {
  // Four consumers, for whose claims nothing is missing.
  const day = '2025-07-14';
  server.now = new Date(`${day}T12:00:00Z`);
  const numbers: string[] = [];
  for (const index of [3, 4, 5, 6])
    numbers.push((await (await logInBrowser(server.app, memberOf(index))).fileClaim()).body.claimNumber);
  const [first = '', second = '', third = '', fourth = ''] = numbers;
  const people: string[] = [];
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
  const withdrawn = randomUUID();
  await server.query(
    `insert into approvals (id, kind, case_id, details, details_hash, reason, asked_by, asked_at, decision, decided_at)
     values ($1, 'claim-decision', 'brand-drug', '{}', sha256(''), '', $2, now(), 'withdrawn', now())`,
    [withdrawn, other],
  );
  await addEntries([
    // Denied by mistake, undone, approved, released.
    [first, decide('a', one, 'deny', 'fraud')],
    [first, { kind: 'decision-undone', details: { decisionId: 'a', by: one, from: 'proposed', to: 'in-review' } }],
    [first, decide('b', one, 'approve', '', { amount: '1250.50' })],
    [first, release('b', 'approved')],
    // Two that were withdrawn before a second person decided, the first as older versions recorded it.
    [second, decide('k', other, 'deny', 'fraud')],
    [
      second,
      {
        kind: 'decision-declined',
        details: { decisionId: 'k', approval: withdrawn, from: 'proposed', to: 'in-review' },
      },
    ],
    [second, decide('l', other, 'deny', 'fraud')],
    [
      second,
      {
        kind: 'decision-undone',
        details: { decisionId: 'l', by: other, approval: withdrawn, from: 'proposed', to: 'in-review' },
      },
    ],
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
    // Approved in bulk, which a second person declined, and by a rule.
    [fourth, decide('i', other, 'approve', '', { amount: '5', source: 'bulk' })],
    [
      fourth,
      {
        kind: 'decision-declined',
        details: { decisionId: 'i', approval: randomUUID(), from: 'proposed', to: 'in-review' },
      },
    ],
    [fourth, decide('j', other, 'approve', '', { amount: '5', source: 'rule' })],
    [fourth, release('j', 'approved')],
    [fourth, { kind: 'verdict', details: { verdictId: '1', by: one, verdict: 'machine', second: false } }],
  ]);
  const sealed = await seal();
  await addEntries([[second, release('d', 'reduced')]]);
  const supervisor = await signInTab(server, 'supervisor');
  const request = { cases: ['brand-drug'], from: day, to: day, seal: sealed };
  const report = await readContent(supervisor, await run(supervisor, request));
  // Decided, in force, waiting, ended, recognized.
  expect(table(report, 'decisions').rows).toEqual([
    ['Approved', 4, 2, 0, 2, '1255.5000'],
    ['Reduced', 1, 0, 1, 0, '0'],
    ['Deficient', 3, 0, 0, 3, '0'],
    ['Denied', 4, 0, 1, 3, '0'],
  ]);
  // Decided, in force, waiting, ended.
  expect(table(report, 'decisions-by-reason').rows).toEqual([
    ['Part of the amount is not documented', 1, 0, 1, 0],
    ['Some purchases are outside the class period or the class states', 1, 0, 1, 0],
    ['Documents are missing', 3, 0, 0, 3],
    ['The signature is not the claimant’s', 1, 0, 0, 1],
    ['A deficiency was not cured in time', 1, 0, 1, 0],
    ['Fraudulent', 3, 0, 0, 3],
  ]);
  // A report to a court numbers reviewers instead of naming them beside their errors.
  const numberOf = (id: string) => `Reviewer ${people.toSorted().indexOf(id) + 1}`;
  const names = await server.query<{ name: string }>('select name from staff where id = any($1)', [people]);
  for (const { name } of names) expect(JSON.stringify(report.content)).not.toContain(name);
  // Decided, in force, waiting, undone, declined, reopened, overturned, otherwise ended.
  const byReviewer = table(report, 'decisions-by-reviewer');
  expect(new Map(byReviewer.rows.map(([name, ...cells]) => [name, cells]))).toEqual(
    new Map([
      [numberOf(one), [4, 1, 1, 1, 0, 0, 1, 0]],
      [numberOf(other), [5, 0, 0, 2, 0, 1, 0, 2]],
      ['Released rules', [1, 1, 0, 0, 0, 0, 0, 0]],
      ['Bulk actions', [1, 0, 0, 0, 1, 0, 0, 0]],
      ['A deficiency expired', [1, 0, 1, 0, 0, 0, 0, 0]],
    ]),
  );
  // Decided, open, cured, expired, otherwise ended.
  const deficiencies = table(report, 'deficiencies');
  expect(deficiencies.total).toEqual([null, 3, 0, 1, 1, 1]);
  for (const { total = [] } of [byReviewer, deficiencies]) {
    const [, decided, ...parts] = total.map(Number);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(decided);
  }
  expect(table(report, 'verdicts').total).toEqual([null, 0, 0, 1, 0]);
  expect(table(report, 'claims-by-status').rows.map(([name, claims]) => [name, claims])).toEqual([
    ['Proposed', 2],
    ['Approved', 2],
  ]);
});
