import { settlement } from '@redress/content/settlement';
import type { Approvals } from '@redress/contract/console/approvals';
import type { ClusterSample } from '@redress/contract/console/integrity';
import type { RuleCondition, RuleRun } from '@redress/contract/console/rules';
import { deleteListsOfRuns } from '@redress/server/cleanup';
import { recordClusterVerdicts } from '@redress/server/integrity/cluster-verdicts';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../setup/console.ts';
import { createRule, finishRun, runRule, sealClaims } from '../../setup/rules.ts';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { fileCluster, scoreClaims } from '../../setup/suspicious-claims.ts';
import { keys, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { pdf } from '../../setup/uploads.ts';

const caseId = 'savings-club';
let server: TestServer;
let supervisor: StaffTab;
let colleague: StaffTab;
const ids = { rule: '', run: '', repeated: '', cancelled: '', recorded: '' };

beforeAll(async () => {
  server = await startTestServer();
  [supervisor, colleague] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  const clusters = [];
  for (const [index, surname] of ['Lindqvist', 'Okafor', 'Moreau', 'Tanaka', 'Novak'].entries()) {
    const person = { surname, street: `${index + 1} ${surname} Road`, phone: `503 555-010${index}` };
    clusters.push((await fileCluster(server, 7, person)).id);
  }
  await judgeClusters(clusters);
  await runRules();
}, 120_000);
afterAll(() => server.close());

/** A verdict in each state: sample, asked, declined, approved, recorded. */
async function judgeClusters(clusters: readonly string[]): Promise<void> {
  const [sample = '', asked = '', declined = '', recorded = '', approved = ''] = clusters;
  await startVerdict(sample);
  await askForVerdict(declined);
  await decide('decline');
  ids.recorded = await askForVerdict(recorded);
  await decide('approve');
  await recordClusterVerdicts({ database: server.database, keys, settlement, now: () => server.now });
  await askForVerdict(approved);
  await decide('approve');
  await askForVerdict(asked);
}

async function startVerdict(cluster: string): Promise<string> {
  const { body } = await supervisor.post<{ id: string }>(`/clusters/${cluster}/verdicts`, { id: randomUUID() });
  return body.id;
}

async function askForVerdict(cluster: string): Promise<string> {
  const id = await startVerdict(cluster);
  const { members } = (await supervisor.get<ClusterSample>(`/cluster-verdicts/${id}`)).body;
  const verdict = { verdict: 'machine', reason: 'seen' };
  for (const { number } of members)
    await supervisor.post(`/claims/${number}/verdicts`, { id: randomUUID(), clusterVerdict: id, ...verdict });
  expect((await supervisor.post(`/cluster-verdicts/${id}/request`, verdict)).status).toBe(202);
  return id;
}

/** Decides about the only request that waits. */
async function decide(decision: 'approve' | 'decline'): Promise<void> {
  const { approvals } = (await colleague.get<Approvals>('/approvals')).body;
  const [waiting] = approvals.filter((each) => each.decision === null);
  const { status } = await colleague.post(`/approvals/${waiting?.id}/${decision}`, { reason: 'seen' });
  expect(status).toBe(204);
}

/** A run, the same computed again, one that is cancelled and one that waits. */
async function runRules(): Promise<void> {
  const claimant = await openForm(server.app);
  for (const size of [500, 600, 700]) {
    const number = (await fileIndividual(claimant, { ...individualAnswers, noticeId: '' })).body.claimNumber;
    await claimant.upload(number, [{ name: 'bill.pdf', bytes: pdf(size) }], 'IndividualClaimants');
  }
  await scoreClaims(server);
  await sealClaims(server);
  const conditions: RuleCondition[] = [{ fact: 'score', score: 'machine', atMost: 100 }];
  const { id } = await createRule(supervisor, caseId, { outcome: 'queue', conditions });
  ids.rule = id;
  await supervisor.post(`/rules/${id}/versions`, { outcome: 'approve', conditions }, { 'if-match': '"1"' });
  const run = await runRule(server, supervisor, id);
  ids.run = run.id;
  expect(run.result?.approve).toBeGreaterThan(1);
  ids.repeated = (await supervisor.post<RuleRun>(`/rules/runs/${run.id}/repeat`)).body.id;
  expect(await finishRun(server, supervisor, ids.repeated)).toMatchObject({ isIdentical: true });
  ids.cancelled = (await supervisor.post<RuleRun>(`/rules/${id}/runs`, {})).body.id;
  expect((await supervisor.delete(`/rules/runs/${ids.cancelled}`)).status).toBe(200);
  await supervisor.post(`/rules/${id}/runs`, {});
}

/** What the verification says after a change, which is taken back. */
async function findAfter(...changes: readonly string[]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: server.connectionString });
  await owner.connect();
  const tables = ['rules', 'rule_versions', 'rule_runs', 'rule_run_claims', 'rule_run_scores', 'cluster_verdicts'];
  try {
    await owner.query('set session_replication_role = replica');
    for (const table of tables) await owner.query(`create temporary table kept_${table} as table ${table}`);
    for (const change of changes) expect((await owner.query(change)).rowCount, change).toBeGreaterThan(0);
    return await verify();
  } finally {
    for (const table of tables) {
      await owner.query(`delete from ${table}`);
      await owner.query(`insert into ${table} overriding system value table kept_${table}`);
    }
    await owner.end();
  }
}

