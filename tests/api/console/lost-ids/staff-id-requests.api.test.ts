import type { IdRequest, IdRequestList, LetterLists } from '@redress/contract/console/id-requests';
import type { Member } from '@redress/contract/console/members';
import { purgeIdRequests, purgeMembers } from '@redress/server/operations/purge/purge';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInTab, type StaffTab, useStaff } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { type AskedForIds, insertIdRequest } from '../../../setup/id-requests.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { editRows } from '../../../setup/test-database.ts';
import { importRows, useTestServer } from '../../../setup/test-server.ts';

const rows = [
  '300000001,UNIQ0001,Margaret,Thompson,12 North Main Street,Columbus,Ohio,43201,brand-drug',
  '300000002,UNIQ0002,Robert,Thompson,12 North Main Street,Columbus,Ohio,43201,brand-drug',
  '300000003,UNIQ0003,Margaret,Thompson,7 Ocean Avenue,Miami,Florida,33101,brand-drug',
  '300000004,UNIQ0004,"=HYPERLINK(""x"")",Formula,"1 Main Street, Apt. 4",Columbus,Ohio,43201,brand-drug',
  '300000006,UNIQ0006,Nathaniel,Nowhere,,,,43201,brand-drug',
  '300000005,UNIQ0005,Margaret,Thompson,12 North Main Street,Columbus,Ohio,43201,savings-club',
];

const server = useTestServer({ members: 0 });
beforeAll(async () => {
  await importRows(server.connectionString, rows);
  await fillSearchOf(server);
});
const { reviewer, other } = useStaff(server, { reviewer: 'reviewer', other: 'supervisor' });
beforeEach(async () => {
  await server.query('delete from id_requests');
});

const address = { name: 'Margret Thomson', street: '12 N. Main St', city: 'Columbus', state: 'Ohio', zip: '43201' };
const ask = (asked: AskedForIds = {}): Promise<string> =>
  insertIdRequest(server.query, { ...address, caseId: 'brand-drug', language: 'es', at: server.now, ...asked });
const daysAgo = (days: number) => new Date(server.now.getTime() - days * 24 * 60 * 60 * 1_000);
const list = async (search = '', tab: StaffTab = reviewer) =>
  (await tab.get<IdRequestList>(`/id-requests${search}`)).body;
const read = async (id: string, tab: StaffTab = reviewer) => (await tab.get<IdRequest>(`/id-requests/${id}`)).body;
/** Answers, based on the member's current address. */
async function answer(
  tab: StaffTab,
  id: string,
  version: string,
  body: { answer: string; noticeId?: string | undefined; note?: string },
) {
  const { noticeId } = body;
  const addressId = noticeId === undefined ? undefined : (await tab.get<Member>(`/members/${noticeId}`)).body.currentId;
  return send(tab, id, version, { ...body, ...(addressId !== undefined && { addressId }) });
}
const send = (tab: StaffTab, id: string, version: string, body: object) =>
  tab.post<IdRequest & { code?: string; detail?: string; errors?: { message: string }[] }>(
    `/id-requests/${id}/answers`,
    { note: '', ...body },
    { 'if-match': `"${version}"` },
  );
const matched = { answer: 'matched', noticeId: '300000001' };
const moved = { street: '9 New Road', city: 'Dayton', state: 'Ohio', zip: '45402', source: 'call', reason: 'Moved' };
const letters = async () => (await reviewer.get<LetterLists>('/id-letters')).body;
const historyOf = (kind: string, id: string) =>
  server.query('select kind, details from record_history where record_kind = $1 and record_id = $2', [kind, id]);
const makeList = (tab: StaffTab = reviewer) =>
  tab.post<{ id: string; code?: string }>('/id-letters', { caseId: 'brand-drug' });

