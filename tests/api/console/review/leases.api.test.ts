import { settlement } from '@redress/content/settlement';
import type { ClaimReview, Presence, Queues } from '@redress/contract/console/review';
import type { Work } from '@redress/contract/console/work';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { lockClass } from '@redress/server/console/review/lease-claims';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { ConsoleTab, signInTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { changeReview, decide, eventsOf, fileReady, nextOf, readReviewOf, runReviewOf } from '../../../setup/review.ts';
import { editRows } from '../../../setup/test-database.ts';
import { beforeDeadline, keys, pass, startTestServer, useTestServer } from '../../../setup/test-server.ts';
import { readHistory } from '../../../setup/read-history.ts';
import { fileWithoutNotice } from '../../../setup/sample-claims.ts';

const server = useTestServer({ members: 30 });
const staff = { reviewer: 'reviewer', other: 'reviewer', supervisor: 'supervisor' } as const;
const { reviewer, other, supervisor } = useStaff(server, staff);
afterEach(async () => {
  // Ends the leases and voids the claims of other tests, so that they are in no queue of this test.
  server.now = new Date(beforeDeadline.getTime() + 2 * 24 * 60 * 60 * 1_000);
  const cleaner = await signInTab(server, 'supervisor');
  for (const number of filed.splice(0)) {
    const { status, text } = await changeReview(cleaner, number, 'void');
    if (status !== 200) throw new Error(`${number} was not made void: ${text}`);
  }
  await fillSearchOf(server);
});

const filed: string[] = [];
/** Files a claim of a member who has filed none: another one would be flagged as a duplicate. */
async function file(answers: Readonly<Record<string, unknown>> = {}) {
  const { number } = await fileReady(server, answers);
  filed.push(number);
  return { number };
}
async function fileOther(): Promise<string> {
  const number = await fileWithoutNotice(server);
  filed.push(number);
  return number;
}
const statusesOf = (number: string) =>
  server.query<{ status: string; search: string }>(
    `select review.status, search.status as search
     from claim_review review join claim_search search using (claim_id) where number = $1`,
    [number],
  );
const assignmentsOf = async (number: string) =>
  (await readHistory(server, number)).filter(({ kind }) => kind === 'claim-assigned').map(({ details }) => details);

test('a claim that is assigned to somebody comes in its turn, also while a job changes it', async () => {
  const [first, second] = [(await file()).number, (await file()).number];
  for (const number of [first, second])
    expect((await supervisor.post(`/claims/${number}/assignment`, { to: reviewer.person.id })).status).toBe(200);
  await fillSearchOf(server);
  const [tab = reviewer] = await openSideBySide(server, reviewer);
  const lock = ['select from claims where number = $1 for no key update', [first]] as const;
  const [got] = await lineUp(server, lock, [() => nextOf(tab, { mine: true })]);
  expect(got?.body.number).toBe(first);
});

test('reviewers who race for one queue decide each claim exactly once', async () => {
  const [people, claims] = [6, 24];
  const own = await startTestServer();
  onTestFinished(() => own.close());
  const { connectionString } = own;
  await generateClaims({ connectionString, keys, settlement, claims, members: 0, add: false, onProgress: () => {} });
  own.now = new Date('2026-06-01T12:00:00Z');
  const connections = openDatabase(connectionString, () => {}, people);
  onTestFinished(() => connections.close());
  const app = await own.buildAnother({ consoleDatabase: connections.database });
  const tabs = await Promise.all(
    Array.from({ length: people }, async () => {
      const { person } = await signInTab(own, 'reviewer');
      return new ConsoleTab(app, person.token);
    }),
  );
  const leased: string[] = [];
  await Promise.all(
    tabs.map(async (tab) => {
      for (let empty = 0; empty < 3;) {
        const { number } = (await nextOf(tab)).body;
        if (number === null) {
          empty += 1;
          continue;
        }
        leased.push(number);
        const answer = await tab.post<ClaimReview>(
          `/claims/${number}/decisions`,
          { id: randomUUID(), outcome: 'deny', reasons: ['not-a-class-member'] },
          { 'if-match': '"0"' },
        );
        expect([number, answer.status, answer.text]).toEqual([number, 200, expect.any(String)]);
      }
    }),
  );
  expect([leased.length, new Set(leased).size]).toEqual([claims, claims]);
  const entries = await own.query(
    `select claim_id from claim_history where kind = 'claim-decided' group by claim_id having count(*) <> 1`,
  );
  expect(entries).toEqual([]);
});

describe('a lease', () => {
  test('keeps others from deciding the claim, with a message that names who has it and until when', async () => {
    const { number } = await file();
    await fillSearchOf(server);
    expect((await nextOf(reviewer)).body.number).toBe(number);
    expect((await nextOf(other)).body).toEqual({ number: null, remaining: 1 });
    const refused = await decide(other, number, { outcome: 'approve' });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain(`${reviewer.person.name} is deciding this claim until 8:02:00 AM EDT`);
    expect(await readReviewOf(other, number)).toMatchObject({
      refusal: refused.body.detail,
      lease: { isOwn: false, by: { name: reviewer.person.name } },
    });
    expect((await decide(reviewer, number, { outcome: 'approve' })).status).toBe(200);
  });

  test('ends after two minutes without a sign of life, and goes on with one', async () => {
    const { number } = await file();
    await fillSearchOf(server);
    await nextOf(reviewer);
    pass(server, 100);
    const presence = await reviewer.post<Presence>(`/claims/${number}/presence`);
    expect(presence.body).toMatchObject({ others: [], lease: { isOwn: true } });
    expect((await other.post<Presence>(`/claims/${number}/presence`)).body).toMatchObject({
      others: [reviewer.person.name],
      lease: { isOwn: false },
    });
    pass(server, 119);
    expect((await nextOf(other)).body.number).toBeNull();
    pass(server, 1);
    expect((await nextOf(other)).body.number).toBe(number);
    expect((await reviewer.post<Presence>(`/claims/${number}/presence`)).body.lease).toMatchObject({ isOwn: false });
  });

  test('given back, the claim is free for others at once, and soon as it was', async () => {
    const { number } = await file();
    await fillSearchOf(server);
    await nextOf(reviewer);
    await runReviewOf(server);
    expect(await statusesOf(number)).toEqual([{ status: 'in-review', search: 'in-review' }]);
    expect((await reviewer.delete(`/claims/${number}/lease`)).status).toBe(204);
    expect((await nextOf(reviewer, {}, [number])).body.number).toBeNull();
    expect((await nextOf(other)).body.number).toBe(number);
    expect((await other.delete(`/claims/${number}/lease`)).status).toBe(204);
    await runReviewOf(server);
    expect(await statusesOf(number)).toEqual([{ status: 'ready', search: 'ready' }]);
    expect(await readReviewOf(other, number)).toMatchObject({ status: 'ready', version: 1, lease: null });
    // Opening a claim leaves no entry in its history.
    expect(await eventsOf(server, number)).toEqual([]);
  });

  test('a person holds three at most; a page that was loaded again gets its claims back', async () => {
    for (let index = 0; index < 5; index += 1) await file();
    await fillSearchOf(server);
    const numbers: string[] = [];
    for (let index = 0; index < 3; index += 1) numbers.push((await nextOf(reviewer, {}, numbers)).body.number ?? '');
    expect(new Set(numbers).size).toBe(3);
    const fourth = await nextOf(reviewer, {}, numbers);
    expect([fourth.status, fourth.body.detail]).toEqual([409, expect.stringContaining('3 claims')]);
    pass(server, 1);
    expect(numbers).toContain((await nextOf(reviewer)).body.number);
    // Another queue replaces one that the page does not know.
    const range = await fileOther();
    await fillSearchOf(server);
    expect((await nextOf(reviewer, { form: 'individual' }, [])).body.number).toBe(range);
    expect(
      await server.query('select from claim_review where leased_by = $1 and leased_until > $2', [
        reviewer.person.id,
        server.now,
      ]),
    ).toHaveLength(3);
  });

  test('a person holds three at most, also when two windows ask at the same moment', async () => {
    for (let index = 0; index < 4; index += 1) await file();
    await fillSearchOf(server);
    const numbers: string[] = [];
    for (let index = 0; index < 2; index += 1) numbers.push((await nextOf(reviewer, {}, numbers)).body.number ?? '');
    const connections = openDatabase(server.connectionString, () => {}, 2);
    onTestFinished(() => connections.close());
    const app = await server.buildAnother({ consoleDatabase: connections.database });
    const windows = [1, 2].map(() => new ConsoleTab(app, reviewer.person.token));
    const answers = await withClient(server.connectionString, async (client) => {
      // Both find room for one more before either takes it.
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockClass, reviewer.person.id]);
      const asked = windows.map((tab) => nextOf(tab, {}, numbers));
      await expect
        .poll(() => server.query(`select from pg_locks where classid = $1 and not granted`, [lockClass]))
        .toHaveLength(2);
      await client.query('commit');
      return Promise.all(asked);
    });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a queue', () => {
  test('has the claims of its form and reason, in its order', async () => {
    const early = (await file({ repealerStateTotalAmountPaid: '20.00' })).number;
    pass(server, 60);
    const large = (await file()).number;
    pass(server, 60);
    const late = (await file()).number;
    const range = await fileOther();
    await editRows(server.connectionString, 'update claims set late = true where number = $1', [late]);
    await fillSearchOf(server);
    const take = async (queue: Parameters<typeof nextOf>[1]) => {
      const { number } = (await nextOf(reviewer, queue)).body;
      if (number !== null) await reviewer.delete(`/claims/${number}/lease`);
      return number;
    };
    expect(await take({ order: 'oldest', form: 'consumer' })).toBe(early);
    expect(await take({ order: 'newest', form: 'consumer' })).toBe(late);
    expect(await take({ order: 'amount', form: 'consumer', reason: 'none' })).toBe(large);
    expect(await take({ reason: 'late' })).toBe(late);
    expect(await take({ form: 'individual' })).toBe(range);
    expect(await take({ reason: 'machine' })).toBeNull();
    expect(await take({ case: 'no case' })).toBeNull();
  });

  test('is counted by case, form and reason with its oldest day', async () => {
    await file();
    pass(server, 24 * 60 * 60);
    // The second claim of a member is a duplicate.
    for (let index = 0; index < 2; index += 1) filed.push((await fileReady(server, {}, 29)).number);
    await fillSearchOf(server);
    const nextDay = await signInTab(server, 'reviewer');
    const { queues } = (await nextDay.get<Queues>('/review/queues')).body;
    expect(queues.map(({ formId, reason, claims, oldest }) => [formId, reason, claims, oldest])).toEqual([
      ['consumer', 'duplicate', 1, '2025-07-02'],
      ['consumer', 'none', 2, '2025-07-01'],
    ]);
    // Only claims of the cases that the reviewer decides.
    const [, otherCase = ''] = new Set(settlement.claimForms.map(({ caseId }) => caseId));
    const elsewhere = await signInTab(server, { role: 'reviewer', caseId: otherCase });
    expect((await nextOf(elsewhere)).body).toEqual({ number: null, remaining: 0 });
    expect((await elsewhere.get<Queues>('/review/queues')).body).toEqual({
      queues: [],
      assignedToMe: 0,
      returnedToMe: 0,
    });
  });

  test('does not count a claim that was just decided, which the list shows seconds later', async () => {
    const [first, second] = [await file(), await file()];
    await fillSearchOf(server);
    expect((await nextOf(reviewer)).body).toEqual({ number: first.number, remaining: 2 });
    await decide(reviewer, first.number, { outcome: 'approve' });
    expect((await nextOf(reviewer)).body).toEqual({ number: second.number, remaining: 1 });
    expect((await reviewer.get<Queues>('/review/queues')).body.queues).toMatchObject([{ claims: 1 }]);
    await fillSearchOf(server);
    expect((await nextOf(other)).body).toEqual({ number: null, remaining: 1 });
  });

  test('reviewers take a free claim and give it back, and leave those of others to supervisors', async () => {
    const { number } = await file();
    const assign = async (tab: typeof other, to: string | null) =>
      (await tab.post(`/claims/${number}/assignment`, { to })).status;
    expect(await assign(other, reviewer.person.id)).toBe(403);
    await fillSearchOf(server);
    expect((await nextOf(reviewer)).body.number).toBe(number);
    expect(await assign(other, other.person.id)).toBe(409);
    expect(await assign(reviewer, reviewer.person.id)).toBe(200);
    expect(await assign(other, other.person.id)).toBe(403);
    expect(await assign(other, null)).toBe(403);
    expect(await assign(reviewer, other.person.id)).toBe(403);
    expect(await assign(reviewer, null)).toBe(200);
    await reviewer.delete(`/claims/${number}/lease`);
    expect(await assign(other, other.person.id)).toBe(200);
    expect(await assign(supervisor, null)).toBe(200);
  });

  test('a claim is ready although lists did not know its document when it was assigned', async () => {
    const { number } = await file();
    await runReviewOf(server);
    await supervisor.post(`/claims/${number}/assignment`, { to: other.person.id });
    await fillSearchOf(server);
    await runReviewOf(server);
    expect(await statusesOf(number)).toEqual([{ status: 'ready', search: 'ready' }]);
  });

  test('leaves an assigned claim to its assignee', async () => {
    const { number } = await file();
    await fillSearchOf(server);
    expect((await supervisor.post(`/claims/${number}/assignment`, { to: other.person.id })).status).toBe(200);
    expect((await nextOf(reviewer)).body.number).toBeNull();
    // Also once the claims can be found by their assignee.
    await fillSearchOf(server);
    expect((await nextOf(reviewer)).body.number).toBeNull();
    expect((await nextOf(reviewer, { mine: true })).body).toEqual({ number: null, remaining: 0 });
    expect((await other.get<Queues>('/review/queues')).body).toMatchObject({
      queues: [{ claims: 1, others: 0 }],
      assignedToMe: 1,
    });
    expect((await reviewer.get<Queues>('/review/queues')).body.queues).toMatchObject([{ claims: 1, others: 1 }]);
    const works = await Promise.all([reviewer, other].map((tab) => tab.get<Work>('/work')));
    expect(works.map(({ body }) => [body.toReview, body.ofOthers])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect((await nextOf(other, { mine: true })).body).toEqual({ number, remaining: 1 });
    await other.delete(`/claims/${number}/lease`);
    expect((await nextOf(other)).body.number).toBe(number);
    await other.delete(`/claims/${number}/lease`);
    const refused = await decide(reviewer, number, { outcome: 'approve' });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining(`assigned to ${other.person.name}`),
    ]);
    expect((await supervisor.post(`/claims/${number}/assignment`, { to: null })).status).toBe(200);
    await fillSearchOf(server);
    expect((await nextOf(reviewer)).body.number).toBe(number);
    expect(await assignmentsOf(number)).toEqual([
      { by: supervisor.person.id, to: other.person.id },
      { by: supervisor.person.id },
    ]);
    await supervisor.post(`/claims/${number}/assignment`, { to: other.person.id });
    await fillSearchOf(server);
    await runReviewOf(server);
    expect((await readReviewOf(supervisor, number)).assignee?.id).toBe(other.person.id);
    const toNobody = await supervisor.post(`/claims/${number}/assignment`, {
      to: (await signInTab(server, 'viewer')).person.id,
    });
    expect(toNobody.status).toBe(409);
  });

  test.each([
    ['is disabled', 'update staff set disabled_at = now() where id = $1'],
    ['loses the role in its case', `update staff_roles set case_id = 'brand-drug' where staff_id = $1`],
  ])('gets to others when its reviewer %s', async (_what, change) => {
    const number = await fileOther();
    await supervisor.post(`/claims/${number}/assignment`, { to: reviewer.person.id });
    await server.query(change, [reviewer.person.id]);
    await fillSearchOf(server);
    expect((await nextOf(other)).body.number).toBeNull();
    await runReviewOf(server);
    await fillSearchOf(server);
    expect((await nextOf(other)).body).toEqual({ number, remaining: 1 });
    expect(await assignmentsOf(number)).toEqual([{ by: supervisor.person.id, to: reviewer.person.id }, {}]);
  });
});
