import { settlement } from '@redress/content/settlement';
import type { ClaimReview } from '@redress/contract/console/review';
import { runReview } from '@redress/server/console/review/review-job';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp } from '../../../setup/line-up.ts';
import {
  columnsOf,
  correctAnswer,
  decide,
  eventsOf,
  fileReady,
  fileSeveral,
  nextOf,
  nextReopened,
  readReviewOf,
  releaseDecisions,
  requestOf,
  runReviewOf,
  statusOf,
  undoDecision,
} from '../../../setup/review.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer({ members: 30 });
const { reviewer, supervisor } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;

test('a claim is leased, approved, and the approval takes effect after ten seconds', async () => {
  const { number } = await fileReady(server);
  await fillSearchOf(server);
  const next = await nextOf(reviewer);
  expect(next.body).toEqual({ number, remaining: expect.any(Number) });
  expect(await readReviewOf(reviewer, number)).toMatchObject({
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
  expect(await statusOf(supervisor, number)).toBe('proposed');
  pass(server, 1);
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'approved', decision: { undoUntil: null } });
  expect((await eventsOf(server, number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-released']);
  await fillSearchOf(server);
  expect((await nextOf(reviewer)).body.number).toBeNull();
});

describe('recognized amounts and reasons', () => {
  test('a reduction recognizes less than was claimed, for a reason; each mistake is named with its field', async () => {
    const { number } = await fileReady(server);
    const tries = [
      [{ outcome: 'reduce', recognizedAmount: '100' }, 'reasons', 'at least one reason'],
      [{ outcome: 'reduce', reasons: ['not-documented'] }, 'recognizedAmount', 'Enter the recognized amount'],
      [
        { outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '1250.50' },
        'recognizedAmount',
        'less than $1,250.50',
      ],
      [{ outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '0' }, 'recognizedAmount', 'above zero'],
      [{ outcome: 'reduce', reasons: ['late'], recognizedAmount: '100' }, 'reasons', 'doesn’t apply'],
      [{ outcome: 'approve', recognizedAmount: '1250.51' }, 'recognizedAmount', 'at most $1,250.50'],
      [{ outcome: 'approve', recognizedAmount: '1250.49' }, 'recognizedAmount', 'at least $1,250.50'],
      [{ outcome: 'approve', reasons: ['not-documented'] }, 'reasons', 'doesn’t apply'],
      [{ outcome: 'deny' }, 'reasons', 'at least one reason'],
      [{ outcome: 'deny', reasons: ['fraud'], recognizedAmount: '5' }, 'recognizedAmount', 'Only an approved'],
      [{ outcome: 'deficient' }, 'reasons', 'at least one reason'],
      // The reason belongs to another form.
      [{ outcome: 'deficient', reasons: ['data-errors'] }, 'reasons', 'doesn’t apply'],
    ] as const;
    for (const [decision, field, text] of tries) {
      const { status, body } = await decide(reviewer, number, decision, 1);
      expect([decision, status, body.errors]).toEqual([
        decision,
        422,
        [expect.objectContaining({ field, message: expect.stringContaining(text) })],
      ]);
    }
    expect(await eventsOf(server, number)).toEqual([]);
    const reasons = ['not-documented', 'outside-period'];
    const reduced = await decide(reviewer, number, { outcome: 'reduce', reasons, recognizedAmount: '600.25' });
    expect(reduced.body).toMatchObject({ status: 'proposed', recognizedAmount: '600.25' });
    await releaseDecisions(server);
    expect(await columnsOf(server, number, 'claim_review.status, reasons, recognized_amount, pool')).toEqual([
      { status: 'reduced', reasons, recognized_amount: '600.2500', pool: 'consumers' },
    ]);
  });

  test('a range suggests its middle; an approval recognizes an amount within it', async () => {
    const number = await fileWithoutNotice(server);
    const { options } = await readReviewOf(reviewer, number);
    expect(options.recognized).toMatchObject({ suggested: '750.50', from: '501.00', to: '1000.00' });
    expect(options.recognized.rule).toContain('no documents');
    expect(options.reasons.map(({ id }) => id)).not.toContain('other-drug');
    const below = await decide(reviewer, number, { outcome: 'approve', recognizedAmount: '500.99' });
    expect(below.body.errors?.[0]?.message).toContain('at least $501.00');
    const within = await decide(reviewer, number, { outcome: 'approve', recognizedAmount: '980' });
    expect([within.status, within.body.recognizedAmount]).toEqual([200, '980.00']);
  });
});

describe('a decision', () => {
  test('sent again changes nothing, and its ID stands for no other decision', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    const decision = { id, outcome: 'deny', reasons: ['not-a-class-member', 'excluded'], note: 'as number 7' } as const;
    const first = await decide(reviewer, number, decision, 1);
    const again = await decide(reviewer, number, decision, 1);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.decision).toEqual(first.body.decision);
    expect(await eventsOf(server, number)).toHaveLength(1);
    const another = await decide(reviewer, number, { ...decision, note: 'another' });
    expect([another.status, another.body.code]).toEqual([409, 'conflict']);
  });

  test('of a claim that has changed since it was seen is refused', async () => {
    const { number, browser } = await fileReady(server);
    const withoutVersion = await reviewer.post(`/claims/${number}/decisions`, { id: randomUUID(), ...deficient });
    expect(withoutVersion.status).toBe(400);
    let { version } = await readReviewOf(reviewer, number);
    await browser.upload(number, [{ name: 'second.pdf', bytes: pdf(1_001) }]);
    expect((await decide(reviewer, number, deficient, version)).status).toBe(412);
    ({ version } = await readReviewOf(reviewer, number));
    expect(await correctAnswer(reviewer, number)).toBe(204);
    expect((await decide(reviewer, number, deficient, version)).status).toBe(412);
    ({ version } = await readReviewOf(reviewer, number));
    expect((await decide(supervisor, number, { outcome: 'deny', reasons: ['excluded'] })).status).toBe(200);
    const stale = await decide(reviewer, number, { outcome: 'approve' }, version);
    expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
    const decided = await decide(reviewer, number, { outcome: 'approve' });
    expect([decided.status, decided.body.code]).toEqual([409, 'conflict']);
    const kinds = (await eventsOf(server, number)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'claim-decided')).toHaveLength(1);
  });

  test('is in the sealed history with who made it, and says nothing of its note', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'approve', note: 'Jane called' });
    expect(await eventsOf(server, number)).toMatchObject([
      {
        kind: 'claim-decided',
        decisionId: id,
        by: reviewer.person.id,
        outcome: 'approve',
        reasons: '',
        amount: '1250.50',
        source: 'reviewer',
        from: 'in-review',
        to: 'proposed',
      },
    ]);
    // The note is for those who see answers.
    const review = await readReviewOf(await signInTab(server, 'viewer'), number);
    expect(review).toMatchObject({
      decision: { note: null, undoUntil: null },
      refusal: expect.stringContaining('Your roles'),
    });
    expect((await readReviewOf(supervisor, number)).decision?.note).toBe('Jane called');
  });
});

