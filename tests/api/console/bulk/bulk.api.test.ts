import { settlement } from '@redress/content/settlement';
import type { Approvals } from '@redress/contract/console/approvals';
import { type BulkClaims, type BulkJob, bulkWithoutSecondPerson } from '@redress/contract/console/bulk';
import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { ruleRunJobs } from '@redress/server/console/rules/rule-run-jobs';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { changeReview, decide, fileReady, pass, readReviewOf, runReviewOf } from '../../../setup/review.ts';
import { approveWaiting, createRule, finishBulk, finishRun, runRule, sealClaims } from '../../../setup/rules.ts';
import { logInBrowser } from '../../../setup/browser.ts';
import { childEnvironment } from '../../../setup/server-process.ts';
import { keys, memberOf, runningClock, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

let supervisor: StaffTab;
let second: StaffTab;
let reviewer: StaffTab;
const periods: { readonly from: string; readonly to: string }[] = [];
const caseId = 'brand-drug';
const consumerForm = settlement.claimForms[0]?.id ?? '';

const server = useTestServer();
beforeAll(async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 1_040, add: false, onProgress: () => {} });
  supervisor = await signInTab(server, 'supervisor');
  second = await signInTab(server, 'supervisor');
  reviewer = await signInTab(server, 'reviewer');
  await sealClaims(server);
  // Five short periods, and two long ones with more claims than need no second person.
  const quantiles = await server.query<{ first: string; last: string }>(
    `select min(filed_day) as first, max(filed_day) as last from (
       select filed_day, least(part, 6 + part / 10) as part
       from (select filed_day, ntile(13) over (order by filed_day) as part from claim_search group by 1) as day
     ) as part group by part order by part`,
  );
  for (const { first, last } of quantiles) periods.push({ from: first, to: last });
});

/** Takes ready claims of the consumer form that no other test has taken. */
let taken = 0;
async function takeReady(count: number): Promise<{ id: string; number: string }[]> {
  const rows = await server.query<{ id: string; number: string }>(
    `select claim_id as id, number from claim_search
     where form_id = $1 and status = 'ready' and amount < 10000 and not late and claim_id > $2
       and not exists (select from claim_review where claim_review.claim_id = claim_search.claim_id)
     order by claim_id limit $3`,
    [consumerForm, taken, count],
  );
  taken = Number(rows.at(-1)?.id ?? taken);
  expect(rows).toHaveLength(count);
  return rows;
}

/** A rule for claims of a range of days, which no other test decides, run once. */
async function runOn(period: number): Promise<{ rule: RuleDetails; run: RuleRun }> {
  await sealClaims(server);
  const rule = await createRule(supervisor, caseId, {
    outcome: 'approve',
    conditions: [
      { fact: 'form', oneOf: [consumerForm] },
      { fact: 'filed', ...periods[period] },
      // A rule that approves would queue these.
      { fact: 'flag', flag: 'duplicate', is: false },
      { fact: 'flag', flag: 'machine', is: false },
    ],
  });
  return { rule, run: await runRule(server, supervisor, rule.id) };
}

async function release(run: RuleRun): Promise<string> {
  const asked = await supervisor.post<RuleRun>(`/rules/runs/${run.id}/release`, { reason: 'Looked at the sample.' });
  expect(asked.status).toBe(202);
  return asked.body.release?.job ?? '';
}

/** Has a second person agree to a release, and waits until it is done. */
async function finishRelease(run: RuleRun, options: Parameters<typeof finishBulk>[3] = {}): Promise<BulkJob> {
  const job = await release(run);
  expect(await approveWaiting(second)).toBe(204);
  return finishBulk(server, supervisor, job, options);
}

/** Asks for an action on claims. */
const ask = (selection: object, action: object, more: object = {}) =>
  supervisor.post<BulkJob & { detail?: string }>('/bulk', { id: randomUUID(), selection, action, ...more });

