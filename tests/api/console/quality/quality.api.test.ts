import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { Member } from '@redress/contract/console/members';
import type { RuleRun } from '@redress/contract/console/rules';
import type { Work } from '@redress/contract/console/work';
import type { SampleResult, Samples, Taken } from '@redress/contract/console/quality';
import { drawDecisions } from '@redress/server/console/quality/draw-sample';
import { isAgreement } from '@redress/server/console/quality/second-reviews';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sealAndFindIssues } from '../../../setup/find-issues.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { approveWaiting, createRule, finishBulk, runRule, sealClaims } from '../../../setup/rules.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import {
  answerRequest,
  changeReview,
  decide,
  fileReady,
  fileSeveral,
  finalize,
  readReviewOf,
  releaseDecisions,
  undoDecision,
} from '../../../setup/review.ts';
import { useTestServer } from '../../../setup/test-server.ts';
import { readHistory, readRecordHistory, readsOf } from '../../../setup/read-history.ts';

const server = useTestServer({ members: 60 });
let first: StaffTab;
let second: StaffTab;
let supervisor: StaffTab;
let tests = 0;
let day = '';
beforeEach(async () => {
  // Each test has a separate day, because samples are of the decisions of a period.
  day = `2025-06-${String((tests += 1)).padStart(2, '0')}`;
  server.now = new Date(`${day}T16:00:00Z`);
  first = await signInTab(server, 'reviewer');
  second = await signInTab(server, 'reviewer');
  supervisor = await signInTab(server, 'supervisor');
});
/** Files claims, approves them, and lets the decisions take effect. */
async function approve(count: number, tab = first): Promise<string[]> {
  const numbers = await fileSeveral(server, count);
  await fillSearchOf(server);
  for (const number of numbers) expect((await decide(tab, number, { outcome: 'approve' })).status).toBe(200);
  await releaseDecisions(server);
  return numbers;
}
const period = () => ({ fromDay: day, toDay: day });
async function draw(change: object = {}, tab = supervisor) {
  const id = randomUUID();
  const asked = { id, caseId: 'brand-drug', formId: null, ...period(), decidedBy: null, sourceId: null, size: 10 };
  const { status, body } = await tab.post('/quality', { ...asked, ...change });
  return { id, status, body };
}
const readSample = async (id: string, tab = supervisor) => (await tab.get<SampleResult>(`/quality/${id}`)).body;
const take = async (id: string, tab = second) => (await tab.post<Taken>(`/quality/${id}/next`)).body;
const reviewAgain = (id: string, position: number | null, decision: object, tab = second) =>
  tab.post(`/quality/${id}/reviews/${position}`, { reasons: [], note: '', ...decision });
const settle = (id: string, position: number | null, verdict: string, tab = supervisor) =>
  tab.post(`/quality/${id}/reviews/${position}/settlement`, { verdict, note: 'Looked at both' });
const drawn = async (id: string) =>
  (
    await server.query<{ claim_id: string }>(
      'select claim_id from quality_reviews where sample_id = $1 order by position',
      [id],
    )
  ).map(({ claim_id: claim }) => claim);

