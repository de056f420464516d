import type { LetterPreview, ListedDispute } from '@redress/contract/console/letters';
import { statusFields } from '@redress/contract/status-page';
import { beforeEach, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lettersOf, queueLetterOf, sendLettersOf } from '../../../setup/letters.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import {
  answerRequest,
  decide,
  fileReady,
  nextOf,
  readReviewOf,
  releaseDecisions,
  statusOf,
  undoDecision,
} from '../../../setup/review.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { beforeDeadline, memberOf, pass } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ members: 10 });
let reviewer: StaffTab;
let other: StaffTab;
let next = 0;
beforeEach(async () => {
  site.server.now = beforeDeadline;
  reviewer = await signInTab(site.server, 'reviewer');
  other = await signInTab(site.server, 'reviewer');
});

const denied = { outcome: 'deny', reasons: ['not-a-class-member'] } as const;
const statement = 'I bought it. See my receipt.';

/** A claim that was denied, by default by the first reviewer, and that its claimant disputes. */
async function findDisputed(
  deny = async (number: string) => {
    const { body } = await decide(reviewer, number, denied);
    await releaseDecisions(site.server);
    return body.decision?.id;
  },
) {
  const index = next;
  next += 1;
  const { number } = await fileReady(site.server, {}, index);
  const decision = await deny(number);
  const browser = new StatusBrowser(site);
  await browser.open(memberOf(index));
  await browser.press('dispute', {
    [statusFields.decision]: decision ?? '',
    [`${statusFields.ground}not-a-class-member`]: 'on',
    [`${statusFields.statement}dispute`]: statement,
  });
  return number;
}
const disputesOf = async (tab: StaffTab) => (await tab.get<{ disputes: ListedDispute[] }>('/disputes')).body.disputes;
const disputeOf = async (tab: StaffTab, number: string) =>
  (await disputesOf(tab)).find(({ claim }) => claim === number);

test('a dispute is decided by someone who has not decided the claim, and the claimant gets a second letter', async () => {
  const number = await findDisputed();
  expect(await disputeOf(reviewer, number)).toMatchObject({ isOwn: true, outcome: null, statement, late: false });
  expect(await disputeOf(other, number)).toMatchObject({ isOwn: false, decided: 'deny' });
  expect((await readReviewOf(reviewer, number)).refusal).toContain('Someone else must decide');
  expect((await decide(reviewer, number, { outcome: 'approve' })).status).toBe(409);
  // The queue offers it only to others.
  await fillSearchOf(site.server);
  expect((await nextOf(reviewer)).body.number).toBeNull();
  expect((await nextOf(other)).body.number).toBe(number);
  expect((await decide(other, number, { outcome: 'approve' })).status).toBe(200);
  await releaseDecisions(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'changed' });

  const preview = await other.post<LetterPreview>('/letters/preview', {
    caseId: 'brand-drug',
    kind: 'dispute-decision',
  });
  expect(preview.body).toMatchObject({ claims: 1, letters: [{ claim: number }] });
  await queueLetterOf(site.server, number);
  const [mail] = await sendLettersOf(site.server, number);
  expect(mail?.text).toContain('We approve your claim, and recognize $1,250.50 for it.');
  // Thirty days to ask the court, until Thursday, July 31.
  expect(await lettersOf(site.server, number)).toMatchObject([{ kind: 'dispute-decision', due_on: '2025-07-31' }]);
});

test('the same decision upholds the first one', async () => {
  const number = await findDisputed();
  await decide(other, number, denied);
  await releaseDecisions(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ outcome: 'upheld' });
  const { disputes } = (await other.get<{ disputes: object[] }>(`/claims/${number}/letters`)).body;
  expect(disputes).toMatchObject([{ outcome: 'upheld', grounds: ['Not a class member'], statement }]);
});

test('a reviewer who undoes the decision of a dispute can decide it again', async () => {
  const number = await findDisputed();
  const { body } = await decide(other, number, denied);
  expect((await undoDecision(other, number, body.decision?.id)).status).toBe(200);
  expect((await decide(other, number, { outcome: 'approve' })).status).toBe(200);
});

test('a disputed claim leaves its assignee, who decided it', async () => {
  const number = await findDisputed(async (claim) => {
    expect((await reviewer.post(`/claims/${claim}/assignment`, { to: reviewer.person.id })).status).toBeLessThan(300);
    const { body } = await decide(reviewer, claim, denied);
    await releaseDecisions(site.server);
    return body.decision?.id;
  });
  await fillSearchOf(site.server);
  expect(await disputeOf(other, number)).toMatchObject({ assignee: null });
  expect((await nextOf(other)).body.number).toBe(number);
});

test('a person who made or approved the disputed decision cannot approve the second one', async () => {
  const [maker, approver, third] = [
    await signInTab(site.server, 'supervisor'),
    await signInTab(site.server, 'supervisor'),
    await signInTab(site.server, 'supervisor'),
  ];
  const fraud = { outcome: 'deny', reasons: ['not-a-class-member', 'fraud'] } as const;
  const number = await findDisputed(async (claim) => {
    const { body } = await decide(maker, claim, fraud);
    expect(await answerRequest(approver, claim, 'approve')).toBe(204);
    pass(site.server, 60);
    return body.decision?.id;
  });
  expect((await decide(other, number, fraud)).status).toBe(200);
  for (const tab of [maker, approver]) expect(await answerRequest(tab, number, 'approve')).toBe(409);
  expect(await answerRequest(third, number, 'approve')).toBe(204);
  expect(await statusOf(other, number)).toBe('denied');
});

test('what the claimant wrote is hidden from those who do not see answers', async () => {
  const number = await findDisputed();
  const callCenter = await signInTab(site.server, 'call-center');
  const { disputes } = (await callCenter.get<{ disputes: object[] }>(`/claims/${number}/letters`)).body;
  expect(disputes).toMatchObject([{ statement: null, grounds: ['Not a class member'] }]);
  expect((await callCenter.get('/disputes')).status).toBe(403);
});
