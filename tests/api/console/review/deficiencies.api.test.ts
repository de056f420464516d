import { settlement } from '@redress/content/settlement';
import { addDays, dayIn } from '@redress/forms/court-day';
import { withClient } from '@redress/server/platform/database/pool';
import { describe, expect, test } from 'vitest';
import { signInTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { mailByPostOf, queueLetterOf, returnLetterOf, sendLettersOf, tellClaimant } from '../../../setup/letters.ts';
import { multipart } from '../../../setup/browser.ts';
import {
  answerRequest,
  changeReview,
  columnsOf,
  decide,
  eventsOf,
  fileReady,
  nextReopened,
  readReviewOf,
  releaseDecisions,
  requestOf,
  runReviewOf,
  statusOf,
  undoDecision,
} from '../../../setup/review.ts';
import { beforeDeadline, pass, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const server = useTestServer({ members: 25 });
const { reviewer, supervisor, signIn } = useStaff(server, { reviewer: 'reviewer', supervisor: 'supervisor' });

const deficient = { outcome: 'deficient', reasons: ['documents-missing'] } as const;
const notCured = { outcome: 'deny', reasons: ['not-cured'] } as const;

/** Makes a claim with a deficiency that its claimant knows from an email. */
async function findDeficient() {
  const { number, browser } = await fileReady(server);
  await decide(reviewer, number, deficient);
  await tellClaimant(server, number);
  return { number, browser, cureDue: (await readReviewOf(reviewer, number)).cureDue ?? '' };
}

/** The same on the day after the last one on which it could be cured; staff have signed in again. */
async function passCureDue() {
  const claim = await findDeficient();
  server.now = new Date(`${addDays(claim.cureDue, 1)}T20:00:00Z`);
  await signIn();
  return claim;
}

async function addByMail(number: string, receivedOn: string, size = 2_000) {
  const parts = { source: 'mail', receivedOn, reason: 'A letter' };
  const { contentType, body } = multipart(Object.entries(parts), [{ name: 'x.pdf', bytes: pdf(size), field: 'file' }]);
  expect((await reviewer.post(`/claims/${number}/documents`, body, { 'content-type': contentType })).status).toBe(204);
}

const reasonsOf = async (number: string) => (await readReviewOf(reviewer, number)).options.reasons.map(({ id }) => id);

describe('a deficiency', () => {
  test('can be cured for 30 days, three more by mail, and never less than until the deadline', async () => {
    const deadline = settlement.claimForms.find(({ id }) => id === 'consumer')?.deadline ?? '';
    // 42 days before the deadline, which is a Thursday.
    server.now = new Date(`${addDays(deadline, -42)}T00:00:00Z`);
    await signIn();
    expect((await findDeficient()).cureDue).toBe(deadline);
    // At the court, it is still the evening of the deadline.
    server.now = new Date(`${deadline}T23:00:00Z`);
    await signIn();
    const [{ number: byEmail }, { number: byMail }] = [await fileReady(server), await fileReady(server, { email: '' })];
    await fillSearchOf(server);
    const { body: preview } = await supervisor.post<{ description: string }>('/bulk/preview', {
      selection: { numbers: [byEmail, byMail] },
      action: { kind: 'deficient', reasons: deficient.reasons },
    });
    const dayAfter = (days: number) =>
      new Date(addDays(deadline, days)).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    // The person who signs a long list reads the same.
    expect(preview.description).toContain(
      `If the letters are mailed on ${dayAfter(0)}, claimants must answer within 32 days, until ${dayAfter(32)}, or within 33 days, until ${dayAfter(33)} (without an email address).`,
    );
    // The thirtieth day is a Saturday.
    for (const [number, days] of [
      [byEmail, 32],
      [byMail, 33],
    ] as const) {
      // The reviewer reads it before deciding.
      expect((await readReviewOf(reviewer, number)).options.cureDue).toBe(addDays(deadline, days));
      // The days count from the mailing.
      expect((await decide(reviewer, number, deficient)).body.cureDue).toBeNull();
      await queueLetterOf(server, number);
      await (number === byEmail ? sendLettersOf(server, number) : mailByPostOf(server, number, deadline));
      expect((await readReviewOf(reviewer, number)).cureDue).toBe(addDays(deadline, days));
    }
  });

  test('ends with the documents that staff add: the claim is reviewed again, before others', async () => {
    const { number } = await findDeficient();
    await runReviewOf(server);
    expect(await statusOf(supervisor, number)).toBe('deficient');
    // The clock of its server is behind.
    pass(server, -60);
    await addByMail(number, '2025-07-01');
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'ready', decision: null, cureDue: null });
    const event = { kind: 'status-changed', from: 'deficient', to: 'ready', cause: 'documents' };
    expect((await eventsOf(server, number)).at(-1)).toEqual(event);
    expect(await nextReopened(server, reviewer, number)).toBe(number);
  });

  test('that was not cured is proposed as a denial, which takes effect only by a second person', async () => {
    const { number, cureDue } = await findDeficient();
    server.now = new Date(`${cureDue}T20:00:00Z`);
    await runReviewOf(server);
    expect(await columnsOf(server, number, 'claim_review.status')).toEqual([{ status: 'deficient' }]);
    pass(server, 24 * 60 * 60);
    await runReviewOf(server);
    await signIn();
    expect(await readReviewOf(supervisor, number)).toMatchObject({
      status: 'proposed',
      decision: { by: null, outcome: 'deny', source: 'expiry', waitsFor: ['expired'], reasons: [{ id: 'not-cured' }] },
    });
    pass(server, 20 * 60);
    await runReviewOf(server);
    expect(await statusOf(supervisor, number)).toBe('proposed');
    expect(await answerRequest(await signInTab(server, 'supervisor'), number, 'approve')).toBe(204);
    expect(await statusOf(supervisor, number)).toBe('denied');
  });

  test('whose letter comes back while the denial waits is not denied', async () => {
    const { number } = await passCureDue();
    await runReviewOf(server);
    await returnLetterOf(server, number);
    expect(await answerRequest(supervisor, number, 'approve')).toBe(409);
    expect(await answerRequest(supervisor, number, 'decline')).toBe(204);
    expect(await reasonsOf(number)).not.toContain('not-cured');
  });

  test('that was never found gives no reason to deny, nor does a deadline that was met; after one, a second person denies', async () => {
    const { number } = await fileReady(server);
    expect(await reasonsOf(number)).toContain('fraud');
    for (const reason of ['not-cured', 'late']) {
      expect(await reasonsOf(number)).not.toContain(reason);
      expect(await decide(reviewer, number, { outcome: 'deny', reasons: [reason] })).toMatchObject({ status: 422 });
    }
    const expired = (await passCureDue()).number;
    await runReviewOf(server);
    expect(await answerRequest(supervisor, expired, 'decline')).toBe(204);
    // It went back to the reviewer who found the deficiency.
    await supervisor.post(`/claims/${expired}/assignment`, { to: reviewer.person.id });
    expect(await reasonsOf(expired)).toContain('not-cured');
    const denied = await decide(reviewer, expired, notCured);
    expect(denied.body).toMatchObject({ status: 'proposed', decision: { waitsFor: ['expired'] } });
  });

  test('does not expire after a document arrived in time, also before the job that follows documents has seen it', async () => {
    const { number, cureDue } = await findDeficient();
    await addByMail(number, '2025-07-01');
    server.now = new Date(`${addDays(cureDue, 1)}T20:00:00Z`);
    await withClient(server.connectionString, async (client) => {
      // Another process follows documents, and has not come to this one.
      await client.query('begin; select pg_advisory_xact_lock(7324934)');
      await runReviewOf(server);
      await client.query('commit');
    });
    expect(await eventsOf(server, number)).toMatchObject([
      { kind: 'claim-decided' },
      { kind: 'letter-queued' },
      { kind: 'letter-mailed' },
      { kind: 'status-changed', from: 'deficient', to: 'ready', cause: 'documents' },
    ]);
    await runReviewOf(server);
    const columns = await columnsOf(server, number, 'claim_review.status, reopened');
    expect(columns).toEqual([{ status: 'ready', reopened: true }]);
  });

  test('can be cured until the end of the day in the time zone of its form', async () => {
    const { number, cureDue } = await findDeficient();
    const formsIn = (timeZone: string) => ({
      ...settlement,
      claimForms: settlement.claimForms.map((form) => ({ ...form, timeZone })),
    });
    const statusAt = async (time: string, forms = settlement) => {
      server.now = new Date(time);
      await runReviewOf(server, forms);
      return columnsOf(server, number, 'claim_review.status');
    };
    // 1 a.m. on the next day in the court's time zone, and still the evening before in Honolulu.
    const night = `${addDays(cureDue, 1)}T05:00:00Z`;
    expect(await statusAt(night, formsIn('Pacific/Honolulu'))).toEqual([{ status: 'deficient' }]);
    // Noon of the last day at the court, and the next day in Tokyo.
    const noon = `${cureDue}T16:00:00Z`;
    expect(await statusAt(noon)).toEqual([{ status: 'deficient' }]);
    expect(await statusAt(noon, formsIn('Asia/Tokyo'))).toEqual([{ status: 'proposed' }]);
  });

  test('whose author has left waits for a reviewer again', async () => {
    const author = reviewer.person.id;
    const { number } = await passCureDue();
    await server.query('update staff set disabled_at = now() where id = $1', [author]);
    await runReviewOf(server);
    const columns = await columnsOf(server, number, 'claim_review.status, reopened');
    expect(columns).toEqual([{ status: 'in-review', reopened: true }]);
  });
});

