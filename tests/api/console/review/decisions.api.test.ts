import { settlement } from '@redress/content/settlement';
import type { Approval } from '@redress/contract/console/approvals';
import type { ClaimRecord } from '@redress/contract/console/claim-details';
import type { ClaimReview, Queues } from '@redress/contract/console/review';
import { runReview } from '@redress/server/console/review/review-job';
import { withClient } from '@redress/server/platform/database/pool';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import {
  changeReview,
  decide,
  fileRange,
  fileReady,
  nextOf,
  pass,
  readReviewOf,
  runReviewOf,
  type TestDecision,
} from '../../../setup/review.ts';
import { fileIndividual, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { beforeDeadline, keys, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

let reviewer: StaffTab;
let supervisor: StaffTab;
const server = useTestServer({ members: 50 });
beforeEach(async () => {
  server.now = beforeDeadline;
  reviewer = await signInTab(server, 'reviewer');
  supervisor = await signInTab(server, 'supervisor');
});

const filed: string[] = [];
/** Files a claim of a member who has filed none: another one would be flagged as a duplicate. */
async function file(answers: Readonly<Record<string, unknown>> = {}) {
  const claim = await fileReady(server, filed.length, answers);
  filed.push(claim.number);
  return claim;
}

/** The events of a claim's history since it was filed and its documents arrived. */
const eventsOf = async (number: string) =>
  (
    await server.query<{ kind: string; details: Record<string, unknown> }>(
      `select kind, details from claim_history join claims on claims.id = claim_id
       where number = $1 and kind not in ('claim-filed', 'document-stored') order by position`,
      [number],
    )
  ).map(({ kind, details }) => ({ kind, ...details }));
/** The request to a second person about a claim. */
const waitingOf = async (tab: StaffTab, number: string) =>
  (await tab.get<{ approvals: Approval[] }>('/approvals')).body.approvals.find(
    ({ decision, what }) => decision === null && what.includes(`claim ${number}`),
  );
const statusOf = async (number: string) => (await readReviewOf(supervisor, number)).status;
const columnsOf = (number: string, columns: string) =>
  server.query(`select ${columns} from claim_review join claims on claims.id = claim_id where number = $1`, [number]);
/** The next claim of the queue of those that came back, if it is this one. */
const nextReopened = async (number: string) => {
  const others = filed.filter((each) => each !== number);
  return (await nextOf(reviewer, { reason: 'reopened' }, others)).body.number;
};
const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
const fraud = { outcome: 'deny', reasons: ['fraud'] } as const;

test('a claim whose change fails stops no other, and is tried again', async () => {
  const [bad, good, badLate, late] = [await file(), await file(), await file(), await file()];
  for (const { number } of [badLate, late]) await decide(reviewer, number, deficient);
  pass(server, 60 * 24 * 3_600);
  for (const { number } of [bad, good])
    await decide(await signInTab(server, 'reviewer'), number, { outcome: 'approve' });
  pass(server, 60);
  await server.query(
    `create function refuse_some() returns trigger language plpgsql as $$ begin raise exception 'a test' using errcode = 'P0099'; end $$`,
  );
  const ids = `select id from claims where number in ('${bad.number}', '${badLate.number}')`;
  const [failing] = await server.query<{ ids: string }>(
    `select string_agg(id::text, ', ') as ids from (${ids}) as claim`,
  );
  await server.query(
    `create trigger refuse_some before insert on claim_history for each row
     when (new.claim_id in (${failing?.ids})) execute function refuse_some()`,
  );
  const statuses = () => Promise.all([bad, good, badLate, late].map(({ number }) => statusOf(number)));
  supervisor = await signInTab(server, 'supervisor');
  await expect(runReviewOf(server)).rejects.toMatchObject({
    errors: [bad, badLate].map(({ number }): unknown =>
      expect.objectContaining({ message: expect.stringContaining(number) }),
    ),
  });
  expect(await statuses()).toEqual(['proposed', 'approved', 'deficient', 'proposed']);
  await server.query('drop trigger refuse_some on claim_history');
  await runReviewOf(server);
  expect(await statuses()).toEqual(['approved', 'approved', 'proposed', 'proposed']);
});

test('a claim is leased, approved, and the approval takes effect after ten seconds', async () => {
  const { number } = await file();
  await fillSearchOf(server);
  const next = await nextOf(reviewer, {}, filed.slice(0, -1));
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
  expect(await statusOf(number)).toBe('proposed');
  pass(server, 1);
  await runReviewOf(server);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'approved', decision: { undoUntil: null } });
  expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-released']);
  await fillSearchOf(server);
  expect((await nextOf(reviewer, {}, filed.slice(0, -1))).body.number).toBeNull();
});