const approveUnseen = (number: string) =>
  reviewer.post(
    `/claims/${number}/decisions`,
    { id: randomUUID(), outcome: 'approve', reasons: [] },
    { 'if-match': '"0"' },
  );

async function correct(number: string): Promise<void> {
  const { version } = (await reviewer.get<{ version: string }>(`/claims/${number}`)).body;
  const correction = { field: 'city', value: 'Larkspur', source: 'call', documentId: null, note: 'x' };
  const { status } = await reviewer.post(
    `/claims/${number}/corrections`,
    { id: randomUUID(), ...correction },
    { 'if-match': `"${version}"` },
  );
  expect(status).toBe(204);
}

/** The request to the second person: for this action, or the newest that waits. */
const requestOf = async (job?: string) =>
  (await second.get<Approvals>('/approvals')).body.approvals.find(
    ({ bulkJob, decision }) => decision === null && (job === undefined || bulkJob === job),
  );

/** Claims of a run that need no second person one by one. */
const claimsOf = (run: RuleRun, count = 1_000) =>
  server.query<{ id: string; number: string }>(
    `select claim_id as id, number from rule_run_claims join claims on claims.id = claim_id
     where run_id = $1 and not late and claims.amount < 10000 order by claim_id limit $2`,
    [run.id, count],
  );

async function verify(): Promise<string[]> {
  await sealClaims(server);
  const messages: string[] = [];
  const store = await openUploadStore(server.documentFolder);
  await verifyClaims({ database: server.database, keys, store }, (message) => messages.push(message));
  return messages;
}

const readStatuses = async (numbers: readonly string[]) => {
  const rows = await server.query<{ status: string }>(
    `select coalesce(review.status, 'none') as status from claims left join claim_review review on claim_id = claims.id
     where number = any($1) order by number`,
    [numbers],
  );
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
};

test('a run that a second person released approves its claims, each with history, and nobody is their own second person', async () => {
  const { rule, run } = await runOn(0);
  const approve = run.result?.approve ?? 0;
  expect(approve).toBeGreaterThan(5);
  const job = await release(run);
  const own = await requestOf(job);
  expect(own?.what).toContain(run.sha256);
  expect(own?.what).toContain('Of the claims to approve: Flags:');
  // From it, the second person reads the conditions.
  expect(own?.rule).toEqual({ id: rule.id, name: rule.name, version: 1 });
  expect((await supervisor.post(`/approvals/${own?.id}/approve`)).status).toBe(403);
  // Nothing happens before.
  expect((await supervisor.get<BulkJob>(`/bulk/${job}`)).body).toMatchObject({ status: 'asking', counts: { done: 0 } });
  expect(await approveWaiting(second)).toBe(204);
  const done = await finishBulk(server, supervisor, job, { now: runningClock(server) });
  expect(done).toMatchObject({ status: 'done', counts: { done: approve, skipped: 0, failed: 0, waiting: 0 } });

  const decided = await server.query<{ claims: number; amount: string; entries: number; reviews: string[] }>(
    `select count(*)::int as claims, sum(decision.recognized_amount)::numeric(24, 2)::text as amount,
       array_agg(distinct review.status || ' ' || review.pool || ' ' || (review.version > 1)) as reviews,
       sum((select count(*) from claim_history where claim_history.claim_id = review.claim_id
         and kind in ('claim-decided', 'decision-released')))::int as entries
     from claim_decisions decision join claim_review review on review.decision_id = decision.id
     where source = 'rule' and source_id = $1`,
    [run.id],
  );
  expect(decided).toEqual([
    { claims: approve, amount: run.result?.amount, entries: 2 * approve, reviews: ['approved consumers true'] },
  ]);

  // The same run cannot be released twice.
  expect((await supervisor.post(`/rules/runs/${run.id}/release`, { reason: 'Again' })).status).toBe(409);
});