test('a seed draws the same claims again as of its entry, also after more decisions; another seed draws others', async () => {
  await approve(8);
  // The person who draws a sample cannot choose its seed.
  const wanted = '0'.repeat(32);
  const { id } = await draw({ size: 4, seed: wanted });
  const { seed, upToEntry, sample } = await readSample(id);
  expect(seed).toMatch(/^[0-9a-f]{32}$/);
  expect(seed).not.toBe(wanted);
  expect(sample).toMatchObject({ population: 8, claims: 4, reviewed: 0 });
  await approve(4);
  const [again] = await server.query<{ claims: string[] }>(
    // Anyone who has the parameters can draw the same sample: by the SHA-256 of seed and decision.
    `select array_agg(claim_id order by place) as claims from (
       select claim_id, row_number() over (order by sha256(convert_to($1 || ' ' || (details->>'decisionId'), 'UTF8'))) as place
       from claim_history where kind = 'decision-released' and id <= $2 and at::date = $3) as ordered
     where place <= 4`,
    [seed, upToEntry, day],
  );
  expect(await drawn(id)).toEqual(again?.claims);
  const [newest] = await server.query<{ id: string }>('select max(id) as id from claim_history');
  // All twelve in the order of each seed: with four, two orders would be the same in one of 4,000 runs.
  const parameters = { caseId: 'brand-drug', formId: null, ...period(), decidedBy: null, sourceId: null, size: 12 };
  const others = await Promise.all(
    ['0', '1', '2'].map((digit) => {
      const chosen = { seed: digit.repeat(32), upToEntry: newest?.id ?? '', timeZone: 'America/New_York' };
      return drawDecisions(server.database, { ...parameters, ...chosen });
    }),
  );
  const orders = others.map(({ claims }) => claims.map(({ claimId }) => claimId).join());
  expect(new Set(orders).size).toBe(3);
  expect(others.map(({ population }) => population)).toEqual([12, 12, 12]);
});

test('deficiencies count as decisions that took effect, until they are undone or cured', async () => {
  const numbers = await fileSeveral(server, 3);
  const [kept = '', undone = '', cured = ''] = numbers;
  await fillSearchOf(server);
  const deficiency = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
  for (const number of numbers) expect((await decide(first, number, deficiency)).status).toBe(200);
  const decided = (await readReviewOf(first, undone)).decision?.id;
  expect((await undoDecision(first, undone, decided)).status).toBe(200);
  expect((await changeReview(first, cured, 'cure')).status).toBe(200);
  const { id, status } = await draw();
  expect(status).toBe(204);
  expect((await readSample(id)).sample).toMatchObject({ population: 1, claims: 1 });
  const { number, position } = await take(id);
  expect(number).toBe(kept);
  const review = await readReviewOf(second, kept);
  expect(review).toMatchObject({ status: 'in-review', decision: null, cureDue: null });
  // Overturned, the deficiency ends, and the claim is reviewed again.
  expect((await reviewAgain(id, position, { outcome: 'approve' })).status).toBe(204);
  expect((await settle(id, position, 'overturned')).status).toBe(204);
  expect(await readReviewOf(supervisor, kept)).toMatchObject({ status: 'in-review', decision: null, cureDue: null });
  expect((await readSample(id)).byReason).toMatchObject([{ rate: { errors: 1, reviews: 1 } }]);
});

test('who approved the first decision is named, and cannot settle', async () => {
  const { number } = await fileReady(server);
  await fillSearchOf(server);
  expect((await decide(first, number, { outcome: 'deny', reasons: ['fraud'] })).status).toBe(200);
  const approver = await signInTab(server, 'supervisor');
  expect(await answerRequest(approver, number, 'approve')).toBe(204);
  await releaseDecisions(server);
  const { id } = await draw();
  const { position } = await take(id);
  expect((await reviewAgain(id, position, { outcome: 'approve' })).status).toBe(204);
  expect((await readSample(id, approver)).reviews[0]).toMatchObject({
    maySettle: false,
    first: { by: first.person.name, approvedBy: approver.person.name },
    second: { approvedBy: null },
  });
});

test('a sample is of a case, a form, days and a reviewer, and is drawn once', async () => {
  const own = await approve(2);
  await approve(3, second);
  // Someone who left can be chosen, too.
  const admin = await signInTab(server, 'admin');
  await admin.put(`/staff/${first.person.id}/state`, { disabled: true }, { 'if-match': '"1"' });
  const decider = { id: first.person.id, name: first.person.name, caseIds: ['brand-drug'] };
  expect((await supervisor.get<Samples>('/quality')).body.deciders).toContainEqual(decider);
  expect((await readSample((await draw({ decidedBy: first.person.id })).id)).sample.population).toBe(own.length);
  expect((await draw({ formId: 'tpp' })).status).toBe(422);
  expect((await draw({ fromDay: '2026-01-01', toDay: '2026-01-02' })).status).toBe(422);
  expect((await draw({ fromDay: '2025-12-31', toDay: '2025-01-01' })).body.errors?.[0]?.field).toBe('toDay');
  expect((await draw({ caseId: 'savings-club' })).status).toBe(422);
  const id = randomUUID();
  expect((await draw({ id })).status).toBe(204);
  expect((await draw({ id })).status).toBe(204);
  const { samples } = (await supervisor.get<Samples>('/quality')).body;
  expect(samples.filter((sample) => sample.fromDay === day)).toHaveLength(2);
});

