import type { ClaimReview, Queues } from '@redress/contract/console/review';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../setup/console.ts';
import { fillSearchOf } from '../../setup/fill-search.ts';
import { decide, fileReady, nextOf, pass, readReviewOf, runReviewOf } from '../../setup/review.ts';
import { startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let reviewer: StaffTab;
beforeEach(async () => {
  server = await startTestServer({ members: 6 });
  reviewer = await signInTab(server, 'reviewer');
});
afterEach(() => server.close());

const kindsOf = async (number: string) =>
  (
    await server.query<{ kind: string }>(
      'select kind from claim_history join claims on claims.id = claim_id where number = $1 order by position',
      [number],
    )
  ).map(({ kind }) => kind);

test('a claim is leased, approved, and the approval takes effect after ten seconds', async () => {
  const { number } = await fileReady(server);
  await fillSearchOf(server);
  const { queues, assignedToMe } = (await reviewer.get<Queues>('/review/queues')).body;
  expect(queues).toEqual([
    { caseId: expect.any(String), formId: 'consumer', reason: 'none', claims: 1, oldest: '2025-07-01' },
  ]);
  expect(assignedToMe).toBe(0);
  expect((await nextOf(reviewer)).body).toEqual({ number, remaining: 1 });
  const review = await readReviewOf(reviewer, number);
  expect(review).toMatchObject({
    number,
    status: 'in-review',
    // Its document has arrived.
    version: 1,
    lease: { isOwn: true, by: { id: reviewer.person.id, name: reviewer.person.name } },
    decision: null,
    refusal: null,
    options: { recognized: { suggested: '1250.50', from: '1250.50', to: '1250.50' }, secondPersonFrom: '10000' },
  });
  const decided = await decide(reviewer, number, { outcome: 'approve', note: 'clear receipts' });
  expect([decided.status, decided.text]).toEqual([200, expect.any(String)]);
  expect(decided.body).toMatchObject({
    status: 'proposed',
    version: 2,
    lease: null,
    recognizedAmount: '1250.50',
    decision: {
      outcome: 'approve',
      reasons: [],
      note: 'clear receipts',
      undoUntil: new Date(server.now.getTime() + 10_000).toISOString(),
      waitsFor: [],
    },
    refusal: expect.stringContaining('decided'),
  } satisfies { [Key in keyof ClaimReview]?: unknown });
  pass(server, 9);
  await runReviewOf(server);
  expect((await readReviewOf(reviewer, number)).status).toBe('proposed');
  pass(server, 1);
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'approved', decision: { undoUntil: null } });
  expect((await kindsOf(number)).slice(-2)).toEqual(['claim-decided', 'decision-released']);
  await fillSearchOf(server);
  expect((await nextOf(reviewer)).body).toEqual({ number: null, remaining: 0 });
});
