import { settlement } from '@redress/content/settlement';
import type { BulkClaims } from '@redress/contract/console/bulk';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { claimsExport } from '@redress/server/console/exports/claims-export';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findIssues } from '../../../setup/find-issues.ts';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import {
  answerRequest,
  changeReview,
  decide,
  fileReady,
  readReviewOf,
  releaseDecisions,
  requestOf,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import { actOn, askBulk, finishBulk, sealClaims } from '../../../setup/rules.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer({ members: 34 });
const { reviewer, supervisor } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });

const file = async () => (await fileReady(server)).number;
const duplicate = { outcome: 'deny', reasons: ['repeated-claim'] } as const;
const denyAs = (number: string, survivingClaim: string) => decide(reviewer, number, { ...duplicate, survivingClaim });

test('a denial as a duplicate names the claim that counts, which shows with the decision, in the history and in exports', async () => {
  const [number, survivor] = [await file(), await file()];
  const id = randomUUID();
  const { reference } = (await reviewer.get<ClaimDetails>(`/claims/${survivor}`)).body;
  const named = { id, ...duplicate, survivingClaim: reference };
  const decided = await decide(reviewer, number, named, 1);
  expect([decided.status, decided.body.decision?.survivingClaim]).toEqual([200, survivor]);
  expect((await decide(reviewer, number, named, 1)).status).toBe(200);
  expect((await decide(reviewer, number, { ...named, survivingClaim: number }, 1)).status).toBe(409);
  const { history } = (await reviewer.get<ClaimDetails>(`/claims/${number}`)).body;
  expect(history.find(({ kind }) => kind === 'claim-decided')?.details).toMatchObject({ survivor });
  await releaseDecisions(server);
  await fillSearchOf(server);
  const context = { database: server.database, keys, settlement, now: () => server.now };
  const scope = { query: '', cases: ['brand-drug'], columns: ['number', 'decision', 'surviving-claim'] };
  const exported: unknown[] = [];
  for await (const rows of claimsExport.read(context, scope, await claimsExport.findNewest(context)))
    exported.push(...rows.map(({ values }) => values));
  expect(exported).toContainEqual(expect.objectContaining({ number, decision: 'Denied', 'surviving-claim': survivor }));
  expect(exported).toContainEqual(expect.objectContaining({ number: survivor, decision: '', 'surviving-claim': '' }));
  await sealClaims(server);
  expect((await findIssues(server)).join('\n')).not.toContain('claim_decisions');
});

test('the claim that counts is of the same case, another one, and not denied, withdrawn or void itself', async () => {
  const [number, survivor, withdrawn] = [await file(), await file(), await file()];
  const ofAnotherCase = await fileWithoutNotice(server);
  await changeReview(supervisor, withdrawn, 'withdraw');
  const refused = async (given: Parameters<typeof decide>[2], message: string) => {
    const { status, body } = await decide(reviewer, number, given);
    expect([status, body.errors?.[0]]).toEqual([
      422,
      { field: 'survivingClaim', rule: 'unknown', message: expect.stringContaining(message) },
    ]);
  };
  await refused(duplicate, 'Enter the number');
  for (const unknown of ['8009999999', ofAnotherCase, 'no number'])
    await refused({ ...duplicate, survivingClaim: unknown }, 'belong to the same case');
  await refused({ ...duplicate, survivingClaim: number }, 'not its own duplicate');
  await refused({ ...duplicate, survivingClaim: withdrawn }, 'withdrawn');
  expect((await denyAs(survivor, number)).status).toBe(200);
  await refused({ ...duplicate, survivingClaim: survivor }, 'denied itself');
  await releaseDecisions(server);
  await refused({ ...duplicate, survivingClaim: survivor }, 'denied itself');
  await changeReview(supervisor, survivor, 'reopen');
  expect((await denyAs(number, survivor)).status).toBe(200);
});

