import { settlement } from '@redress/content/settlement';
import type { ClaimLetters, LetterPreview, Letters } from '@redress/contract/console/letters';
import { letterStatuses, letterTransitions } from '@redress/contract/letters';
import type { BulkJob } from '@redress/contract/console/bulk';
import type { Work } from '@redress/contract/console/work';
import { queueReminders } from '@redress/server/claims/letters/queue-reminders';
import { sendLetter } from '@redress/server/claims/letters/send-letter';
import { addDays } from '@redress/forms/court-day';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp } from '../../../setup/line-up.ts';
import {
  lettersOf,
  mailByPostOf,
  publicUrl,
  queueLetterOf,
  returnLetterOf,
  sendLettersOf,
  tellClaimant,
} from '../../../setup/letters.ts';
import {
  changeReview,
  decide,
  eventsOf,
  fileReady,
  fileSeveral,
  finalize,
  readReviewOf,
  refuseRows,
  releaseDecisions,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import { actOn, askBulk, finishBulk, requestForBulk } from '../../../setup/rules.ts';
import { keys, pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 155 });
const { reviewer, supervisor, signIn } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });
beforeEach(() => server.query('update claim_review set letter_due = null'));

const deficient = { outcome: 'deficient', reasons: ['documents-missing', 'authority-missing'] } as const;
const caseId = 'brand-drug';

async function findDeficient(answers: Readonly<Record<string, unknown>> = {}) {
  const { number, browser } = await fileReady(server, answers);
  await decide(reviewer, number, deficient);
  return { number, browser };
}
const readLetters = async (tab = reviewer) => (await tab.get<Letters>('/letters')).body;
const dueOf = async (kind: string) => (await readLetters()).due.find((each) => each.kind === kind)?.claims ?? 0;
const preview = (kind: string) => reviewer.post<LetterPreview>('/letters/preview', { caseId, kind });
const queue = (tab: StaffTab, kind: string, expected: number, reason?: string) =>
  tab.post<BulkJob>('/letters/queue', {
    id: randomUUID(),
    caseId,
    kind,
    expected,
    ...(reason !== undefined && { reason }),
  });

test('a deficiency is told by email, names all its reasons, and can be cured until 30 days after that', async () => {
  const { number } = await findDeficient();
  expect(await dueOf('deficiency')).toBe(1);
  const shown = (await preview('deficiency')).body;
  expect(shown).toMatchObject({ claims: 1, letters: [{ claim: number, why: 'first', channel: 'email' }] });
  const list = JSON.stringify(shown.letters[0]?.text.body);
  const texts = settlement.review.reasons.filter(({ id }) => deficient.reasons.some((each) => each === id));
  expect(texts).toHaveLength(2);
  for (const { text } of texts) expect(list).toContain(text.en);

  const queued = await queue(reviewer, 'deficiency', 1);
  expect(queued.status).toBe(201);
  await finishBulk(server, supervisor, queued.body.id);
  expect(await dueOf('deficiency')).toBe(0);
  // Until the email is accepted, no time runs.
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', cureDue: null });
  pass(server, 24 * 60 * 60);
  const [mail] = await sendLettersOf(server, number);
  expect(mail?.to).toBe('jane.doe@example.com');
  for (const { text } of texts) expect(mail?.text).toContain(text.en);
  const [letter] = await lettersOf(server, number);
  expect(letter).toMatchObject({ status: 'sent', mailed_on: '2025-07-02', kind: 'deficiency' });
  // Thirty days later is Friday, August 1, and the deadline is not later.
  const deadline = settlement.claimForms.find(({ id }) => id === 'consumer')?.deadline ?? '';
  expect(deadline <= '2025-08-01').toBe(true);
  expect(letter?.due_on).toBe('2025-08-01');
  await signIn();
  expect(await readReviewOf(reviewer, number)).toMatchObject({ cureDue: '2025-08-01' });
  expect((await eventsOf(server, number)).slice(1)).toMatchObject([
    { kind: 'letter-queued', letter: 'deficiency', channel: 'email', by: expect.any(String) },
    { kind: 'letter-mailed', mailedOn: '2025-07-02', dueOn: '2025-08-01' },
  ]);
});