test('the list has open requests, oldest first, with their age and marks, in pages', async () => {
  const first = await ask({ at: daysAgo(3) });
  await ask({ machine: true });
  for (let index = 0; index < 60; index += 1) await ask({ name: `Person ${index}` });
  const page = await list();
  expect(page.requests).toHaveLength(50);
  expect(page.requests[0]).toMatchObject({
    id: first,
    requestedAt: daysAgo(3).toISOString(),
    language: 'es',
    suspectedMachine: false,
    state: 'open',
  });
  expect(page.requests[1]?.suspectedMachine).toBe(true);
  expect(page.counts).toEqual({ open: 62, 'asked-for-more': 0, answered: 0 });
  // From one to the next; after the last, the first one that is still open.
  const nextOf = async (id: string | undefined) => (await reviewer.get<IdRequest>(`/id-requests/${id}`)).body.next;
  expect(await nextOf(first)).toBe(page.requests[1]?.id);
  const next = await list(`?after=${page.next}`);
  expect(await nextOf(next.requests.at(-1)?.id)).toBe(first);
  expect([next.requests.length, next.next]).toEqual([12, undefined]);
  expect(await list(`?before=${next.previous}`)).toEqual(page);
});

describe('candidates', () => {
  test('are found by name, street and ZIP code in spite of typing errors, the best first', async () => {
    const { candidates } = await read(await ask());
    expect(candidates.map(({ noticeId }) => noticeId)).toEqual(['300000001', '300000003', '300000002']);
    expect(candidates[0]).toEqual({
      noticeId: '300000001',
      name: 'Margaret Thompson',
      address: { street: '12 North Main Street', city: 'Columbus', state: 'Ohio', zip: '43201' },
      nameMatch: 'similar',
      streetMatch: 'same',
      zipMatch: true,
      hasFiled: false,
    });
  });

  test('are found in the mailed ZIP code of somebody who moved', async () => {
    const { candidates } = await read(await ask({ zip: '99999', street: '1 Somewhere Else' }));
    expect(candidates.map(({ noticeId }) => noticeId)).toContain('300000001');
  });

  test('are none for a stranger, with names from right to left, and with endless ones', async () => {
    for (const name of ['Quentin Zyx', 'جين دو', 'x'.repeat(10_000), `%' or 1=1 --`])
      expect((await read(await ask({ name }))).candidates).toEqual([]);
  });
});