test('a run is repeated with the same hash after claims, documents and decisions arrived, and a new run says what changed', async () => {
  const { rule, run } = await runOn(1);
  const [one] = await claimsOf(run, 1);
  const before = server.now;
  server.now = new Date(`${periods[1]?.from}T16:00:00Z`);
  expect((await approveUnseen(one?.number ?? '')).status).toBe(200);
  const browser = await logInBrowser(server.app, memberOf(0));
  const later = (await browser.fileClaim()).body.claimNumber;
  server.now = before;
  await sealClaims(server);

  const again = await supervisor.post<RuleRun>(`/rules/runs/${run.id}/repeat`);
  expect(again.status).toBe(202);
  const repeated = await finishRun(server, supervisor, again.body.id, { claimsPerChunk: 97 });
  expect(repeated).toMatchObject({ status: 'done', isIdentical: true, sha256: run.sha256, seal: run.seal });

  const next = await runRule(server, supervisor, rule.id);
  expect(next.sha256).not.toBe(run.sha256);
  expect(next.result?.difference).toEqual({
    run: run.id,
    added: 1,
    removed: 1,
    addedClaims: [later],
    removedClaims: [one?.number],
  });
  // The older run is history.
  expect((await supervisor.post(`/rules/runs/${run.id}/release`, { reason: 'Old' })).status).toBe(409);
  expect((await supervisor.post(`/rules/${rule.id}/runs`)).status).toBe(202);
});

test('claims that changed after the run are skipped, with the reason', async () => {
  const { run } = await runOn(2);
  const [one, two, three] = await claimsOf(run, 3);
  const job = await release(run);
  expect((await approveUnseen(one?.number ?? '')).status).toBe(200);
  await server.query(
    `insert into claim_review (claim_id, case_id, status) select id, case_id, 'ready' from claims where id = $1`,
    [two?.id],
  );
  await server.query(
    `update claim_review set status = 'in-review', leased_by = $2, leased_until = $3 where claim_id = $1`,
    [two?.id, reviewer.person.id, new Date(server.now.getTime() + 60_000)],
  );
  expect((await changeReview(supervisor, three?.number ?? '', 'withdraw')).status).toBe(200);
  expect(await approveWaiting(second)).toBe(204);
  const done = await finishBulk(server, supervisor, job);
  expect(done.counts).toMatchObject({ skipped: 3, failed: 0, waiting: 0 });
  const { claims } = (await supervisor.get<BulkClaims>(`/bulk/${job}/claims?outcome=skipped`)).body;
  expect(claims.map(({ number, reason }) => [number, reason])).toEqual([
    [one?.number, 'It is already decided or was returned to the claimant'],
    [two?.number, 'A reviewer has it open'],
    [three?.number, 'It is withdrawn, void, or final'],
  ]);
});

test('a release and a reviewer who decide at the same moment decide each claim once', async () => {
  const { run } = await runOn(3);
  const claims = await server.query<{ number: string }>(
    'select number from rule_run_claims join claims on claims.id = claim_id where run_id = $1 order by claim_id',
    [run.id],
  );
  const job = await release(run);
  expect(await approveWaiting(second)).toBe(204);
  const deciding = (async () => {
    let decided = 0;
    for (const { number } of claims) {
      const { status } = await approveUnseen(number);
      expect([200, 409, 412]).toContain(status);
      if (status === 200) decided += 1;
    }
    return decided;
  })();
  const [done, decided] = [await finishBulk(server, supervisor, job, { claimsPerBatch: 3 }), await deciding];
  expect(done.counts.failed).toBe(0);
  expect(done.counts.done + decided).toBe(claims.length);
  const twice = await server.query(`select claim_id from claim_decisions group by claim_id having count(*) > 1`);
  expect(twice).toEqual([]);
});