test('nobody decides a second time what they decided, and nothing tells the second reviewer the decision', async () => {
  const [number = ''] = await approve(1);
  const { id } = await draw();
  expect(await take(id, first)).toEqual({ number: null, position: null });
  const open = await supervisor.get(`/quality/${id}`);
  expect(open.text).not.toContain(number);
  expect(open.text).not.toContain('approve"');
  expect(await take(id)).toEqual({ number, position: 1 });
  expect(await take(id)).toEqual({ number, position: 1 });

  const record = await second.get<ClaimDetails>(`/claims/${number}`);
  expect(record.body.history.map(({ kind }) => kind)).not.toContain('claim-decided');
  expect(record.text).not.toMatch(/claim-decided|decision-released|approve/);
  const review = await readReviewOf(second, number);
  expect(review).toMatchObject({ status: 'in-review', decision: null, recognizedAmount: null });
  expect(review.options.recognized.suggested).toBe('1250.50');
  // Others see it as before.
  expect((await readReviewOf(supervisor, number)).decision?.outcome).toBe('approve');

  expect((await reviewAgain(id, 1, { outcome: 'approve' }, first)).body.code).toBe('conflict');
  expect((await reviewAgain(id, 1, { outcome: 'approve' })).status).toBe(204);
  expect((await readReviewOf(second, number)).decision?.outcome).toBe('approve');
  await expect(
    server.query('update quality_reviews set settled_by = first_decider where sample_id = $1', [id]),
  ).rejects.toThrow(/quality_reviews|quality_stays|stay as they are|check constraint/);
});

test('the second reviewer is led to the sample, and corrects nothing while they measure', async () => {
  const [number = ''] = await approve(1);
  const { id } = await draw();
  expect(await take(id)).toEqual({ number, position: 1 });
  expect(await readReviewOf(second, number)).toMatchObject({
    sampleId: id,
    refusal: 'You’re reviewing this claim a second time.',
  });
  expect((await readReviewOf(supervisor, number)).sampleId).toBeNull();
  const { correctable, version, noticeId } = (await second.get<ClaimDetails>(`/claims/${number}`)).body;
  expect(correctable).toBeNull();
  // A letter that bounced would tell that there is a decision.
  const mailOf = async (tab: StaffTab) => (await tab.get<Member>(`/members/${noticeId}`)).body.claims[0]?.mail;
  const mail = await mailOf(supervisor);
  expect([await mailOf(second), mail?.isOwn]).toEqual([undefined, true]);
  const moved = await second.post(
    `/members/${noticeId}/addresses`,
    {
      street: '9 New Road',
      city: 'Reno',
      state: 'Nevada',
      zip: '89502',
      source: 'call',
      reason: 'Moved',
      claims: [{ number, version: mail?.version }],
    },
    { 'if-match': '"0-0"' },
  );
  expect(moved.status).toBe(412);
  const correct = (tab: StaffTab) => {
    const evidence = { source: 'call', documentId: null, note: 'Told on the phone' };
    const correction = { id: randomUUID(), field: 'city', value: 'Tucson', ...evidence };
    return tab.post(`/claims/${number}/corrections`, correction, { 'if-match': `"${version}"` });
  };
  const refused = await correct(second);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  const withdrawal = { id: randomUUID(), reason: 'It was another caller' };
  const path = `/claims/${number}/corrections/${randomUUID()}/withdrawal`;
  expect((await second.post(path, withdrawal, { 'if-match': `"${version}"` })).body.code).toBe('conflict');
  expect((await reviewAgain(id, 1, { outcome: 'approve' })).status).toBe(204);
  expect((await second.get<ClaimDetails>(`/claims/${number}`)).body.correctable).not.toBeNull();
});

