import { LeaseLostError } from '@redress/server/platform/jobs/job-leases';
import { settlement } from '@redress/content/settlement';
import { type BulkClaims, type BulkJob, bulkWithoutSecondPerson } from '@redress/contract/console/bulk';
import type { RuleContent, RuleDetails, RuleRun } from '@redress/contract/console/rules';
import { ruleRunJobs } from '@redress/server/console/rules/rule-run-jobs';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { findIssues } from '../../../setup/find-issues.ts';
import {
  changeReview,
  countStatuses,
  decide,
  fileReady,
  releaseDecisions,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import {
  approveWaiting,
  askBulk,
  createRule,
  finishBulk,
  finishRun,
  reasonsOf,
  requestForBulk,
  runRule,
  sealClaims,
} from '../../../setup/rules.ts';
import { logInBrowser } from '../../../setup/browser.ts';
import { childEnvironment } from '../../../setup/server-process.ts';
import { keys, memberOf, pass, runningClock, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

let supervisor: StaffTab;
let second: StaffTab;
let reviewer: StaffTab;
const periods: { readonly from: string; readonly to: string }[] = [];
const caseId = 'brand-drug';
const consumerForm = settlement.claimForms[0]?.id ?? '';
const approve = { outcome: 'approve' } as const;

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

/** The first page of the claims of a run or an action. */
const listClaims = async (tab: StaffTab, path: string) => (await tab.get<BulkClaims>(path)).body.claims;

/** Claims of a run that need no second person one by one. */
const claimsOf = (run: RuleRun, count = 1_000) =>
  server.query<{ id: string; number: string }>(
    `select claim_id as id, number from rule_run_claims join claims on claims.id = claim_id
     where run_id = $1 and not late and claims.amount < 10000 order by claim_id limit $2`,
    [run.id, count],
  );

test('a run that a second person released approves its claims, each with history, and nobody is their own second person', async () => {
  const { rule, run } = await runOn(0);
  const approved = run.result?.approve ?? 0;
  expect(approved).toBeGreaterThan(5);
  const job = await release(run);
  const own = await requestForBulk(second, job);
  expect(own?.what).toContain(run.sha256);
  expect(own?.what).toContain('Flags of the claims to approve: ');
  // From it, the second person reads the conditions.
  expect(own?.rule).toEqual({ id: rule.id, name: rule.name, version: 1 });
  expect((await supervisor.post(`/approvals/${own?.id}/approve`)).status).toBe(403);
  // Nothing happens before.
  expect((await supervisor.get<BulkJob>(`/bulk/${job}`)).body).toMatchObject({
    status: 'asking',
    approved: null,
    counts: { done: 0 },
  });
  // Both can read what the rule would do with each claim.
  const lateClaims = (path: string) => listClaims(second, `${path}?outcome=late`);
  const late = await lateClaims(`/bulk/${job}/claims`);
  expect(late).toEqual(await lateClaims(`/rules/runs/${run.id}/claims`));
  expect(late.length).toBe(run.result?.flags?.approve.flags.find(({ flag }) => flag === 'late')?.claims ?? 0);
  for (const claim of late) expect(claim).toMatchObject({ late: true, outcome: null, queued: null, reason: null });
  const approvedAt = server.now.toISOString();
  expect(await approveWaiting(second)).toBe(204);
  const done = await finishBulk(server, supervisor, job, { now: runningClock(server) });
  expect(done).toMatchObject({ status: 'done', counts: { done: approved, skipped: 0, failed: 0, waiting: 0 } });
  expect(done.approved).toEqual({ by: second.person.name, at: approvedAt });

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
    { claims: approved, amount: run.result?.amount, entries: 2 * approved, reviews: ['approved consumers true'] },
  ]);

  // The same run cannot be released twice.
  expect((await supervisor.post(`/rules/runs/${run.id}/release`, { reason: 'Again' })).status).toBe(409);
});

test('a run is repeated with the same hash after claims, documents and decisions arrived, and a new run says what changed', async () => {
  const { rule, run } = await runOn(1);
  const [one] = await claimsOf(run, 1);
  const before = server.now;
  server.now = new Date(`${periods[1]?.from}T16:00:00Z`);
  expect((await decide(reviewer, one?.number ?? '', approve, 0)).status).toBe(200);
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
  expect((await decide(reviewer, one?.number ?? '', approve, 0)).status).toBe(200);
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
  expect(await reasonsOf(supervisor, job, 'skipped')).toEqual({
    [one?.number ?? '']: 'It is already decided or was returned to the claimant',
    [two?.number ?? '']: 'A reviewer has it open',
    [three?.number ?? '']: 'It is withdrawn, void, or final',
  });
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
      const { status } = await decide(reviewer, number, approve, 0);
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
  const script = fileURLToPath(new URL('./release-until-killed.ts', import.meta.url));
  const args = [script, server.connectionString, server.now.toISOString(), '2'];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: childEnvironment });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  const before = (await supervisor.get<BulkJob>(`/bulk/${job}`)).body;
  expect(before.status).toBe('waiting');
  expect(before.counts.waiting).toBeGreaterThan(0);
  expect(before.counts.done).toBeGreaterThan(0);
  // The lease has ended.
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
  const { number, browser } = await fileReady(server, {}, 2);
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
  expect(await statusOf(reviewer, number)).toBe('ready');
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
  const release = await finishRelease(queueing.run);
  expect(release.counts).toMatchObject({ done: queued, queued, skipped: 0, failed: 0 });
  const [done] = await listClaims(supervisor, `/bulk/${release.id}/claims?outcome=queued`);
  expect(done).toMatchObject({
    outcome: 'done',
    queued: 'reviewer',
    reason: 'The rule queues every claim that meets it',
  });
  expect((await finishRelease(approving.run)).counts).toMatchObject({ done: 0, skipped: queued });
  // A later run knows it, and the list shows it; they are flagged once.
  await sealClaims(server);
  const later = await runRule(server, supervisor, approving.rule.id);
  expect(later.result).toMatchObject({ approve: 0, queue: queued });
  for (const claim of await listClaims(supervisor, `/rules/runs/${later.id}/claims`))
    expect(claim).toMatchObject({ queued: 'reviewer', reason: expect.stringContaining('Another rule queued it') });
  const query = `rule=yes&amount-from=900.01&amount-to=1400`;
  const { body: list } = await supervisor.get<{ count: { value: number } }>(`/claims?${query}`);
  expect(list.count.value).toBe(queued);
  const again = await runRule(server, supervisor, queueing.rule.id);
  expect(again.sha256).toBe(queueing.run.sha256);
  expect((await finishRelease(again)).counts).toMatchObject({ done: 0, skipped: queued });
});