test('a process that is killed in the middle of a release is followed by another, and no claim is decided twice', async () => {
  const { run } = await runOn(4);
  const claims = (run.result?.approve ?? 0) + (run.result?.queue ?? 0);
  expect(claims).toBeGreaterThan(30);
  const job = await release(run);
  expect(await approveWaiting(second)).toBe(204);
  const script = fileURLToPath(new URL('./bulk-until-killed.ts', import.meta.url));
  const args = [script, server.connectionString, server.now.toISOString(), '2'];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: childEnvironment });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  const before = (await supervisor.get<BulkJob>(`/bulk/${job}`)).body;
  expect(before.status).toBe('waiting');
  expect(before.counts.waiting).toBeGreaterThan(0);
  expect(before.counts.done).toBeGreaterThan(0);
  // As if its lease had ended.
  await server.query('update bulk_jobs set due_at = $2 where id = $1', [job, server.now]);
  const after = await finishBulk(server, supervisor, job, { claimsPerBatch: 10 });
  expect(after).toMatchObject({ status: 'done', counts: { done: claims, failed: 0, waiting: 0 } });
  const [{ decisions, entries } = { decisions: 0, entries: 0 }] = await server.query<{
    decisions: number;
    entries: number;
  }>(
    `select count(*)::int as decisions, sum((select count(*) from claim_history h where h.claim_id = d.claim_id
       and kind = 'decision-released'))::int as entries
     from claim_decisions d where source_id = $1`,
    [run.id],
  );
  expect([decisions, entries]).toEqual([claims, claims]);
});

test('a claim that came back from a deficiency with any document is not approved by a rule: nobody has looked at it again', async () => {
  const { number, browser } = await fileReady(server, 2);
  await sealClaims(server);
  const [{ id, day } = { id: '', day: '' }] = await server.query<{ id: string; day: string }>(
    'select claim_id as id, filed_day as day from claim_search where number = $1',
    [number],
  );
  const conditions = [
    { fact: 'form', oneOf: [consumerForm] },
    { fact: 'filed', from: day, to: day },
  ] satisfies RuleContent['conditions'];
  const rule = await createRule(supervisor, caseId, { outcome: 'approve', conditions });
  const isListed = async (run: RuleRun) =>
    (await server.query('select from rule_run_claims where run_id = $1 and claim_id = $2', [run.id, id])).length > 0;
  expect(await isListed(await runRule(server, supervisor, rule.id))).toBe(true);
  expect((await decide(reviewer, number, { outcome: 'deficient', reasons: ['documents-missing'] })).status).toBe(200);
  pass(server, 60);
  await browser.upload(number, [{ name: 'anything.pdf', bytes: pdf(2_000) }]);
  await runReviewOf(server);
  await sealClaims(server);
  expect((await readReviewOf(reviewer, number)).status).toBe('ready');
  expect(await isListed(await runRule(server, supervisor, rule.id))).toBe(false);
  // No other test finds it among the claims of its days.
  expect((await changeReview(supervisor, number, 'void')).status).toBe(200);
});

test('what one rule queues is flagged for people, once, and another one of the same seal does not approve it', async () => {
  await sealClaims(server);
  const conditions = [
    { fact: 'filed', ...periods[5] },
    { fact: 'amount', atLeast: '900.01', atMost: '1400' },
  ] satisfies RuleContent['conditions'];
  const runOf = async (outcome: RuleContent['outcome']) => {
    const rule = await createRule(supervisor, caseId, { outcome, conditions: [...conditions] });
    return { rule, run: await runRule(server, supervisor, rule.id) };
  };
  const queueing = await runOf('queue');
  const approving = await runOf('approve');
  const queued = queueing.run.result?.queue ?? 0;
  expect(queued).toBeGreaterThan(0);
  expect(approving.run).toMatchObject({ seal: queueing.run.seal, result: { approve: queued, queue: 0 } });
  expect(queueing.run.result).toMatchObject({ approve: 0, amount: '0.00', largest: null });
  expect((await finishRelease(queueing.run)).counts).toMatchObject({ done: queued, skipped: 0, failed: 0 });
  expect((await finishRelease(approving.run)).counts).toMatchObject({ done: 0, skipped: queued });
  // A later run knows it, and the list shows it; they are flagged once.
  await sealClaims(server);
  const later = await runRule(server, supervisor, approving.rule.id);
  expect(later.result).toMatchObject({ approve: 0, queue: queued });
  const query = `rule=yes&amount-from=900.01&amount-to=1400`;
  const { body: list } = await supervisor.get<{ count: { value: number } }>(`/claims?${query}`);
  expect(list.count.value).toBe(queued);
  const again = await runRule(server, supervisor, queueing.rule.id);
  expect(again.sha256).toBe(queueing.run.sha256);
  expect((await finishRelease(again)).counts).toMatchObject({ done: 0, skipped: queued });
});

