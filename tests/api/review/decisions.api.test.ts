import { settlement } from '@redress/content/settlement';
import type { Approval } from '@redress/contract/console/approvals';
import type { ClaimRecord } from '@redress/contract/console/claim';
import type { ClaimReview } from '@redress/contract/console/review';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../setup/console.ts';
import { fillSearchOf } from '../../setup/fill-search.ts';
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
} from '../../setup/review.ts';
import { fileIndividual, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { editRows } from '../../setup/test-database.ts';
import { secret, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { pdf } from '../../setup/uploads.ts';

let server: TestServer;
let reviewer: StaffTab;
let supervisor: StaffTab;
beforeEach(async () => {
  server = await startTestServer({ members: 6 });
  reviewer = await signInTab(server, 'reviewer');
  supervisor = await signInTab(server, 'supervisor');
});
afterEach(() => server.close());

/** The events of a claim's history since it was filed and its documents arrived. */
const eventsOf = async (number: string) =>
  (
    await server.query<{ kind: string; details: Record<string, unknown> }>(
      `select kind, details from claim_history join claims on claims.id = claim_id
       where number = $1 and kind not in ('claim-filed', 'document-stored') order by position`,
      [number],
    )
  ).map(({ kind, details }) => ({ kind, ...details }));
const waitingOf = async (tab: StaffTab) =>
  (await tab.get<{ approvals: Approval[] }>('/approvals')).body.approvals.filter(({ decision }) => decision === null);
const statusOf = async (number: string) => (await readReviewOf(reviewer, number)).status;

describe('recognized amounts and reasons', () => {
  test('a reduction recognizes less than was claimed, for a reason; each mistake is named with its field', async () => {
    const { number } = await fileReady(server);
    const tries = [
      [{ outcome: 'reduce', recognizedAmount: '100' }, 'reasons', 'at least one reason'],
      [{ outcome: 'reduce', reasons: ['not-documented'] }, 'recognizedAmount', 'Enter the amount'],
      [
        { outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '1250.50' },
        'recognizedAmount',
        'less than $1,250.50',
      ],
      [{ outcome: 'reduce', reasons: ['not-documented'], recognizedAmount: '0' }, 'recognizedAmount', 'above zero'],
      [{ outcome: 'reduce', reasons: ['late'], recognizedAmount: '100' }, 'reasons', 'does not belong'],
      [{ outcome: 'approve', recognizedAmount: '1250.51' }, 'recognizedAmount', 'at most $1,250.50'],
      [{ outcome: 'approve', recognizedAmount: '1250.49' }, 'recognizedAmount', 'at least $1,250.50'],
      [{ outcome: 'approve', reasons: ['not-documented'] }, 'reasons', 'does not belong'],
      [{ outcome: 'deny' }, 'reasons', 'at least one reason'],
      [{ outcome: 'deny', reasons: ['fraud'], recognizedAmount: '5' }, 'recognizedAmount', 'Only an approved'],
      [{ outcome: 'deficient' }, 'reasons', 'at least one reason'],
      // Of another form.
      [{ outcome: 'deficient', reasons: ['data-errors'] }, 'reasons', 'does not belong'],
    ] as const;
    for (const [decision, field, text] of tries) {
      const { status, body } = await decide(reviewer, number, decision);
      expect([decision, status, body.errors]).toEqual([
        decision,
        422,
        [expect.objectContaining({ field, message: expect.stringContaining(text) })],
      ]);
    }
    expect(await eventsOf(number)).toEqual([]);
    const reduced = await decide(reviewer, number, {
      outcome: 'reduce',
      reasons: ['not-documented', 'outside-period'],
      recognizedAmount: '600.25',
    });
    expect(reduced.body).toMatchObject({ status: 'proposed', recognizedAmount: '600.25' });
    pass(server, 10);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('reduced');
    expect(await server.query('select reasons, recognized_amount, pool from claim_review')).toEqual([
      { reasons: ['not-documented', 'outside-period'], recognized_amount: '600.2500', pool: 'consumers' },
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
    const { number } = await fileReady(server);
    const id = randomUUID();
    const decision = { id, outcome: 'deny', reasons: ['repeated-claim', 'excluded'], note: 'as number 7' } as const;
    const { version } = await readReviewOf(reviewer, number);
    const first = await decide(reviewer, number, decision, version);
    const again = await decide(reviewer, number, decision, version);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.decision).toEqual(first.body.decision);
    expect(await server.query('select from claim_decisions')).toHaveLength(1);
    const another = await decide(reviewer, number, { ...decision, note: 'another' });
    expect([another.status, another.body.code]).toEqual([409, 'conflict']);
  });

  test('of a claim that has changed since it was seen is refused', async () => {
    const { number } = await fileReady(server);
    const { version } = await readReviewOf(reviewer, number);
    await decide(supervisor, number, { outcome: 'deny', reasons: ['excluded'] });
    const stale = await decide(reviewer, number, { outcome: 'approve' }, version);
    expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
    const seen = await decide(reviewer, number, { outcome: 'approve' });
    expect([seen.status, seen.body.code]).toEqual([409, 'conflict']);
    const withoutVersion = await reviewer.post(`/claims/${number}/decisions`, {
      id: randomUUID(),
      outcome: 'approve',
      reasons: [],
    });
    expect(withoutVersion.status).toBe(400);
  });

  test('is refused after a document arrived or an answer was corrected that nobody saw', async () => {
    const { number, browser } = await fileReady(server);
    const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
    let seen = await readReviewOf(reviewer, number);
    await browser.upload(number, [{ name: 'second.pdf', bytes: pdf(1_001) }]);
    const beforeDocument = await decide(reviewer, number, deficient, seen.version);
    seen = await readReviewOf(reviewer, number);
    const { version } = (await reviewer.get<ClaimRecord>(`/claims/${number}`)).body;
    const corrected = await reviewer.post(
      `/claims/${number}/corrections`,
      { id: randomUUID(), field: 'city', value: 'Tucson', source: 'call', documentId: null, note: 'Moved' },
      { 'if-match': `"${version}"` },
    );
    expect(corrected.status).toBe(204);
    const beforeCorrection = await decide(reviewer, number, deficient, seen.version);
    expect([beforeDocument.status, beforeCorrection.status]).toEqual([412, 412]);
    expect(await server.query('select from claim_decisions')).toEqual([]);
    expect((await decide(reviewer, number, deficient)).status).toBe(200);
  });

  test('is in the sealed history with who made it, and says nothing of its note', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'approve', note: 'Jane called' });
    expect(await eventsOf(number)).toEqual([
      {
        kind: 'claim-decided',
        decisionId: id,
        by: reviewer.person.id,
        outcome: 'approve',
        reasons: '',
        amount: '1250.50',
        noteHash: expect.stringMatching(/^[\da-f]{64}$/),
        source: 'reviewer',
        from: 'in-review',
        to: 'proposed',
      },
    ]);
    // The note is for those who see answers.
    const viewer = await signInTab(server, 'viewer');
    expect((await readReviewOf(viewer, number)).decision).toMatchObject({ note: null, undoUntil: null });
    expect((await readReviewOf(viewer, number)).refusal).toContain('Your roles');
    expect((await readReviewOf(supervisor, number)).decision?.note).toBe('Jane called');
  });

  test('is made only in the cases of the reviewer', async () => {
    const { number } = await fileReady(server);
    const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];
    const elsewhere = await signInTab(server, { role: 'reviewer', caseId: cases[1] ?? '' });
    const hidden = await decide(elsewhere, number, { outcome: 'approve' }, 0);
    expect(hidden.status).toBe(404);
    const viewing = await signInTab(
      server,
      { role: 'viewer', caseId: cases[0] ?? '' },
      { role: 'reviewer', caseId: cases[1] ?? '' },
    );
    const seen = await decide(viewing, number, { outcome: 'approve' }, 0);
    expect([seen.status, seen.body.code]).toEqual([403, 'not-permitted']);
  });
});

