import { settlement } from '@redress/content/settlement';
import type { Approvals } from '@redress/contract/console/approvals';
import type { BulkClaims, BulkJob } from '@redress/contract/console/bulk';
import { withClient } from '@redress/server/platform/database/pool';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import {
  correctAnswer,
  countStatuses,
  decide,
  fileReady,
  readReviewOf,
  refuseRows,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';
import {
  actOn,
  approveWaiting,
  askBulk,
  finishBulk,
  reasonsOf,
  requestForBulk,
  sealClaims,
} from '../../../setup/rules.ts';
import { logInBrowser } from '../../../setup/browser.ts';
import { keys, memberOf, useTestServer } from '../../../setup/test-server.ts';

let supervisor: StaffTab;
let second: StaffTab;
let reviewer: StaffTab;
const consumerForm = settlement.claimForms[0]?.id ?? '';
/** Half of the claims were filed until this day; `takeReady` takes later ones. */
let lastDay = '';

const server = useTestServer();
beforeAll(async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 600, add: false, onProgress: () => {} });
  supervisor = await signInTab(server, 'supervisor');
  second = await signInTab(server, 'supervisor');
  reviewer = await signInTab(server, 'reviewer');
  await sealClaims(server);
  const [median] = await server.query<{ day: string }>(
    'select percentile_disc(0.5) within group (order by filed_day) as day from claim_search',
  );
  lastDay = median?.day ?? '';
});

/** Takes ready claims of the consumer form that no other test has taken. */
let taken = 0;
async function takeReady(count: number): Promise<{ id: string; number: string }[]> {
  const rows = await server.query<{ id: string; number: string }>(
    `select claim_id as id, number from claim_search
     where form_id = $1 and status = 'ready' and amount < 10000 and not late and filed_day > $2 and claim_id > $3
     order by claim_id limit $4`,
    [consumerForm, lastDay, taken, count],
  );
  taken = Number(rows.at(-1)?.id ?? taken);
  expect(rows).toHaveLength(count);
  return rows;
}

test('up to a hundred claims are acted on at once: assigned, put back, deficient, approved', async () => {
  const claims = await takeReady(12);
  const numbers = claims.map(({ number }) => number);
  const act = (action: object, chosen: readonly string[], more?: object) =>
    actOn(server, supervisor, chosen, action, more);
  const assign = { kind: 'assign', to: reviewer.person.id };
  expect((await act(assign, numbers)).counts).toMatchObject({ done: 12 });
  expect((await act(assign, numbers)).reasons).toEqual([
    { outcome: 'skipped', reason: 'No change needed', claims: 12 },
  ]);
  const unassign = { kind: 'assign', to: null };
  expect((await act(unassign, numbers.slice(0, 2))).counts).toMatchObject({ done: 2 });
  // A reviewer who has one of them open loses it.
  const until = new Date(server.now.getTime() + 60_000);
  await server.query(
    `update claim_review set status = 'in-review', leased_by = $2, leased_until = $3
     where claim_id = (select id from claims where number = $1)`,
    [numbers[0], reviewer.person.id, until],
  );
  expect(await act(unassign, numbers.slice(0, 2))).toMatchObject({
    what: 'Unassign 2 claims. Selected one at a time.',
    counts: { done: 1, skipped: 1 },
  });
  expect((await readReviewOf(supervisor, numbers[0] ?? '')).lease).toBeNull();
  await runReviewOf(server);
  const deficient = { kind: 'deficient', reasons: ['documents-missing'] };
  expect((await act(deficient, numbers.slice(0, 4))).counts).toMatchObject({ done: 4 });
  expect((await act({ kind: 'approve' }, numbers)).counts).toMatchObject({ done: 8, skipped: 4 });
  expect(await countStatuses(server, numbers)).toEqual({ deficient: 4, proposed: 8 });
  const reopen = { kind: 'reopen' };
  expect((await askBulk(supervisor, { numbers }, reopen, { reason: ' ' })).status).toBe(400);
  expect((await act(reopen, numbers, { reason: 'The list was wrong.' })).reasons).toEqual([
    {
      outcome: 'skipped',
      reason: 'No decision is in force: it is open, or its decision has not taken effect yet',
      claims: 8,
    },
  ]);
  expect(await countStatuses(server, numbers)).toEqual({ ready: 4, proposed: 8 });
  const reopened = await readReviewOf(supervisor, numbers[0] ?? '');
  expect(reopened).toMatchObject({ status: 'ready', decision: null, cureDue: null });
  expect(
    (await act({ kind: 'deficient', reasons: ['data-errors'] }, [(await takeReady(1))[0]?.number ?? ''])).reasons,
  ).toEqual([{ outcome: 'skipped', reason: 'The reason doesn’t apply to this claim or its form', claims: 1 }]);
});