test('a release that waits is refused once its rule has changed, or the software computes rules otherwise', async () => {
  const { rule, run } = await runOn(1);
  const job = await release(run);
  const path = `/approvals/${(await requestForBulk(second, job))?.id}`;
  const send = () => second.post<{ detail?: string }>(`${path}/approve`);
  await server.query(
    `alter table rule_runs disable trigger rule_runs_stay;
     update rule_runs set evaluation = sha256(evaluation) where id = '${run.id}'`,
  );
  const otherwise = await send();
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
  const stale = await send();
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
  await expect(jobs.giveUp?.(failed, holder)).rejects.toThrow(LeaseLostError);
  const entries = (id: string) =>
    server.query('select kind, details from record_history where record_id = $1 and position > 1', [id]);
  expect(await entries(cancelled)).toMatchObject([{ kind: 'rule-run-cancelled', details: { by: second.person.id } }]);
  expect(await entries(failed)).toMatchObject([{ kind: 'rule-run-failed', details: { code: '23514' } }]);
  await sealClaims(server);
  expect((await findIssues(server)).filter((message) => message.includes('rule_runs'))).toEqual([]);
});

test('a mistaken release is taken back: what it decided and nobody decided since is reopened, by two people', async () => {
  // Other tests of this file end actions by hand.
  await sealClaims(server);
  const before = await findIssues(server);
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
    expect((await decide(reviewer, number, approve)).status).toBe(200);
    await releaseDecisions(server);
    expect(await statusOf(supervisor, number)).toBe('approved');
  };
  await decideAgain(first);

  const askToReopen = () =>
    askBulk(supervisor, { job: released.id }, { kind: 'reopen' }, { reason: 'The wrong rule.' });
  const asked = await askToReopen();
  const chosen = released.counts.done - 1;
  expect(asked.body).toMatchObject({ status: 'asking', claims: chosen, claimsOf: released.id });
  const [force] = await server.query<{ amount: string }>(
    `select to_char(sum(decision.recognized_amount), 'FM$999,999,990.00') as amount from claim_review
     join claim_decisions decision on decision.id = decision_id where source_id = $1`,
    [run.id],
  );
  expect((await requestForBulk(second, asked.body.id))?.what).toBe(
    `Reopen ${chosen} claims. They were decided in one earlier action. In force now: ${chosen} approved; ${force?.amount} recognized in all. SHA-256 of the list: ${asked.body.sha256}.`,
  );
  // Decided again while the second person thinks about it.
  await decideAgain(other);
  expect(await approveWaiting(second)).toBe(204);
  const done = await finishBulk(server, supervisor, asked.body.id, { claimsPerBatch: 40, now: runningClock(server) });
  expect(done).toMatchObject({ status: 'done', counts: { done: chosen - 1, skipped: 1, failed: 0 } });
  expect(done.reasons).toEqual([
    { outcome: 'skipped', reason: 'It was decided again after it was selected', claims: 1 },
  ]);

  expect((await supervisor.get<BulkJob>(`/bulk/${released.id}`)).body.reopenings).toEqual([
    { id: done.id, by: supervisor.person.name, at: done.askedAt, claims: chosen, status: 'done' },
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
  expect(await countStatuses(server, [first, other])).toEqual({ approved: 2 });
  // Nothing is left to reopen, and histories record all of it.
  expect((await askToReopen()).status).toBe(409);
  await sealClaims(server);
  expect(await findIssues(server)).toEqual(before);
});

test('a release that is withdrawn or declined decides nothing', async () => {
  const { run } = await runOn(1);
  const withdrawn = await release(run);
  expect((await second.delete(`/bulk/${withdrawn}`)).status).toBe(403);
  expect((await supervisor.delete<BulkJob>(`/bulk/${withdrawn}`)).body.status).toBe('cancelled');
  const declined = await release(run);
  const waiting = await requestForBulk(second, declined);
  expect((await second.post(`/approvals/${waiting?.id}/decline`, { reason: 'Too many.' })).status).toBe(204);
  const { body } = await supervisor.get<BulkJob>(`/bulk/${declined}`);
  const declinedBy = { by: second.person.name, reason: 'Too many.' };
  expect(body).toMatchObject({ status: 'refused', declined: declinedBy, counts: { done: 0 } });
  const { runs } = (await supervisor.get<RuleDetails>(`/rules/${run.rule}`)).body;
  expect(runs.find(({ id }) => id === run.id)).toMatchObject({ release: null, declined });
});
