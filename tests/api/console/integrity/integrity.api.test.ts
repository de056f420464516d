import type {
  Cluster,
  Clusters,
  IntegrityFairness,
  NeutralMarks,
  ShownIntegrity,
} from '@redress/contract/console/integrity';
import { settlement } from '@redress/content/settlement';
import { readCluster } from '@redress/server/console/integrity/read-clusters';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { purgeClaimsOf } from '../../../setup/clean-up.ts';
import { readsOf } from '../../../setup/read-history.ts';
import { findIssues } from '../../../setup/find-issues.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fileCluster, scoreClaims } from '../../../setup/suspicious-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { startTestServer, useTestServer } from '../../../setup/test-server.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const caseId = 'savings-club';
const otherCase = 'brand-drug';

let reviewer: StaffTab;
let supervisor: StaffTab;
const server = useTestServer();
beforeAll(async () => {
  [reviewer, supervisor] = [await signInTab(server, 'reviewer'), await signInTab(server, 'supervisor')];
});

const giveVerdict = (tab: StaffTab, number: string, body: object = {}) =>
  tab.post(`/claims/${number}/verdicts`, { id: randomUUID(), verdict: 'machine', reason: 'seen', ...body });
const integrityOf = async (number: string, tab = reviewer) => {
  const { integrity } = (await tab.get<ShownIntegrity>(`/claims/${number}/integrity`)).body;
  if (integrity === null) throw new Error('It is hidden');
  return integrity;
};

test('a claim shows its scores with evidence and links, its flag, and its cluster side by side', async () => {
  const { numbers, id, person } = await fileCluster(server, 4);
  const [first = '', second = ''] = numbers;
  const tab = await signInTab(server, 'reviewer');
  const integrity = await integrityOf(second, tab);
  expect(integrity).toMatchObject({
    scored: true,
    cluster: { id, size: 4 },
    links: expect.arrayContaining([expect.objectContaining({ claim: first })]),
    duplicate: { reached: true, prior: -20, threshold: expect.any(Number) },
    verdicts: [],
  });
  expect(integrity.duplicate.signals.map(({ evidence }) => evidence).join(' ')).toContain(first);
  expect(integrity.duplicate.signals[0]?.evidenceInSpanish).toContain(first);
  const shown = async (number: string) => (await tab.get(`/claims/${number}`)).body;
  expect(await shown(second)).toMatchObject({ flags: ['late', 'duplicate', 'documents-missing'] });
  expect(await shown(first)).toMatchObject({ flags: ['late', 'documents-missing'] });

  const { body } = await tab.get<Cluster>(`/clusters/${id}`);
  expect(body.members.map(({ number }) => number)).toEqual(numbers);
  const at = (name: string) => body.fields.findIndex((field) => field.name === name);
  expect(body.fields[at('street1')]).toMatchObject({ distinct: 1, template: person.street.toLowerCase() });
  const template = `r0@${person.surname.toLowerCase()}.example.com`;
  expect(body.fields[at('email')]).toMatchObject({ distinct: 4, template });
  expect(body.members[1]?.values[at('name1')]).toBe(`Rob ${person.surname}`);
  expect(body.members[1]?.values[at('phone1')]).toBe(person.phone);
  expect(body.links).toContainEqual({ claim: second, other: first, kinds: expect.any(Array), strong: true });
  expect(body.perMinute).toEqual([{ at: '2025-07-01T12:00:00.000Z', claims: 4 }]);
  // The access log names the claims of the evidence and of the cluster.
  const reads = await readsOf(server, tab);
  expect(reads[0]).toMatchObject({
    subject: `claim ${second}`,
    result_ids: expect.arrayContaining([`claim ${first}`]),
  });
  expect(reads.at(-1)).toMatchObject({
    subject: `cluster ${id}`,
    result_ids: numbers.map((number) => `claim ${number}`),
  });

  // Those who see no answers in the case, and of those of other cases nothing.
  const readIn = (cases: readonly string[]) =>
    readCluster(server.database, { settlement }, { id, cases, answersIn: [], staffId: reviewer.person.id });
  const masked = await readIn([caseId]);
  expect(masked?.members.flatMap(({ name, values }) => [name, ...values]).every((value) => value === null)).toBe(true);
  expect(masked?.fields.every((field) => field.template === null)).toBe(true);
  expect(await readIn([otherCase])).toBeUndefined();
});

test('a claim that the job has not reached has no signals, and says so', async () => {
  const integrity = await integrityOf(await fileWithoutNotice(server));
  expect(integrity).toMatchObject({ scored: false, scoredAt: null, cluster: null, links: [] });
  expect(integrity.duplicate).toMatchObject({ signals: [], reached: false });
});