test('denials are prepared together, and a second person releases each by itself', async () => {
  const numbers = (await takeReady(3)).map(({ number }) => number);
  const reasons = ['not-a-class-member'];
  const previewOf = async (because: readonly string[]) =>
    (
      await supervisor.post<{ description: string; changesNone: boolean }>('/bulk/preview', {
        selection: { numbers },
        action: { kind: 'deny', reasons: because },
      })
    ).body;
  const preview = async () => (await previewOf(reasons)).description;
  // No deficiency of these claims expired.
  expect(await previewOf(['not-cured'])).toMatchObject({
    description: expect.stringMatching(/ 0 claims to decide\. .* Skipped: 3 to which the reason doesn’t apply\.$/),
    changesNone: true,
  });
  const { body: options } = await supervisor.post<{ reasons: { id: string }[] }>('/bulk/options', {
    selection: { numbers },
    kind: 'deny',
  });
  // They are in time, too.
  const unconditional = settlement.review.reasons.filter(({ outcome, when }) => outcome === 'deny' && !when);
  expect(options.reasons.map(({ id }) => id)).toEqual(unconditional.map(({ id }) => id));
  const flag = (isDuplicate: boolean) =>
    server.query('update claim_search set duplicate = $2 where number = $1', [numbers[0], isDuplicate]);
  await flag(true);
  expect(await preview()).toMatch(/3 claims to decide\. Flags: 1 Possible duplicate\. Not scored yet: 3\.$/);
  await flag(false);
  const done = await actOn(server, supervisor, numbers, { kind: 'deny', reasons });
  expect(done.counts).toMatchObject({ done: 3, queued: 3 });
  expect(await countStatuses(server, numbers)).toEqual({ proposed: 3 });
  expect(await preview()).toMatch(/0 claims to decide\. Flags: none\. Skipped: 3 decided or closed already\.$/);
  const waiting = (await second.get<Approvals>('/approvals')).body.approvals.filter(
    ({ decision, claim }) => decision === null && numbers.includes(claim?.number ?? ''),
  );
  expect(waiting).toHaveLength(3);
  const [released = '', declined = '', last = ''] = waiting.map(({ id }) => id);
  expect((await supervisor.post(`/approvals/${released}/approve`)).status).toBe(403);
  expect((await second.post(`/approvals/${released}/approve`)).status).toBe(204);
  expect((await second.post(`/approvals/${declined}/decline`, { reason: 'He is one.' })).status).toBe(204);
  await runReviewOf(server);
  expect(await countStatuses(server, numbers)).toEqual({ denied: 1, proposed: 1, 'in-review': 1 });
  // The action's page shows which of its claims still wait.
  expect((await supervisor.get<BulkJob>(`/bulk/${done.id}`)).body.counts).toMatchObject({ done: 3, queued: 1 });
  const { body: queued } = await supervisor.get<BulkClaims>(`/bulk/${done.id}/claims?outcome=queued`);
  expect(await Promise.all(queued.claims.map(({ number }) => statusOf(supervisor, number)))).toEqual(['proposed']);
  await second.post(`/approvals/${last}/decline`, { reason: 'He is one, too.' });
  await fillSearchOf(server);
  const { body: list } = await supervisor.get<{ count: { value: number } }>('/claims');
  const many = await askBulk(supervisor, { query: '', expected: list.count.value }, { kind: 'deny', reasons });
  expect([many.status, many.body]).toMatchObject([400, { code: 'bad-request' }]);
  expect((await askBulk(supervisor, { numbers }, { kind: 'deny', reasons: ['documents-missing'] })).status).toBe(400);
});