test('a second decision is another person’s; sent again it is accepted once more, and another one is refused', async () => {
  const [number = ''] = await approve(1);
  const { id } = await draw();
  await expect(
    server.query('update quality_reviews set reviewer = first_decider, taken_at = now() where sample_id = $1', [id]),
  ).rejects.toThrow('quality_reviews_two_people');
  await take(id);
  const denial = { outcome: 'deny', reasons: ['not-a-class-member', 'fraud'], note: ' Looked twice ' };
  expect((await reviewAgain(id, 1, denial)).status).toBe(204);
  expect((await reviewAgain(id, 1, denial)).status).toBe(204);
  for (const change of [{ note: 'Looked once' }, { reasons: ['fraud'] }, { outcome: 'approve', reasons: [] }])
    expect((await reviewAgain(id, 1, { ...denial, ...change })).body.code).toBe('conflict');
  const another = await signInTab(server, 'reviewer');
  expect((await reviewAgain(id, 1, denial, another)).body.code).toBe('conflict');
  const kinds = (await readHistory(server, number)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'quality-reviewed')).toHaveLength(1);
  expect((await readSample(id)).reviews[0]).toMatchObject({ note: 'Looked twice', state: 'disagreed' });
});

test('a sample does not tell what became of a claim that one reviews in another; whoever reads a sample is recorded', async () => {
  const [number = ''] = await approve(1);
  const [{ id: reviewed }, { id: other }] = [await draw(), await draw()];
  await take(reviewed);
  await reviewAgain(reviewed, 1, { outcome: 'deny', reasons: ['fraud'], note: 'No receipt' });
  await settle(reviewed, 1, 'overturned');
  const third = await signInTab(server, 'supervisor');
  expect((await readSample(reviewed, third)).reviews[0]).toMatchObject({ number, state: 'overturned' });
  await take(other, third);
  expect((await readSample(reviewed, third)).reviews).toEqual([
    {
      position: 1,
      state: 'taken',
      reviewer: null,
      number: null,
      first: null,
      second: null,
      note: null,
      settledBy: null,
      verdictNote: null,
      maySettle: false,
    },
  ]);
  expect((await readSample(reviewed)).reviews[0]).toMatchObject({ number, note: 'No receipt' });
  const reads = (await readsOf(server, third)).filter(({ subject }) => subject.startsWith('quality-sample '));
  expect(reads).toMatchObject([
    { subject: `quality-sample ${reviewed}`, result_ids: [`claim ${number}`] },
    { subject: `quality-sample ${reviewed}`, result_ids: [] },
  ]);
});

test('people who reviewed or settled a decision do not review it again in another sample', async () => {
  await approve(1);
  const [{ id }, { id: other }] = [await draw(), await draw()];
  await take(id);
  expect((await take(other)).number).toBeNull();
  await reviewAgain(id, 1, { outcome: 'deny', reasons: ['not-a-class-member'] });
  await settle(id, 1, 'upheld');
  for (const tab of [second, supervisor]) {
    expect((await readSample(other, tab)).mayReview).toBe(false);
    expect((await take(other, tab)).number).toBeNull();
  }
  expect((await take(other, await signInTab(server, 'reviewer'))).position).toBe(1);
});

test('a sample of one bulk action shows the moment of the action, and not what it did', async () => {
  const { number } = await fileReady(server);
  await fillSearchOf(server);
  const action = { kind: 'deficient', reasons: ['documents-missing'] };
  const sourceId = randomUUID();
  const asked = await supervisor.post('/bulk', { id: sourceId, selection: { numbers: [number] }, action });
  expect(asked.status).toBe(201);
  const sourceAt = server.now.toISOString();
  expect(await finishBulk(server, supervisor, sourceId)).toMatchObject({ counts: { done: 1 } });
  const source = { id: sourceId, caseIds: ['brand-drug'], kind: 'deficient', rule: null, at: sourceAt, claims: 1 };
  expect((await supervisor.get<Samples>('/quality')).body.sources).toContainEqual(source);
  expect((await first.get<Samples>('/quality')).body).toMatchObject({ deciders: [], sources: [] });
  expect((await draw({ sourceId: randomUUID() })).status).toBe(422);
  const { id } = await draw({ sourceId });
  const result = await readSample(id);
  expect(result.sample).toMatchObject({ population: 1, sourceId, sourceAt });
  expect(JSON.stringify(result)).not.toMatch(/deficient/i);
});

