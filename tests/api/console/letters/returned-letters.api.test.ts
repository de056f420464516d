import type { ClaimLetters } from '@redress/contract/console/letters';
import type { Member } from '@redress/contract/console/members';
import type { Problem } from '@redress/contract/problem';
import type { Returned } from '@redress/contract/console/letter-batches';
import { settlement } from '@redress/content/settlement';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { describe, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { lettersOf, mailByPostOf, queueLetterOf, tellClaimant } from '../../../setup/letters.ts';
import { openSideBySide } from '../../../setup/line-up.ts';
import { deficient, queuePaper } from '../../../setup/postal-letters.ts';
import { changeReview, correctAnswer, decide, eventsOf, fileReady, readReviewOf } from '../../../setup/review.ts';
import { keys, memberOf, pass, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 40 });
const { reviewer, mailroom, signIn } = useStaff(server, { reviewer: 'reviewer', mailroom: 'mailroom' });

/** A letter that was mailed on July 1. */
async function mailOne() {
  const letter = await queuePaper(server, reviewer);
  await mailByPostOf(server, letter.number, '2025-07-01');
  pass(server, 60);
  return letter;
}
const takeBack = (id: string, reason: string, address?: readonly string[], tab = mailroom) =>
  tab.post<Returned & { errors?: { rule: string }[] }>('/returned-letters', {
    id,
    reason,
    ...(address && { address }),
  });
const statusesOf = async (number: string) => (await lettersOf(server, number)).map(({ status }) => status);
const waiting = async () =>
  (await mailroom.get<{ letters: { id: string }[] }>('/returned-letters')).body.letters.map(({ id }) => id);
const nextOf = async (number: string, tab = reviewer) =>
  (await tab.get<ClaimLetters>(`/claims/${number}/letters`)).body.next;
const newLines = ['9 New Road', 'Dayton, OH 45402'];

test('a letter that came back stops the time, and waits for another address', async () => {
  const { number, code } = await mailOne();
  expect(await readReviewOf(reviewer, number)).toMatchObject({ cureDue: expect.any(String) });
  const typed = code.replace(/^(...)(...)/, '$1-$2-').toLowerCase();
  const { status, body } = await takeBack(typed, 'moved');
  expect([status, body]).toEqual([
    200,
    { id: code, claimNumber: number, outcome: 'needs-address', address: expect.arrayContaining(['Jane Doe']) },
  ]);
  expect((await lettersOf(server, number))[0]).toMatchObject({ status: 'returned', returned_reason: 'moved' });
  expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', cureDue: null });
  expect((await eventsOf(server, number)).at(-1)).toMatchObject({ kind: 'letter-returned', by: mailroom.person.id });
  expect(await waiting()).toContain(code);
  expect(await nextOf(number)).toEqual({ channel: 'post', to: body.address, problem: 'came-back' });
  expect(await nextOf(number, mailroom)).toEqual({ channel: 'post', to: null, problem: 'came-back' });
  // The address that comes later queues it again.
  const lines = ['Jane Doe', ...newLines];
  const added = await mailroom.post('/letter-addresses', { id: code, source: 'skip-trace', lines });
  expect(added.body).toMatchObject({ outcome: 'mailed-again', address: lines });
  const [first, again] = await lettersOf(server, number);
  expect(again).toMatchObject({ status: 'queued', replaces: first?.id, address: lines, content: first?.['content'] });
  expect(again?.['code']).not.toBe(code);
  expect(await waiting()).not.toContain(code);
  expect(await nextOf(number)).toEqual({ channel: 'post', to: lines, problem: null });
});

test('a forwarding address mails the same letter again, with the later of the old day and 20 days', async () => {
  const { number, code } = await mailOne();
  const [{ due_on: oldDue } = { due_on: null }] = await lettersOf(server, number);
  expect((await takeBack(code, 'forwarding-address', newLines)).body).toMatchObject({ outcome: 'mailed-again' });
  expect((await lettersOf(server, number)).at(-1)).toMatchObject({
    address: ['Jane Doe', ...newLines],
    status: 'queued',
  });
  const [address] = await server.query(
    'select source, staff_id, lines from claim_addresses join claims on claims.id = claim_id where number = $1',
    [number],
  );
  expect(address).toEqual({ source: 'forwarding', staff_id: mailroom.person.id, lines: ['Jane Doe', ...newLines] });
  await mailByPostOf(server, number, '2025-07-10');
  expect((await lettersOf(server, number)).at(-1)).toMatchObject({ status: 'mailed', due_on: oldDue });
  expect(await readReviewOf(reviewer, number)).toMatchObject({ cureDue: oldDue });
});