test('an action that is sent again is not started again', async () => {
  const numbers = (await takeReady(2)).map(({ number }) => number);
  const body = { id: randomUUID(), selection: { numbers }, action: { kind: 'assign', to: reviewer.person.id } };
  const sent = await Promise.all([1, 2].map(() => supervisor.post<BulkJob>('/bulk', body)));
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  await finishBulk(server, supervisor, body.id);
  const again = await supervisor.post<BulkJob>('/bulk', body);
  expect([again.status, again.body.status]).toEqual([201, 'done']);
  expect(
    await server.query('select kind from record_history where record_id = $1 order by position', [body.id]),
  ).toEqual([{ kind: 'bulk-asked' }, { kind: 'bulk-done' }]);
  for (const other of [
    { ...body, action: { kind: 'assign', to: null } },
    { ...body, selection: { numbers: numbers.slice(1) } },
    { ...body, selection: { query: `form=${consumerForm}`, expected: 2 } },
    { ...body, reason: 'Another one' },
  ])
    expect((await supervisor.post('/bulk', other)).status).toBe(409);
  expect((await second.post('/bulk', body)).status).toBe(409);
});

test('all that match are frozen as of now, and more than a hundred need a second person', async () => {
  const query = `form=${consumerForm}&status=ready&filed-to=${lastDay}`;
  await fillSearchOf(server);
  const { body: list } = await supervisor.get<{ count: { value: number } }>(`/claims?${query}`);
  const expected = list.count.value;
  expect(expected).toBeGreaterThan(100);
  const post = (selection: object, more: object = {}) => askBulk(supervisor, selection, { kind: 'approve' }, more);
  expect((await post({ query, expected: expected - 1 }, { reason: 'x' })).status).toBe(409);
  expect((await post({ query, expected })).status).toBe(400);
  // A filter that means nothing would widen the list.
  expect((await post({ query: `${query}&colour=red`, expected }, { reason: 'x' })).status).toBe(400);
  const listed = await server.query<{ id: string; number: string; amount: string; late: boolean }>(
    `select claim_search.number, claim_search.amount, claims.late, claim_id as id from claim_search
     join claims on claims.id = claim_id
     where claim_search.form_id = $1 and claim_search.status = 'ready' and filed_day <= $2
     order by claim_search.amount, claim_id`,
    [consumerForm, lastDay],
  );
  expect(listed).toHaveLength(expected);
  const [decided, corrected, other, flagged, back] = listed.filter(
    ({ late, amount }) => !late && Number(amount) < 10_000,
  );
  // The list does not know it yet.
  expect((await decide(reviewer, decided?.number ?? '', { outcome: 'approve' })).status).toBe(200);
  await server.query('update claim_search set duplicate = true where claim_id = $1', [flagged?.id]);
  await server.query(
    `insert into claim_review (claim_id, case_id, status, reopened) select id, case_id, 'ready', true from claims where id = $1`,
    [back?.id],
  );
  const preview = await supervisor.post<{ description: string }>('/bulk/preview', {
    selection: { query, expected },
    action: { kind: 'approve' },
  });
  const asked = await post({ query, expected }, { reason: 'Small and complete.' });
  expect(asked.body).toMatchObject({ status: 'asking', claims: expected });
  const request = await requestForBulk(second, asked.body.id);
  const open = listed.filter(({ number }) => number !== decided?.number);
  const amounts = open.map(({ amount }) => Number(amount.replace('.', '').slice(0, -2)));
  const [flags] = await server.query<{ late: number; duplicate: number }>(
    `select count(*) filter (where late)::int as late, count(*) filter (where duplicate)::int as duplicate
     from claim_search where number = any($1)`,
    [open.map(({ number }) => number)],
  );
  const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  expect(request?.what).toContain(
    [
      `Recognized: ${dollars(amounts.reduce((sum, each) => sum + each, 0))} in all for ${open.length} claims,`,
      `the largest ${dollars(Math.max(...amounts))}. Of these, ${amounts.filter((each) => each >= 1_000_000).length} of $10,000.00 or more.`,
    ].join(' '),
  );
  for (const part of [
    ...(flags?.late === 0 ? [] : [`${flags?.late} Late`]),
    `${flags?.duplicate} Possible duplicate`,
    `Not scored yet: ${open.length}. Skipped: 1 decided or closed already.`,
  ])
    expect(request?.what).toContain(part);
  // The requester and the second person read the same description.
  expect(request?.what).toBe(`${preview.body.description} SHA-256 of the list: ${asked.body.sha256}.`);
  // It stays the same when the list changes.
  const browser = await logInBrowser(server.app, memberOf(1));
  await browser.fileClaim();
  expect(await approveWaiting(second)).toBe(204);
  // Changes between the signature and the action are not approved.
  await correctAnswer(reviewer, corrected?.number ?? '');
  // Without an entry in the history: only the amount itself tells.
  const addToAmount = (dollars: number) =>
    server.query(
      `begin; set local session_replication_role = replica;
       update claims set amount = amount + ${dollars} where id = ${other?.id}; commit`,
    );
  await addToAmount(1);
  const done = await finishBulk(server, supervisor, asked.body.id);
  await addToAmount(-1);
  expect(done).toMatchObject({ status: 'done', claims: expected, counts: { done: expected - 4, skipped: 4 } });
  expect(await reasonsOf(supervisor, asked.body.id, 'skipped')).toEqual({
    [decided?.number ?? '']: 'It is already decided or was returned to the claimant',
    [corrected?.number ?? '']: expect.stringContaining('changed after it was selected'),
    [other?.number ?? '']: 'Its recognized amount has changed since it was approved',
    [back?.number ?? '']: 'It was reopened, so a reviewer must decide it',
  });
  const [{ approved } = { approved: 0 }] = await server.query<{ approved: number }>(
    `select count(*)::int as approved from claim_review join claim_decisions decision on id = decision_id
     join bulk_job_claims frozen on frozen.claim_id = decision.claim_id and frozen.job_id = $1
     where source = 'bulk' and source_id = $1 and status = 'approved' and frozen.amount = decision.recognized_amount`,
    [asked.body.id],
  );
  expect(approved).toBe(done.counts.done);
});

