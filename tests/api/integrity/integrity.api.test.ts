import type { ClaimRecord } from '@redress/contract/console/claim';
import type { Approvals } from '@redress/contract/console/approvals';
import type {
  Cluster,
  Clusters,
  ClusterSample,
  IntegrityDrift,
  IntegrityFairness,
  IntegrityModels,
  NeutralMarks,
  RandomSample,
  ShownIntegrity,
} from '@redress/contract/console/integrity';
import { settlement } from '@redress/content/settlement';
import { drawSample, recordClusterVerdicts } from '@redress/server/integrity/cluster-verdicts';
import { fitAgain } from '@redress/server/integrity/models';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../setup/console.ts';
import { fileAs, fileCluster, scoreClaims } from '../../setup/suspicious-claims.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, startTestServer, type TestServer } from '../../setup/test-server.ts';

const caseId = 'savings-club';
const otherCase = 'brand-drug';

let server: TestServer;
let reviewer: StaffTab;
let supervisor: StaffTab;
beforeEach(async () => {
  server = await startTestServer();
  [reviewer, supervisor] = [await signInTab(server, 'reviewer'), await signInTab(server, 'supervisor')];
});
afterEach(() => server.close());

const context = () => ({ database: server.database, keys, settlement, now: () => server.now });
const giveVerdict = (tab: StaffTab, number: string, body: object = {}) =>
  tab.post(`/claims/${number}/verdicts`, { id: randomUUID(), verdict: 'machine', reason: 'seen', ...body });
const integrityOf = async (number: string, tab = reviewer) => {
  const { integrity } = (await tab.get<ShownIntegrity>(`/claims/${number}/integrity`)).body;
  if (integrity === null) throw new Error('It is hidden');
  return integrity;
};

test('a claim shows its scores with evidence, links and cluster, and the read log names the claims of the evidence', async () => {
  const { numbers, id } = await fileCluster(server, 2);
  const [first = '', second = ''] = numbers;
  const body = await integrityOf(second);
  expect(body).toMatchObject({
    scored: true,
    model: null,
    cluster: { id, size: 2 },
    links: [{ claim: first }],
    duplicate: { reached: true, prior: -20, threshold: expect.any(Number) },
    verdicts: [],
  });
  expect(body.duplicate.signals.map(({ evidence }) => evidence).join(' ')).toContain(first);
  expect(body.duplicate.signals[0]?.evidenceInSpanish).toContain(first);
  const [read] = await server.query<{ subject: string; result_ids: string[] }>(
    'select subject, result_ids from staff_reads where staff_id = $1',
    [reviewer.person.id],
  );
  expect(read).toEqual({ subject: `claim ${second}`, result_ids: [`claim ${first}`] });
});

test('a claim whose score reached its threshold has the flag on its page, as in the list', async () => {
  const { numbers } = await fileCluster(server, 2);
  const [first = '', second = ''] = numbers;
  const filed = await server.query('select duplicate_notice from claims where number = $1', [second]);
  expect(filed).toEqual([{ duplicate_notice: false }]);
  const flagsOf = async (number: string) =>
    (await reviewer.get<{ duplicate: boolean; machine: boolean }>(`/claims/${number}`)).body;
  expect(await flagsOf(second)).toMatchObject({ duplicate: true, machine: false });
  expect(await flagsOf(first)).toMatchObject({ duplicate: false, machine: false });
});

test('a claim that the job has not reached has no signals, and says so', async () => {
  const number = await fileAs(server);
  const integrity = await integrityOf(number);
  expect(integrity).toMatchObject({ scored: false, scoredAt: null, cluster: null, links: [] });
  expect(integrity.duplicate).toMatchObject({ signals: [], reached: false, percent: null });
});