test('a correction of the answer counts more than a forwarding address from before, or on a letter from before', async () => {
  const corrected = ['Jane Doe', '77 Elm Street', 'Phoenix, AZ 85001'];
  const correct = (number: string) => correctAnswer(reviewer, number, { field: 'street1', value: '77 Elm Street' });
  const early = await mailOne();
  expect((await takeBack(early.code, 'forwarding-address', newLines)).body).toMatchObject({ outcome: 'mailed-again' });
  pass(server, 60);
  expect(await correct(early.number)).toBe(204);
  expect((await nextOf(early.number))?.to).toEqual(corrected);
  const late = await mailOne();
  expect(await correct(late.number)).toBe(204);
  pass(server, 60);
  expect((await takeBack(late.code, 'forwarding-address', newLines)).body).toMatchObject({ outcome: 'mailed-again' });
  expect((await lettersOf(server, late.number)).at(-1)).toMatchObject({ status: 'queued', address: corrected });
  expect((await nextOf(late.number))?.to).toEqual(corrected);
});

test('after the last attempt, a letter is undeliverable', async () => {
  expect(settlement.mailRules.maxAttempts).toBe(2);
  const { number, code } = await mailOne();
  await takeBack(code, 'forwarding-address', newLines);
  await mailByPostOf(server, number, '2025-07-10');
  pass(server, 10 * 24 * 60 * 60);
  await signIn();
  const second = String((await lettersOf(server, number)).at(-1)?.['code']);
  expect((await takeBack(second, 'unknown')).body).toMatchObject({ outcome: 'undeliverable' });
  expect(await statusesOf(number)).toEqual(['returned', 'undeliverable']);
  expect(await nextOf(number)).toMatchObject({ to: ['Jane Doe', ...newLines], problem: 'undeliverable' });
  expect((await eventsOf(server, number)).at(-1)).toMatchObject({ kind: 'letter-undeliverable' });
  expect(await waiting()).not.toContain(second);
});

test('a letter that came back, and for which no other address can be found, is undeliverable', async () => {
  const { number, code } = await mailOne();
  const giveUp = () => mailroom.post('/letter-addresses', { id: code, source: 'none', lines: [] });
  expect((await giveUp()).body).toMatchObject({ outcome: 'not-needed' });
  expect(await statusesOf(number)).toEqual(['mailed']);
  await takeBack(code, 'unknown');
  expect((await giveUp()).body).toMatchObject({ id: code, claimNumber: number, outcome: 'undeliverable' });
  expect(await statusesOf(number)).toEqual(['undeliverable']);
  expect((await eventsOf(server, number)).at(-1)).toMatchObject({
    kind: 'letter-undeliverable',
    by: mailroom.person.id,
  });
  expect(await waiting()).not.toContain(code);
  expect((await giveUp()).body).toMatchObject({ outcome: 'not-needed' });
});

test('an address from which a letter came back is not used again', async () => {
  const { number, code } = await mailOne();
  await takeBack(code, 'unknown');
  const [letter] = await server.query<{ address: string[] }>('select address from letters where code = $1', [code]);
  const lines = letter?.address ?? [];
  for (const same of [lines, lines.map((line) => line.toUpperCase())]) {
    const added = await mailroom.post('/letter-addresses', { id: code, source: 'skip-trace', lines: same });
    expect(added.body).toMatchObject({ outcome: 'needs-address' });
    pass(server, 60);
  }
  expect(await statusesOf(number)).toEqual(['returned']);
});

test('a letter that came back after its deficiency was cured changes nothing: the cure stands', async () => {
  const { number, code } = await mailOne();
  await changeReview(reviewer, number, 'cure');
  const before = await readReviewOf(reviewer, number);
  expect((await takeBack(code, 'forwarding-address', newLines)).body).toMatchObject({ outcome: 'not-needed' });
  expect((await readReviewOf(reviewer, number)).status).toBe(before.status);
  expect(await statusesOf(number)).toEqual(['returned']);
});