test('a list that also shows claims of cases that the person only reviews says how to narrow it', async () => {
  const partly = await signInTab(
    server,
    { role: 'supervisor', caseId: 'brand-drug' },
    { role: 'reviewer', caseId: 'savings-club' },
  );
  const assign = { kind: 'assign', to: null };
  const [other] = await server.query<{ number: string }>(
    `select number from claim_search where case_id = 'savings-club' limit 1`,
  );
  const { count } = (await partly.get<{ count: { value: number } }>('/claims')).body;
  for (const selection of [{ query: '', expected: count.value }, { numbers: [other?.number] }]) {
    const { status, body } = await askBulk(partly, selection, assign, { reason: 'x' });
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Filter the list by case')]);
  }
  const unseen = await signInTab(server, { role: 'supervisor', caseId: 'brand-drug' });
  expect((await askBulk(unseen, { numbers: [other?.number] }, assign)).status).toBe(404);
});

test('what the list did not show yet when claims were chosen keeps them from being approved', async () => {
  const [seen, unseen] = await takeReady(2);
  await correctAnswer(reviewer, unseen?.number ?? '');
  const askAgain = () => askBulk(supervisor, { numbers: [seen?.number, unseen?.number] }, { kind: 'approve' });
  await server.query('update claim_search_progress set derived_to = 0');
  const early = await askAgain();
  expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('being rebuilt')]);
  await server.query('update claim_search_progress set derived_to = null');
  const done = await finishBulk(server, supervisor, (await askAgain()).body.id);
  expect(done.counts).toMatchObject({ done: 1, skipped: 1 });
  expect(await countStatuses(server, [unseen?.number ?? ''])).not.toHaveProperty('proposed');
});