test('a decision that is changed while its release begins does not take effect', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, { outcome: 'approve' });
  pass(server, 10);
  const change = 'update claim_review set release_at = null where claim_id = (select id from claims where number = $1)';
  await lineUp(server, [change, [number]], [() => runReviewOf(server)]);
  expect(await statusOf(supervisor, number)).toBe('proposed');
});

test.each(['document', 'correction'])(
  'a %s that comes before a decision takes effect sends the claim back',
  async (what) => {
    const { number, browser } = await fileReady(server);
    await fillSearchOf(server);
    await decide(reviewer, number, { outcome: 'deny', reasons: ['excluded'] });
    if (what === 'document') await browser.upload(number, [{ name: 'proof.pdf', bytes: pdf(1_001) }]);
    else await correctAnswer(supervisor, number);
    await releaseDecisions(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'in-review', decision: null, refusal: null });
    const event = { kind: 'status-changed', from: 'proposed', to: 'in-review', cause: 'changed' };
    expect((await eventsOf(server, number)).at(-1)).toEqual(event);
    expect(await nextReopened(server, reviewer, number)).toBe(number);
  },
);

describe('undo', () => {
  test('within ten seconds gives the claim back to whoever decided it', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'approve' });
    pass(server, 9);
    expect((await undoDecision(supervisor, number, id)).status).toBe(403);
    const undone = await undoDecision(reviewer, number, id);
    expect(undone.body).toMatchObject({
      status: 'in-review',
      version: 3,
      decision: null,
      recognizedAmount: null,
      lease: { isOwn: true },
      refusal: null,
    });
    await releaseDecisions(server);
    expect(await statusOf(supervisor, number)).toBe('in-review');
    expect((await eventsOf(server, number)).at(-1)).toEqual({
      kind: 'decision-undone',
      decisionId: id,
      by: reviewer.person.id,
      from: 'proposed',
      to: 'in-review',
    });
    expect((await decide(reviewer, number, { outcome: 'deny', reasons: ['excluded'] })).status).toBe(200);
  });

  test('is refused from the tenth second on, also when the job has not run', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'deny', reasons: ['excluded'] });
    pass(server, 10);
    const late = await undoDecision(reviewer, number, id);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('10 seconds')]);
    await runReviewOf(server);
    expect(await statusOf(supervisor, number)).toBe('denied');
    expect((await undoDecision(reviewer, number, id)).status).toBe(409);
    expect((await undoDecision(reviewer, number, randomUUID())).status).toBe(404);
  });

  test('leaves a claim that a rule queued and somebody reopened in both queues', async () => {
    const { number } = await fileReady(server);
    const approve = { id: randomUUID(), outcome: 'approve' } as const;
    await decide(reviewer, number, approve);
    await undoDecision(reviewer, number, approve.id);
    await editRows(
      server.connectionString,
      `update claim_review set queued_by_rule = true, reopened = true
       where claim_id = (select id from claims where number = $1)`,
      [number],
    );
    const columns = 'queued_by_rule, reopened';
    for (const decision of [{ outcome: 'approve' }, deficient] as const) {
      const id = randomUUID();
      await decide(reviewer, number, { id, ...decision });
      await undoDecision(reviewer, number, id);
      expect(await columnsOf(server, number, columns)).toEqual([{ queued_by_rule: true, reopened: true }]);
    }
    // Until a decision has taken effect.
    await decide(reviewer, number, { outcome: 'approve' });
    await releaseDecisions(server);
    expect(await columnsOf(server, number, columns)).toEqual([{ queued_by_rule: false, reopened: false }]);
  });

  test('withdraws the request to a second person, and takes back a deficiency', async () => {
    const { number } = await fileReady(server);
    const [denial, deficiency] = [randomUUID(), randomUUID()];
    await decide(reviewer, number, { id: denial, ...fraud });
    expect(await requestOf(supervisor, number)).toBeDefined();
    await undoDecision(reviewer, number, denial);
    expect([await requestOf(supervisor, number), await statusOf(supervisor, number)]).toEqual([undefined, 'in-review']);
    expect((await eventsOf(server, number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-undone']);
    const decided = await decide(reviewer, number, { id: deficiency, ...deficient });
    expect(decided.body).toMatchObject({ status: 'deficient', cureDue: null });
    const undone = await undoDecision(reviewer, number, deficiency);
    expect(undone.body).toMatchObject({ status: 'in-review', cureDue: null });
  });
});

test('a job that dies in the middle releases each decision once', async () => {
  // Decisions of other tests are released before this test counts.
  await releaseDecisions(server);
  const numbers = await fileSeveral(server, 5);
  for (const number of numbers) await decide(reviewer, number, { outcome: 'approve' });
  pass(server, 10);
  let releases = 0;
  const dying = server.database.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('decision-released')) releases += 1;
      if (releases >= 3) throw new Error('The process died');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const dies = runReview({ database: dying, keys, settlement, now: () => server.now, isScanned: false });
  await expect(dies).rejects.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ message: 'The process died' })]),
  });
  expect(await Promise.all(numbers.map((number) => statusOf(supervisor, number)))).toEqual(
    numbers.map(() => 'proposed'),
  );
  await runReviewOf(server);
  for (const number of numbers) {
    expect((await eventsOf(server, number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-released']);
    expect(await columnsOf(server, number, 'claim_review.status, release_at')).toEqual([
      { status: 'approved', release_at: null },
    ]);
  }
});

test('the place of a reason, which is its digit, is the same for claims on time and late ones', async () => {
  const [{ number: onTime }, { number: late }] = [await fileReady(server), await fileReady(server)];
  await editRows(server.connectionString, 'update claims set late = true where number = $1', [late]);
  const placesOf = async (number: string) =>
    new Map((await readReviewOf(reviewer, number)).options.reasons.map(({ id, place }) => [id, place]));
  const [ofLate, ofOnTime] = [await placesOf(late), await placesOf(onTime)];
  expect([ofOnTime.has('late'), ofLate.has('late')]).toEqual([false, true]);
  for (const [id, place] of ofOnTime) expect([id, ofLate.get(id)]).toEqual([id, place]);
  const denials = settlement.review.reasons.filter(({ outcome }) => outcome === 'deny').map(({ id }) => id);
  expect(ofOnTime.get('fraud')).toBe(denials.indexOf('fraud') + 1);
});
