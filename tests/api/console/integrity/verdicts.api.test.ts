import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { Cluster, ClusterSample, RandomSample, ShownIntegrity } from '@redress/contract/console/integrity';
import { settlement } from '@redress/content/settlement';
import { recordClusterVerdicts } from '@redress/server/console/integrity/cluster-verdicts';
import { hash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { readRecordHistory } from '../../../setup/read-history.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { answerRequest, changeReview, decide, nextOf } from '../../../setup/review.ts';
import { fileCluster, scoreClaims } from '../../../setup/suspicious-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const caseId = 'savings-club';

const server = useTestServer();
const staff = { reviewer: 'reviewer', supervisor: 'supervisor', colleague: 'supervisor' } as const;
const { reviewer, supervisor, colleague } = useStaff(server, staff);

const context = () => ({ database: server.database, keys, settlement, now: () => server.now });
const giveVerdict = (tab: StaffTab, number: string, body: object = {}) =>
  tab.post(`/claims/${number}/verdicts`, { id: randomUUID(), verdict: 'machine', reason: 'seen', ...body });
const shownTo = async (tab: StaffTab, number: string) =>
  (await tab.get<ShownIntegrity>(`/claims/${number}/integrity`)).body;
const countVerdicts = async (numbers: readonly string[]) => {
  const sql = 'select from claim_verdicts join claims on claims.id = claim_id where number = any($1)';
  return (await server.query(sql, [numbers])).length;
};

describe('a verdict', () => {
  test('is given once by each person: the second is of a second reviewer, and the same request adds nothing', async () => {
    const { id, numbers } = await fileCluster(server, 2);
    const number = numbers[1] ?? '';
    // A cluster that is no larger than a sample gets verdicts claim by claim.
    expect((await supervisor.post(`/clusters/${id}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');
    const stateSql = `select status, duplicate_reached from claims join claim_scores on claim_id = id where number = $1`;
    const before = await server.query(stateSql, [number]);
    const genuine = { id: randomUUID(), verdict: 'genuine', reason: 'Called: the person filed it.' };
    expect((await giveVerdict(reviewer, number, genuine)).status).toBe(204);
    expect((await giveVerdict(reviewer, number, genuine)).status).toBe(204);
    // Nor does a changed request with the same ID, which is sent when the first answer was lost.
    for (const other of [{ id: randomUUID() }, { verdict: 'unclear' }, { reason: 'Not sure.' }]) {
      const again = await giveVerdict(reviewer, number, { ...genuine, ...other });
      expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    }
    expect((await giveVerdict(supervisor, number)).status).toBe(204);
    expect((await shownTo(reviewer, number)).integrity?.verdicts).toMatchObject([
      { verdict: 'genuine', second: false, by: { id: reviewer.person.id }, reason: 'Called: the person filed it.' },
      { verdict: 'machine', second: true, by: { id: supervisor.person.id }, clusterId: null },
    ]);
    const entries = await server.query(
      `select details ->> 'verdict' as verdict from claim_history join claims on claims.id = claim_id
       where kind = 'verdict' and number = $1 order by claim_history.id`,
      [number],
    );
    expect(entries).toEqual([{ verdict: 'genuine' }, { verdict: 'machine' }]);
    for (const change of [`update claim_verdicts set verdict = 'unclear'`, 'delete from claim_verdicts'])
      await expect(server.query(change)).rejects.toThrow('only ever added');
    // It changes neither the status of the claim nor its flags.
    await scoreClaims(server);
    expect(await server.query(stateSql, [number])).toEqual(before);
  });

  test('without a known result, a reason or an ID is refused', async () => {
    const number = await fileWithoutNotice(server);
    const bad = [
      { verdict: 'fraud' },
      { reason: '' },
      { reason: '  ' },
      { reason: 'x'.repeat(2_001) },
      { id: 'x' },
      { status: 'denied' },
    ];
    for (const body of bad)
      expect([body, (await giveVerdict(reviewer, number, body)).body.code]).toEqual([body, 'bad-request']);
  });
});

test('a denial for fraud counts against claims with the same contacts only while it is in force', async () => {
  const phone1 = '617 555-0143';
  const ada = { name1: 'Ada Okafor', street1: '1 Elm Street', zip: '97201', email: 'ada@one.example.com', phone1 };
  const ben = { name1: 'Ben Novak', street1: '9 Oak Street', zip: '97202', email: 'ben@two.example.com', phone1 };
  const [number, neighbor] = [await fileWithoutNotice(server, ada), await fileWithoutNotice(server, ben)];
  const isSuspected = async () => {
    await scoreClaims(server);
    const signals = `select from claim_signals join claims on claims.id = claim_id
      where number = $1 and signal = 'fraud-contact'`;
    return (await server.query(signals, [neighbor])).length > 0;
  };
  expect(await isSuspected()).toBe(false);
  expect((await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] })).status).toBe(200);
  expect(await answerRequest(colleague, number, 'approve')).toBe(204);
  expect(await isSuspected()).toBe(true);
  expect((await changeReview(supervisor, number, 'reopen')).status).toBe(200);
  expect(await isSuspected()).toBe(false);
});

async function startVerdict(tab: StaffTab, cluster: string) {
  const { body, status } = await tab.post<{ id: string }>(`/clusters/${cluster}/verdicts`, { id: randomUUID() });
  expect(status).toBe(201);
  const read = async () => (await tab.get<ClusterSample>(`/cluster-verdicts/${body.id}`)).body;
  return { id: body.id, read, sample: await read() };
}

async function reviewSample(tab: StaffTab, sample: ClusterSample) {
  for (const { number } of sample.members)
    expect((await giveVerdict(tab, number, { clusterVerdict: sample.id })).status).toBe(204);
}

const ask = (tab: StaffTab, id: string, body: object = {}) =>
  tab.post<{ approval: string; code?: string }>(`/cluster-verdicts/${id}/request`, {
    verdict: 'machine',
    reason: 'All of one list',
    ...body,
  });

describe('a verdict on a cluster', () => {
  test('takes a blind sample and a second person, and then every other claim has it', async () => {
    const { id: cluster, numbers } = await fileCluster(server, 12);
    // It has a verdict before: neither in the sample nor changed by the verdict.
    expect((await giveVerdict(reviewer, numbers[3] ?? '', { verdict: 'genuine' })).status).toBe(204);

    const { id, sample, read } = await startVerdict(supervisor, cluster);
    expect(sample).toMatchObject({ state: 'sample', claims: 11, rest: 6, clusterId: cluster, isOwn: true });
    expect(sample.members).toHaveLength(5);
    // The answer contains nothing about scores.
    expect(JSON.stringify(sample)).not.toMatch(/decibans|evidence|reached|signal/i);
    // Anyone who has the seed can draw the same sample: by the SHA-256 of seed and number.
    const placeOf = (number: string) => hash('sha256', `${sample.seed} ${number}`);
    const others = numbers.filter((number) => number !== numbers[3]);
    const drawn = others.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)).slice(0, 5);
    expect(sample.members.map(({ number }) => number)).toEqual(drawn);
    // Going back to it draws no other sample.
    expect((await startVerdict(supervisor, cluster)).id).toBe(id);

    expect((await ask(supervisor, id)).body.code).toBe('conflict');
    await reviewSample(supervisor, sample);
    expect((await read()).members.map(({ verdict }) => verdict)).toEqual(Array(5).fill('machine'));
    // A finding that is not in the sample says nothing about the remaining claims.
    expect((await ask(supervisor, id, { verdict: 'duplicate' })).body.code).toBe('conflict');
    const { approval } = (await ask(supervisor, id)).body;
    expect((await ask(supervisor, id)).body.code).toBe('conflict');
    expect((await colleague.post(`/clusters/${cluster}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');

    const waiting = (await colleague.get<Approvals>('/approvals')).body.approvals.find((each) => each.id === approval);
    expect(waiting?.what).toBe(
      `Record the finding “machine-made” for 6 claims of cluster ${cluster}. In a sample of 5, reviewed without scores: 5 machine-made.`,
    );
    expect(waiting?.cluster).toBe(cluster);
    // Neither the requester nor finance can approve it, and no verdict is recorded before the
    // approval.
    expect((await supervisor.post(`/approvals/${approval}/approve`)).body.code).toBe('not-permitted');
    const finance = await signInTab(server, 'finance');
    expect((await finance.post(`/approvals/${approval}/approve`)).body.code).toBe('not-found');
    await recordClusterVerdicts(context(), Infinity);
    expect(await countVerdicts(numbers)).toBe(6);
    expect((await colleague.post(`/approvals/${approval}/approve`)).status).toBe(204);

    // Another reviewer gives one of the remaining claims a verdict before the job reaches it.
    const judged = new Set([numbers[3], ...sample.members.map(({ number }) => number)]);
    const faster = numbers.find((number) => !judged.has(number)) ?? '';
    expect((await giveVerdict(reviewer, faster, { verdict: 'genuine' })).status).toBe(204);
    // Without time, the job does nothing, and nothing is lost.
    await recordClusterVerdicts(context(), 0);
    expect(await countVerdicts(numbers)).toBe(7);
    await Promise.all([recordClusterVerdicts(context(), Infinity), recordClusterVerdicts(context(), Infinity)]);

    const { verdicts, members } = (await reviewer.get<Cluster>(`/clusters/${cluster}`)).body;
    expect(verdicts).toMatchObject([
      { id, state: 'recorded', verdict: 'machine', recorded: 5, rest: 0, decidedBy: colleague.person.name },
    ]);
    const genuine = new Set([numbers[3], faster]);
    expect(members.map(({ number, verdict }) => [number, verdict])).toEqual(
      numbers.map((number) => [number, genuine.has(number) ? 'genuine' : 'machine']),
    );
    const rows = await server.query('select cluster_size, second, staff_id from claim_verdicts where cluster_id = $1', [
      cluster,
    ]);
    const row = { cluster_size: 11, second: false, staff_id: supervisor.person.id };
    expect(rows).toEqual(Array.from({ length: 10 }, () => row));
    // A verdict is a flag for reviewers: no claim was decided.
    const statuses = await server.query('select distinct status from claims where number = any($1)', [numbers]);
    expect(statuses).toEqual([{ status: 'filed' }]);
    expect((await readRecordHistory(server, id)).map(({ kind }) => kind.replace('cluster-', ''))).toEqual([
      'sample-drawn',
      'verdict-asked',
      'verdict-approved',
      'verdict-recorded',
    ]);
  });

  test('is for one person: others see that it is open, and not the verdicts in it. Declined, it marks nothing', async () => {
    const { id: cluster, numbers } = await fileCluster(server, 11);
    const { id, sample } = await startVerdict(supervisor, cluster);
    const [first, ...others] = sample.members;
    await giveVerdict(supervisor, first?.number ?? '', { clusterVerdict: id });
    expect((await colleague.get(`/cluster-verdicts/${id}`)).status).toBe(404);
    expect((await ask(colleague, id)).status).toBe(404);
    const [shown] = (await colleague.get<Cluster>(`/clusters/${cluster}`)).body.verdicts;
    expect(shown).toMatchObject({ isOwn: false, state: 'sample' });
    expect(new Set(shown?.sample.map(({ verdict }) => verdict))).toEqual(new Set([null]));
    const outside = numbers.find((number) => sample.members.every((member) => member.number !== number));
    expect((await giveVerdict(supervisor, outside ?? '', { clusterVerdict: id })).status).toBe(404);

    await reviewSample(supervisor, { ...sample, members: others });
    const { approval } = (await ask(supervisor, id)).body;
    expect((await colleague.post(`/approvals/${approval}/decline`, { reason: 'A family' })).status).toBe(204);
    await recordClusterVerdicts(context(), Infinity);
    expect(await countVerdicts(numbers)).toBe(5);
    const { verdicts } = (await supervisor.get<Cluster>(`/clusters/${cluster}`)).body;
    expect(verdicts).toMatchObject([{ state: 'declined' }]);
    // Another one can begin.
    expect((await startVerdict(colleague, cluster)).sample.claims).toBe(6);
  });

  test('can be left unfinished: its reviewer then sees the scores, and only others can draw a sample', async () => {
    const { id: cluster } = await fileCluster(server, 11);
    const { id, sample, read } = await startVerdict(supervisor, cluster);
    const [first, second] = sample.members;
    await giveVerdict(supervisor, first?.number ?? '', { clusterVerdict: id });
    expect((await colleague.post(`/cluster-verdicts/${id}/return`)).status).toBe(404);
    for (const _twice of [1, 2]) expect((await supervisor.post(`/cluster-verdicts/${id}/return`)).status).toBe(204);
    expect((await shownTo(supervisor, second?.number ?? '')).hidden).toBeNull();
    expect((await read()).state).toBe('returned');
    expect((await supervisor.get<Cluster>(`/clusters/${cluster}`)).body).toMatchObject({ state: 'returned' });
    expect((await ask(supervisor, id)).body.code).toBe('conflict');
    expect((await supervisor.post(`/clusters/${cluster}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');
    expect((await startVerdict(colleague, cluster)).sample.claims).toBe(10);
    expect((await readRecordHistory(server, id)).map(({ kind }) => kind)).toEqual([
      'cluster-sample-drawn',
      'cluster-sample-returned',
    ]);
  });

  test('is asked for by one of two people who have samples of it, also at the same moment', async () => {
    const { id: cluster } = await fileCluster(server, 12);
    const tabs = await openSideBySide(server, supervisor, colleague);
    const asking: (() => ReturnType<typeof ask>)[] = [];
    for (const tab of tabs) {
      const { id, sample } = await startVerdict(tab, cluster);
      await reviewSample(tab, sample);
      asking.push(() => ask(tab, id));
    }
    const both = await lineUp(server, ['lock table cluster_verdicts in exclusive mode', []], asking);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  });

  test('hides scores, signals, flags and decisions on the pages of the cluster and its claims until its sample is complete', async () => {
    const { id: cluster } = await fileCluster(server, 6);
    const { sample } = await startVerdict(supervisor, cluster);
    const [number = '', ...others] = sample.members.map((member) => member.number);
    await editRows(server.connectionString, 'update claims set suspected_machine = true where number = $1', [number]);
    await giveVerdict(reviewer, number, { verdict: 'genuine', reason: 'A twin' });
    const allShownTo = async (tab: StaffTab) => {
      const shown = await shownTo(tab, number);
      const { history, flags } = (await tab.get<ClaimDetails>(`/claims/${number}`)).body;
      const { members, links, duplicate, highestDuplicate } = (await tab.get<Cluster>(`/clusters/${cluster}`)).body;
      const kinds = history.map(({ kind }) => kind).filter((kind) => kind === 'verdict' || kind === 'claim-scored');
      return { shown, machine: flags.includes('machine'), kinds, members, links, duplicate, highestDuplicate };
    };
    const hidden = await allShownTo(supervisor);
    expect(hidden).toMatchObject({
      shown: { hidden: 'cluster-sample', integrity: null },
      machine: false,
      kinds: [],
      members: [],
      links: [],
      duplicate: 0,
      highestDuplicate: null,
    });
    expect(JSON.stringify(hidden.shown)).not.toMatch(/twin|decibans/i);
    // It can't be decided now, so no queue offers it.
    await supervisor.post(`/claims/${number}/assignment`, { to: supervisor.person.id });
    await fillSearchOf(server);
    const offered = async () => (await nextOf(supervisor, { mine: true })).body;
    expect(await offered()).toEqual({ number: null, remaining: 0 });
    // Another reviewer still sees scores and members.
    const asBefore = await allShownTo(reviewer);
    const kinds = expect.arrayContaining(['verdict']);
    expect(asBefore).toMatchObject({ shown: { hidden: null }, machine: true, kinds });
    expect(asBefore.members).toHaveLength(6);
    expect(asBefore.duplicate).toBeGreaterThan(0);

    // The last verdict shows all of them.
    const last = others.pop() ?? '';
    for (const each of [number, ...others]) await giveVerdict(supervisor, each, { clusterVerdict: sample.id });
    expect((await shownTo(supervisor, number)).hidden).toBe('cluster-sample');
    await giveVerdict(supervisor, last, { clusterVerdict: sample.id });
    const complete = await allShownTo(supervisor);
    expect(complete).toMatchObject({ shown: { hidden: null }, machine: true, duplicate: asBefore.duplicate });
    expect(complete.shown.integrity?.verdicts).toHaveLength(2);
    expect(await offered()).toEqual({ number, remaining: 1 });
  });

  test('hides nothing from its reviewer once every other claim has a finding', async () => {
    const { id: cluster, numbers } = await fileCluster(server, 6);
    const { sample } = await startVerdict(supervisor, cluster);
    const [number = '', ...others] = sample.members.map((member) => member.number);
    const rest = numbers.find((each) => each !== number && !others.includes(each)) ?? '';
    expect((await shownTo(supervisor, number)).hidden).toBe('cluster-sample');
    expect((await giveVerdict(reviewer, rest)).status).toBe(204);
    expect((await shownTo(supervisor, number)).hidden).toBeNull();
    expect((await supervisor.get<Cluster>(`/clusters/${cluster}`)).body.members).toHaveLength(6);
  });
});

test('the random sample gives one claim after the other, whose scores are hidden from everybody until it has a verdict', async () => {
  const { id: cluster, numbers } = await fileCluster(server, 3);
  const [one = '', two = '', outside = ''] = numbers;
  await server.query(
    'update claim_scores set sampled = true from claims where claims.id = claim_id and number = any($1)',
    [[one, two]],
  );
  const read = async (tab = reviewer) => (await tab.get<RandomSample>(`/integrity-sample?case=${caseId}`)).body;
  const before = await read();
  expect(before).toEqual({ left: 2, isExact: true, next: expect.toBeOneOf([one, two]) });
  const number = before.next ?? '';
  const seenBy = async (tab: StaffTab) => {
    const { members } = (await tab.get<Cluster>(`/clusters/${cluster}`)).body;
    const record = (await tab.get<ClaimDetails>(`/claims/${number}`)).body;
    const member = members.find((each) => each.number === number);
    return { ...(await shownTo(tab, number)), record: record.hidden, isHidden: member?.duplicate === null };
  };
  const hidden = { hidden: 'random-sample', integrity: null, record: 'random-sample', isHidden: true };
  for (const tab of [reviewer, supervisor]) expect(await seenBy(tab)).toEqual(hidden);
  expect((await giveVerdict(reviewer, outside)).status).toBe(204);
  expect((await giveVerdict(reviewer, number, { verdict: 'genuine' })).status).toBe(204);
  const shown = { hidden: null, integrity: { sampled: true }, record: null, isHidden: false };
  for (const tab of [reviewer, supervisor]) expect(await seenBy(tab)).toMatchObject(shown);

  const rest = [one, two].find((each) => each !== number);
  expect(await read(supervisor)).toEqual({ left: 1, isExact: true, next: rest });
  expect((await giveVerdict(supervisor, rest ?? '')).status).toBe(204);
  expect(await read()).toEqual({ left: 0, isExact: true, next: null });
  // Each stands for a hundred claims that no score queued.
  const probabilities = await server.query(
    `select probability, count(*)::int as claims from claim_verdicts join claims on claims.id = claim_id
     where number = any($1) group by 1 order by 1`,
    [numbers],
  );
  expect(probabilities).toEqual([
    { probability: 0.01, claims: 2 },
    { probability: 1, claims: 1 },
  ]);
});