test('an email is sent again with the same message ID if the process ends before it is recorded, and counts once', async () => {
  const { number } = await findDeficient();
  await queueLetterOf(server, number);
  const killed = {
    get outcome(): 'sent' {
      throw new Error('The process was killed');
    },
  };
  await expect(sendLettersOf(server, number, killed)).rejects.toThrow('killed');
  const [letter] = await lettersOf(server, number);
  expect(letter).toMatchObject({ status: 'queued', mailed_on: null });
  const messageId = `letter-${String(letter?.['code'])}@claims.example.com`;
  expect(await sendLettersOf(server, number)).toMatchObject([{ messageId }]);
  expect(await sendLettersOf(server, number)).toEqual([]);
  expect((await eventsOf(server, number)).filter(({ kind }) => kind === 'letter-mailed')).toHaveLength(1);
});

test('without a mail server that reaches claimants, an email waits, and no time runs', async () => {
  const { number } = await findDeficient();
  await queueLetterOf(server, number);
  const [{ id } = { id: '' }] = await lettersOf(server, number);
  const from = { name: '', address: 'no-reply@example.com' };
  const { database } = server;
  const context = { database, settlement, keys, publicUrl, mailer: undefined, from, now: () => server.now };
  expect(await sendLetter(context, id, new AbortController().signal)).toEqual({ unavailable: expect.any(Error) });
  expect(await lettersOf(server, number)).toMatchObject([{ status: 'queued', mailed_on: null }]);
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', cureDue: null });
});

test('a claim without an email address gets paper, with a code that only the paper has', async () => {
  const { number } = await findDeficient({ email: '' });
  await queueLetterOf(server, number);
  const [letter] = await lettersOf(server, number);
  expect(letter).toMatchObject({ channel: 'post', status: 'queued', email: null, access_hash: expect.any(Buffer) });
  expect(letter?.['address']).toEqual(['Jane Doe', expect.any(String), expect.stringMatching(/, [A-Z]{2} \d{5}/)]);
  await mailByPostOf(server, number, '2025-07-07');
  expect(await readReviewOf(reviewer, number)).toMatchObject({ cureDue: '2025-08-11' });
});

test('nothing expires without a letter, nor after it came back', async () => {
  const { number } = await findDeficient();
  pass(server, 365 * 24 * 60 * 60);
  await runReviewOf(server);
  await signIn();
  expect(await statusOf(reviewer, number)).toBe('deficient');
  await tellClaimant(server, number);
  await returnLetterOf(server, number, 'bounced');
  pass(server, 365 * 24 * 60 * 60);
  await runReviewOf(server);
  await signIn();
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', cureDue: null });
});

test('a letter about a decision that was undone, or a claim that was reopened, is not sent', async () => {
  const { number } = await findDeficient();
  await queueLetterOf(server, number);
  expect((await changeReview(supervisor, number, 'cure')).status).toBe(200);
  expect(await sendLettersOf(server, number)).toEqual([]);
  expect(await lettersOf(server, number)).toMatchObject([{ status: 'cancelled' }]);
  expect((await eventsOf(server, number)).at(-1)).toMatchObject({
    kind: 'letter-cancelled',
    cause: 'decision-changed',
  });
  // A second deficiency gets a letter of its own.
  pass(server, 60);
  await decide(reviewer, number, deficient);
  await tellClaimant(server, number);
  expect((await lettersOf(server, number)).map(({ status }) => status)).toEqual(['cancelled', 'sent']);
});

test('each decision gets one letter, also when two people ask for it', async () => {
  const { number } = await findDeficient();
  // The second request names the claim, which a list of claims still shows.
  await fillSearchOf(server);
  const one = await queue(reviewer, 'deficiency', 1);
  const other = await askBulk(supervisor, { numbers: [number] }, { kind: 'letter' });
  expect([one.status, other.status]).toEqual([201, 201]);
  for (const job of [one, other]) await finishBulk(server, supervisor, job.body.id);
  expect(await lettersOf(server, number)).toHaveLength(1);
  const { jobs } = await readLetters();
  const ofBoth = jobs.filter(({ id }) => id === one.body.id || id === other.body.id);
  // They are requests for letters, not bulk actions.
  const actions = (await supervisor.get<{ jobs: BulkJob[] }>('/bulk')).body.jobs;
  expect(actions.filter(({ kind }) => kind === 'letter')).toEqual([]);
  expect(ofBoth.reduce((sum, { counts }) => sum + counts.done, 0)).toBe(1);
  expect(ofBoth.reduce((sum, { counts }) => sum + counts.skipped, 0)).toBe(1);
});