describe('recognized amounts and reasons', () => {
  test('a reduction recognizes less than was claimed, for a reason; each mistake is named with its field', async () => {
    const { number } = await file();
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
    expect(await eventsOf(number)).toEqual([]);
    const reasons = ['not-documented', 'outside-period'];
    const reduced = await decide(reviewer, number, { outcome: 'reduce', reasons, recognizedAmount: '600.25' });
    expect(reduced.body).toMatchObject({ status: 'proposed', recognizedAmount: '600.25' });
    pass(server, 10);
    await runReviewOf(server);
    expect(await columnsOf(number, 'claim_review.status, reasons, recognized_amount, pool')).toEqual([
      { status: 'reduced', reasons, recognized_amount: '600.2500', pool: 'consumers' },
    ]);
  });

  test('a range suggests its middle; an approval recognizes an amount within it', async () => {
    const number = await fileRange(server);
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
    const { number } = await file();
    const id = randomUUID();
    const decision = { id, outcome: 'deny', reasons: ['not-a-class-member', 'excluded'], note: 'as number 7' } as const;
    const first = await decide(reviewer, number, decision, 1);
    const again = await decide(reviewer, number, decision, 1);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.decision).toEqual(first.body.decision);
    expect(await eventsOf(number)).toHaveLength(1);
    const another = await decide(reviewer, number, { ...decision, note: 'another' });
    expect([another.status, another.body.code]).toEqual([409, 'conflict']);
  });

  test('of a claim that has changed since it was seen is refused', async () => {
    const { number, browser } = await file();
    const withoutVersion = await reviewer.post(`/claims/${number}/decisions`, { id: randomUUID(), ...deficient });
    expect(withoutVersion.status).toBe(400);
    let { version } = await readReviewOf(reviewer, number);
    await browser.upload(number, [{ name: 'second.pdf', bytes: pdf(1_001) }]);
    expect((await decide(reviewer, number, deficient, version)).status).toBe(412);
    ({ version } = await readReviewOf(reviewer, number));
    const seen = (await reviewer.get<ClaimRecord>(`/claims/${number}`)).body.version;
    const corrected = await reviewer.post(
      `/claims/${number}/corrections`,
      { id: randomUUID(), field: 'city', value: 'Tucson', source: 'call', documentId: null, note: 'Moved' },
      { 'if-match': `"${seen}"` },
    );
    expect(corrected.status).toBe(204);
    expect((await decide(reviewer, number, deficient, version)).status).toBe(412);
    ({ version } = await readReviewOf(reviewer, number));
    expect((await decide(supervisor, number, { outcome: 'deny', reasons: ['excluded'] })).status).toBe(200);
    const stale = await decide(reviewer, number, { outcome: 'approve' }, version);
    expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
    const decided = await decide(reviewer, number, { outcome: 'approve' });
    expect([decided.status, decided.body.code]).toEqual([409, 'conflict']);
    const kinds = (await eventsOf(number)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'claim-decided')).toHaveLength(1);
  });

  test('is in the sealed history with who made it, and says nothing of its note', async () => {
    const { number } = await file();
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'approve', note: 'Jane called' });
    expect(await eventsOf(number)).toMatchObject([
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
  const { number } = await file();
  await decide(reviewer, number, { outcome: 'approve' });
  pass(server, 10);
  const change = 'update claim_review set release_at = null where claim_id = (select id from claims where number = $1)';
  await lineUp(server, [change, [number]], [() => runReviewOf(server)]);
  expect(await statusOf(number)).toBe('proposed');
});

