import type { ClaimList } from '@redress/contract/console/claim-list';
import { type Queues, reviewableStatuses } from '@redress/contract/console/review';
import type { Throughput, Work } from '@redress/contract/console/work';
import { expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { tellClaimant } from '../../../setup/letters.ts';
import {
  answerRequest,
  changeReview,
  decide,
  fileReady,
  fileSeveral,
  runReviewOf,
  undoDecision,
} from '../../../setup/review.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 10 });
const throughputOf = async (tab: StaffTab) => (await tab.get<Throughput>('/work/throughput')).body;
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;
const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;

test('shows what each reviewer decided today, and what they have open and due as its lists have it', async () => {
  // Half past eleven at night in the settlement's time zone.
  server.now = new Date('2025-06-03T03:30:00Z');
  const before = await signInTab(server, 'supervisor');
  const early = await signInTab(server, 'reviewer');
  expect((await throughputOf(before)).reviewers).toEqual([]);
  const numbers = await fileSeveral(server, 6);
  const [yesterday = '', approved = '', undone = '', denied = '', returned = '', cured = ''] = numbers;
  await decide(early, yesterday, { outcome: 'approve' });
  // Two hours later, it is the next day there.
  pass(server, 2 * 60 * 60);
  const supervisor = await signInTab(server, 'supervisor');
  const reviewer = await signInTab(server, 'reviewer');
  await decide(reviewer, approved, { outcome: 'approve' });
  pass(server, 20);
  const { body: toUndo } = await decide(reviewer, undone, { outcome: 'approve' });
  await undoDecision(reviewer, undone, toUndo.decision?.id);
  pass(server, 20);
  await decide(reviewer, denied, fraud);
  pass(server, 40);
  await decide(reviewer, returned, fraud);
  // A break does not count toward the time of a decision.
  for (const minutes of [25, 10]) {
    pass(server, minutes * 60);
    for (const tab of [supervisor, reviewer]) await tab.get('/work');
  }
  await supervisor.post(`/claims/${cured}/assignment`, { to: reviewer.person.id });
  await decide(reviewer, cured, deficient);
  await runReviewOf(server);
  await answerRequest(supervisor, returned, 'decline');
  await fillSearchOf(server);

  const counted = await throughputOf(supervisor);
  const own = { id: reviewer.person.id, name: reviewer.person.name };
  const decided = { approve: 0, reduce: 0, deficient: 0, deny: 0, together: 0, medianSeconds: null };
  const none = { ...own, ...decided, prepared: 0, released: 0, returned: 0, open: 0, due: 0 };
  expect(counted).toEqual({
    today: '2025-06-03',
    reviewers: [
      { ...none, approve: 1, deficient: 1, deny: 2, prepared: 1, released: 2, returned: 1, medianSeconds: 20, open: 1 },
    ],
  });
  const countOf = async (tab: StaffTab, filters: string) =>
    (await tab.get<ClaimList>(`/claims?assignee=${own.id}&${filters}`)).body.count.value;
  const toReview = reviewableStatuses.map((status) => `status=${status}`).join('&');
  expect(await countOf(supervisor, toReview)).toBe(1);
  expect((await reviewer.get<Queues>('/review/queues')).body.assignedToMe).toBe(1);
  expect((await reviewer.get<Work>('/work')).body.assigned).toBe(1);

  const [{ number } = { number: '' }] = await server.query<{ number: string }>(
    `select number from claim_review join claims on claims.id = claim_id where claim_review.status = 'deficient'`,
  );
  await tellClaimant(server, number);
  // On the last day to cure, those decisions are of an earlier day.
  const [{ cureDue } = { cureDue: '' }] = await server.query<{ cureDue: string }>(
    `select cure_due as "cureDue" from claim_review where status = 'deficient'`,
  );
  server.now = new Date(`${cureDue}T20:00:00Z`);
  const later = await signInTab(server, 'supervisor');
  const due = await throughputOf(later);
  expect(due.reviewers).toEqual([{ ...none, open: 1, due: 1 }]);
  expect(await countOf(later, `cure-due=${due.today}`)).toBe(1);
  // Cases that a person does not supervise are not counted.
  const elsewhere = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
  expect((await throughputOf(elsewhere)).reviewers).toEqual([]);
});

test('counts only decisions in force as in effect, also after a deficiency was cured', async () => {
  server.now = new Date('2025-06-20T14:00:00Z');
  const supervisor = await signInTab(server, 'supervisor');
  const reviewer = await signInTab(server, 'reviewer');
  const { number } = await fileReady(server);
  await decide(reviewer, number, deficient);
  const readOwn = async () => (await throughputOf(supervisor)).reviewers.find(({ id }) => id === reviewer.person.id);
  expect(await readOwn()).toMatchObject({ deficient: 1, released: 1 });
  expect((await changeReview(supervisor, number, 'cure')).status).toBe(200);
  expect(await readOwn()).toMatchObject({ deficient: 1, released: 0, prepared: 0, returned: 0 });
});