test('denials that are prepared together name one claim that counts, which is none of them', async () => {
  const numbers = [await file(), await file(), await file()].toSorted();
  const [survivor = '', ...denied] = numbers;
  await fillSearchOf(server);
  const ask = (action: object) =>
    askBulk(supervisor, { numbers }, { kind: 'deny', reasons: duplicate.reasons, ...action });
  expect((await ask({})).status).toBe(400);
  for (const unknown of ['8009999999', await fileWithoutNotice(server)])
    expect((await ask({ survivingClaim: unknown })).status).toBe(400);
  const { body: asked } = await ask({ survivingClaim: survivor });
  expect(asked.what).toContain(`Claim ${survivor} counts instead.`);
  await finishBulk(server, supervisor, asked.id);
  const { claims } = (await supervisor.get<BulkClaims>(`/bulk/${asked.id}/claims`)).body;
  expect(Object.fromEntries(claims.map(({ number, outcome }) => [number, outcome]))).toEqual({
    [survivor]: 'skipped',
    ...Object.fromEntries(denied.map((number) => [number, 'done'])),
  });
  const second = await signInTab(server, 'supervisor');
  for (const number of denied) {
    expect((await readReviewOf(reviewer, number)).decision?.survivingClaim).toBe(survivor);
    expect((await requestOf(second, number))?.what).toBe(
      `Deny claim ${number}: The same claim was filed twice. Claim ${survivor} counts instead`,
    );
  }
});

/** Stores a signal that a claim repeats an earlier one, as the integrity job would. */
async function addSignal(
  number: string,
  earlier: string,
  [signal, level]: readonly [string, string],
  reached: boolean,
) {
  await server.query(
    `insert into claim_scores select id, case_id, 0, -20, $2, false, 1, now(), false from claims where number = $1`,
    [number, reached],
  );
  await server.query(
    `insert into claim_signals select id, $2, $3, 1, 20, jsonb_build_object('claim', $4::text) from claims where number = $1`,
    [number, signal, level, earlier],
  );
}

const earliestOf = { kind: 'deny', reasons: duplicate.reasons, earliestCounts: true };
const survivorOf = async (number: string) => (await readReviewOf(reviewer, number)).decision?.survivingClaim;

test('denials that are prepared together without one claim that counts each name their own earliest duplicate', async () => {
  const again = async (index: number) => (await fileReady(server, {}, index)).number;
  // Two groups with the same Notice ID. In the first, the earliest claim is denied.
  const [denied, first, second] = [await again(25), await again(25), await again(25)];
  const [other, copy, alone] = [await again(26), await again(26), await again(27)];
  for (const [number, earlier] of [
    [first, denied],
    [second, first],
    [copy, other],
  ] as const)
    await addSignal(number, earlier, ['same-notice', 'login'], false);
  await decide(reviewer, denied, { outcome: 'deny', reasons: ['fraud'] });
  await fillSearchOf(server);
  const numbers = [first, second, other, copy, alone];
  const both = { id: randomUUID(), selection: { numbers }, action: { ...earliestOf, survivingClaim: first } };
  expect((await supervisor.post('/bulk', both)).status).toBe(400);
  const done = await actOn(server, supervisor, numbers, earliestOf);
  expect(done.what).toContain('The earliest duplicate of each counts instead.');
  expect(done.reasons).toEqual([
    { outcome: 'skipped', reason: 'No earlier claim of the same claimant can count instead', claims: 3 },
  ]);
  expect([await survivorOf(second), await survivorOf(copy)]).toEqual([first, other]);
  expect([
    await statusOf(reviewer, first),
    await statusOf(reviewer, other),
    await statusOf(reviewer, alone),
  ]).not.toContain('proposed');
});

test('the earliest of several equal claims counts, although a signal names only one of them, and a typed Notice ID needs more evidence', async () => {
  const [stranger, earliest, later, latest] = [await file(), await file(), await file(), await file()];
  await addSignal(earliest, stranger, ['same-notice', 'typed'], false);
  await addSignal(later, earliest, ['same-answers', 'all'], true);
  await addSignal(latest, later, ['same-answers', 'all'], true);
  await fillSearchOf(server);
  const done = await actOn(server, supervisor, [earliest, later, latest], earliestOf);
  expect(done.counts).toMatchObject({ done: 2, skipped: 1 });
  for (const number of [later, latest]) expect(await survivorOf(number)).toBe(earliest);
});

/** Prepares a denial as a duplicate of another claim, which waits for a second person. */
async function prepare(number: string, survivingClaim: string): Promise<void> {
  await fillSearchOf(server);
  const action = { kind: 'deny', reasons: duplicate.reasons, survivingClaim };
  expect((await actOn(server, supervisor, [number], action)).counts.done).toBe(1);
}

test('a denial as a duplicate takes no effect when the claim that counts was withdrawn in the seconds to undo it', async () => {
  const [number, survivor] = [await file(), await file()];
  expect((await denyAs(number, survivor)).status).toBe(200);
  await changeReview(supervisor, survivor, 'withdraw');
  await releaseDecisions(server);
  expect(await statusOf(reviewer, number)).toBe('in-review');
});