test.each(['document', 'correction'])(
  'a %s that comes before a decision takes effect sends the claim back',
  async (what) => {
    const { number, browser } = await file();
    await fillSearchOf(server);
    await decide(reviewer, number, { outcome: 'deny', reasons: ['excluded'] });
    if (what === 'document') await browser.upload(number, [{ name: 'proof.pdf', bytes: pdf(1_001) }]);
    else {
      const { version } = (await supervisor.get<ClaimRecord>(`/claims/${number}`)).body;
      const body = {
        id: randomUUID(),
        field: 'city',
        value: 'Tucson',
        source: 'call',
        documentId: null,
        note: 'Moved',
      };
      await supervisor.post(`/claims/${number}/corrections`, body, { 'if-match': `"${version}"` });
    }
    pass(server, 10);
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'in-review', decision: null, refusal: null });
    const event = { kind: 'status-changed', from: 'proposed', to: 'in-review', cause: 'changed' };
    expect((await eventsOf(number)).at(-1)).toEqual(event);
    await fillSearchOf(server);
    expect(await nextReopened(number)).toBe(number);
  },
);

describe('undo', () => {
  const undo = (tab: StaffTab, number: string, id: string) =>
    tab.post<ClaimReview & { detail: string; code: string }>(`/claims/${number}/decisions/${id}/undo`);

  test('within ten seconds gives the claim back to whoever decided it', async () => {
    const { number } = await file();
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'approve' });
    pass(server, 9);
    expect((await undo(supervisor, number, id)).status).toBe(403);
    const undone = await undo(reviewer, number, id);
    expect(undone.body).toMatchObject({
      status: 'in-review',
      version: 3,
      decision: null,
      recognizedAmount: null,
      lease: { isOwn: true },
      refusal: null,
    });
    pass(server, 10);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('in-review');
    expect((await eventsOf(number)).at(-1)).toEqual({
      kind: 'decision-undone',
      decisionId: id,
      by: reviewer.person.id,
      from: 'proposed',
      to: 'in-review',
    });
    expect((await decide(reviewer, number, { outcome: 'deny', reasons: ['excluded'] })).status).toBe(200);
  });

  test('is refused from the tenth second on, also when the job has not run', async () => {
    const { number } = await file();
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'deny', reasons: ['excluded'] });
    pass(server, 10);
    const late = await undo(reviewer, number, id);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('10 seconds')]);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('denied');
    expect((await undo(reviewer, number, id)).status).toBe(409);
    expect((await undo(reviewer, number, randomUUID())).status).toBe(404);
  });

  test('leaves a claim that a rule queued and somebody reopened in both queues', async () => {
    const { number } = await file();
    const approve = { id: randomUUID(), outcome: 'approve' } as const;
    await decide(reviewer, number, approve);
    await undo(reviewer, number, approve.id);
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
      await undo(reviewer, number, id);
      expect(await columnsOf(number, columns)).toEqual([{ queued_by_rule: true, reopened: true }]);
    }
    // Until a decision has taken effect.
    await decide(reviewer, number, { outcome: 'approve' });
    pass(server, 10);
    await runReviewOf(server);
    expect(await columnsOf(number, columns)).toEqual([{ queued_by_rule: false, reopened: false }]);
  });

  test('withdraws the request to a second person, and takes back a deficiency', async () => {
    const { number } = await file();
    const [denial, deficiency] = [randomUUID(), randomUUID()];
    await decide(reviewer, number, { id: denial, ...fraud });
    expect(await waitingOf(supervisor, number)).toBeDefined();
    await undo(reviewer, number, denial);
    expect([await waitingOf(supervisor, number), await statusOf(number)]).toEqual([undefined, 'in-review']);
    expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-undone']);
    const decided = await decide(reviewer, number, { id: deficiency, ...deficient });
    expect(decided.body).toMatchObject({ status: 'deficient', cureDue: expect.any(String) });
    const undone = await undo(reviewer, number, deficiency);
    expect(undone.body).toMatchObject({ status: 'in-review', cureDue: null });
  });
});

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
    const { number } = await file(answers);
    if (isLate) await editRows(server.connectionString, 'update claims set late = true where number = $1', [number]);
    const decider = await signInTab(server, 'supervisor');
    const { body } = await decide(decider, number, decision);
    expect(body).toMatchObject({ status: 'proposed', decision: { waitsFor: [cause] } });
    pass(server, 60);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('proposed');
    const waiting = await waitingOf(supervisor, number);
    expect([(await waitingOf(decider, number))?.mayDecide, waiting?.mayDecide, waiting?.what]).toEqual([
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
    expect(await statusOf(number)).toBe(released);
    expect((await eventsOf(number)).at(-1)).toMatchObject({
      kind: 'decision-released',
      approval: waiting?.id,
      from: 'proposed',
      to: released,
    });
  });

  test('who declines says why to whoever decided, who gets the claim back', async () => {
    const { number } = await file();
    await decide(reviewer, number, fraud);
    const waiting = await waitingOf(supervisor, number);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ returned: null });
    const reason = 'The bill is from her clinic';
    expect((await supervisor.post(`/approvals/${waiting?.id}/decline`, { reason })).status).toBe(204);
    const { name, id } = supervisor.person;
    expect(await readReviewOf(reviewer, number)).toMatchObject({
      status: 'in-review',
      assignee: { id: reviewer.person.id },
      returned: { by: { id, name }, at: server.now.toISOString(), reason },
    });
    // Some roles do not see answers.
    expect((await readReviewOf(await signInTab(server, 'finance'), number)).returned).toMatchObject({ reason: null });
    await fillSearchOf(server);
    expect((await reviewer.get<Queues>('/review/queues')).body).toMatchObject({ assignedToMe: 1, returnedToMe: 1 });
    expect((await nextOf(reviewer, { mine: true, reason: 'reopened' })).body.number).toBe(number);
    await decide(reviewer, number, { outcome: 'approve' });
    expect(await readReviewOf(reviewer, number)).toMatchObject({ returned: null });
    // A request that was withdrawn was not declined.
    const other = await file();
    await decide(supervisor, other.number, fraud);
    const own = await waitingOf(supervisor, other.number);
    expect((await supervisor.post(`/approvals/${own?.id}/withdraw`)).status).toBe(204);
    expect(await readReviewOf(supervisor, other.number)).toMatchObject({ status: 'in-review', returned: null });
  });

  test('cannot approve what was decided before something else arrived; who declines sends the claim back to whoever decided', async () => {
    const { number, browser } = await file();
    await fillSearchOf(server);
    await decide(reviewer, number, fraud);
    await browser.upload(number, [{ name: 'proof.pdf', bytes: pdf(1_001) }]);
    const waiting = await waitingOf(supervisor, number);
    const refused = await supervisor.post<{ detail: string }>(`/approvals/${waiting?.id}/approve`, {});
    expect([refused.status, await statusOf(number)]).toEqual([409, 'proposed']);
    expect(refused.body.detail).toContain('changed after this decision');
    expect((await supervisor.post(`/approvals/${waiting?.id}/decline`, { reason: 'A proof came' })).status).toBe(204);
    expect((await eventsOf(number)).slice(-2)).toMatchObject([
      { kind: 'decision-declined', to: 'in-review' },
      { kind: 'claim-assigned', by: supervisor.person.id, to: reviewer.person.id },
    ]);
    await fillSearchOf(server);
    expect(await nextReopened(number)).toBe(number);
  });
});