test('up to a hundred claims are acted on at once: assigned, put back, deficient, approved', async () => {
  const claims = await takeReady(12);
  const numbers = claims.map(({ number }) => number);
  const act = async (action: object, chosen: readonly string[], more: object = {}) => {
    const asked = await ask({ numbers: chosen }, action, more);
    expect(asked.status).toBe(201);
    return finishBulk(server, supervisor, asked.body.id);
  };
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
    what: 'Unassign 2 claims. Chosen one by one.',
    counts: { done: 1, skipped: 1 },
  });
  expect((await readReviewOf(supervisor, numbers[0] ?? '')).lease).toBeNull();
  await runReviewOf(server);
  const deficient = { kind: 'deficient', reasons: ['documents-missing'] };
  expect((await act(deficient, numbers.slice(0, 4))).counts).toMatchObject({ done: 4 });
  expect((await act({ kind: 'approve' }, numbers)).counts).toMatchObject({ done: 8, skipped: 4 });
  expect(await readStatuses(numbers)).toEqual({ deficient: 4, proposed: 8 });
  const reopen = { id: randomUUID(), selection: { numbers }, action: { kind: 'reopen' } };
  expect((await supervisor.post('/bulk', { ...reopen, reason: ' ' })).status).toBe(400);
  expect((await act(reopen.action, numbers, { reason: 'The list was wrong.' })).reasons).toEqual([
    {
      outcome: 'skipped',
      reason: 'No decision is in force: it is open, or its decision has not taken effect yet',
      claims: 8,
    },
  ]);
  expect(await readStatuses(numbers)).toEqual({ ready: 4, proposed: 8 });
  const reopened = await readReviewOf(supervisor, numbers[0] ?? '');
  expect(reopened).toMatchObject({ status: 'ready', decision: null, cureDue: null });
  expect(
    (await act({ kind: 'deficient', reasons: ['data-errors'] }, [(await takeReady(1))[0]?.number ?? ''])).reasons,
  ).toEqual([{ outcome: 'skipped', reason: 'The reason doesn’t apply to this claim or its form', claims: 1 }]);
});