test('a claim that was decided again after its letters were asked for does not get another letter unseen', async () => {
  const { number } = await findDeficient();
  const asked = await queue(reviewer, 'deficiency', 1);
  expect((await changeReview(supervisor, number, 'cure')).status).toBe(200);
  await decide(reviewer, number, { outcome: 'deny', reasons: ['not-a-class-member'] });
  await releaseDecisions(server);
  expect((await finishBulk(server, supervisor, asked.body.id)).counts).toMatchObject({ done: 0, skipped: 1 });
  expect(await lettersOf(server, number)).toEqual([]);
  expect(await dueOf('denied')).toBe(1);
});

test('a claim that became final after its letter was asked for gets it', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, { outcome: 'approve' });
  await releaseDecisions(server);
  const asked = await queue(reviewer, 'approved', 1);
  await finalize(server, [number]);
  expect((await finishBulk(server, supervisor, asked.body.id)).counts).toMatchObject({ done: 1, skipped: 0 });
  expect(await lettersOf(server, number)).toMatchObject([{ kind: 'approved' }]);
});

test('a position in the list that no page has is refused', async () => {
  for (const after of ['-'.repeat(36), `2025-07-01_${'-'.repeat(36)}`])
    expect((await reviewer.get(`/letters?after=${after}`)).status).toBe(400);
});

test('the same request is stored once, and another letter or case under its ID is refused', async () => {
  await findDeficient();
  const request = { id: randomUUID(), caseId, kind: 'deficiency', expected: 1 };
  for (let sent = 0; sent < 2; sent += 1) expect((await reviewer.post('/letters/queue', request)).status).toBe(201);
  for (const other of [{ kind: 'denied' }, { caseId: 'savings-club' }, { expected: 2 }])
    expect((await reviewer.post('/letters/queue', { ...request, ...other })).status).toBe(409);
  await finishBulk(server, reviewer, request.id);
});

test('an approval, a reduction and a denial are told once they take effect', async () => {
  const [approved, reduced, denied] = await fileSeveral(server, 3);
  for (const [number, decision] of [
    [approved, { outcome: 'approve' }],
    [reduced, { outcome: 'reduce', recognizedAmount: '20', reasons: ['not-documented'] }],
    [denied, { outcome: 'deny', reasons: ['not-a-class-member'] }],
  ] as const)
    expect((await decide(reviewer, number ?? '', decision)).status).toBe(200);
  expect((await readLetters()).due.map(({ kind }) => kind)).not.toContain('approved');
  await releaseDecisions(server);
  for (const [number, kind] of [
    [approved, 'approved'],
    [reduced, 'reduced'],
    [denied, 'denied'],
  ] as const) {
    await queueLetterOf(server, number ?? '');
    const [mail] = await sendLettersOf(server, number ?? '');
    expect(mail?.text).toContain(kind === 'approved' ? '$1,250.50' : kind === 'reduced' ? '$20.00' : 'July 31, 2025');
    expect(await lettersOf(server, number ?? '')).toMatchObject([{ kind, status: 'sent', due_on: '2025-07-31' }]);
  }
});