test('whoever takes the right to ask from its author waits for an approval that has begun', async () => {
  const { number } = await file();
  await decide(reviewer, number, fraud);
  const waiting = await waitingOf(supervisor, number);
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

describe('a deficiency', () => {
  const day = 24 * 60 * 60;

  test('can be cured for 30 days, three more by mail, and never less than until the deadline', async () => {
    const deadline = settlement.claimForms.find(({ id }) => id === 'consumer')?.deadline ?? '';
    // 42 days before the deadline.
    server.now = new Date(Date.parse(deadline) - 42 * 86_400_000);
    const early = (await file()).number;
    const byHand = await signInTab(server, 'reviewer');
    expect((await decide(byHand, early, deficient)).body.cureDue).toBe(deadline);
    // At the court, it is still the evening of the deadline.
    server.now = new Date(`${deadline}T23:00:00Z`);
    const [byEmail, byMail] = [(await file()).number, (await file({ email: '' })).number];
    const tab = await signInTab(server, 'reviewer');
    const daysAfter = async (claim: string) =>
      (Date.parse((await decide(tab, claim, deficient)).body.cureDue ?? '') - Date.parse(deadline)) / 86_400_000;
    await fillSearchOf(server);
    const { body: preview } = await (
      await signInTab(server, 'supervisor')
    ).post<{ description: string }>('/bulk/preview', {
      selection: { numbers: [byEmail, byMail] },
      action: { kind: 'deficient', reasons: deficient.reasons },
    });
    const dayAfter = (days: number) =>
      new Date(Date.parse(deadline) + days * 86_400_000).toLocaleDateString('en-US', {
        dateStyle: 'medium',
        timeZone: 'UTC',
      });
    // The person who signs a long list reads the same.
    expect(preview.description).toContain(
      `If it is done on ${dayAfter(0)}, claimants must answer within 30 days, until ${dayAfter(30)}, or within 33 days, until ${dayAfter(33)} (without an email address).`,
    );
    expect([await daysAfter(byEmail), await daysAfter(byMail)]).toEqual([30, 33]);
  });

  test('ends with the documents that arrive: the claim is reviewed again, before others', async () => {
    const { number, browser } = await file();
    await fillSearchOf(server);
    await decide(reviewer, number, deficient);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('deficient');
    // The clock of its server is behind.
    pass(server, -60);
    await browser.upload(number, [{ name: 'more.pdf', bytes: pdf(2_000) }]);
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'ready', decision: null, cureDue: null });
    expect((await eventsOf(number)).at(-1)).toEqual({
      kind: 'status-changed',
      from: 'deficient',
      to: 'ready',
      cause: 'documents',
    });
    await fillSearchOf(server);
    expect(await nextReopened(number)).toBe(number);
  });

  test('that was not cured is proposed as a denial, which takes effect only by a second person', async () => {
    const { number } = await file();
    const { body } = await decide(supervisor, number, deficient);
    server.now = new Date(`${body.cureDue}T20:00:00Z`);
    await runReviewOf(server);
    expect(await columnsOf(number, 'claim_review.status')).toEqual([{ status: 'deficient' }]);
    pass(server, day);
    await runReviewOf(server);
    const next = await signInTab(server, 'supervisor');
    expect(await readReviewOf(next, number)).toMatchObject({
      status: 'proposed',
      decision: { by: null, outcome: 'deny', source: 'expiry', waitsFor: ['expired'], reasons: [{ id: 'not-cured' }] },
    });
    pass(server, 20 * 60);
    await runReviewOf(server);
    expect((await readReviewOf(next, number)).status).toBe('proposed');
    const another = await signInTab(server, 'supervisor');
    const waiting = await waitingOf(another, number);
    expect((await another.post(`/approvals/${waiting?.id}/approve`, {})).status).toBe(204);
    expect((await readReviewOf(another, number)).status).toBe('denied');
  });

  test('that was never found gives no reason to deny, nor does a deadline that was met; after one, a second person denies', async () => {
    const offered = async (tab: StaffTab, number: string) =>
      (await readReviewOf(tab, number)).options.reasons.map(({ id }) => id);
    const { number } = await file();
    expect(await offered(reviewer, number)).toContain('fraud');
    for (const reason of ['not-cured', 'late']) {
      expect(await offered(reviewer, number)).not.toContain(reason);
      expect(await decide(reviewer, number, { outcome: 'deny', reasons: [reason] })).toMatchObject({ status: 422 });
    }
    const { body } = await decide(supervisor, number, deficient);
    server.now = new Date(Date.parse(`${body.cureDue}T20:00:00Z`) + day * 1_000);
    await runReviewOf(server);
    const another = await signInTab(server, 'supervisor');
    const waiting = await waitingOf(another, number);
    expect((await another.post(`/approvals/${waiting?.id}/decline`, { reason: 'She called' })).status).toBe(204);
    const next = await signInTab(server, 'reviewer');
    // It went back to the reviewer who found the deficiency.
    await another.post(`/claims/${number}/assignment`, { to: next.person.id });
    expect(await offered(next, number)).toContain('not-cured');
    const denied = await decide(next, number, { outcome: 'deny', reasons: ['not-cured'] });
    expect(denied.body).toMatchObject({ status: 'proposed', decision: { waitsFor: ['expired'] } });
  });

  test('does not expire after a document arrived in time, also before the job that follows documents has seen it', async () => {
    const { number, browser } = await file();
    const { body } = await decide(supervisor, number, deficient);
    await browser.upload(number, [{ name: 'more.pdf', bytes: pdf(2_000) }]);
    server.now = new Date(Date.parse(`${body.cureDue}T20:00:00Z`) + day * 1_000);
    await withClient(server.connectionString, async (client) => {
      // Another process follows documents, and has not come to this one.
      await client.query('begin; select pg_advisory_xact_lock(7324934)');
      await runReviewOf(server);
      await client.query('commit');
    });
    const events = await eventsOf(number);
    expect(events.map(({ kind }) => kind)).toEqual(['claim-decided', 'status-changed']);
    expect(events.at(-1)).toMatchObject({ from: 'deficient', to: 'ready', cause: 'documents' });
    await runReviewOf(server);
    expect(await columnsOf(number, 'claim_review.status, reopened')).toEqual([{ status: 'ready', reopened: true }]);
  });

  test('can be cured until the end of the day in the time zone of its form', async () => {
    const { number } = await file();
    const { body } = await decide(supervisor, number, deficient);
    const formsIn = (timeZone: string) => ({
      ...settlement,
      claimForms: settlement.claimForms.map((form) => ({ ...form, timeZone })),
    });
    const statusIn = async (time: Date, forms = settlement) => {
      server.now = time;
      await runReviewOf(server, forms);
      return columnsOf(number, 'claim_review.status');
    };
    // 1 a.m. on the next day in the court's time zone, and still the evening before in Honolulu.
    const night = new Date(Date.parse(`${body.cureDue}T05:00:00Z`) + day * 1_000);
    expect(await statusIn(night, formsIn('Pacific/Honolulu'))).toEqual([{ status: 'deficient' }]);
    // Noon of the last day at the court, and the next day in Tokyo.
    const noon = new Date(`${body.cureDue}T16:00:00Z`);
    expect(await statusIn(noon)).toEqual([{ status: 'deficient' }]);
    expect(await statusIn(noon, formsIn('Asia/Tokyo'))).toEqual([{ status: 'proposed' }]);
  });

  test('whose author has left waits for a reviewer again', async () => {
    const { number } = await file();
    const { body } = await decide(supervisor, number, deficient);
    await server.query('update staff set disabled_at = now() where id = $1', [supervisor.person.id]);
    server.now = new Date(Date.parse(`${body.cureDue}T20:00:00Z`) + day * 1_000);
    await runReviewOf(server);
    expect(await columnsOf(number, 'claim_review.status, reopened')).toEqual([{ status: 'in-review', reopened: true }]);
  });
});