test('denials are prepared together, and a second person releases each by itself', async () => {
  const numbers = (await takeReady(3)).map(({ number }) => number);
  const reasons = ['not-a-class-member'];
  const preview = async () =>
    (
      await supervisor.post<{ description: string }>('/bulk/preview', {
        selection: { numbers },
        action: { kind: 'deny', reasons },
      })
    ).body.description;
  const flag = (isDuplicate: boolean) =>
    server.query('update claim_search set duplicate = $2 where number = $1', [numbers[0], isDuplicate]);
  await flag(true);
  expect(await preview()).toMatch(/3 claims to decide\. Flags: 1 Possible duplicate\. Not scored yet: 3\.$/);
  await flag(false);
  const asked = await ask({ numbers }, { kind: 'deny', reasons });
  expect((await finishBulk(server, supervisor, asked.body.id)).counts).toMatchObject({ done: 3 });
  expect(await readStatuses(numbers)).toEqual({ proposed: 3 });
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
  expect(await readStatuses(numbers)).toEqual({ denied: 1, proposed: 1, 'in-review': 1 });
  await second.post(`/approvals/${last}/decline`, { reason: 'He is one, too.' });
  await fillSearchOf(server);
  const { body: list } = await supervisor.get<{ count: { value: number } }>('/claims');
  const many = await ask({ query: '', expected: list.count.value }, { kind: 'deny', reasons });
  expect([many.status, many.body]).toMatchObject([400, { code: 'bad-request' }]);
  expect((await ask({ numbers }, { kind: 'deny', reasons: ['documents-missing'] })).status).toBe(400);
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
  const query = `form=${consumerForm}&status=ready&filed-from=${periods[5]?.from}&filed-to=${periods[5]?.to}`;
  await fillSearchOf(server);
  const { body: list } = await supervisor.get<{ count: { value: number } }>(`/claims?${query}`);
  const expected = list.count.value;
  expect(expected).toBeGreaterThan(100);
  const post = (selection: object, more: object = {}) => ask(selection, { kind: 'approve' }, more);
  expect((await post({ query, expected: expected - 1 }, { reason: 'x' })).status).toBe(409);
  expect((await post({ query, expected })).status).toBe(400);
  // A filter that means nothing would widen the list.
  expect((await post({ query: `${query}&colour=red`, expected }, { reason: 'x' })).status).toBe(400);
  const listed = await server.query<{ id: string; number: string; amount: string; late: boolean }>(
    `select claim_search.number, claim_search.amount, claims.late, claim_id as id from claim_search
     join claims on claims.id = claim_id
     where claim_search.form_id = $1 and claim_search.status = 'ready' and filed_day between $2 and $3
     order by claim_search.amount, claim_id`,
    [consumerForm, periods[5]?.from, periods[5]?.to],
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
  const request = await requestOf(asked.body.id);
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
  await correct(corrected?.number ?? '');
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
  const { claims: skipped } = (await supervisor.get<BulkClaims>(`/bulk/${asked.body.id}/claims?outcome=skipped`)).body;
  expect(Object.fromEntries(skipped.map(({ number, reason }) => [number, reason]))).toEqual({
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

test('what the list did not show yet when claims were chosen keeps them from being approved', async () => {
  const [seen, unseen] = await takeReady(2);
  await correct(unseen?.number ?? '');
  const askAgain = () => ask({ numbers: [seen?.number, unseen?.number] }, { kind: 'approve' });
  await server.query('update claim_search_progress set derived_to = 0');
  const early = await askAgain();
  expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('being rebuilt')]);
  await server.query('update claim_search_progress set derived_to = null');
  const done = await finishBulk(server, supervisor, (await askAgain()).body.id);
  expect(done.counts).toMatchObject({ done: 1, skipped: 1 });
  expect(await readStatuses([unseen?.number ?? ''])).not.toHaveProperty('proposed');
});

test('a claim that fails does not stop the others, and can be tried again', async () => {
  const claims = await takeReady(5);
  const bad = claims[2];
  await server.query(
    `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'a test' using errcode = 'P0099'; end $$`,
  );
  await server.query(
    `create trigger refuse_one before insert on claim_decisions for each row when (new.claim_id = ${bad?.id}) execute function refuse_one()`,
  );
  const asked = await ask({ numbers: claims.map(({ number }) => number) }, { kind: 'approve' });
  const done = await finishBulk(server, supervisor, asked.body.id);
  expect(done.counts).toMatchObject({ done: 4, failed: 1, skipped: 0 });
  const { claims: failed } = (await supervisor.get<BulkClaims>(`/bulk/${done.id}/claims?outcome=failed`)).body;
  expect(failed.map(({ number }) => number)).toEqual([bad?.number]);
  await server.query('drop trigger refuse_one on claim_decisions');
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

test('a claim that failed again is tried again once, by the action or by the one that tried it before', async () => {
  const [claim] = await takeReady(1);
  const asked = await ask({ numbers: [claim?.number] }, { kind: 'assign', to: reviewer.person.id });
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
  const asked = await ask({ numbers }, { kind: 'assign', to: reviewer.person.id });
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

test('a release that waits is refused once its rule has changed, or the software computes rules otherwise', async () => {
  const { rule, run } = await runOn(1);
  const job = await release(run);
  const path = `/approvals/${(await requestOf(job))?.id}`;
  const approve = () => second.post<{ detail?: string }>(`${path}/approve`);
  await server.query(
    `alter table rule_runs disable trigger rule_runs_stay;
     update rule_runs set evaluation = sha256(evaluation) where id = '${run.id}'`,
  );
  const otherwise = await approve();
  expect([otherwise.status, otherwise.body.detail]).toEqual([409, expect.stringContaining('run the rule again')]);
  await server.query(
    `update rule_runs set evaluation = (
       select evaluation from rule_runs where id <> '${run.id}' order by position desc limit 1
     ) where id = '${run.id}';
     alter table rule_runs enable trigger rule_runs_stay`,
  );
  const { outcome, conditions } = rule.versions[0] ?? { outcome: 'approve', conditions: [] };
  const changed = { outcome, conditions: [...conditions, { fact: 'language', oneOf: ['en'] }] };
  expect((await supervisor.post(`/rules/${rule.id}/versions`, changed, { 'if-match': '"1"' })).status).toBe(201);
  const stale = await approve();
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining('run the rule again')]);
  expect((await supervisor.get<BulkJob>(`/bulk/${job}`)).body).toMatchObject({ status: 'asking' });
  expect((await second.post(`${path}/decline`, { reason: 'The rule has changed.' })).status).toBe(204);
});

test('the history of a dry run says who cancelled it, or why it failed', async () => {
  await sealClaims(server);
  const rule = await createRule(supervisor, caseId, {
    outcome: 'queue',
    conditions: [{ fact: 'channel', is: 'script' }],
  });
  const start = async () => (await supervisor.post<RuleRun>(`/rules/${rule.id}/runs`)).body.id;
  const cancelled = await start();
  expect((await second.delete(`/rules/runs/${cancelled}`)).status).toBeLessThan(300);
  expect((await second.delete(`/rules/runs/${cancelled}`)).status).toBe(409);
  const failed = await start();
  const holder = randomUUID();
  await server.query(`update rule_runs set leased_by = $2, last_error = '23514' where id = $1`, [failed, holder]);
  const jobs = ruleRunJobs({ database: server.database, keys, settlement, now: () => server.now });
  await jobs.giveUp?.(failed, holder);
  await jobs.giveUp?.(failed, holder);
  const entries = (id: string) =>
    server.query('select kind, details from record_history where record_id = $1 and position > 1', [id]);
  expect(await entries(cancelled)).toMatchObject([{ kind: 'rule-run-cancelled', details: { by: second.person.id } }]);
  expect(await entries(failed)).toMatchObject([{ kind: 'rule-run-failed', details: { code: '23514' } }]);
  expect((await verify()).filter((message) => message.includes('rule_runs'))).toEqual([]);
});

test('a request is withdrawn, declined or stopped, and nothing is done to the claims', async () => {
  const { run } = await runOn(1);
  const withdrawn = await release(run);
  expect((await second.delete(`/bulk/${withdrawn}`)).status).toBe(403);
  expect((await supervisor.delete<BulkJob>(`/bulk/${withdrawn}`)).body.status).toBe('cancelled');
  const declined = await release(run);
  const waiting = await requestOf(declined);
  expect((await second.post(`/approvals/${waiting?.id}/decline`, { reason: 'Too many.' })).status).toBe(204);
  expect((await supervisor.get<BulkJob>(`/bulk/${declined}`)).body).toMatchObject({
    status: 'refused',
    counts: { done: 0 },
  });
  const claims = await takeReady(3);
  const asked = await ask({ numbers: claims.map(({ number }) => number) }, { kind: 'approve' });
  const stopped = await supervisor.delete<BulkJob>(`/bulk/${asked.body.id}`);
  expect(stopped.body).toMatchObject({ status: 'cancelled', counts: { waiting: 3, done: 0 } });
  expect(await readStatuses(claims.map(({ number }) => number))).toEqual({ none: 3 });
  expect((await supervisor.delete(`/bulk/${asked.body.id}`)).status).toBe(409);
});

test('a mistaken release is taken back: what it decided and nobody decided since is reopened, by two people', async () => {
  // Other tests of this file end actions by hand.
  const before = await verify();
  const { run } = await runOn(6);
  const released = await finishRelease(run);
  expect(released.counts.done).toBeGreaterThan(bulkWithoutSecondPerson + 2);
  const numbers = (
    await server.query<{ number: string }>(
      `select number from claim_decisions join claims on claims.id = claim_id
       where source_id = $1 and not late and claims.amount < 10000 order by number`,
      [run.id],
    )
  ).map(({ number }) => number);
  const [first = '', other = ''] = numbers;
  const decideAgain = async (number: string) => {
    expect((await changeReview(supervisor, number, 'reopen')).status).toBe(200);
    expect((await decide(reviewer, number, { outcome: 'approve' })).status).toBe(200);
    pass(server, 11);
    await runReviewOf(server);
    expect((await readReviewOf(supervisor, number)).status).toBe('approved');
  };
  await decideAgain(first);

  const askToReopen = () => ask({ job: released.id }, { kind: 'reopen' }, { reason: 'The wrong rule.' });
  const asked = await askToReopen();
  const chosen = released.counts.done - 1;
  expect(asked.body).toMatchObject({ status: 'asking', claims: chosen, claimsOf: released.id });
  const [force] = await server.query<{ amount: string }>(
    `select to_char(sum(decision.recognized_amount), 'FM$999,999,990.00') as amount from claim_review
     join claim_decisions decision on decision.id = decision_id where source_id = $1`,
    [run.id],
  );
  expect((await requestOf(asked.body.id))?.what).toBe(
    `Reopen ${chosen} claims. Chosen because another action decided them. In force now: ${chosen} approved; ${force?.amount} recognized in all. SHA-256 of the list: ${asked.body.sha256}.`,
  );
  // Decided again while the second person thinks about it.
  await decideAgain(other);
  expect(await approveWaiting(second)).toBe(204);
  const done = await finishBulk(server, supervisor, asked.body.id, { claimsPerBatch: 40, now: runningClock(server) });
  expect(done).toMatchObject({ status: 'done', counts: { done: chosen - 1, skipped: 1, failed: 0 } });
  expect(done.reasons).toEqual([
    { outcome: 'skipped', reason: 'It was decided again after it was selected', claims: 1 },
  ]);

  const reopened = await server.query<{ status: string; reopened: boolean; claims: number; entries: number }>(
    `select review.status, reopened, count(*)::int as claims, sum((
       select count(*) from claim_history entry where entry.claim_id = review.claim_id and kind = 'status-changed'
         and details->>'cause' = 'reopened' and details->>'by' = $2
     ))::int as entries
     from bulk_job_claims done join claim_review review using (claim_id)
     where job_id = $1 and outcome = 'done' group by 1, 2`,
    [asked.body.id, supervisor.person.id],
  );
  expect(reopened).toEqual([{ status: 'in-review', reopened: true, claims: chosen - 1, entries: chosen - 1 }]);
  expect(await readStatuses([first, other])).toEqual({ approved: 2 });
  // Nothing is left to reopen, and histories record all of it.
  expect((await askToReopen()).status).toBe(409);
  expect(await verify()).toEqual(before);
});