test('a second person can only decline a denial as a duplicate while the claim that counts is denied', async () => {
  const [number, survivor] = [await file(), await file()];
  await prepare(number, survivor);
  const second = await signInTab(server, 'supervisor');
  const request = await requestOf(second, number);
  expect(request?.refusal).toBeNull();
  await decide(reviewer, survivor, { outcome: 'deny', reasons: ['fraud'] });
  expect((await requestOf(second, number))?.refusal).toContain(`Claim ${survivor} is denied itself`);
  expect(await answerRequest(second, number, 'approve')).toBe(409);
  expect(await answerRequest(second, survivor, 'decline')).toBe(204);
  expect(await answerRequest(second, number, 'approve')).toBe(204);
  expect(await statusOf(reviewer, number)).toBe('denied');
});

test('a claim that waits for its denial as a duplicate, or was denied, is reviewed again when the claim that counts ends', async () => {
  const [waiting, denied, survivor] = [await file(), await file(), await file()];
  expect((await denyAs(denied, survivor)).status).toBe(200);
  pass(server, 10);
  await prepare(waiting, survivor);
  await runReviewOf(server);
  expect([await statusOf(reviewer, waiting), await statusOf(reviewer, denied)]).toEqual(['proposed', 'denied']);
  await changeReview(supervisor, survivor, 'void');
  await runReviewOf(server);
  expect([await statusOf(reviewer, waiting), await statusOf(reviewer, denied)]).toEqual(['in-review', 'in-review']);
  expect(await requestOf(await signInTab(server, 'supervisor'), waiting)).toBeUndefined();
});

test('a claim that was denied as a duplicate stays denied when the claim that counts is a duplicate of a third one', async () => {
  const [number, survivor, third] = [await file(), await file(), await file()];
  for (const [denied, counts] of [
    [number, survivor],
    [survivor, third],
  ] as const) {
    expect((await denyAs(denied, counts)).status).toBe(200);
    await releaseDecisions(server);
  }
  expect([await statusOf(reviewer, number), await statusOf(reviewer, survivor)]).toEqual(['denied', 'denied']);
  expect((await denyAs(third, number)).status).toBe(422);
});

test('the claim that counts lists the claims that were denied in its favor, but not to their second reviewers', async () => {
  const [number, survivor] = [await file(), await file()];
  expect((await denyAs(number, survivor)).status).toBe(200);
  const listed = async (tab: StaffTab) => (await readReviewOf(tab, survivor)).duplicates;
  expect(await listed(reviewer)).toEqual([]);
  await releaseDecisions(server);
  expect(await listed(reviewer)).toEqual([number]);
  expect(await listed(await reviewAgain(number))).toEqual([]);
  await changeReview(supervisor, number, 'reopen');
  expect(await listed(reviewer)).toEqual([]);
});

/** Lets a new person review a decided claim a second time, in a sample of all decisions. */
async function reviewAgain(number: string): Promise<StaffTab> {
  const id = randomUUID();
  const days = { fromDay: '2020-01-01', toDay: '2040-01-01' };
  const sample = { id, caseId: 'brand-drug', formId: null, ...days, decidedBy: null, sourceId: null, size: 500 };
  expect((await supervisor.post('/quality', sample)).status).toBe(204);
  const blind = await signInTab(server, 'supervisor');
  await server.query(
    `update quality_reviews set reviewer = $1, taken_at = $2
     where sample_id = $3 and claim_id = (select id from claims where number = $4)`,
    [blind.person.id, server.now, id, number],
  );
  return blind;
}

test('a second reviewer of the claim that counts does not learn from its duplicates that it was denied', async () => {
  const [waiting, denied, survivor] = [await file(), await file(), await file()];
  await prepare(waiting, survivor);
  expect((await denyAs(denied, survivor)).status).toBe(200);
  await releaseDecisions(server);
  await decide(reviewer, survivor, { outcome: 'deny', reasons: ['fraud'] });
  const approver = await signInTab(server, 'supervisor');
  expect(await requestOf(approver, waiting)).toBeDefined();
  expect(await answerRequest(approver, survivor, 'approve')).toBe(204);
  const blind = await reviewAgain(survivor);
  expect((await requestOf(approver, waiting))?.refusal).toContain('denied itself');
  expect(await requestOf(blind, waiting)).toBeUndefined();
  await runReviewOf(server);
  const causesFor = async (tab: StaffTab) =>
    (await tab.get<ClaimDetails>(`/claims/${denied}`)).body.history.flatMap(({ kind, details }) =>
      kind === 'status-changed' ? [details['cause']] : [],
    );
  expect([await causesFor(approver), await causesFor(blind)]).toEqual([['survivor'], ['reopened']]);
});