test('reopening waits for decisions that are being stored when its claims are chosen', async () => {
  const [claim] = await takeReady(1);
  const ask = () => askBulk(supervisor, { numbers: [claim?.number] }, { kind: 'reopen' }, { reason: 'A mistake' });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and query like '%pg_locks%'`;
  const asked = await withClient(server.connectionString, async (decider) => {
    await decider.query('begin; lock table claim_history in row exclusive mode');
    const asking = ask();
    await expect.poll(() => server.query(waiting)).toHaveLength(1);
    await decider.query('commit');
    return asking;
  });
  expect(asked.status).toBe(201);
  await finishBulk(server, supervisor, asked.body.id);
});

test('a claim that fails does not stop the others, and can be tried again', async () => {
  const numbers = (await takeReady(5)).map(({ number }) => number);
  const bad = numbers[2] ?? '';
  const accept = await refuseRows(server, 'claim_decisions', [bad]);
  const done = await actOn(server, supervisor, numbers, { kind: 'approve' });
  expect(done.counts).toMatchObject({ done: 4, failed: 1, skipped: 0 });
  expect(Object.keys(await reasonsOf(supervisor, done.id, 'failed'))).toEqual([bad]);
  await accept();
  // Two clicks: its claims are tried again once.
  const [tab = supervisor] = await openSideBySide(server, supervisor);
  const lock = ['select from bulk_jobs where id = $1 for update', [done.id]] as const;
  const retry = () => tab.post<BulkJob>(`/bulk/${done.id}/retry`);
  const [again = await retry(), twin] = await lineUp(server, lock, [retry, retry]);
  expect(twin?.status).toBe(409);
  expect(again.body).toMatchObject({ claims: 1, retries: done.id });
  expect((await finishBulk(server, supervisor, again.body.id)).counts).toMatchObject({ done: 1 });
  expect((await supervisor.post(`/bulk/${done.id}/retry`)).status).toBe(409);
});

test('the claims that an action did not reach before it failed can be tried again', async () => {
  const numbers = (await takeReady(2)).map(({ number }) => number);
  const asked = await askBulk(supervisor, { numbers }, { kind: 'assign', to: reviewer.person.id });
  await server.query('update bulk_jobs set attempts = 20 where id = $1', [asked.body.id]);
  const given = await finishBulk(server, supervisor, asked.body.id);
  expect(given).toMatchObject({ status: 'failed', counts: { waiting: 0, failed: 2 } });
  const { body: again } = await supervisor.post<BulkJob>(`/bulk/${given.id}/retry`);
  expect((await finishBulk(server, supervisor, again.id)).counts).toMatchObject({ done: 2 });
});

test('a claim that failed again is tried again once, by the action or by the one that tried it before', async () => {
  const [claim] = await takeReady(1);
  const asked = await askBulk(supervisor, { numbers: [claim?.number] }, { kind: 'assign', to: reviewer.person.id });
  const fail = (id: string) =>
    server.query(
      `with failed as (update bulk_job_claims set outcome = 'failed', reason = 'a test', at = now() where job_id = $1)
       update bulk_jobs set status = 'done', finished_at = now() where id = $1`,
      [id],
    );
  const [tab = supervisor] = await openSideBySide(server, supervisor);
  const retry = (id: string) => tab.post<BulkJob>(`/bulk/${id}/retry`);
  await fail(asked.body.id);
  const again = await retry(asked.body.id);
  await fail(again.body.id);
  const third = await retry(again.body.id);
  expect([again.status, third.status]).toEqual([201, 201]);
  expect((await retry(asked.body.id)).status).toBe(409);
  await fail(third.body.id);
  const lock = ['select from bulk_jobs where id = $1 for update', [asked.body.id]] as const;
  const both = await lineUp(server, lock, [() => retry(asked.body.id), () => retry(third.body.id)]);
  expect(both.map(({ status }) => status)).toEqual([201, 409]);
});

test('an account that is disabled and an action on the claims of its requests do not wait for each other', async () => {
  const claims = await takeReady(2);
  const asker = await signInTab(server, 'reviewer');
  for (const { number } of claims.toReversed()) await decide(asker, number, { outcome: 'deny', reasons: ['fraud'] });
  const numbers = claims.map(({ number }) => number);
  const asked = await askBulk(supervisor, { numbers }, { kind: 'assign', to: reviewer.person.id });
  const [admin = second] = await openSideBySide(server, await signInTab(server, 'admin'));
  const [disabled, assigned] = await lineUp<unknown>(
    server,
    ['select from claims where id = $1 for update', [claims[1]?.id]],
    [
      () => admin.put(`/staff/${asker.person.id}/state`, { disabled: true }, { 'if-match': '"1"' }),
      () => finishBulk(server, supervisor, asked.body.id),
    ],
  );
  expect(disabled).toMatchObject({ status: 200 });
  expect(assigned).toMatchObject({ counts: { done: 2 } });
});

test('an action that is stopped does nothing to the claims that are left', async () => {
  const claims = await takeReady(3);
  const asked = await askBulk(supervisor, { numbers: claims.map(({ number }) => number) }, { kind: 'approve' });
  const stopped = await supervisor.delete<BulkJob>(`/bulk/${asked.body.id}`);
  expect(stopped.body).toMatchObject({ status: 'cancelled', counts: { waiting: 3, done: 0 } });
  expect(
    await countStatuses(
      server,
      claims.map(({ number }) => number),
    ),
  ).toEqual({ none: 3 });
  expect((await supervisor.delete(`/bulk/${asked.body.id}`)).status).toBe(409);
});

test('denials prepared together include claims that wait for documents, as a single denial does, and no deficient ones', async () => {
  const denial = { outcome: 'deny', reasons: ['fraud'] } as const;
  // The highest range makes documents due.
  const incomplete = { outOfpocketExpensePaid: '$10,000 or more' };
  const [alone, together] = [await fileWithoutNotice(server, incomplete), await fileWithoutNotice(server, incomplete)];
  const { number: deficient } = await fileReady(server);
  await decide(reviewer, deficient, { outcome: 'deficient', reasons: ['documents-missing'] });
  await fillSearchOf(server);
  for (const number of [alone, together]) expect(await statusOf(supervisor, number)).toBe('waiting-documents');
  expect((await decide(reviewer, alone, denial)).body).toMatchObject({ status: 'proposed' });
  expect((await decide(reviewer, deficient, denial)).status).toBe(409);

  const action = { kind: 'deny', reasons: denial.reasons };
  const done = await actOn(server, supervisor, [together, deficient], action);
  expect(done.counts).toMatchObject({ done: 1, skipped: 1 });
  expect(await statusOf(supervisor, deficient)).toBe('deficient');
  expect(await readReviewOf(supervisor, together)).toMatchObject({
    status: 'proposed',
    decision: { waitsFor: ['fraud', 'together'] },
  });
});