describe('a document received on the last day to cure', () => {
  test('takes an expired deficiency back, also when it is added later', async () => {
    const { number, cureDue } = await passCureDue();
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'proposed', decision: { source: 'expiry' } });
    await addByMail(number, cureDue);
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'in-review', decision: null });
    expect(await reasonsOf(number)).not.toContain('not-cured');
    expect(await requestOf(supervisor, number)).toBeUndefined();
  });

  test('makes a denial in force be reviewed again', async () => {
    const { number, cureDue } = await passCureDue();
    await runReviewOf(server);
    expect(await answerRequest(supervisor, number, 'approve')).toBe(204);
    expect(await statusOf(reviewer, number)).toBe('denied');
    await addByMail(number, cureDue);
    await runReviewOf(server);
    expect(await statusOf(reviewer, number)).toBe('in-review');
  });

  test('takes back a denial that a reviewer made because the deficiency was not cured in time', async () => {
    const { number, cureDue } = await passCureDue();
    await runReviewOf(server);
    await answerRequest(supervisor, number, 'decline');
    expect((await decide(supervisor, number, notCured)).status).toBe(200);
    await addByMail(number, cureDue);
    await runReviewOf(server);
    expect(await statusOf(reviewer, number)).toBe('in-review');
    expect(await requestOf(await signInTab(server, 'supervisor'), number)).toBeUndefined();
  });
});