test('one verdict for each person: the second is of a second reviewer, and the same request adds nothing', async () => {
  const number = await fileAs(server);
  await scoreClaims(server);
  const id = randomUUID();
  expect(
    (await giveVerdict(reviewer, number, { id, reason: 'Called: the person filed it.', verdict: 'genuine' })).status,
  ).toBe(204);
  expect((await giveVerdict(reviewer, number, { id, verdict: 'genuine' })).status).toBe(204);
  const again = await giveVerdict(reviewer, number, { verdict: 'unclear' });
  expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  expect((await giveVerdict(supervisor, number, { verdict: 'machine' })).status).toBe(204);
  expect((await integrityOf(number)).verdicts).toMatchObject([
    { verdict: 'genuine', second: false, by: { id: reviewer.person.id }, reason: 'Called: the person filed it.' },
    { verdict: 'machine', second: true, by: { id: supervisor.person.id }, clusterId: null },
  ]);
  const entries = await server.query(
    `select details ->> 'verdict' as verdict from claim_history where kind = 'verdict' order by id`,
  );
  expect(entries).toEqual([{ verdict: 'genuine' }, { verdict: 'machine' }]);
  await expect(server.query(`update claim_verdicts set verdict = 'unclear'`)).rejects.toThrow('only ever added');
});

test('a verdict changes neither the status of a claim nor its flags', async () => {
  const { numbers } = await fileCluster(server, 2);
  const before = await server.query('select status, duplicate_reached from claims join claim_scores on claim_id = id');
  for (const number of numbers) expect((await giveVerdict(reviewer, number)).status).toBe(204);
  await scoreClaims(server);
  expect(await server.query('select status, duplicate_reached from claims join claim_scores on claim_id = id')).toEqual(
    before,
  );
});

test.each([
  ['another verdict', { verdict: 'fraud' }],
  ['no reason', { reason: '' }],
  ['a reason of blanks', { reason: '  ' }],
  ['a long reason', { reason: 'x'.repeat(2_001) }],
  ['no ID', { id: 'x' }],
  ['another field', { status: 'denied' }],
])('a verdict with %s is refused', async (_what, body) => {
  const number = await fileAs(server);
  expect((await giveVerdict(reviewer, number, body)).body.code).toBe('bad-request');
});

test('claims, clusters, marks and models of other cases do not exist', async () => {
  const { numbers, id } = await fileCluster(server, 8);
  const stranger = await signInTab(server, { role: 'supervisor', caseId: otherCase });
  const [number = ''] = numbers;
  const mark = { id: randomUUID(), kind: 'shared-place', reason: 'A library' };
  expect((await reviewer.post(`/claims/${number}/neutral-marks`, mark)).status).toBe(204);
  const tried = [
    await stranger.get(`/claims/${number}/integrity`),
    await giveVerdict(stranger, number),
    await stranger.post(`/claims/${number}/neutral-marks`, { ...mark, id: randomUUID() }),
    await stranger.post(`/neutral-marks/${mark.id}/withdraw`),
    await stranger.get(`/clusters/${id}`),
    await stranger.post(`/clusters/${id}/verdicts`, { id: randomUUID() }),
    await stranger.get(`/integrity-drift?case=${caseId}`),
    await stranger.get(`/integrity-fairness?case=${caseId}`),
  ];
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404));
  expect((await stranger.get<Clusters>('/clusters')).body.clusters).toEqual([]);
  expect((await stranger.get<Clusters>(`/clusters?case=${caseId}`)).body.clusters).toEqual([]);
  expect((await stranger.get<NeutralMarks>('/neutral-marks')).body.marks).toEqual([]);
  expect((await stranger.post('/integrity-models', { caseId })).body.code).toBe('not-permitted');
});