test('a second decision follows the rules of decisions, and agreement is the outcome and the amount within a cent', async () => {
  const [number = ''] = await approve(1);
  const { id } = await draw();
  const { position } = await take(id);
  const wrong = await reviewAgain(id, position, { outcome: 'reduce' });
  expect(wrong.body.errors?.map(({ field }) => field)).toEqual(['reasons', 'recognizedAmount']);
  expect((await reviewAgain(id, position, { outcome: 'approve', recognizedAmount: '1250.50' })).status).toBe(204);
  const result = await readSample(id);
  expect(result.reviews[0]).toMatchObject({ state: 'agreed', number, first: { amount: '1250.50' } });
  expect(result.rate).toMatchObject({ reviews: 1, errors: 0, rate: 0, low: 0 });
  const to = (outcome: string, amount: string | null) => ({ outcome, amount });
  expect(isAgreement(to('approve', '1250.5000'), to('approve', '1250.51'))).toBe(true);
  expect(isAgreement(to('approve', '1250.5000'), to('approve', '1250.52'))).toBe(false);
  expect(isAgreement(to('approve', '1250.5000'), to('reduce', '1250.50'))).toBe(false);
  expect(isAgreement(to('deny', null), to('deny', null))).toBe(true);
});

test('a third person settles a disagreement: overturned, the claim is reviewed again, and counts as an error', async () => {
  const [one = '', other = ''] = await approve(2);
  const { id } = await draw();
  for (let times = 0; times < 2; times += 1) {
    const { position } = await take(id);
    const denial = { outcome: 'deny', reasons: ['no-qualifying-purchase'], note: 'None of the receipts counts' };
    expect((await reviewAgain(id, position, denial)).status).toBe(204);
  }
  expect((await readSample(id)).rate).toMatchObject({ reviews: 0, rate: null });
  // People who decide no claims do not learn that two reviewers disagree.
  const kindsFor = async (tab: StaffTab) =>
    (await tab.get<ClaimDetails>(`/claims/${one}`)).body.history.map(({ kind }) => kind);
  expect(await kindsFor(first)).toContain('quality-reviewed');
  for (const role of ['call-center', 'finance', 'viewer', 'mailroom'] as const)
    expect(await kindsFor(await signInTab(server, role))).not.toContain('quality-reviewed');
  const both = await signInTab(server, 'supervisor');
  expect((await settle(id, 1, 'overturned')).status).toBe(204);
  expect((await settle(id, 1, 'upheld')).body.code).toBe('conflict');
  expect((await settle(id, 2, 'upheld', both)).status).toBe(204);
  const result = await readSample(id);
  expect(result.rate).toMatchObject({ reviews: 2, errors: 1, rate: 0.5 });
  expect(result.byReviewer).toMatchObject([{ name: first.person.name, rate: { errors: 1, reviews: 2 } }]);
  expect(result.byReason).toMatchObject([{ label: 'No reason: approved', rate: { errors: 1, reviews: 2 } }]);
  const overturned = result.reviews.find(({ state }) => state === 'overturned')?.number;
  for (const number of [one, other]) {
    const { status, decision } = await readReviewOf(supervisor, number);
    expect([status, decision === null]).toEqual(number === overturned ? ['in-review', true] : ['approved', false]);
  }
  const entries = (await readHistory(server, overturned ?? '')).slice(-3).toReversed();
  expect(entries.map(({ kind }) => kind)).toEqual(['status-changed', 'quality-settled', 'quality-reviewed']);
  expect(entries[0]?.details).toMatchObject({ from: 'approved', to: 'in-review', cause: 'overturned' });
});