test('marks of other cases are not listed, nor clusters of a case that is asked for', async () => {
  const { numbers } = await fileCluster(server, 2);
  const mark = { id: randomUUID(), kind: 'shared-place', reason: 'A library' };
  expect((await reviewer.post(`/claims/${numbers[0]}/neutral-marks`, mark)).status).toBe(204);
  const stranger = await signInTab(server, { role: 'supervisor', caseId: otherCase });
  expect((await stranger.get<Clusters>(`/clusters?case=${caseId}`)).body.clusters).toEqual([]);
  expect((await stranger.get<NeutralMarks>('/neutral-marks')).body.marks).toEqual([]);
});

test('bad addresses of clusters and marks are not found or not valid', async () => {
  const none = randomUUID();
  const statuses = [
    await supervisor.get('/clusters/x'),
    await supervisor.get('/clusters/99999999999999999'),
    await supervisor.get(`/cluster-verdicts/${none}`),
    await supervisor.post('/clusters/7777777/verdicts', { id: none }),
    await supervisor.post(`/cluster-verdicts/${none}/request`, { verdict: 'machine', reason: 'x' }),
    await supervisor.post(`/neutral-marks/${none}/withdraw`),
  ].map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 404));
  for (const search of ['after=1', 'after=1-2;', 'before=x-1', 'page=2', 'after=9999999999-1'])
    expect([search, (await supervisor.get(`/clusters?${search}`)).status]).toEqual([search, 400]);
});

test('clusters are listed by size, page by page, with forms, days, flags and verdicts', async () => {
  const large = await fileCluster(server, 3);
  const small = await fileCluster(server, 2);
  await giveVerdict(reviewer, large.numbers[0] ?? '');
  const list = async (search = '') => {
    const { clusters } = (await reviewer.get<Clusters>(`/clusters${search}`)).body;
    return clusters.filter(({ id }) => id === large.id || id === small.id);
  };
  const both = await list();
  expect(both.map(({ id, size }) => [id, size])).toEqual([
    [large.id, 3],
    [small.id, 2],
  ]);
  expect(both[0]).toMatchObject({ caseId, forms: ['individual'], judged: 1, state: null, duplicate: 2 });
  expect((await list(`?after=3-${large.id}`)).map(({ id }) => id)).toEqual([small.id]);
  expect((await list(`?before=2-${small.id}`)).map(({ id }) => id)).toEqual([large.id]);
});

test('pages of equally large clusters neither skip nor repeat any', async () => {
  // 120 clusters in a case without others, as if the job had made them.
  await server.query(
    `with filed as (
       insert into claims (number, form_id, form_version, case_id, language, filed_at, late, documents_expected, answers,
         summary, answers_hash, documents_due, suspected_machine)
       select (7000000000 + n)::text, 'consumer', 1, $1, 'en', now(), false, 0, '{}', '[]', sha256('x'), false, false
       from generate_series(1, 120) as n returning id
     ), made as (insert into claim_clusters (case_id, size, changed_at) select $1, 2, now() from filed returning id)
     insert into claim_cluster_members (claim_id, cluster_id)
     select filed.id, made.id from (select id, row_number() over () from filed) as filed
     join (select id, row_number() over () from made) as made using (row_number)`,
    [otherCase],
  );
  const list = async (search = '') => (await reviewer.get<Clusters>(`/clusters?case=${otherCase}${search}`)).body;
  const pages = [await list()];
  for (let page = pages[0]; page?.next !== undefined; page = pages.at(-1))
    pages.push(await list(`&after=${page.next}`));
  const seen = pages.flatMap(({ clusters }) => clusters.map(({ id }) => id));
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  expect([pages[0]?.previous, pages.length]).toEqual([undefined, 3]);
  const back = await list(`&before=${pages.at(-1)?.previous}`);
  expect(back.clusters.map(({ id }) => id)).toEqual(seen.slice(50, 100));
  expect((await list(`&before=${back.previous}`)).previous).toBeUndefined();
});