test('bad addresses of clusters, marks and models are not found or not valid', async () => {
  const none = randomUUID();
  const statuses = [
    await supervisor.get('/clusters/x'),
    await supervisor.get('/clusters/99999999999999999'),
    await supervisor.get(`/cluster-verdicts/${none}`),
    await supervisor.post('/clusters/7/verdicts', { id: none }),
    await supervisor.post(`/cluster-verdicts/${none}/request`, { verdict: 'machine', reason: 'x' }),
    await supervisor.post(`/neutral-marks/${none}/withdraw`),
    await supervisor.post('/integrity-models/7/request', { reason: 'x' }),
    await supervisor.post('/integrity-models/x/request', { reason: 'x' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 404));
  for (const search of ['after=1', 'after=1-2;', 'before=x-1', 'page=2', 'after=9999999999-1'])
    expect([search, (await supervisor.get(`/clusters?${search}`)).status]).toEqual([search, 400]);
});

test('clusters are listed by size, page by page, with forms, days, flags and verdicts', async () => {
  const { id, numbers } = await fileCluster(server, 3);
  const other = await fileCluster(server, 2, { surname: 'Okafor', street: '12 Elm St', phone: '971 555-0101' });
  await giveVerdict(reviewer, numbers[0] ?? '');
  const { clusters, next } = (await reviewer.get<Clusters>('/clusters')).body;
  expect(clusters.map((cluster) => [cluster.id, cluster.size])).toEqual([
    [id, 3],
    [other.id, 2],
  ]);
  expect(clusters[0]).toMatchObject({ caseId, forms: ['individual'], judged: 1, state: null, duplicate: 2 });
  expect(next).toBeUndefined();
  const after = (await reviewer.get<Clusters>(`/clusters?after=3-${id}`)).body;
  expect(after.clusters.map((cluster) => cluster.id)).toEqual([other.id]);
  const before = (await reviewer.get<Clusters>(`/clusters?before=${after.previous}`)).body;
  expect(before.clusters.map((cluster) => cluster.id)).toEqual([id]);
  expect(before.previous).toBeUndefined();
});

test('pages of equally large clusters neither skip nor repeat any', async () => {
  // 120 clusters of two, as if the job had made them.
  await server.query(
    `insert into claim_clusters (case_id, size, changed_at) select $1, 2, now() from generate_series(1, 120)`,
    [caseId],
  );
  const number = await fileAs(server);
  await server.query('alter table claim_cluster_members drop constraint claim_cluster_members_pkey');
  await server.query(
    'insert into claim_cluster_members select (select id from claims where number = $1), id from claim_clusters',
    [number],
  );
  const seen: string[] = [];
  let page = (await reviewer.get<Clusters>('/clusters')).body;
  for (;;) {
    seen.push(...page.clusters.map(({ id }) => id));
    if (page.next === undefined) break;
    page = (await reviewer.get<Clusters>(`/clusters?after=${page.next}`)).body;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  const back = (await reviewer.get<Clusters>(`/clusters?before=${page.previous}`)).body;
  expect(back.clusters.map(({ id }) => id)).toEqual(seen.slice(50, 100));
});

test('a cluster shows its claims side by side, with what they have in common', async () => {
  const { id, numbers } = await fileCluster(server, 4);
  const { body } = await reviewer.get<Cluster>(`/clusters/${id}`);
  expect(body.members.map(({ number }) => number)).toEqual(numbers);
  const at = (name: string) => body.fields.findIndex((field) => field.name === name);
  expect(body.fields[at('street1')]).toMatchObject({ distinct: 1, template: '7 pier road' });
  expect(body.fields[at('email')]).toMatchObject({ distinct: 4, template: 'r0@lindqvist.example.com' });
  expect(body.members[1]?.values[at('name1')]).toBe('Rob Lindqvist');
  expect(body.links).toContainEqual({ claim: numbers[1], other: numbers[0], kinds: expect.any(Array), strong: true });
  expect(body.perHour).toEqual([{ at: '2025-07-01T12:00:00.000Z', claims: 4 }]);
  const [read] = await server.query<{ result_ids: string[] }>('select result_ids from staff_reads where subject = $1', [
    `cluster ${id}`,
  ]);
  expect(read?.result_ids).toEqual(numbers.map((number) => `claim ${number}`));
});

async function startVerdict(tab: StaffTab, cluster: string) {
  const { body, status } = await tab.post<{ id: string }>(`/clusters/${cluster}/verdicts`, { id: randomUUID() });
  expect(status).toBe(201);
  const read = async () => (await tab.get<ClusterSample>(`/cluster-verdicts/${body.id}`)).body;
  return { id: body.id, read, sample: await read() };
}

async function reviewSample(tab: StaffTab, sample: ClusterSample, verdict = 'machine') {
  for (const { number } of sample.members)
    expect((await giveVerdict(tab, number, { verdict, clusterVerdict: sample.id })).status).toBe(204);
}

const ask = (tab: StaffTab, id: string, body: object = {}) =>
  tab.post<{ approval: string; code?: string }>(`/cluster-verdicts/${id}/request`, {
    verdict: 'machine',
    reason: 'All of one list',
    ...body,
  });

test('a verdict on a cluster: a blind sample, a second person, and then every other claim has it', async () => {
  const { id: cluster, numbers } = await fileCluster(server, 12);
  const colleague = await signInTab(server, 'supervisor');
  // It has a verdict before: neither in the sample nor changed by the verdict.
  expect((await giveVerdict(reviewer, numbers[3] ?? '', { verdict: 'genuine' })).status).toBe(204);

  const { id, sample, read } = await startVerdict(supervisor, cluster);
  expect(sample).toMatchObject({ state: 'sample', claims: 11, rest: 6, clusterId: cluster, isOwn: true });
  expect(sample.members).toHaveLength(5);
  expect(sample.members.map(({ number }) => number)).not.toContain(numbers[3]);
  // Nothing of a score anywhere in the answer.
  expect(JSON.stringify(sample)).not.toMatch(/decibans|evidence|reached|signal/i);
  const claims = await server.query<{ id: string; number: string }>('select id, number from claims order by id');
  const without = claims.filter(({ number }) => number !== numbers[3]);
  const drawn = drawSample(sample.seed, without).map((each) => claims.find((claim) => claim.id === each)?.number);
  expect(sample.members.map(({ number }) => number)).toEqual(drawn);
  // Going back to it draws no other sample.
  expect((await startVerdict(supervisor, cluster)).id).toBe(id);

  expect((await ask(supervisor, id)).body.code).toBe('conflict');
  await reviewSample(supervisor, sample);
  expect((await read()).members.map(({ verdict }) => verdict)).toEqual(Array(5).fill('machine'));
  // Of what nobody found in the sample, nothing can be concluded about the rest.
  expect((await ask(supervisor, id, { verdict: 'duplicate' })).body.code).toBe('conflict');
  const { approval } = (await ask(supervisor, id)).body;
  expect((await ask(supervisor, id)).body.code).toBe('conflict');
  expect((await colleague.post(`/clusters/${cluster}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');

  const waiting = (await colleague.get<Approvals>('/approvals')).body.approvals.find((each) => each.id === approval);
  expect(waiting?.what).toBe(
    `Record the verdict “made by a machine” for 6 claims of cluster ${cluster}. In a sample of 5, reviewed without scores: 5 made by a machine.`,
  );
  // Not the person who asked, not by finance, and not before.
  expect((await supervisor.post(`/approvals/${approval}/approve`)).body.code).toBe('not-permitted');
  const finance = await signInTab(server, 'finance');
  expect((await finance.post(`/approvals/${approval}/approve`)).body.code).toBe('not-found');
  await recordClusterVerdicts(context());
  expect(await server.query('select count(*)::int as verdicts from claim_verdicts')).toEqual([{ verdicts: 6 }]);
  expect((await colleague.post(`/approvals/${approval}/approve`)).status).toBe(204);
  await recordClusterVerdicts(context());

  const { verdicts, members } = (await reviewer.get<Cluster>(`/clusters/${cluster}`)).body;
  expect(verdicts).toMatchObject([
    { id, state: 'recorded', verdict: 'machine', recorded: 6, rest: 0, decidedBy: colleague.person.name },
  ]);
  expect(members.map(({ number, verdict }) => [number, verdict])).toEqual(
    numbers.map((number) => [number, number === numbers[3] ? 'genuine' : 'machine']),
  );
  const rows = await server.query('select cluster_size, second, staff_id from claim_verdicts where cluster_id = $1', [
    cluster,
  ]);
  expect(rows).toEqual(
    Array.from({ length: 11 }, () => ({ cluster_size: 11, second: false, staff_id: supervisor.person.id })),
  );
  // A verdict is a flag for reviewers: no claim was decided.
  expect(await server.query('select distinct status from claims')).toEqual([{ status: 'filed' }]);
  const history = await server.query<{ kind: string }>(
    'select kind from record_history where record_kind = $1 order by id',
    ['cluster-verdict'],
  );
  expect(history.map(({ kind }) => kind)).toEqual([
    'cluster-sample-drawn',
    'cluster-verdict-asked',
    'cluster-verdict-approved',
    'cluster-verdict-recorded',
  ]);
});

test('until a sample is complete, no route tells its reviewer scores, signals, flags or decisions of its claims', async () => {
  const { id: cluster } = await fileCluster(server, 8);
  const { sample } = await startVerdict(supervisor, cluster);
  const [first, ...others] = sample.members.map(({ number }) => number);
  const number = first ?? '';
  await editRows(server.connectionString, 'update claims set suspected_machine = true where number = $1', [number]);
  await giveVerdict(reviewer, number, { verdict: 'genuine', reason: 'A twin' });
  const shownTo = async (tab: StaffTab) => {
    const { body: shown, text } = await tab.get<ShownIntegrity>(`/claims/${number}/integrity`);
    const { history, machine } = (await tab.get<ClaimRecord>(`/claims/${number}`)).body;
    const { members, links, duplicate, highestDuplicate } = (await tab.get<Cluster>(`/clusters/${cluster}`)).body;
    const kinds = history.map(({ kind }) => kind).filter((kind) => kind === 'verdict' || kind === 'claim-scored');
    return { shown, text, machine, kinds, members, links, duplicate, highestDuplicate };
  };
  const hidden = await shownTo(supervisor);
  expect(hidden).toMatchObject({
    shown: { hidden: 'cluster-sample', integrity: null },
    machine: false,
    kinds: [],
    members: [],
    links: [],
    duplicate: 0,
    highestDuplicate: null,
  });
  expect(hidden.text).not.toMatch(/twin|decibans/i);
  // Others are not led to a verdict.
  const asBefore = await shownTo(reviewer);
  expect(asBefore).toMatchObject({
    shown: { hidden: null },
    machine: true,
    kinds: expect.arrayContaining(['verdict']),
  });
  expect(asBefore.members).toHaveLength(8);
  expect(asBefore.duplicate).toBeGreaterThan(0);

  // The last verdict shows all of them.
  await giveVerdict(supervisor, number, { clusterVerdict: sample.id });
  for (const each of others.slice(1)) await giveVerdict(supervisor, each, { clusterVerdict: sample.id });
  expect((await shownTo(supervisor)).shown.hidden).toBe('cluster-sample');
  await giveVerdict(supervisor, others[0] ?? '', { clusterVerdict: sample.id });
  const complete = await shownTo(supervisor);
  expect(complete).toMatchObject({ shown: { hidden: null }, machine: true, duplicate: asBefore.duplicate });
  expect(complete.shown.integrity?.verdicts).toHaveLength(2);
});

test('the scores of a claim of the random sample are hidden from everybody until it has a verdict', async () => {
  const { id: cluster, numbers } = await fileCluster(server, 2);
  const [number = ''] = numbers;
  await server.query(
    'update claim_scores set sampled = true where claim_id = (select id from claims where number = $1)',
    [number],
  );
  const shownTo = async (tab: StaffTab) => {
    const shown = (await tab.get<ShownIntegrity>(`/claims/${number}/integrity`)).body;
    const { members } = (await tab.get<Cluster>(`/clusters/${cluster}`)).body;
    return { ...shown, scores: members.map(({ duplicate }) => duplicate === null) };
  };
  const hidden = { hidden: 'random-sample', integrity: null, scores: [true, false] };
  for (const tab of [reviewer, supervisor]) expect(await shownTo(tab)).toEqual(hidden);
  expect((await reviewer.get<ClaimRecord>(`/claims/${number}`)).body.hidden).toBe('random-sample');
  expect((await giveVerdict(reviewer, number, { verdict: 'genuine' })).status).toBe(204);
  for (const tab of [reviewer, supervisor])
    expect(await shownTo(tab)).toMatchObject({ hidden: null, integrity: { sampled: true }, scores: [false, false] });
  expect((await reviewer.get<ClaimRecord>(`/claims/${number}`)).body.hidden).toBeNull();
});

test('the random sample gives claims without a verdict one after the other, and counts those that are left', async () => {
  const { numbers } = await fileCluster(server, 3);
  const [one = '', two = '', outside = ''] = numbers;
  await server.query(
    'update claim_scores set sampled = true from claims where claims.id = claim_id and number = any($1)',
    [[one, two]],
  );
  const read = async (tab = reviewer) => (await tab.get<RandomSample>(`/integrity-sample?case=${caseId}`)).body;
  const before = await read();
  expect(before).toEqual({ left: 2, isExact: true, next: expect.toBeOneOf([one, two]) });
  expect((await giveVerdict(reviewer, outside)).status).toBe(204);
  expect((await giveVerdict(reviewer, before.next ?? '', { verdict: 'genuine' })).status).toBe(204);
  const rest = [one, two].find((number) => number !== before.next);
  expect(await read(supervisor)).toEqual({ left: 1, isExact: true, next: rest });
  expect((await giveVerdict(supervisor, rest ?? '', { verdict: 'machine' })).status).toBe(204);
  expect(await read()).toEqual({ left: 0, isExact: true, next: null });
  // Each stands for a hundred claims that no score queued.
  expect(
    await server.query('select probability, count(*)::int as claims from claim_verdicts group by 1 order by 1'),
  ).toEqual([
    { probability: 0.01, claims: 2 },
    { probability: 1, claims: 1 },
  ]);
  const stranger = await signInTab(server, { role: 'reviewer', caseId: otherCase });
  expect((await stranger.get(`/integrity-sample?case=${caseId}`)).status).toBe(404);
});

test('the verdict on a large cluster is recorded in batches, and goes on where it was left', async () => {
  const { id: cluster } = await fileCluster(server, 7);
  const { id, sample } = await startVerdict(supervisor, cluster);
  await reviewSample(supervisor, sample, 'duplicate');
  const { approval } = (await ask(supervisor, id, { verdict: 'duplicate' })).body;
  const colleague = await signInTab(server, 'supervisor');
  await colleague.post(`/approvals/${approval}/approve`);
  const claims = 'select count(*)::int as claims from claim_verdicts';
  // One of the two remaining claims gets one from somebody else before the job comes to it.
  const [left] = await server.query<{ number: string }>(
    'select number from claims where not exists (select from claim_verdicts where claim_id = claims.id) order by id limit 1',
  );
  expect((await giveVerdict(reviewer, left?.number ?? '', { verdict: 'genuine' })).status).toBe(204);
  // No time: nothing is done, and nothing is lost.
  await recordClusterVerdicts(context(), 0);
  expect(await server.query(claims)).toEqual([{ claims: 6 }]);
  await Promise.all([recordClusterVerdicts(context()), recordClusterVerdicts(context())]);
  expect(await server.query(claims)).toEqual([{ claims: 7 }]);
  expect(await server.query('select state, recorded from cluster_verdicts')).toEqual([
    { state: 'recorded', recorded: 1 },
  ]);
});

test('a declined verdict marks nothing, and another one can begin', async () => {
  const { id: cluster } = await fileCluster(server, 12);
  const { id, sample } = await startVerdict(supervisor, cluster);
  await reviewSample(supervisor, sample);
  const { approval } = (await ask(supervisor, id)).body;
  const colleague = await signInTab(server, 'supervisor');
  expect((await colleague.post(`/approvals/${approval}/decline`, { reason: 'A family' })).status).toBe(204);
  await recordClusterVerdicts(context());
  expect(await server.query('select count(*)::int as claims from claim_verdicts')).toEqual([{ claims: 5 }]);
  expect((await supervisor.get<Cluster>(`/clusters/${cluster}`)).body.verdicts).toMatchObject([{ state: 'declined' }]);
  expect((await startVerdict(colleague, cluster)).sample.claims).toBe(7);
});

test('a sample is for one person: others see that it is open, and not the verdicts in it', async () => {
  const { id: cluster, numbers } = await fileCluster(server, 12);
  const { id, sample } = await startVerdict(supervisor, cluster);
  const [first] = sample.members;
  await giveVerdict(supervisor, first?.number ?? '', { clusterVerdict: id });
  const colleague = await signInTab(server, 'supervisor');
  expect((await colleague.get(`/cluster-verdicts/${id}`)).status).toBe(404);
  expect((await ask(colleague, id)).status).toBe(404);
  const [shown] = (await colleague.get<Cluster>(`/clusters/${cluster}`)).body.verdicts;
  expect(shown).toMatchObject({ isOwn: false, state: 'sample' });
  expect(new Set(shown?.sample.map(({ verdict }) => verdict))).toEqual(new Set([null]));
  const outside = numbers.find((number) => sample.members.every((member) => member.number !== number));
  expect((await giveVerdict(supervisor, outside ?? '', { clusterVerdict: id })).status).toBe(404);
});

test('a cluster that is no larger than a sample gets verdicts claim by claim', async () => {
  const { id } = await fileCluster(server, 5);
  expect((await supervisor.post(`/clusters/${id}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');
});

test('a shared place is neutral until the mark is withdrawn', async () => {
  const names = ['Zoë Lindqvist', 'Ada Moreau', 'Per Okafor', 'Ida Novak', 'Max Tanaka'];
  const numbers: string[] = [];
  for (const [index, name1] of names.entries())
    numbers.push(await fileAs(server, { name1, street1: `${index + 1} Elm Street`, email: `p${index}@example.com` }));
  await scoreClaims(server);
  const [number = '', other = ''] = numbers;
  const signalsOf = async () => (await integrityOf(other)).machine.signals.map(({ signal }) => signal);
  expect(await signalsOf()).toContain('shared-phone');

  const id = randomUUID();
  const mark = { id, kind: 'shared-place', reason: 'The nursing home on Elm Street' };
  for (let times = 0; times < 2; times += 1)
    expect((await reviewer.post(`/claims/${number}/neutral-marks`, mark)).status).toBe(204);
  await scoreClaims(server);
  expect(await signalsOf()).not.toContain('shared-phone');
  expect((await integrityOf(other)).neutralMarks).toMatchObject([
    { id, kind: 'shared-place', claim: number, claims: 5, withdrawnAt: null, by: { id: reviewer.person.id } },
  ]);

  expect((await supervisor.post(`/neutral-marks/${id}/withdraw`)).status).toBe(204);
  expect((await supervisor.post(`/neutral-marks/${id}/withdraw`)).body.code).toBe('conflict');
  await scoreClaims(server);
  expect(await signalsOf()).toContain('shared-phone');
  expect((await reviewer.get<NeutralMarks>('/neutral-marks')).body.marks).toMatchObject([
    { id, withdrawnAt: expect.any(String) },
  ]);
});

test('a claim that shares nothing cannot be marked', async () => {
  const number = await fileAs(server);
  await scoreClaims(server);
  const mark = { id: randomUUID(), kind: 'known-helper', reason: 'x' };
  expect((await reviewer.post(`/claims/${number}/neutral-marks`, mark)).body.code).toBe('conflict');
  expect(await server.query('select * from neutral_marks')).toEqual([]);
});

test('purged claims get no verdict any more, and their cluster shows numbers only', async () => {
  const { id, numbers } = await fileCluster(server, 8);
  await giveVerdict(reviewer, numbers[0] ?? '', { reason: 'Robert says that he filed twice' });
  const now = () => new Date('2040-01-01T00:00:00Z');
  const [retention] = listRetentions({ settlement, now }).filter((each) => each.caseId === caseId);
  if (!retention) throw new Error('The case has no rule');
  const store = await openUploadStore(server.documentFolder);
  const { uploadFolder } = server;
  await purgeClaims({ ...context(), store, uploadFolder, now, mailFolder: '/nowhere' }, retention);
  expect((await giveVerdict(reviewer, numbers[1] ?? '')).body.code).toBe('conflict');
  const mark = { id: randomUUID(), kind: 'shared-place', reason: 'x' };
  expect((await reviewer.post(`/claims/${numbers[1]}/neutral-marks`, mark)).body.code).toBe('conflict');
  expect((await supervisor.post(`/clusters/${id}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');
  const { text, body } = await reviewer.get<Cluster>(`/clusters/${id}`);
  expect(body.members.map(({ status, name }) => [status, name])).toEqual(
    Array.from({ length: 8 }, () => ['purged', null]),
  );
  expect(text + (await reviewer.get(`/claims/${numbers[0]}/integrity`)).text).not.toMatch(/Robert|Lindqvist|Pier/);

  const verify = async () => {
    const issues: string[] = [];
    await verifyClaims({ database: server.database, store, keys }, (issue) => issues.push(issue));
    return issues;
  };
  const leftover = 'is purged, and still has reasons of verdicts';
  expect((await verify()).filter((issue) => issue.includes(leftover))).toEqual([]);
  await editRows(server.connectionString, `update claim_verdicts set reason = 'Robert says that he filed twice'`);
  expect((await verify()).filter((issue) => issue.includes(leftover))).toHaveLength(1);
});

test('a model is fitted to verdicts, scores claims when a second person agrees, and can be fitted again', async () => {
  expect((await supervisor.post('/integrity-models', { caseId })).body.code).toBe('conflict');
  const { numbers } = await fileCluster(server, 30);
  for (const [index, number] of numbers.entries())
    await giveVerdict(reviewer, number, { verdict: index < 10 ? 'genuine' : 'duplicate' });
  const { id } = (await supervisor.post<{ id: number }>('/integrity-models', { caseId })).body;
  const read = async () => (await reviewer.get<IntegrityModels>('/integrity-models')).body;
  const before = await read();
  expect(before.minVerdicts).toBe(30);
  expect(before.verdicts).toContainEqual({ caseId, verdicts: 30, sampled: expect.any(Number) });
  expect(before.models).toMatchObject([
    { id, status: 'fitted', verdicts: 30, metrics: { verdicts: 30, duplicatePositive: 20 } },
  ]);
  expect(await fitAgain(server.database, id)).toBe('identical');

  const body = { reason: 'Fewer false flags' };
  const { approval } = (await supervisor.post<{ approval: string }>(`/integrity-models/${id}/request`, body)).body;
  expect((await supervisor.post(`/integrity-models/${id}/request`, body)).body.code).toBe('conflict');
  expect((await supervisor.post(`/approvals/${approval}/approve`)).body.code).toBe('not-permitted');
  const colleague = await signInTab(server, 'supervisor');
  expect((await colleague.post(`/approvals/${approval}/approve`)).status).toBe(204);
  expect((await read()).models).toMatchObject([
    { status: 'active', askedBy: { id: supervisor.person.id }, approvedBy: { id: colleague.person.id } },
  ]);
  await scoreClaims(server);
  expect((await integrityOf(numbers[4] ?? '')).model).toBe(id);
});

test('drift counts the claims of a week by signal, and fairness the flags of genuine claims', async () => {
  const { numbers } = await fileCluster(server, 3);
  const drift = (await reviewer.get<IntegrityDrift>(`/integrity-drift?case=${caseId}`)).body;
  expect(drift).toMatchObject({ weeks: ['2025-06-30'], claims: [3] });
  expect(drift.signals.find(({ signal }) => signal === 'same-person')?.fired).toEqual([2]);
  await giveVerdict(reviewer, numbers[0] ?? '', { verdict: 'genuine' });
  await giveVerdict(reviewer, numbers[1] ?? '', { verdict: 'genuine' });
  const { groups } = (await reviewer.get<IntegrityFairness>(`/integrity-fairness?case=${caseId}`)).body;
  expect(groups.find(({ value }) => value === 'English')).toMatchObject({ genuine: 2, flagged: 1, rate: 0.5 });
  expect(groups.find(({ value }) => value === 'Spanish')).toMatchObject({ genuine: 0, rate: null });
});

test('in fairness, a claim of the random sample counts for a hundred, and the interval is of the effective size', async () => {
  const { numbers } = await fileCluster(server, 3);
  const [sampled = '', flagged = ''] = numbers;
  await server.query('update claim_scores set sampled = true from claims where claims.id = claim_id and number = $1', [
    sampled,
  ]);
  for (const number of [sampled, flagged]) await giveVerdict(reviewer, number, { verdict: 'genuine' });
  const { groups } = (await reviewer.get<IntegrityFairness>(`/integrity-fairness?case=${caseId}`)).body;
  const english = groups.find(({ value }) => value === 'English');
  // Weights 1 and 100: a share of 1/101, an effective size of 101² / 10,001, and Wilson's interval, computed apart.
  expect(english).toMatchObject({ genuine: 2, flagged: 1, rate: 1 / 101 });
  expect(english?.low).toBeCloseTo(0.0000258939, 8);
  expect(english?.high).toBeCloseTo(0.794315585, 8);
});