test('a decision that is final can be drawn, and overturned it counts as an error, though the claim stays final', async () => {
  const [number = ''] = await approve(1);
  await finalize(server, [number]);
  const { id } = await draw();
  expect((await readSample(id)).sample.population).toBe(1);
  const { position } = await take(id);
  const denial = { outcome: 'deny', reasons: ['no-qualifying-purchase'], note: 'None of the receipts counts' };
  expect((await reviewAgain(id, position, denial)).status).toBe(204);
  expect((await settle(id, position, 'overturned')).status).toBe(204);
  expect((await readSample(id)).rate).toMatchObject({ reviews: 1, errors: 1 });
  const { status, decision } = await readReviewOf(supervisor, number);
  expect([status, decision?.outcome]).toEqual(['final', 'approve']);
});

test('who decided first or second cannot settle, whatever their role', async () => {
  const deciding = await signInTab(server, 'supervisor');
  const reviewing = await signInTab(server, 'supervisor');
  const toSettle = async (tab: StaffTab) => (await tab.get<Work>('/work')).body.toSettle;
  const before = await toSettle(supervisor);
  await approve(1, deciding);
  const { id } = await draw();
  await take(id, reviewing);
  await reviewAgain(id, 1, { outcome: 'deny', reasons: ['not-a-class-member'] }, reviewing);
  for (const tab of [deciding, reviewing]) {
    expect((await settle(id, 1, 'upheld', tab)).body.code).toBe('not-permitted');
    expect((await readSample(id, tab)).reviews[0]?.maySettle).toBe(false);
    expect(await toSettle(tab)).toBe(before);
  }
  expect((await readSample(id)).reviews[0]?.maySettle).toBe(true);
  // The first screen shows it to the people who may settle it.
  expect(await toSettle(supervisor)).toBe(before + 1);
  expect((await settle(id, 1, 'upheld')).status).toBe(204);
  expect(await toSettle(supervisor)).toBe(before);
});

test('a claim is given back by its reviewer or a supervisor, and then somebody else takes it', async () => {
  const third = await signInTab(server, 'reviewer');
  const toReview = async (tab: StaffTab) => (await tab.get<Work>('/work')).body.secondReviews;
  const countAll = async () => [await toReview(first), await toReview(second), await toReview(third)];
  const [ofFirst = 0, ofSecond = 0, ofThird = 0] = await countAll();
  await approve(1);
  const { id } = await draw();
  // The first screen counts what a person may take, and has taken.
  expect(await countAll()).toEqual([ofFirst, ofSecond + 1, ofThird + 1]);
  await take(id);
  expect(await countAll()).toEqual([ofFirst, ofSecond + 1, ofThird]);
  expect((await take(id, third)).number).toBeNull();
  expect((await third.post(`/quality/${id}/reviews/1/give-back`)).body.code).toBe('conflict');
  expect((await second.post(`/quality/${id}/reviews/1/give-back`)).status).toBe(204);
  expect(await countAll()).toEqual([ofFirst, ofSecond, ofThird + 1]);
  expect((await take(id, third)).position).toBe(1);
  expect((await supervisor.post(`/quality/${id}/reviews/1/give-back`)).status).toBe(204);
  expect((await supervisor.post(`/quality/${id}/reviews/1/give-back`)).status).toBe(204);
  const entries = (await readRecordHistory(server, id)).filter(({ kind }) => kind === 'review-given-back');
  expect(entries.map(({ details }) => details)).toEqual([
    { by: second.person.id, position: 1, reviewer: second.person.id, takenAt: server.now.toISOString() },
    { by: supervisor.person.id, position: 1, reviewer: third.person.id, takenAt: server.now.toISOString() },
  ]);
});