test('the same letter twice, or by two people at once, is recorded once', async () => {
  const { number, code } = await mailOne();
  const [one, other] = await openSideBySide(server, mailroom, await signInTab(server, 'mailroom'));
  const answers = await Promise.all([one, other].map((tab) => takeBack(code, 'refused', undefined, tab)));
  expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual(['needs-address', 'returned-before']);
  expect((await takeBack(code, 'moved')).body).toMatchObject({ outcome: 'returned-before' });
  expect((await eventsOf(server, number)).filter(({ kind }) => kind === 'letter-returned')).toHaveLength(1);
});

test('an ID with a wrong character, of no letter, or of a letter that was not mailed or was emailed is refused', async () => {
  const { number, code } = await queuePaper(server, reviewer);
  const rules = async (id: string, reason = 'moved', address?: readonly string[]) =>
    (await takeBack(id, reason, address)).body.errors?.map(({ rule }) => rule);
  const typo = code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
  expect(await rules(typo)).toEqual(['letter-id-check']);
  expect(await rules('0000000000')).toEqual(['unknown-letter']);
  expect((await takeBack(code, 'moved')).status).toBe(409);
  await mailByPostOf(server, number, '2025-07-01');
  expect(await rules(code, 'forwarding-address')).toEqual(['address-incomplete']);
  expect(await rules(code, 'forwarding-address', ['9 New Road', 'Dayton'])).toEqual(['address-incomplete']);
  expect(await statusesOf(number)).toEqual(['mailed']);

  const emailed = await fileReady(server);
  await decide(reviewer, emailed.number, deficient);
  await tellClaimant(server, emailed.number);
  const [letter] = await lettersOf(server, emailed.number);
  expect(await rules(String(letter?.['code']))).toEqual(['unknown-letter']);
  expect(await statusesOf(emailed.number)).toEqual(['sent']);
});

describe('the new address of a class member', () => {
  const moved = { street: '9 New Road', city: 'Reno', state: 'Nevada', zip: '89502' };
  const movedLines = ['Jane Doe', '9 New Road', 'Reno, NV 89502'];

  async function memberOfClaim(number: string) {
    const [claim] = await server.query<{ notice_id: string }>('select notice_id from claims where number = $1', [
      number,
    ]);
    const path = `/members/${claim?.notice_id}`;
    const read = async (tab: StaffTab = reviewer) => (await tab.get<Member>(path)).body;
    return {
      read,
      mailOf: async (tab?: StaffTab) => (await read(tab)).claims.find((each) => each.number === number)?.mail,
      add: async (claims: object[], tab: StaffTab = reviewer, lines: object = moved) =>
        tab.post<Member & Problem>(
          `${path}/addresses`,
          { ...lines, source: 'call', reason: 'The class member moved.', claims },
          { 'if-match': `"${(await read()).version}"` },
        ),
      decide: async (addressId: string | undefined, claims: object[]) =>
        reviewer.post<Member & Problem>(
          `${path}/addresses/${addressId}/decision`,
          { decision: 'confirmed', reason: '', claims },
          { 'if-match': `"${(await read()).version}"` },
        ),
    };
  }

  test('that a reviewer confirms goes to the claims that the reviewer chose, and to their letters', async () => {
    const { number, code } = await mailOne();
    await takeBack(code, 'moved');
    const caller = await signInTab(server, 'call-center');
    const { add, decide: confirm, mailOf } = await memberOfClaim(number);
    const mail = await mailOf(caller);
    expect(mail).toMatchObject({ email: null, address: expect.arrayContaining(['Jane Doe']), held: null, isOwn: true });
    const chosen = [{ number, version: mail?.version }];
    // The call center alone moves nothing.
    const asked = await add(chosen, caller);
    expect(asked.status).toBe(200);
    expect(await nextOf(number)).toMatchObject({ to: mail?.address });
    const confirmed = await confirm(asked.body.addresses[0]?.id, chosen);
    expect([confirmed.status, confirmed.text]).toEqual([200, confirmed.text]);
    expect(await nextOf(number)).toEqual({ channel: 'post', to: movedLines, problem: null });
    const [first, again] = await lettersOf(server, number);
    expect(again).toMatchObject({ status: 'queued', replaces: first?.id, address: movedLines });
    expect(await eventsOf(server, number)).toContainEqual(
      expect.objectContaining({
        kind: 'address-added',
        source: 'call',
        by: reviewer.person.id,
        memberAddressId: confirmed.body.currentId,
      }),
    );
    // A later correction is newer, also than an older request that is confirmed after it.
    expect((await mailOf())?.since).toBe(server.now.toISOString());
    pass(server, 60);
    expect(await correctAnswer(reviewer, number, { field: 'street1', value: '77 Corrected Street' })).toBe(204);
    expect((await mailOf())?.since).toBe(server.now.toISOString());
    expect((await nextOf(number))?.to).toContain('77 Corrected Street');
    // The letter that waits in the queue follows.
    const [, before, last] = await lettersOf(server, number);
    expect(before).toMatchObject({ id: again?.id, status: 'cancelled' });
    expect(last).toMatchObject({ status: 'queued', replaces: first?.id });
    expect(last?.['address']).toContain('77 Corrected Street');
  });

  test('leaves claims alone that were not chosen, changed meanwhile, or cannot get mail there', async () => {
    const { number } = await mailOne();
    const { add, mailOf, read } = await memberOfClaim(number);
    const mail = await mailOf();
    const chosen = [{ number, version: mail?.version }];
    expect((await add([])).status).toBe(200);
    expect(await nextOf(number)).toMatchObject({ to: mail?.address });
    const abroad = { ...moved, state: 'Ontario, Canada', zip: 'M5H 2N2', abroad: true };
    const refused = await add(chosen, reviewer, abroad);
    expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ field: 'claims' })]]);
    const other = await fileReady(server);
    expect((await add([...chosen, { number: other.number, version: mail?.version }])).status).toBe(412);
    expect(await correctAnswer(reviewer, number, { field: 'street1', value: '77 Corrected Street' })).toBe(204);
    expect((await add(chosen)).status).toBe(412);
    expect((await read()).addresses).toHaveLength(1);
    const now = [{ number, version: (await mailOf())?.version }];
    expect((await changeReview(await signInTab(server, 'supervisor'), number, 'withdraw')).status).toBe(200);
    expect(await mailOf()).toBeUndefined();
    expect((await add(now)).status).toBe(412);
  });

  test('is the address of a claim without one, at once', async () => {
    const { noticeId } = memberOf(39);
    const number = '8000000039';
    await server.query(
      `insert into claims (number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_expected,
         answers, summary, answers_hash, documents_due, suspected_machine)
       values ($2, 'consumer', 1, 'brand-drug', 'en', $1, $3, false, 0, '{}', '[]', $4, false, false)`,
      [noticeId, number, server.now, Buffer.alloc(32)],
    );
    await decide(reviewer, number, deficient);
    await queueLetterOf(server, number);
    const { add, mailOf } = await memberOfClaim(number);
    expect(await mailOf()).toMatchObject({ isOwn: false });
    expect((await add([])).status).toBe(200);
    expect((await lettersOf(server, number)).map(({ status, address }) => [status, address])).toEqual([
      ['cancelled', expect.anything()],
      ['queued', [expect.anything(), ...movedLines.slice(1)]],
    ]);
  });
});