describe('undo', () => {
  const undo = (tab: StaffTab, number: string, id: string) =>
    tab.post<ClaimReview & { detail: string; code: string }>(`/claims/${number}/decisions/${id}/undo`);

  test('within ten seconds gives the claim back to whoever decided it', async () => {
    const { number } = await fileReady(server);
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
    const { number } = await fileReady(server);
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
    const { number } = await fileReady(server);
    const approve = { id: randomUUID(), outcome: 'approve' } as const;
    await decide(reviewer, number, approve);
    await undo(reviewer, number, approve.id);
    await editRows(server.connectionString, 'update claim_review set queued_by_rule = true, reopened = true', []);
    for (const decision of [
      { outcome: 'approve' },
      { outcome: 'deficient', reasons: ['documents-missing'] },
    ] as const) {
      const id = randomUUID();
      await decide(reviewer, number, { id, ...decision });
      await undo(reviewer, number, id);
      expect(await server.query('select queued_by_rule, reopened from claim_review')).toEqual([
        { queued_by_rule: true, reopened: true },
      ]);
    }
    // Until a decision has taken effect.
    await decide(reviewer, number, { outcome: 'approve' });
    pass(server, 10);
    await runReviewOf(server);
    expect(await server.query('select status, queued_by_rule, reopened from claim_review')).toEqual([
      { status: 'approved', queued_by_rule: false, reopened: false },
    ]);
  });

  test('withdraws the request to a second person', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    await decide(reviewer, number, { id, outcome: 'deny', reasons: ['fraud'] });
    expect(await waitingOf(supervisor)).toHaveLength(1);
    await undo(reviewer, number, id);
    expect(await waitingOf(supervisor)).toEqual([]);
    expect(await statusOf(number)).toBe('in-review');
    expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-undone']);
  });

  test('also takes back a deficiency', async () => {
    const { number } = await fileReady(server);
    const id = randomUUID();
    const decided = await decide(reviewer, number, { id, outcome: 'deficient', reasons: ['documents-missing'] });
    expect(decided.body).toMatchObject({ status: 'deficient', cureDue: expect.any(String) });
    const undone = await undo(reviewer, number, id);
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
    {
      name: 'a denial for fraud',
      decision: { outcome: 'deny', reasons: ['fraud'] },
      cause: 'fraud',
      released: 'denied',
    },
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
  ])('has to approve $name, and nobody is their own', async ({ decision, answers = {}, isLate, cause, released }) => {
    const { number } = await fileReady(server, 0, answers);
    if (isLate) await editRows(server.connectionString, 'update claims set late = true where number = $1', [number]);
    const decider = await signInTab(server, 'supervisor');
    const { body } = await decide(decider, number, decision);
    expect(body).toMatchObject({ status: 'proposed', decision: { waitsFor: [cause] } });
    pass(server, 60);
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('proposed');
    const [own] = await waitingOf(decider);
    const [waiting] = await waitingOf(supervisor);
    expect([own?.mayDecide, waiting?.mayDecide, waiting?.what]).toEqual([
      false,
      true,
      expect.stringContaining(`claim ${number}`),
    ]);
    const approve = (tab: StaffTab) => tab.post(`/approvals/${waiting?.id}/approve`, {});
    expect((await approve(decider)).status).toBe(403);
    await expect(
      server.query(`update approvals set decision = 'approved', decided_at = now(), decided_by = asked_by`),
    ).rejects.toMatchObject({ constraint: 'approvals_two_people' });
    // A reviewer approves nothing, and finance decides no claims.
    for (const role of ['reviewer', 'finance'] as const)
      expect([role, (await approve(await signInTab(server, role))).status]).toEqual([
        role,
        expect.toSatisfy((status) => status === 403 || status === 404),
      ]);
    expect((await approve(supervisor)).status).toBe(204);
    expect(await statusOf(number)).toBe(released);
    expect((await eventsOf(number)).at(-1)).toMatchObject({
      kind: 'decision-released',
      approval: waiting?.id,
      from: 'proposed',
      to: released,
    });
  });

  test('cannot approve what was decided before something else arrived', async () => {
    const { number, browser } = await fileReady(server);
    await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] });
    await browser.upload(number, [{ name: 'proof.pdf', bytes: pdf(1_001) }]);
    const [waiting] = await waitingOf(supervisor);
    const refused = await supervisor.post<{ detail: string }>(`/approvals/${waiting?.id}/approve`, {});
    expect([refused.status, await statusOf(number)]).toEqual([409, 'proposed']);
    expect(refused.body.detail).toContain('arrived');
    expect((await supervisor.post(`/approvals/${waiting?.id}/decline`, { reason: 'A proof came' })).status).toBe(204);
    expect(await statusOf(number)).toBe('in-review');
  });

  test('who declines sends the claim back to its queue', async () => {
    const { number } = await fileReady(server);
    await fillSearchOf(server);
    await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] });
    const [waiting] = await waitingOf(supervisor);
    expect((await supervisor.post(`/approvals/${waiting?.id}/decline`, { reason: 'No proof' })).status).toBe(204);
    expect((await eventsOf(number)).at(-1)).toMatchObject({ kind: 'decision-declined', to: 'in-review' });
    await fillSearchOf(server);
    expect((await nextOf(reviewer, { reason: 'reopened' })).body.number).toBe(number);
  });
});