test('a shared place is neutral until the mark is withdrawn; a claim that shares nothing cannot be marked', async () => {
  const own = await startTestServer();
  onTestFinished(() => own.close());
  const [marking, withdrawing] = [await signInTab(own, 'reviewer'), await signInTab(own, 'supervisor')];
  const alone = await fileWithoutNotice(own);
  await scoreClaims(own);
  const mark = { id: randomUUID(), kind: 'shared-place', reason: 'The nursing home on Elm Street' };
  expect((await marking.post(`/claims/${alone}/neutral-marks`, mark)).body.code).toBe('conflict');
  expect(await own.query('select from neutral_marks')).toEqual([]);

  const numbers: string[] = [];
  for (const [index, name1] of ['Zoë Vance', 'Ada Morel', 'Per Obi', 'Ida Novak', 'Max Tan'].entries()) {
    const contact = { street1: `${index + 1} Elm Street`, phone1: '617 555-0133', email: `p${index}@example.com` };
    numbers.push(await fileWithoutNotice(own, { name1, ...contact }));
  }
  await scoreClaims(own);
  const [number = '', other = ''] = numbers;
  const signalsOf = async () => (await integrityOf(other, marking)).machine.signals.map(({ signal }) => signal);
  expect(await signalsOf()).toContain('shared-phone');
  for (let times = 0; times < 2; times += 1)
    expect((await marking.post(`/claims/${number}/neutral-marks`, mark)).status).toBe(204);
  // A changed request with the same ID is another mark, and one that was sent for another claim.
  for (const changed of [{ kind: 'known-helper' }, { reason: 'A library' }])
    expect((await marking.post(`/claims/${number}/neutral-marks`, { ...mark, ...changed })).status).toBe(409);
  expect((await marking.post(`/claims/${other}/neutral-marks`, mark)).status).toBe(409);
  await scoreClaims(own);
  expect(await signalsOf()).not.toContain('shared-phone');
  // Their network is that of the first claim, too.
  const { id } = mark;
  expect((await integrityOf(other, marking)).neutralMarks).toMatchObject([
    { id, kind: 'shared-place', claim: number, claims: 6, withdrawnAt: null, by: { id: marking.person.id } },
  ]);

  expect((await withdrawing.post(`/neutral-marks/${id}/withdraw`)).status).toBe(204);
  expect((await withdrawing.post(`/neutral-marks/${id}/withdraw`)).body.code).toBe('conflict');
  await scoreClaims(own);
  expect(await signalsOf()).toContain('shared-phone');
  const { marks } = (await marking.get<NeutralMarks>('/neutral-marks')).body;
  expect(marks).toMatchObject([{ id, withdrawnAt: expect.any(String) }]);
});

describe('of a case with verdicts,', () => {
  const own = useTestServer();
  let cluster: Awaited<ReturnType<typeof fileCluster>>;
  let numbers: readonly string[];
  let judge: StaffTab;
  let lead: StaffTab;
  /** Two claims are genuine: one that chance drew, without a flag, and one with a flag. */
  beforeAll(async () => {
    [judge, lead] = [await signInTab(own, 'reviewer'), await signInTab(own, 'supervisor')];
    const stranger = { name1: 'Zoë Vance', street1: '1 Elm Street', zip: '97301', phone1: '', email: 'zoe@vance.com' };
    const drawn = await fileWithoutNotice(own, stranger);
    cluster = await fileCluster(own, 3);
    numbers = [drawn, ...cluster.numbers.toReversed()];
    await own.query(
      'update claim_scores set sampled = true where claim_id = (select id from claims where number = $1)',
      [drawn],
    );
    const reason = 'Robert says that he filed twice';
    for (const [index, number] of numbers.entries())
      await giveVerdict(judge, number, { verdict: index < 2 ? 'genuine' : 'duplicate', reason });
  });

  test('in fairness, a claim of the random sample counts for a hundred, and the interval is of the effective size', async () => {
    const { groups } = (await judge.get<IntegrityFairness>(`/integrity-fairness?case=${caseId}`)).body;
    const english = groups.find(({ value }) => value === 'English');
    // Weights 1 and 100: a share of 1/101, an effective size of 101² / 10,001, and Wilson's interval, computed apart.
    expect(english).toMatchObject({ genuine: 2, flagged: 1, rate: 1 / 101 });
    expect(english?.low).toBeCloseTo(0.0000258939, 8);
    expect(english?.high).toBeCloseTo(0.794315585, 8);
    expect(groups.find(({ value }) => value === 'Spanish')).toMatchObject({ genuine: 0, rate: null });
  });

  // The last one: its claims are gone.
  test('purged claims get no verdict any more, and their cluster shows numbers only', async () => {
    const { id, person } = cluster;
    await purgeClaimsOf(own, new Date('2040-01-01T00:00:00Z'));
    expect((await giveVerdict(lead, numbers[1] ?? '')).body.code).toBe('conflict');
    const mark = { id: randomUUID(), kind: 'shared-place', reason: 'x' };
    expect((await judge.post(`/claims/${numbers[1]}/neutral-marks`, mark)).body.code).toBe('conflict');
    expect((await lead.post(`/clusters/${id}/verdicts`, { id: randomUUID() })).body.code).toBe('conflict');
    const { text, body } = await judge.get<Cluster>(`/clusters/${id}`);
    expect(body.members.map(({ status, name }) => [status, name])).toEqual(cluster.numbers.map(() => ['purged', null]));
    const shown = text + (await judge.get(`/claims/${numbers[0]}/integrity`)).text;
    expect(shown).not.toMatch(new RegExp(`Robert|${person.surname}|Pier`));

    const verify = async () => (await findIssues(own)).filter((issue) => issue.includes(' of claim_verdicts'));
    expect(await verify()).toEqual([]);
    await editRows(
      own.connectionString,
      `update claim_verdicts set reason = 'Robert' where id = (select min(id) from claim_verdicts)`,
    );
    expect(await verify()).toHaveLength(1);
  });
});