describe('changes with a reason', () => {
  test('a deficiency is cured, a decision reopened, a claim withdrawn; the reason becomes a note', async () => {
    const { number } = await file();
    const change = (tab: StaffTab, what: 'cure' | 'reopen' | 'withdraw' | 'void', reason?: string) =>
      changeReview(tab, number, what, reason);
    expect((await change(reviewer, 'cure')).status).toBe(409);
    await decide(reviewer, number, deficient);
    expect((await change(reviewer, 'cure', '  ')).status).toBe(422);
    expect((await change(reviewer, 'cure')).body).toMatchObject({ status: 'ready', decision: null });
    await decide(reviewer, number, { outcome: 'approve' });
    expect((await change(supervisor, 'reopen')).status).toBe(409);
    pass(server, 10);
    await runReviewOf(server);
    const reopened = await change(supervisor, 'reopen');
    expect(reopened.body).toMatchObject({ status: 'in-review', decision: null, recognizedAmount: null });
    expect((await change(supervisor, 'withdraw')).body.status).toBe('withdrawn');
    for (const what of ['withdraw', 'void', 'cure'] as const) expect((await change(supervisor, what)).status).toBe(409);
    const events = await eventsOf(number);
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
    const { number } = await file();
    expect((await changeReview(supervisor, number, 'withdraw')).body.status).toBe('withdrawn');
    const open = { status: 'in-review', refusal: null };
    expect((await changeReview(supervisor, number, 'reopen')).body).toMatchObject(open);
    await decide(reviewer, number, fraud);
    expect((await changeReview(supervisor, number, 'void')).body.status).toBe('void');
    expect(await waitingOf(supervisor, number)).toBeUndefined();
    expect((await changeReview(supervisor, number, 'reopen')).body).toMatchObject(open);
    await fillSearchOf(server);
    expect(await nextReopened(number)).toBe(number);
  });

  test('changes nothing that its author did not see', async () => {
    const { number } = await file();
    const { version } = await readReviewOf(supervisor, number);
    await decide(reviewer, number, { outcome: 'approve' });
    const stale = await supervisor.post(`/claims/${number}/void`, { reason: 'a test' }, { 'if-match': `"${version}"` });
    expect([stale.status, await statusOf(number)]).toEqual([412, 'proposed']);
    expect((await supervisor.post(`/claims/${number}/void`, { reason: 'a test' })).status).toBe(400);
  });
});