test('more than a hundred letters need a second person', async () => {
  const [last = '', ...numbers] = await fileSeveral(server, 101);
  await fillSearchOf(server);
  await actOn(server, supervisor, numbers, { kind: 'deficient', reasons: deficient.reasons });
  await decide(reviewer, last, deficient);
  const count = await dueOf('deficiency');
  expect((await queue(reviewer, 'deficiency', count)).status).toBe(400);
  expect((await queue(reviewer, 'deficiency', count - 1, 'Weekly letters')).status).toBe(409);
  const asked = await queue(reviewer, 'deficiency', count, 'Weekly letters');
  expect(asked.body).toMatchObject({ status: 'asking' });
  // While they await approval, no one can ask for them again.
  expect(await dueOf('deficiency')).toBe(0);
  expect((await reviewer.get<Work>('/work')).body.lettersDue).toBe(0);
  expect((await preview('deficiency')).body.claims).toBe(0);
  expect((await queue(supervisor, 'deficiency', count, 'Weekly letters')).status).toBe(409);
  const dropped = await requestForBulk(supervisor, asked.body.id);
  expect((await supervisor.post(`/approvals/${dropped?.id}/decline`, { reason: 'Too early' })).status).toBe(204);
  expect(await dueOf('deficiency')).toBe(count);

  const { id } = (await queue(reviewer, 'deficiency', count, 'Weekly letters')).body;
  const request = await requestForBulk(supervisor, id);
  const shown = await supervisor.post<LetterPreview>('/letters/preview', { job: id });
  expect(shown.body).toMatchObject({ claims: count, letters: [{ why: 'first', channel: 'email' }] });
  expect((await supervisor.post('/letters/preview', { job: randomUUID() })).status).toBe(404);
  // A claim that has been cured meanwhile gets no letter.
  expect((await changeReview(supervisor, shown.body.letters[0]?.claim ?? '', 'cure')).status).toBe(200);
  const later = await supervisor.post<LetterPreview>('/letters/preview', { job: id });
  expect(later.body).toMatchObject({ claims: count - 1, letters: [{ why: 'first' }] });
  expect(request?.what).toContain(`Queue ${count} deficiency letters for “Antidepressant Antitrust Settlement”.`);
  expect((await supervisor.post(`/approvals/${request?.id}/approve`)).status).toBe(204);
  await finishBulk(server, supervisor, id);
  expect(await dueOf('deficiency')).toBe(0);
});

test('letters that could not be queued are tried again as letters of their kind', async () => {
  const numbers = await fileSeveral(server, 2);
  for (const number of numbers) await decide(reviewer, number, deficient);
  const accept = await refuseRows(server, 'letters', numbers.slice(0, 1));
  const { id } = (await queue(supervisor, 'deficiency', 2)).body;
  expect((await finishBulk(server, supervisor, id)).counts).toMatchObject({ done: 1, failed: 1 });
  await accept();
  const { body } = await supervisor.post<BulkJob>(`/bulk/${id}/retry`);
  expect(body).toMatchObject({ letter: 'deficiency', what: expect.stringMatching(/^Queue 1 deficiency letter for/) });
  expect((await finishBulk(server, supervisor, body.id)).counts).toMatchObject({ done: 1 });
});

test('canceling waits for batches of letters that have begun: each is queued whole', async () => {
  const numbers = await fileSeveral(server, 6);
  for (const number of numbers) await decide(reviewer, number, deficient);
  const { id } = (await queue(supervisor, 'deficiency', 6)).body;
  const lock = ['select from claims where number = $1 for update', [numbers[3]]] as const;
  const [stopped] = await lineUp(server, lock, [
    () => finishBulk(server, supervisor, id, { claimsPerBatch: 2 }),
    async () => (await supervisor.delete<BulkJob>(`/bulk/${id}`)).body,
  ]);
  // The batch after them may have begun before the cancellation had its turn.
  expect(stopped?.status).toBe('cancelled');
  expect([4, 6]).toContain(stopped?.counts.done);
  expect(await dueOf('deficiency')).toBe(stopped?.counts.waiting);
});

const remind = () => {
  const { database, log } = server;
  return queueReminders({ database, log, settlement, keys, publicUrl, now: () => server.now });
};