test('the mailroom of another case does not find a letter', async () => {
  const { code } = await mailOne();
  const other = await signInTab(server, { role: 'mailroom', caseId: 'savings-club' });
  expect((await takeBack(code, 'moved', undefined, other)).body.errors).toMatchObject([{ rule: 'unknown-letter' }]);
});

test('a letter of a purged claim is not found, by hand or in a file', async () => {
  const { code, number } = await mailOne();
  server.now = new Date('2032-07-18T04:01:00Z');
  const { database, store, uploadFolder, now } = server;
  const context = { database, keys, store, uploadFolder, mailFolder: '/nonexistent', settlement, now: () => now };
  for (const retention of listRetentions(context)) await purgeClaims(context, retention);
  await signIn();
  expect((await takeBack(code, 'moved')).body.errors).toMatchObject([{ rule: 'unknown-letter' }]);
  const lines = ['Jane Doe', ...newLines];
  const added = await mailroom.post('/letter-addresses', { id: code, source: 'call', lines });
  expect(added.body.errors).toMatchObject([{ rule: 'unknown-letter' }]);
  const csv = `letter,name,address1,address2,address3,address4\n${code},Jane Doe,9 New Road,"Dayton, OH 45402",,`;
  const supervisor = await signInTab(server, 'supervisor');
  const imported = await supervisor.post('/letter-addresses/imports', { source: 'ncoa', csv });
  expect(imported.body.errors).toMatchObject([{ rule: 'unknown-letter' }]);
  const { text } = await supervisor.get('/letter-addresses/addresses.csv?case=brand-drug');
  expect(text).not.toContain(code);
  expect((await lettersOf(server, number))[0]).toMatchObject({ status: 'mailed', address: null, content: null });
});