test('documents that arrive make a claim ready that somebody had looked at before', async () => {
  const browser = await openForm(server.app);
  const { noticeId: _noticeId, ...answers } = individualAnswers;
  const number = (await fileIndividual(browser, answers)).body.claimNumber;
  await fillSearchOf(server);
  expect((await nextOf(reviewer, { reason: 'documents-missing' })).body.number).toBe(number);
  await reviewer.delete(`/claims/${number}/lease`);
  await runReviewOf(server);
  expect(await statusOf(number)).toBe('waiting-documents');
  const sent = await browser.upload(number, [{ name: 'bill.pdf', bytes: pdf(2_000) }], 'IndividualClaimants');
  expect(sent.status).toBe(200);
  await runReviewOf(server);
  expect(await statusOf(number)).toBe('ready');
  expect(await eventsOf(number)).toEqual([
    { kind: 'status-changed', from: 'waiting-documents', to: 'ready', cause: 'documents' },
  ]);
});

test('a job that dies in the middle releases each decision once', async () => {
  // Decisions of other tests are released before this test counts.
  pass(server, 10);
  await runReviewOf(server);
  const numbers: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { number } = await file();
    await decide(reviewer, number, { outcome: 'approve' });
    numbers.push(number);
  }
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
  const dies = runReview({ database: dying, keys, settlement, now: () => server.now });
  await expect(dies).rejects.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ message: 'The process died' })]),
  });
  expect(await Promise.all(numbers.map(statusOf))).toEqual(numbers.map(() => 'proposed'));
  await runReviewOf(server);
  for (const number of numbers) {
    expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-released']);
    expect(await columnsOf(number, 'claim_review.status, release_at')).toEqual([
      { status: 'approved', release_at: null },
    ]);
  }
});