test('a claim of a reviewer who loses the role or the account gets to others', async () => {
  const admin = await signInTab(server, 'admin');
  const match = { 'if-match': '"1"' };
  const roles = [{ role: 'viewer', caseId: '*' }];
  const leaving = await signInTab(server, 'reviewer', 'viewer');
  await approve(1);
  const { id } = await draw();
  await take(id, leaving);
  expect((await admin.put(`/staff/${leaving.person.id}/roles`, { roles, reason: '' }, match)).status).toBeLessThan(300);
  expect((await readSample(id)).reviews[0]).toMatchObject({ state: 'open', reviewer: null });
  await take(id);
  expect((await admin.put(`/staff/${second.person.id}/state`, { disabled: true }, match)).status).toBeLessThan(300);
  expect((await take(id, await signInTab(server, 'reviewer'))).position).toBe(1);
  const entries = (await readRecordHistory(server, id)).filter(({ kind }) => kind === 'review-given-back');
  expect(entries.map(({ details }) => details)).toMatchObject([
    { by: admin.person.id, reviewer: leaving.person.id },
    { by: admin.person.id, reviewer: second.person.id },
  ]);
});

test('whoever gave a claim back, or whose turn ended, has seen the decision and cannot take the claim again', async () => {
  const [number = ''] = await approve(1);
  const { id } = await draw();
  const third = await signInTab(server, 'reviewer');
  expect((await take(id)).number).toBe(number);
  expect((await second.post(`/quality/${id}/reviews/1/give-back`)).status).toBe(204);
  expect((await readReviewOf(second, number)).decision?.outcome).toBe('approve');
  expect(await take(id)).toEqual({ number: null, position: null });
  expect((await readSample(id, second)).mayReview).toBe(false);
  expect((await take(id, third)).number).toBe(number);
  expect((await supervisor.post(`/quality/${id}/reviews/1/give-back`)).status).toBe(204);
  expect((await take(id, third)).number).toBeNull();
  expect((await take(id, supervisor)).number).toBe(number);
  // The database also refuses to give a reviewer the same claim twice or to forget a turn.
  const set = (change: string) => server.query(`update quality_reviews set ${change} where sample_id = $1`, [id]);
  await expect(set('reviewer = given_back_by[1], given_back_by = given_back_by || reviewer')).rejects.toThrow(
    'quality_reviews_taken_once',
  );
  await expect(set(`given_back_by = '{}'`)).rejects.toThrow('stay as they are');
  await expect(set('reviewer = null, taken_at = null')).rejects.toThrow('stay as they are');
});

test('two people who take claims at the same moment get two claims, and one who clicks twice gets one', async () => {
  await approve(3);
  const { id } = await draw();
  const tabs = await openSideBySide(server, second, second, await signInTab(server, 'reviewer'));
  const lock = ['lock table quality_reviews in exclusive mode', []] as const;
  const taken = await lineUp(
    server,
    lock,
    tabs.map((tab) => () => take(id, tab)),
  );
  expect(taken.map(({ position }) => position)).toEqual([1, 1, 2]);
});

test('what all of this left in the tables is what the sealed histories tell', async () => {
  expect(await sealAndFindIssues(server)).toEqual([]);
});

test('of a decision by a rule, the sample names the rule, who asked for it, and who approved', async () => {
  await fileReady(server);
  await sealClaims(server);
  const rule = await createRule(supervisor, 'brand-drug', {
    outcome: 'approve',
    conditions: [{ fact: 'form', oneOf: ['consumer'] }],
  });
  const run = await runRule(server, supervisor, rule.id);
  const asked = await supervisor.post<RuleRun>(`/rules/runs/${run.id}/release`, { reason: 'Looked at the sample.' });
  const approver = await signInTab(server, 'supervisor');
  await server.query(
    `update approvals set decision = 'withdrawn', decided_at = now() where decision is null and kind = 'claim-decision'`,
  );
  expect(await approveWaiting(approver)).toBe(204);
  await finishBulk(server, supervisor, asked.body.release?.job ?? '');
  const { id } = await draw({ sourceId: run.id });
  const { position } = await take(id);
  expect((await reviewAgain(id, position, { outcome: 'approve' })).status).toBe(204);
  expect((await readSample(id)).reviews.find((each) => each.position === position)?.first).toMatchObject({
    rule: rule.name,
    by: supervisor.person.name,
    approvedBy: approver.person.name,
  });
});