describe('an answer', () => {
  test('is recorded with who and when, and in the history', async () => {
    const id = await ask();
    const { status, body } = await answer(reviewer, id, '0', matched);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'answered', version: '1' });
    const { name: answeredBy, id: by } = reviewer.person;
    const answeredAt = server.now.toISOString();
    expect(body.answers).toEqual([{ position: 1, ...matched, note: '', answeredBy, answeredAt }]);
    const details = { by, caseId: 'brand-drug', outcome: 'matched' };
    expect(await historyOf('id-request', id)).toMatchObject([{ kind: 'id-request-answered', details }]);
    expect((await list()).requests).toEqual([]);
    expect((await list('?state=answered')).requests).toMatchObject([{ id, answer: 'matched' }]);
    // The class member's page names the request.
    const { body: member } = await reviewer.get<Member>('/members/300000001');
    expect(member.idRequests).toMatchObject([{ id, answer: 'matched' }]);
    expect((await reviewer.get(`/id-requests/${id}`)).text).not.toContain('UNIQ0001');
  });

  test('that asks for more keeps the request in a separate list, until it is answered', async () => {
    const id = await ask();
    expect((await answer(reviewer, id, '0', { answer: 'asked-for-more' })).body.errors?.[0]?.message).toBe(
      'Enter what you asked for.',
    );
    const more = await answer(reviewer, id, '0', {
      answer: 'asked-for-more',
      note: 'Asked by phone for the old address.',
    });
    expect(more.body.state).toBe('asked-for-more');
    expect((await list('?state=asked-for-more')).requests).toMatchObject([{ id }]);
    expect((await answer(other, id, '1', { answer: 'no-match' })).body.state).toBe('answered');
    expect((await list()).counts).toEqual({ open: 0, 'asked-for-more': 0, answered: 1 });
  });

  test('of the second of two people is a conflict', async () => {
    const id = await ask();
    const both = await Promise.all([
      answer(reviewer, id, '0', matched),
      answer(other, id, '0', { answer: 'no-match' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.detail).toContain('Someone else has answered');
    expect((await read(id)).answers).toHaveLength(1);
  });

  test('names only a class member of the request’s case', async () => {
    const id = await ask();
    for (const noticeId of ['300000005', '999999999', undefined])
      expect((await answer(reviewer, id, '0', { answer: 'matched', noticeId })).status).toBe(422);
    expect((await answer(reviewer, id, '0', { ...matched, note: 'x'.repeat(10_000) })).status).toBe(422);
    expect((await answer(reviewer, id, '', matched)).status).toBe(400);
    expect((await answer(reviewer, id, '0', { answer: 'perhaps' })).status).toBe(400);
    expect((await read(id)).answers).toEqual([]);
  });

  test('sends no letter to a class member without a mailing address, until there is one', async () => {
    const id = await ask();
    const noticeId = '300000006';
    const refused = await answer(reviewer, id, '0', { answer: 'matched', noticeId });
    expect(refused.body.errors?.[0]?.message).toContain('no mailing address');
    const { version } = (await reviewer.get<Member>(`/members/${noticeId}`)).body;
    await other.post(
      `/members/${noticeId}/addresses`,
      { ...moved, street: '1 New Road' },
      { 'if-match': `"${version}"` },
    );
    expect((await answer(reviewer, id, '0', { answer: 'matched', noticeId })).status).toBe(200);
    // A request from the new address is compared with it.
    const next = await read(await ask({ name: 'Nathaniel Nowhere', street: '1 New Rd', zip: '45402' }));
    expect(next.candidates[0]).toMatchObject({
      noticeId,
      address: { street: '1 New Road', zip: '45402' },
      imported: { street: '', zip: '43201' },
      streetMatch: 'same',
      zipMatch: true,
    });
  });

  test('is of a request that exists, in the cases of the person; the call center sees requests', async () => {
    const id = await ask();
    expect((await read(id, await signInTab(server, 'call-center'))).name).toBe('Margret Thomson');
    const elsewhere = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
    expect((await list('', elsewhere)).requests).toEqual([]);
    expect((await makeList(elsewhere)).status).toBe(403);
    for (const unknown of ['0', 'x', '99999999999999999999'])
      expect((await reviewer.get(`/id-requests/${unknown}`)).status).toBe(404);
  });
});

describe('nobody alone sends a letter with the IDs where they like', () => {
  const change = { ...moved, street: '1 Own Street' };
  const correct = async (tab: StaffTab) => {
    const path = '/members/300000003';
    const { version } = (await tab.get<Member>(path)).body;
    return (await tab.post<Member>(`${path}/addresses`, change, { 'if-match': `"${version}"` })).body;
  };
  const match = { answer: 'matched', noticeId: '300000003' };

  test.each(['the person who answered', 'anyone'])(
    'an address that %s corrects after the answer waits',
    async (who) => {
      await answer(who === 'anyone' ? other : reviewer, await ask(), '0', match);
      const [waiting] = (await correct(reviewer)).addresses;
      expect(waiting).toMatchObject({ askedByMe: true, address: { street: '1 Own Street' } });
      expect(waiting).not.toHaveProperty('decision');
    },
  );

  test('who corrected an address does not answer with a letter to it', async () => {
    expect((await correct(reviewer)).addresses[0]).toMatchObject({ decision: 'confirmed' });
    const id = await ask();
    const refused = await answer(reviewer, id, '0', match);
    expect([refused.status, refused.body.code]).toEqual([403, 'not-permitted']);
    expect((await answer(other, id, '0', match)).status).toBe(200);
  });

  test('whose answer sends a letter does not confirm an address for it that somebody else asked for', async () => {
    const path = '/members/300000002';
    const versionOf = async (tab: StaffTab) => (await tab.get<Member>(path)).body.version;
    const agent = await signInTab(server, 'call-center');
    const asked = await agent.post<Member>(`${path}/addresses`, change, { 'if-match': `"${await versionOf(agent)}"` });
    const [waiting] = asked.body.addresses;
    expect((await answer(reviewer, await ask(), '0', { ...match, noticeId: '300000002' })).status).toBe(200);
    const decideAs = async (tab: StaffTab) => {
      const version = await versionOf(tab);
      return tab.post(
        `${path}/addresses/${waiting?.id}/decision`,
        { decision: 'confirmed', reason: '' },
        { 'if-match': `"${version}"` },
      );
    };
    const refused = await decideAs(reviewer);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('another person')]);
    expect((await decideAs(other)).status).toBe(200);
  });

  test('an answer of somebody who saw another address sends no letter: they look again', async () => {
    const id = await ask({ name: 'Margaret Thompson', street: '7 Ocean Avenue', zip: '33101' });
    const seen = async () => {
      const found = (await read(id, other)).candidates.find(({ noticeId }) => noticeId === match.noticeId);
      return { ...match, ...(found?.currentId !== undefined && { addressId: found.currentId }) };
    };
    const before = await seen();
    expect((await correct(reviewer)).addresses[0]).toMatchObject({ decision: 'confirmed' });
    const refused = await send(other, id, '0', before);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Check it before you answer')]);
    expect((await makeList(reviewer)).status).toBe(409);
    expect((await send(other, id, '0', await seen())).status).toBe(200);
  });

  test('an answer and a correction at the same moment: one of them comes first, and the other sees it', async () => {
    const [tab = reviewer] = await openSideBySide(server, reviewer);
    const { version } = (await tab.get<Member>('/members/300000003')).body;
    const id = await ask();
    const own = { ...change, street: '2 Own Street' };
    await lineUp<unknown>(
      server,
      ['select from class_members where notice_id = $1 for update', ['300000003']],
      [
        () => answer(tab, id, '0', match),
        () => tab.post('/members/300000003/addresses', own, { 'if-match': `"${version}"` }),
      ],
    );
    const { body } = await other.get<Member>('/members/300000003');
    const corrected = body.addresses.find(({ address }) => address.street === '2 Own Street');
    const isSent = (await read(id)).state === 'answered';
    expect([isSent, corrected?.decision === 'confirmed']).not.toEqual([true, true]);
    expect(isSent || corrected?.decision === 'confirmed').toBe(true);
  });

  test('a list leaves out a letter whose address and answer are of one person, whatever led to it', async () => {
    const id = await ask();
    await answer(other, id, '0', match);
    await editRows(
      server.connectionString,
      `update id_request_answers set answered_by = (
         select decided_by from member_addresses where notice_id = $1 and decision = 'confirmed' order by id desc limit 1)
       where request_id = $2`,
      ['300000003', id],
    );
    expect((await makeList(other)).status).toBe(409);
  });
});