describe('a deficiency', () => {
  test('can be cured for 30 days, three more by mail, and never less than until the deadline', async () => {
    const consumer = settlement.claimForms.find(({ id }) => id === 'consumer');
    // 42 days before the deadline.
    server.now = new Date(Date.parse(consumer?.deadline ?? '') - 42 * 86_400_000);
    const { number } = await fileReady(server);
    const early = await decide(await signInTab(server, 'reviewer'), number, {
      outcome: 'deficient',
      reasons: ['documents-unreadable'],
    });
    expect(early.body.cureDue).toBe(consumer?.deadline);
    // At the court, it is still the evening of the deadline.
    server.now = new Date(`${consumer?.deadline}T23:00:00Z`);
    const byEmail = (await fileReady(server, 1)).number;
    const byMail = (await fileReady(server, 2, { email: '' })).number;
    const tab = await signInTab(server, 'reviewer');
    const dueOf = async (claim: string) =>
      (await decide(tab, claim, { outcome: 'deficient', reasons: ['documents-missing'] })).body.cureDue;
    const daysAfter = async (claim: string) =>
      (Date.parse((await dueOf(claim)) ?? '') - Date.parse(consumer?.deadline ?? '')) / 86_400_000;
    expect([await daysAfter(byEmail), await daysAfter(byMail)]).toEqual([30, 33]);
  });

  test('ends with the documents that arrive: the claim is reviewed again, before others', async () => {
    const { number, browser } = await fileReady(server);
    await fillSearchOf(server);
    await decide(reviewer, number, { outcome: 'deficient', reasons: ['documents-missing'] });
    await runReviewOf(server);
    expect(await statusOf(number)).toBe('deficient');
    pass(server, 60);
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
    expect((await nextOf(reviewer, { reason: 'reopened' })).body.number).toBe(number);
  });

  test('that was not cured is proposed as a denial, which takes effect only by a second person', async () => {
    const { number } = await fileReady(server);
    const { body } = await decide(supervisor, number, { outcome: 'deficient', reasons: ['documents-missing'] });
    const lastDay = new Date(`${body.cureDue}T20:00:00Z`);
    server.now = lastDay;
    await runReviewOf(server);
    const someone = await signInTab(server, 'supervisor');
    expect((await readReviewOf(someone, number)).status).toBe('deficient');
    pass(server, 24 * 60 * 60);
    await runReviewOf(server);
    const next = await signInTab(server, 'supervisor');
    const review = await readReviewOf(next, number);
    expect(review).toMatchObject({
      status: 'proposed',
      decision: { by: null, outcome: 'deny', source: 'expiry', waitsFor: ['expired'], reasons: [{ id: 'not-cured' }] },
    });
    pass(server, 20 * 60);
    await runReviewOf(server);
    expect((await readReviewOf(next, number)).status).toBe('proposed');
    const [waiting] = await waitingOf(await signInTab(server, 'supervisor'));
    const another = await signInTab(server, 'supervisor');
    expect((await another.post(`/approvals/${waiting?.id}/approve`, {})).status).toBe(204);
    expect((await readReviewOf(another, number)).status).toBe('denied');
  });

  test('can be cured until the end of the day in the time zone of its form', async () => {
    const { number } = await fileReady(server);
    const { body } = await decide(supervisor, number, { outcome: 'deficient', reasons: ['documents-missing'] });
    const formsIn = (timeZone: string) => ({
      ...settlement,
      claimForms: settlement.claimForms.map((form) => ({ ...form, timeZone })),
    });
    // One o'clock of the next day at the court, and the evening before in Honolulu.
    server.now = new Date(`${body.cureDue}T05:00:00Z`);
    pass(server, 24 * 60 * 60);
    await runReviewOf(server, formsIn('Pacific/Honolulu'));
    expect(await server.query('select status from claim_review')).toEqual([{ status: 'deficient' }]);
    // Noon of the last day at the court, and the next day in Tokyo.
    server.now = new Date(`${body.cureDue}T16:00:00Z`);
    await runReviewOf(server);
    expect(await server.query('select status from claim_review')).toEqual([{ status: 'deficient' }]);
    await runReviewOf(server, formsIn('Asia/Tokyo'));
    expect(await server.query('select status from claim_review')).toEqual([{ status: 'proposed' }]);
  });

  test('whose author has left waits for a reviewer again', async () => {
    const { number } = await fileReady(server);
    const { body } = await decide(supervisor, number, { outcome: 'deficient', reasons: ['documents-missing'] });
    await server.query('update staff set disabled_at = now() where id = $1', [supervisor.person.id]);
    server.now = new Date(`${body.cureDue}T20:00:00Z`);
    pass(server, 24 * 60 * 60);
    await runReviewOf(server);
    expect(await server.query('select status, reopened from claim_review')).toEqual([
      { status: 'in-review', reopened: true },
    ]);
  });
});