async function verify(): Promise<string[]> {
  const messages: string[] = [];
  const store = await openUploadStore(server.documentFolder);
  await verifyClaims({ database: server.database, keys, store }, (message) => messages.push(message));
  return messages;
}

test('rules, runs in every state and verdicts in every state are as their histories say', async () => {
  const states = await server.query<{ state: string }>('select state from cluster_verdicts order by 1');
  expect(states.map(({ state }) => state)).toEqual(['approved', 'asked', 'declined', 'recorded', 'sample']);
  expect(await verify()).toEqual([]);
});

test.each([
  ['conditions', `update rule_versions set conditions = '[]' where version = 2`],
  ['a parameter', `update rule_versions set conditions = jsonb_set(conditions, '{0,atMost}', '99') where version = 2`],
  ['the outcome', `update rule_versions set outcome = 'queue' where version = 2`],
  ['the author', `update rule_versions set staff_id = gen_random_uuid() where version = 2`],
])('a rule with changed content is found: %s', async (_what, change) => {
  expect(await findAfter(change)).toEqual([`The version 2 of rule ${ids.rule} is not as its history says.`]);
});

test('a rule of another case, and versions that were added or deleted, are found', async () => {
  expect(await findAfter(`update rules set case_id = 'brand-drug'`)).toEqual([
    `The rule ${ids.rule} is not as its history says.`,
  ]);
  expect(await findAfter('delete from rule_versions where version = 1')).toEqual([
    `The version 1 of rule ${ids.rule} is missing.`,
  ]);
  const added = `insert into rule_versions select rule_id, 3, outcome, conditions, sha256, at, staff_id from rule_versions where version = 2`;
  expect(await findAfter(added)).toEqual([`The version 3 of rule ${ids.rule} is not in its history.`]);
});

test.each([
  ['the seal', 'seal = seal + 1'],
  ['the version', 'version = 1'],
  ['the seed of the sample', `seed = 'mine'`],
  ['a count', `result = jsonb_set(result, '{approve}', '1')`],
  ['the hash of the list', `sha256 = sha256('mine')`],
  ['the result', `status = 'cancelled', sha256 = null, scores_sha256 = null, result = null`],
  ['who asked', 'asked_by = gen_random_uuid()'],
])('a changed run is found: %s', async (_what, change) => {
  expect(await findAfter(`update rule_runs set ${change} where id = '${ids.run}'`)).toEqual([
    `The run ${ids.run} is not as its history says.`,
  ]);
});