test('a reminder is queued by itself ten days before a deficiency expires, and once', async () => {
  const { number } = await findDeficient();
  await tellClaimant(server, number);
  const { cureDue } = await readReviewOf(reviewer, number);
  const at = (day: string) => new Date(`${day}T16:00:00Z`);
  server.now = at(addDays(cureDue ?? '', -settlement.mailRules.reminderDays - 1));
  await remind();
  expect(await lettersOf(server, number)).toHaveLength(1);
  server.now = at(addDays(cureDue ?? '', -settlement.mailRules.reminderDays));
  await remind();
  await remind();
  expect(await lettersOf(server, number)).toMatchObject([
    { kind: 'deficiency' },
    { kind: 'reminder', queued_by: null },
  ]);
  const [mail] = await sendLettersOf(server, number);
  expect(mail?.text).toContain('July 31, 2025');
  await signIn();
  expect((await readReviewOf(reviewer, number)).cureDue).toBe(cureDue);
});

test('a claim whose reminder cannot be queued holds up no other', async () => {
  const numbers = await fileSeveral(server, 3);
  for (const number of numbers) {
    await decide(reviewer, number, deficient);
    await tellClaimant(server, number);
  }
  const { cureDue } = await readReviewOf(reviewer, numbers[0] ?? '');
  server.now = new Date(`${addDays(cureDue ?? '', -settlement.mailRules.reminderDays)}T16:00:00Z`);
  const accept = await refuseRows(server, 'letters', numbers.slice(1, 2));
  const remindersOf = async () =>
    Promise.all(numbers.map(async (number) => (await lettersOf(server, number)).length - 1));
  await remind();
  expect(await remindersOf()).toEqual([1, 0, 1]);
  await accept();
  await remind();
  expect(await remindersOf()).toEqual([1, 1, 1]);
});

describe('who may', () => {
  test('people who see contact information read what a claimant was told; without it, they see that and when', async () => {
    const { number } = await findDeficient();
    await tellClaimant(server, number);
    const callCenter = await signInTab(server, 'call-center');
    const viewer = await signInTab(server, 'viewer');
    const listed = await viewer.get<ClaimLetters>(`/claims/${number}/letters`);
    expect(listed.body.letters).toMatchObject([{ kind: 'deficiency', status: 'sent' }]);
    expect(listed.body.next).toEqual({ channel: 'email', to: null, problem: null });
    const { next } = (await callCenter.get<ClaimLetters>(`/claims/${number}/letters`)).body;
    expect(next).toEqual({ channel: 'email', to: ['jane.doe@example.com'], problem: null });
    const id = listed.body.letters[0]?.id;
    expect((await callCenter.get(`/letters/${id}`)).body).toMatchObject({ text: { subject: expect.any(String) } });
    expect((await viewer.get(`/letters/${id}`)).status).toBe(403);
    expect((await callCenter.get('/letters')).status).toBe(403);
    expect((await reviewer.get(`/letters/${randomUUID()}`)).status).toBe(404);
    const pdf = await callCenter.get(`/letters/${id}/letter.pdf`);
    expect(pdf.status).toBe(200);
  });
});

test('an email that waits too long shows in readiness, and so does one that was given up', async () => {
  const { number, browser } = await findDeficient();
  await queueLetterOf(server, number);
  const giveUp = (rows: string) => server.query(`update ${rows} and due_at < 'infinity'`);
  const emails = "letters set due_at = 'infinity' where status = 'queued' and channel = 'email'";
  await giveUp("receipt_outbox set due_at = 'infinity' where done_at is null");
  await giveUp(`${emails} and claim_id <> (select id from claims where number = '${number}')`);
  const ready = async () => {
    const { text } = await browser.send('GET', '/api/health/ready');
    return JSON.parse(text) as { readonly deadJobs: number };
  };
  pass(server, 20 * 60);
  await expect.poll(ready).toMatchObject({ mail: { status: 'behind', oldestSeconds: 1_200 } });
  const { deadJobs } = await ready();
  await giveUp(emails);
  await expect.poll(ready).toMatchObject({ mail: { status: 'ok', oldestSeconds: 0 }, deadJobs: deadJobs + 1 });
  await signIn();
});

test('the database allows the transitions of the contract and no others', async () => {
  for (const from of letterStatuses)
    for (const to of letterStatuses) {
      const [row] = await server.query<{ allowed: boolean }>('select is_letter_transition($1, $2) as allowed', [
        from,
        to,
      ]);
      expect(row?.allowed, `${from} → ${to}`).toBe(letterTransitions[from].includes(to));
    }
});
