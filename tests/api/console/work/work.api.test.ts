import type { Approvals } from '@redress/contract/console/approvals';
import type { ClaimList } from '@redress/contract/console/claim-list';
import type { IdRequestList } from '@redress/contract/console/id-requests';
import type { Letters } from '@redress/contract/console/letters';
import type { Queues } from '@redress/contract/console/review';
import type { Work } from '@redress/contract/console/work';
import { expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { tellClaimant } from '../../../setup/letters.ts';
import { answerRequest, decide, fileReady, fileSeveral, nextOf, readReviewOf } from '../../../setup/review.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 10 });
const workOf = async (tab: StaffTab) => (await tab.get<Work>('/work')).body;
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;

test('a claim whose denial was declined waits for the reviewer as returned', async () => {
  const reviewer = await signInTab(server, 'reviewer');
  const supervisor = await signInTab(server, 'supervisor');
  const { number } = await fileReady(server);
  await decide(reviewer, number, fraud);
  await answerRequest(supervisor, number, 'decline');
  await fillSearchOf(server);
  expect(await workOf(reviewer)).toMatchObject({ assigned: 1, returned: 1 });
});

test('what waits is counted as the screens count it that the numbers lead to', async () => {
  const reviewer = await signInTab(server, 'reviewer');
  const [deficient = '', denied = '', declined = ''] = await fileSeveral(server, 4);
  await decide(reviewer, deficient, { outcome: 'deficient', reasons: ['documents-missing'] });
  const { due: letters } = (await reviewer.get<Letters>('/letters')).body;
  expect(letters).toMatchObject([{ claims: 1 }]);
  expect((await workOf(reviewer)).lettersDue).toBe(1);
  await tellClaimant(server, deficient);
  const { cureDue } = await readReviewOf(reviewer, deficient);
  await decide(reviewer, denied, fraud);
  await decide(reviewer, declined, fraud);
  // The last day on which the deficiency can be cured.
  server.now = new Date(`${cureDue}T20:00:00Z`);
  const later = await signInTab(server, 'reviewer');
  const supervisor = await signInTab(server, 'supervisor');
  const waiting = async () => (await supervisor.get<Approvals>('/approvals')).body.approvals;
  expect(await answerRequest(supervisor, declined, 'decline')).toBe(204);
  await fillSearchOf(server);

  const work = await workOf(supervisor);
  // The claims that were declined, here and in the test before, are assigned to their reviewers.
  expect(work).toMatchObject({ assigned: 0, returned: 0, toReview: 3, ofOthers: 2, due: 1, approvals: 1, asked: 0 });
  expect((await waiting()).filter(({ decision, isOwn }) => decision === null && !isOwn)).toHaveLength(work.approvals);
  expect((await nextOf(supervisor)).body.remaining).toBe(work.toReview);
  const due = (await supervisor.get<ClaimList>(`/claims?cure-due=${work.today}`)).body;
  expect([due.count, due.claims.map(({ number }) => number)]).toEqual([{ value: 1, isExact: true }, [deficient]]);
  const dayBefore = new Date(Date.parse(work.today) - 86_400_000).toISOString().slice(0, 10);
  expect((await supervisor.get<ClaimList>(`/claims?cure-due=${dayBefore}`)).body.count.value).toBe(0);
  expect((await supervisor.get<IdRequestList>('/id-requests')).body.counts.open).toBe(work.idRequests);
  const { assignedToMe, returnedToMe } = (await later.get<Queues>('/review/queues')).body;
  expect(await workOf(later)).toMatchObject({ assigned: assignedToMe, returned: returnedToMe, approvals: 0 });
  // A person has no open work in parts of the console that their role hides.
  const nothing = {
    assigned: 0,
    returned: 0,
    toReview: 0,
    ofOthers: 0,
    due: 0,
    approvals: 0,
    asked: 0,
    disputes: 0,
    lettersDue: 0,
    lettersToBatch: 0,
    idRequests: 0,
    addresses: 0,
    toSettle: 0,
    secondReviews: 0,
  };
  expect(await workOf(await signInTab(server, 'viewer'))).toMatchObject(nothing);
});