test('a document received after the last day cures nothing, neither before nor after the deficiency expires', async () => {
  for (const isExpired of [false, true]) {
    server.now = beforeDeadline;
    await signIn();
    const { number, cureDue } = await passCureDue();
    if (isExpired) await runReviewOf(server);
    await addByMail(number, addDays(cureDue, 1));
    await runReviewOf(server);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'proposed', decision: { source: 'expiry' } });
    expect(await reasonsOf(number)).toContain('not-cured');
  }
});

test('a deficiency that expired before there were letters keeps its last day', async () => {
  const { number } = await fileReady(server);
  await decide(reviewer, number, deficient);
  // As version 1.0.0 stored it.
  const [claim] = await server.query<{ id: string }>('select id from claims where number = $1', [number]);
  await server.query(`alter table claim_history disable trigger user;
    update claim_history set details = details || '{"cureDue":"2025-07-31"}' where claim_id = ${claim?.id} and kind = 'claim-decided';
    alter table claim_history enable trigger user;
    update claim_review set cure_due = '2025-07-31' where claim_id = ${claim?.id}`);
  server.now = new Date('2025-08-02T20:00:00Z');
  await signIn();
  await runReviewOf(server);
  expect(await answerRequest(supervisor, number, 'approve')).toBe(204);
  await addByMail(number, '2025-08-01');
  await runReviewOf(server);
  expect(await statusOf(reviewer, number)).toBe('denied');
  await addByMail(number, '2025-07-31', 3_000);
  await runReviewOf(server);
  expect(await statusOf(reviewer, number)).toBe('in-review');
});

test('a document of a cured claim does not take back its later denial as a duplicate', async () => {
  const { number } = await findDeficient();
  const { number: survivingClaim } = await fileReady(server);
  const today = dayIn('America/New_York', server.now);
  await addByMail(number, today);
  await runReviewOf(server);
  const duplicate = { outcome: 'deny', reasons: ['repeated-claim'], survivingClaim } as const;
  expect((await decide(reviewer, number, duplicate)).status).toBe(200);
  await releaseDecisions(server);
  await addByMail(number, today, 3_000);
  await runReviewOf(server);
  expect(await statusOf(reviewer, number)).toBe('denied');
});

test('only the last deficiency counts, and none that was undone', async () => {
  const { number, cureDue } = await passCureDue();
  await runReviewOf(server);
  await answerRequest(supervisor, number, 'decline');
  const { body: undone } = await decide(supervisor, number, deficient);
  await undoDecision(supervisor, number, undone.decision?.id);
  await addByMail(number, addDays(cureDue, 1));
  expect(await reasonsOf(number)).toContain('not-cured');
  expect((await decide(supervisor, number, deficient)).body.status).toBe('deficient');
  expect((await changeReview(supervisor, number, 'cure')).status).toBe(200);
  expect(await reasonsOf(number)).not.toContain('not-cured');
});
