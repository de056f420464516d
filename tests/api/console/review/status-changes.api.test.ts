import { describe, expect, test } from 'vitest';
import { useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { tellClaimant } from '../../../setup/letters.ts';
import {
  changeReview,
  decide,
  eventsOf,
  fileReady,
  fileSeveral,
  nextOf,
  nextReopened,
  readReviewOf,
  refuseRows,
  releaseDecisions,
  requestOf,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import { fileWithoutNotice, openForm } from '../../../setup/sample-claims.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer({ members: 10 });
const { reviewer, supervisor, signIn } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;

describe('changes with a reason', () => {
  test('a deficiency is cured, a decision reopened, a claim withdrawn; the reason becomes a note', async () => {
    const { number } = await fileReady(server);
    expect((await changeReview(reviewer, number, 'cure')).status).toBe(409);
    await decide(reviewer, number, deficient);
    expect((await changeReview(reviewer, number, 'cure', '  ')).status).toBe(422);
    expect((await changeReview(reviewer, number, 'cure')).body).toMatchObject({ status: 'ready', decision: null });
    await decide(reviewer, number, { outcome: 'approve' });
    expect((await changeReview(supervisor, number, 'reopen')).status).toBe(409);
    await releaseDecisions(server);
    const reopened = await changeReview(supervisor, number, 'reopen');
    expect(reopened.body).toMatchObject({ status: 'in-review', decision: null, recognizedAmount: null });
    expect((await changeReview(supervisor, number, 'withdraw')).body.status).toBe('withdrawn');
    for (const what of ['withdraw', 'void', 'cure'] as const)
      expect((await changeReview(supervisor, number, what)).status).toBe(409);
    const events = await eventsOf(server, number);
    expect(events.filter(({ kind }) => kind === 'status-changed')).toMatchObject([
      { from: 'deficient', to: 'ready', cause: 'cured', by: reviewer.person.id },
      { from: 'approved', to: 'in-review', cause: 'reopened', by: supervisor.person.id },
      { from: 'in-review', to: 'withdrawn', cause: 'withdrawn', by: supervisor.person.id },
    ]);
    const notes = await server.query<{ text: string }>(
      'select text from notes join claims on claims.id = claim_id where number = $1',
      [number],
    );
    expect(notes.map(({ text }) => text)).toContain('Reopened: the claimant called');
    expect(JSON.stringify(events)).not.toContain('the claimant called');
  });

  test('a claim that was withdrawn or void by mistake is reopened; void, it asks for no second person', async () => {
    const { number } = await fileReady(server);
    expect((await changeReview(supervisor, number, 'withdraw')).body.status).toBe('withdrawn');
    const open = { status: 'in-review', refusal: null };
    expect((await changeReview(supervisor, number, 'reopen')).body).toMatchObject(open);
    await decide(reviewer, number, fraud);
    expect((await changeReview(supervisor, number, 'void')).body.status).toBe('void');
    expect(await requestOf(supervisor, number)).toBeUndefined();
    expect((await changeReview(supervisor, number, 'reopen')).body).toMatchObject(open);
    expect(await nextReopened(server, reviewer, number)).toBe(number);
  });

  test('a deficient claim whose letter cannot be delivered is reopened, and not called cured', async () => {
    const { number } = await fileReady(server);
    await decide(reviewer, number, deficient);
    const reopened = await changeReview(supervisor, number, 'reopen');
    expect(reopened.body).toMatchObject({ status: 'in-review', decision: null, cureDue: null, refusal: null });
    expect((await eventsOf(server, number)).at(-1)).toMatchObject({ from: 'deficient', cause: 'reopened' });
    expect(await nextReopened(server, reviewer, number)).toBe(number);
  });

  test('changes nothing that its author did not see', async () => {
    const { number } = await fileReady(server);
    const { version } = await readReviewOf(supervisor, number);
    await decide(reviewer, number, { outcome: 'approve' });
    const stale = await supervisor.post(`/claims/${number}/void`, { reason: 'a test' }, { 'if-match': `"${version}"` });
    expect([stale.status, await statusOf(supervisor, number)]).toEqual([412, 'proposed']);
    expect((await supervisor.post(`/claims/${number}/void`, { reason: 'a test' })).status).toBe(400);
  });
});

test('documents that arrive make a claim ready that somebody had looked at before', async () => {
  const browser = await openForm(server.app);
  const number = await fileWithoutNotice(server, {}, browser);
  await fillSearchOf(server);
  expect((await nextOf(reviewer, { reason: 'documents-missing' })).body.number).toBe(number);
  await reviewer.delete(`/claims/${number}/lease`);
  await runReviewOf(server);
  expect(await statusOf(supervisor, number)).toBe('waiting-documents');
  const sent = await browser.upload(number, [{ name: 'bill.pdf', bytes: pdf(2_000) }], 'IndividualClaimants');
  expect(sent.status).toBe(200);
  await runReviewOf(server);
  expect(await statusOf(supervisor, number)).toBe('ready');
  expect(await eventsOf(server, number)).toEqual([
    { kind: 'status-changed', from: 'waiting-documents', to: 'ready', cause: 'documents' },
  ]);
});

test('a claim whose documents arrive while a reviewer has it is ready when it is given back', async () => {
  const browser = await openForm(server.app);
  const number = await fileWithoutNotice(server, {}, browser);
  await fillSearchOf(server);
  expect((await nextOf(reviewer, { reason: 'documents-missing' })).body.number).toBe(number);
  await browser.upload(number, [{ name: 'bill.pdf', bytes: pdf(2_000) }], 'IndividualClaimants');
  await reviewer.delete(`/claims/${number}/lease`);
  await runReviewOf(server);
  expect(await statusOf(supervisor, number)).toBe('ready');
});

test('a claim whose change fails stops no other, and is tried again', async () => {
  const numbers = await fileSeveral(server, 4);
  const [bad = '', good = '', badLate = '', late = ''] = numbers;
  for (const number of [badLate, late]) {
    await decide(reviewer, number, deficient);
    await tellClaimant(server, number);
  }
  pass(server, 60 * 24 * 3_600);
  await signIn();
  for (const number of [bad, good]) await decide(reviewer, number, { outcome: 'approve' });
  pass(server, 60);
  const accept = await refuseRows(server, 'claim_history', [bad, badLate]);
  const statuses = () => Promise.all(numbers.map((number) => statusOf(supervisor, number)));
  await expect(runReviewOf(server)).rejects.toMatchObject({
    errors: [bad, badLate].map((number): unknown =>
      expect.objectContaining({ message: expect.stringContaining(number) }),
    ),
  });
  expect(await statuses()).toEqual(['proposed', 'approved', 'deficient', 'proposed']);
  await accept();
  await runReviewOf(server);
  expect(await statuses()).toEqual(['approved', 'approved', 'proposed', 'proposed']);
});