test('runs that were deleted, added or made to look like another result are found', async () => {
  expect(await findAfter(`delete from rule_runs where id = '${ids.cancelled}'`)).toEqual([
    `The run ${ids.cancelled} is missing.`,
  ]);
  const id = randomUUID();
  const added = `insert into rule_runs (id, rule_id, version, seal, seed, evaluation, asked_by, asked_at, last_claim, due_at)
    select '${id}', rule_id, version, seal, seed, evaluation, asked_by, asked_at, last_claim, due_at from rule_runs limit 1`;
  expect(await findAfter(added)).toEqual([`The run ${id} is not in its history.`]);
  expect(await findAfter(`update rule_runs set is_identical = false where id = '${ids.repeated}'`)).toEqual([
    `The run ${ids.repeated} is not as its history says.`,
  ]);
  for (const change of [`status = 'failed'`, `finished_at = finished_at + interval '1 second'`])
    expect(await findAfter(`update rule_runs set ${change} where id = '${ids.cancelled}'`)).toEqual([
      `The run ${ids.cancelled} is not as its history says.`,
    ]);
});

test.each([
  [
    'a claim that was taken out',
    `delete from rule_run_claims where run_id = $run and claim_id = (select max(claim_id) from rule_run_claims)`,
  ],
  ['a claim that was put in', `insert into rule_run_claims select $run, min(id), 'queue', null from claims`],
  ['another amount', `update rule_run_claims set amount = amount + 0.01 where run_id = $run and outcome = 'approve'`],
  [
    'another outcome',
    `update rule_run_claims set outcome = 'queue', amount = null where run_id = $run and claim_id = (select max(claim_id) from rule_run_claims)`,
  ],
])('a changed list of claims is found: %s', async (_what, change) => {
  expect(await findAfter(change.replaceAll('$run', `'${ids.run}'::uuid`))).toEqual([
    `The claims of run ${ids.run} are not those that its history names.`,
  ]);
});

test('changed scores of a run are found', async () => {
  expect(await findAfter(`update rule_run_scores set machine = 0 where run_id = '${ids.run}'`)).toEqual([
    `The scores of run ${ids.run} are not those that its history names.`,
  ]);
});

test.each([
  ['the verdict', `verdict = 'genuine'`],
  ['the claims', 'claim_ids = claim_ids[2:]'],
  ['a claim for another', 'claim_ids[1] = 1000'],
  ['the sample', 'sample_ids[1] = 1000'],
  ['the seed', `seed = 'mine'`],
  ['who judged', 'staff_id = gen_random_uuid()'],
  ['the state', `state = 'approved'`],
  ['how many were recorded', 'recorded = 7'],
  ['the request', 'approval_id = gen_random_uuid()'],
  ['the cluster', 'cluster_id = 1000'],
])('a changed verdict on a cluster is found: %s', async (_what, change) => {
  expect(await findAfter(`update cluster_verdicts set ${change} where id = '${ids.recorded}'`)).toEqual([
    `The verdict on a cluster ${ids.recorded} is not as its history says.`,
  ]);
});

test('verdicts on clusters that were deleted or added are found', async () => {
  expect(await findAfter(`delete from cluster_verdicts where id = '${ids.recorded}'`)).toEqual([
    `The verdict on a cluster ${ids.recorded} is missing.`,
  ]);
  const id = randomUUID();
  const added = `insert into cluster_verdicts (id, cluster_id, case_id, staff_id, started_at, seed, claim_ids, sample_ids)
    select '${id}', cluster_id, case_id, staff_id, started_at, seed, claim_ids, sample_ids
    from cluster_verdicts where id = '${ids.recorded}'`;
  expect(await findAfter(added)).toEqual([`The verdict on a cluster ${id} is not in its history.`]);
});

test('cleanup deletes the lists of runs that nobody can release, and no others', async () => {
  const lists = () =>
    server.query<{ run: string }>(
      `select distinct run_id as run from rule_run_claims union select distinct run_id from rule_run_scores order by 1`,
    );
  // A run that was cancelled in the middle has found some claims already.
  await server.query(`insert into rule_run_claims values ($1, 1, 'queue', null)`, [ids.cancelled]);
  expect(await lists()).toEqual([ids.run, ids.repeated, ids.cancelled].toSorted().map((run) => ({ run })));
  await deleteListsOfRuns(server.database);
  expect(await lists()).toEqual([{ run: ids.run }]);
  expect(await verify()).toEqual([]);
});