describe('letters for the mail house', () => {
  test('go to the address to which mail goes, without Unique IDs, in cells that no spreadsheet computes', async () => {
    const { version } = (await other.get<Member>('/members/300000001')).body;
    const corrected = await other.post<Member>('/members/300000001/addresses', moved, { 'if-match': `"${version}"` });
    expect(corrected.status).toBe(200);
    await answer(reviewer, await ask(), '0', matched);
    const formula = await ask();
    await answer(reviewer, formula, '0', { answer: 'matched', noticeId: '300000004' });
    await answer(reviewer, await ask(), '0', { answer: 'no-match' });
    expect((await letters()).waiting).toEqual([{ caseId: 'brand-drug', letters: 2 }]);
    const made = await makeList();
    expect(made.status).toBe(201);
    const path = `/id-letters/${made.body.id}/letters.csv`;
    const file = await reviewer.get(path);
    expect(file.text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'request,notice_id,name,street,city,state,zip,language',
      expect.stringMatching(/^\d+,300000001,Margaret Thompson,9 New Road,Dayton,Ohio,45402,es$/),
      `${formula},300000004,"'=HYPERLINK(""x"") Formula","1 Main Street, Apt. 4",Columbus,Ohio,43201,es`,
      '',
    ]);
    expect(file.text).not.toContain('UNIQ');
    expect(file.headers['content-disposition']).toContain('attachment');
    // A later correction changes nothing of a list that was made.
    const later = { ...moved, street: '10 Later Road' };
    await other.post('/members/300000001/addresses', later, { 'if-match': `"${corrected.body.version}"` });
    expect((await reviewer.get(path)).text).toBe(file.text);

    const { waiting, lists } = await letters();
    expect(waiting).toEqual([]);
    expect(lists).toMatchObject([{ id: made.body.id, letters: 2, madeBy: reviewer.person.name }]);
    expect((await makeList()).body.code).toBe('conflict');
    const details = { by: reviewer.person.id, caseId: 'brand-drug', letters: 2 };
    expect(await historyOf('id-letter-list', made.body.id)).toEqual([{ kind: 'letter-list-made', details }]);
    expect((await read(formula)).answers[0]?.letterListId).toBe(made.body.id);
  });

  test('go to whom the newest answer names, also when it is given while the list is made', async () => {
    const [tab = reviewer, colleague = other] = await openSideBySide(server, reviewer, other);
    const id = await ask();
    await answer(reviewer, id, '0', matched);
    const [, made] = await lineUp<{ body: { id: string } }>(
      server,
      ['select from id_requests where id = $1 for update', [id]],
      [() => answer(colleague, id, '1', { answer: 'matched', noticeId: '300000004' }), () => makeList(tab)],
    );
    const { text } = await reviewer.get(`/id-letters/${made?.body.id}/letters.csv`);
    expect(text).toContain(`${id},300000004,`);
  });

  test('are not sent when the answer changed before the list, and are sent again after a new match', async () => {
    const id = await ask();
    await answer(reviewer, id, '0', matched);
    await answer(reviewer, id, '1', { answer: 'no-match', note: 'The caller took it back.' });
    expect((await letters()).waiting).toEqual([]);
    await answer(reviewer, id, '2', matched);
    expect((await makeList()).status).toBe(201);
    await answer(reviewer, id, '3', { ...matched, note: 'The letter came back.' });
    expect((await letters()).waiting).toEqual([{ caseId: 'brand-drug', letters: 1 }]);
  });

  test('are in one list when two people make it at the same moment', async () => {
    await answer(reviewer, await ask(), '0', matched);
    const both = await Promise.all([makeList(reviewer), makeList(other)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

test('a purge of class members leaves answers without Notice IDs; a purge of requests takes their answers', async () => {
  const id = await ask();
  await answer(reviewer, id, '0', matched);
  await makeList();
  const retention = {
    caseId: 'brand-drug',
    rule: { from: '2000-01-01', years: 1 },
    timeZone: 'America/New_York',
    today: '2025-07-01',
  };
  await purgeMembers({ database: server.database, now: server.clock }, retention);
  expect((await read(id)).answers).toMatchObject([{ answer: 'matched' }]);
  expect((await read(id)).answers[0]?.noticeId).toBeUndefined();
  await purgeIdRequests({ database: server.database, now: server.clock }, { ...retention, today: '2035-07-01' });
  expect(await server.query('select from id_request_answers')).toEqual([]);
  expect(await server.query('select from id_letters')).toEqual([]);
});