describe('changes with a reason', () => {
  test('a deficiency is cured, a decision reopened, a claim withdrawn; the reason becomes a note', async () => {
    const { number } = await fileReady(server);
    const change = (tab: StaffTab, what: 'cure' | 'reopen' | 'withdraw' | 'void', reason?: string) =>
      changeReview(tab, number, what, reason);
    expect((await change(reviewer, 'cure')).status).toBe(409);
    await decide(reviewer, number, { outcome: 'deficient', reasons: ['documents-missing'] });
    expect((await change(reviewer, 'cure', '  ')).status).toBe(422);
    expect((await change(reviewer, 'cure')).body).toMatchObject({ status: 'ready', decision: null });
    await decide(reviewer, number, { outcome: 'approve' });
    expect((await change(supervisor, 'reopen')).status).toBe(409);
    pass(server, 10);
    await runReviewOf(server);
    expect((await change(reviewer, 'reopen')).status).toBe(403);
    expect((await change(supervisor, 'reopen')).body).toMatchObject({
      status: 'in-review',
      decision: null,
      recognizedAmount: null,
    });
    expect((await change(supervisor, 'withdraw')).body.status).toBe('withdrawn');
    for (const what of ['withdraw', 'void', 'cure'] as const) expect((await change(supervisor, what)).status).toBe(409);
    const events = await eventsOf(number);
    expect(events.filter(({ kind }) => kind === 'status-changed')).toMatchObject([
      { from: 'deficient', to: 'ready', cause: 'cured', by: reviewer.person.id },
      { from: 'approved', to: 'in-review', cause: 'reopened', by: supervisor.person.id },
      { from: 'in-review', to: 'withdrawn', cause: 'withdrawn', by: supervisor.person.id },
    ]);
    const notes = await server.query<{ text: string }>('select text from notes order by at, text');
    expect(notes.map(({ text }) => text)).toContain('Reopened: the claimant called');
    expect(JSON.stringify(events)).not.toContain('the claimant called');
  });

  test('a claim that was withdrawn or void by mistake is reopened', async () => {
    const { number } = await fileReady(server);
    for (const [ending, status] of [
      ['withdraw', 'withdrawn'],
      ['void', 'void'],
    ] as const) {
      expect((await changeReview(supervisor, number, ending)).body.status).toBe(status);
      expect((await changeReview(supervisor, number, 'reopen')).body).toMatchObject({
        status: 'in-review',
        refusal: null,
      });
    }
    await fillSearchOf(server);
    expect((await nextOf(reviewer, { reason: 'reopened' })).body.number).toBe(number);
  });

  test('changes nothing that its author did not see', async () => {
    const { number } = await fileReady(server);
    const { version } = await readReviewOf(supervisor, number);
    await decide(reviewer, number, { outcome: 'approve' });
    const stale = await supervisor.post(`/claims/${number}/void`, { reason: 'a test' }, { 'if-match': `"${version}"` });
    expect([stale.status, await statusOf(number)]).toEqual([412, 'proposed']);
    expect((await supervisor.post(`/claims/${number}/void`, { reason: 'a test' })).status).toBe(400);
  });

  test('a void claim no longer asks for a second person', async () => {
    const { number } = await fileReady(server);
    await decide(reviewer, number, { outcome: 'deny', reasons: ['fraud'] });
    expect((await changeReview(supervisor, number, 'void', 'a test')).status).toBe(200);
    expect(await waitingOf(supervisor)).toEqual([]);
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

test('a job that is killed in the middle releases each decision once', async () => {
  const numbers: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { number } = await fileReady(server, index);
    await decide(reviewer, number, { outcome: 'approve' });
    numbers.push(number);
  }
  pass(server, 10);
  const script = fileURLToPath(new URL('./review-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, [script, server.connectionString, secret, server.now.toISOString(), '3'], {
    stdio: 'inherit',
  });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  await runReviewOf(server);
  for (const number of numbers)
    expect((await eventsOf(number)).map(({ kind }) => kind)).toEqual(['claim-decided', 'decision-released']);
  expect(await server.query(`select from claim_review where status = 'approved' and release_at is null`)).toHaveLength(
    5,
  );
});
