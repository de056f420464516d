import type { ClaimDetails } from '@redress/contract/console/claim-details';
import type { Queues } from '@redress/contract/console/review';
import type { Throughput } from '@redress/contract/console/work';
import { describe, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import {
  answerRequest,
  decide,
  eventsOf,
  fileReady,
  nextOf,
  nextReopened,
  readReviewOf,
  requestOf,
  runReviewOf,
  statusOf,
  type TestDecision,
  undoDecision,
} from '../../../setup/review.ts';
import { editRows } from '../../../setup/test-database.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer({ members: 10 });
const { reviewer, supervisor } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;

describe('a second person', () => {
  interface SecondPersonCase {
    readonly name: string;
    readonly decision: TestDecision;
    readonly answers?: Readonly<Record<string, string>>;
    readonly isLate?: boolean;
    readonly cause: string;
    readonly released: string;
  }
  test.each<SecondPersonCase>([
    { name: 'a denial for fraud', decision: fraud, cause: 'fraud', released: 'denied' },
    {
      name: '10,000 dollars',
      decision: { outcome: 'approve' },
      answers: { repealerStateTotalAmountPaid: '10000' },
      cause: 'high-value',
      released: 'approved',
    },
    {
      name: 'a late claim',
      decision: { outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '5' },
      isLate: true,
      cause: 'late',
      released: 'reduced',
    },
  ])('has to approve $name, and nobody is their own', async ({ decision, answers, isLate, cause, released }) => {
    const { number } = await fileReady(server, answers);
    if (isLate) await editRows(server.connectionString, 'update claims set late = true where number = $1', [number]);
    const decider = await signInTab(server, 'supervisor');
    const { body } = await decide(decider, number, decision);
    expect(body).toMatchObject({ status: 'proposed', decision: { waitsFor: [cause] } });
    pass(server, 60);
    await runReviewOf(server);
    expect(await statusOf(supervisor, number)).toBe('proposed');
    const waiting = await requestOf(supervisor, number);
    expect([(await requestOf(decider, number))?.mayDecide, waiting?.mayDecide, waiting?.what]).toEqual([
      false,
      true,
      expect.stringContaining(`claim ${number}`),
    ]);
    const approve = (tab: StaffTab) => tab.post(`/approvals/${waiting?.id}/approve`, {});
    expect((await approve(decider)).status).toBe(403);
    // Finance approves other things, and decides no claims.
    const byFinance = await approve(await signInTab(server, 'finance'));
    expect([403, 404]).toContain(byFinance.status);
    expect((await approve(supervisor)).status).toBe(204);
    expect(await statusOf(supervisor, number)).toBe(released);
    expect((await eventsOf(server, number)).at(-1)).toMatchObject({
      kind: 'decision-released',
      approval: waiting?.id,
      from: 'proposed',
      to: released,
    });
  });

  test('who declines says why to whoever decided, who gets the claim back', async () => {
    const { number } = await fileReady(server);
    await decide(reviewer, number, fraud);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ returned: null });
    const reason = 'The bill is from her clinic';
    expect(await answerRequest(supervisor, number, 'decline', reason)).toBe(204);
    const { name, id } = supervisor.person;
    expect(await readReviewOf(reviewer, number)).toMatchObject({
      status: 'in-review',
      assignee: { id: reviewer.person.id },
      returned: { by: { id, name }, at: server.now.toISOString(), reason },
    });
    const declineInHistory = async (tab: StaffTab) => {
      const { history, people } = (await tab.get<ClaimDetails>(`/claims/${number}`)).body;
      const { details } = history.find(({ kind }) => kind === 'decision-declined') ?? {};
      return { by: people[String(details?.['decidedBy'])], reason: details?.['reason'] };
    };
    expect(await declineInHistory(reviewer)).toEqual({ by: name, reason });
    // Some roles do not see answers.
    const finance = await signInTab(server, 'finance');
    expect((await readReviewOf(finance, number)).returned).toMatchObject({ reason: null });
    expect(await declineInHistory(finance)).toEqual({ by: name, reason: undefined });
    await fillSearchOf(server);
    expect((await reviewer.get<Queues>('/review/queues')).body).toMatchObject({ assignedToMe: 1, returnedToMe: 1 });
    expect((await nextOf(reviewer, { mine: true, reason: 'reopened' })).body.number).toBe(number);
    const { body } = await decide(reviewer, number, { outcome: 'approve' });
    expect(await readReviewOf(reviewer, number)).toMatchObject({ returned: null });
    // What the supervisor said is still true after the next decision is undone.
    expect((await undoDecision(reviewer, number, body.decision?.id)).status).toBe(200);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'in-review', returned: { reason } });
    // A request that was withdrawn was not declined.
    const other = await fileReady(server);
    await decide(supervisor, other.number, fraud);
    expect(await answerRequest(supervisor, other.number, 'withdraw')).toBe(204);
    expect(await readReviewOf(supervisor, other.number)).toMatchObject({ status: 'in-review', returned: null });
    expect((await eventsOf(server, other.number)).filter(({ kind }) => kind.startsWith('decision-'))).toMatchObject([
      { kind: 'decision-undone', by: supervisor.person.id, approval: expect.any(String), to: 'in-review' },
    ]);
    const { reviewers } = (await supervisor.get<Throughput>('/work/throughput')).body;
    expect(reviewers.map(({ id: each }) => each)).not.toContain(supervisor.person.id);
  });

  test('cannot approve what was decided before something else arrived; who declines sends the claim back to whoever decided', async () => {
    const { number, browser } = await fileReady(server);
    await fillSearchOf(server);
    await decide(reviewer, number, fraud);
    await browser.upload(number, [{ name: 'proof.pdf', bytes: pdf(1_001) }]);
    const waiting = await requestOf(supervisor, number);
    const refused = await supervisor.post<{ detail: string }>(`/approvals/${waiting?.id}/approve`, {});
    expect([refused.status, await statusOf(supervisor, number)]).toEqual([409, 'proposed']);
    expect(refused.body.detail).toContain('changed after this decision');
    expect(await answerRequest(supervisor, number, 'decline')).toBe(204);
    expect((await eventsOf(server, number)).slice(-2)).toMatchObject([
      { kind: 'decision-declined', to: 'in-review' },
      { kind: 'claim-assigned', by: supervisor.person.id, to: reviewer.person.id },
    ]);
    expect(await nextReopened(server, reviewer, number)).toBe(number);
  });
});

test('whoever takes the right to ask from its author waits for an approval that has begun', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, fraud);
  const waiting = await requestOf(supervisor, number);
  const [second = supervisor, admin = supervisor] = await openSideBySide(
    server,
    supervisor,
    await signInTab(server, 'admin'),
  );
  const answers = await lineUp<{ status: number }>(
    server,
    ['select from claims where number = $1 for update', [number]],
    [
      () => second.post(`/approvals/${waiting?.id}/approve`, {}),
      () => admin.put(`/staff/${reviewer.person.id}/roles`, { roles: [], reason: '' }, { 'if-match': '"1"' }),
    ],
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 200]);
});
