import type { Member, MemberList, WaitingAddresses } from '@redress/contract/console/members';
import type { Work } from '@redress/contract/console/work';
import { purgeMembers } from '@redress/server/operations/purge/purge';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { importRows, useTestServer } from '../../../setup/test-server.ts';

let callCenter: StaffTab;
let reviewer: StaffTab;
let supervisor: StaffTab;

const idOf = (index: number) => String(300_000_000 + index);
/** 120 members in Ohio, every tenth in 43004, and a few others. */
const rows = [
  ...Array.from(
    { length: 120 },
    (_, index) =>
      `${idOf(index)},OHIO${String(index).padStart(4, '0')},Ann,Smith${index},${index} Elm Street,Columbus,Ohio,${index % 10 === 0 ? '43004-1234' : '43201'},brand-drug`,
  ),
  '400000001,UNIQ7777,María,Rodríguez,5 Oak Avenue,Reno,Nevada,89501,brand-drug',
  '400000002,UNIQ7778,‫יעל,כהן‬,5 Oak Avenue,Reno,Nevada,89501,brand-drug',
  '500000001,UNIQ7779,Sam,Clubber,5 Oak Avenue,Reno,Nevada,89501,savings-club',
];

const server = useTestServer({ members: 0 });
beforeAll(async () => {
  await importRows(server.connectionString, rows);
  await fillSearchOf(server);
  [callCenter, reviewer, supervisor] = await Promise.all([
    signInTab(server, 'call-center'),
    signInTab(server, 'reviewer'),
    signInTab(server, { role: 'supervisor', caseId: 'brand-drug' }),
  ]);
});

/** @param search as in the address of the page */
const post = (search: string, tab: StaffTab = callCenter) =>
  tab.post<MemberList>('/members/search', Object.fromEntries(new URLSearchParams(search)));
const list = async (search = '', tab: StaffTab = callCenter) => (await post(search, tab)).body;
const idsOf = ({ members }: MemberList) => members.map(({ noticeId }) => noticeId);
const read = async (noticeId: string, tab: StaffTab = callCenter) =>
  (await tab.get<Member>(`/members/${noticeId}`)).body;

/** A claim under a Notice ID, as far as lists of class members go. */
const fileClaim = (noticeId: string, number: string) =>
  server.query(
    `insert into claims (number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_expected,
       answers, summary, answers_hash, documents_due, suspected_machine)
     values ($2, 'consumer', 1, 'brand-drug', 'en', $1, $3, false, 0, '{}', '[]', $4, false, false)`,
    [noticeId, number, server.now, Buffer.alloc(32)],
  );

describe('the list', () => {
  test('has pages of fifty in the order of Notice IDs, forward and backward', async () => {
    const first = await list();
    expect(idsOf(first)).toEqual(Array.from({ length: 50 }, (_, index) => idOf(index)));
    expect([first.previous, first.next, first.isPartial]).toEqual([undefined, idOf(49), false]);
    expect(first.total).toEqual({ count: rows.length, isExact: true });
    expect((await list('?state=Ohio')).total).toBeUndefined();
    // No Unique ID.
    expect(JSON.stringify(first) + JSON.stringify(await read(idOf(0)))).not.toContain('OHIO');
    const second = await list(`?after=${first.next}`);
    expect(idsOf(second)).toEqual(Array.from({ length: 50 }, (_, index) => idOf(50 + index)));
    const third = await list(`?after=${second.next}`);
    expect(idsOf(third).slice(19)).toEqual([idOf(119), '400000001', '400000002', '500000001']);
    expect(third.next).toBeUndefined();
    const back = await list(`?before=${third.previous}`);
    expect(back).toEqual({ ...second });
    expect(await list(`?before=${back.previous}`)).toEqual({ ...first });
  });

  test('is filtered by case, state and ZIP code, whatever follows its five digits', async () => {
    expect(idsOf(await list('?case=savings-club'))).toEqual(['500000001']);
    expect(idsOf(await list('?state=Nevada'))).toEqual(['400000001', '400000002', '500000001']);
    expect(idsOf(await list('?state=Nevada&case=brand-drug'))).toEqual(['400000001', '400000002']);
    const tenth = Array.from({ length: 12 }, (_, index) => idOf(index * 10));
    expect(idsOf(await list('?zip=43004'))).toEqual(tenth);
    expect(idsOf(await list('?zip=43004-9999'))).toEqual(tenth);
    expect(idsOf(await list('?zip=43004&state=Nevada'))).toEqual([]);
    expect(idsOf(await list('?state=nowhere'))).toEqual([]);
    const { body } = await callCenter.get('/members/states');
    expect(body).toEqual({ states: ['Nevada', 'Ohio'] });
  });

  test('has only the cases for which the person may search', async () => {
    expect(idsOf(await list('?state=Nevada', supervisor))).toEqual(['400000001', '400000002']);
    expect(idsOf(await list('?case=savings-club', supervisor))).toEqual([]);
  });

  test('tells who has filed from who has not', async () => {
    await fileClaim(idOf(3), '8000000003');
    await fileClaim(idOf(110), '8000000110');
    await fileClaim(idOf(110), '8000000111');
    // Anyone can type a Notice ID into some forms.
    await fileClaim('999999999', '8000000999');
    const filed = await list('?filed=yes');
    expect(filed.members.map(({ noticeId, claimNumber }) => [noticeId, claimNumber])).toEqual([
      [idOf(3), '8000000003'],
      [idOf(110), '8000000111'],
    ]);
    expect((await read(idOf(3))).claims).toMatchObject([{ number: '8000000003', formId: 'consumer', late: false }]);
    const others = await list('?filed=no&state=Ohio');
    expect(idsOf(others)).toEqual([0, 1, 2, ...Array.from({ length: 47 }, (_, index) => index + 4)].map(idOf));
    const back = await list(`?filed=no&before=${idOf(4)}`);
    expect(idsOf(back)).toEqual([0, 1, 2].map(idOf));
    expect(idsOf(await list('?filed=yes&state=Nevada'))).toEqual([]);
    // The end of a page names no Notice ID of another case.
    const elsewhere = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
    expect(await list('?filed=yes', elsewhere)).toEqual({ members: [], isPartial: false });
  });

  test('finds names, numbers and ZIP codes', async () => {
    for (const [words, expected] of [
      ['400000001', ['400000001']],
      ['400-000-001', ['400000001']],
      ['maria rodriguez', ['400000001']],
      ['Rodriguez, María', ['400000001']],
      ['Maria Rodrigez', ['400000001']],
      ['יעל', ['400000002']],
      ['89501', ['400000001', '400000002', '500000001']],
      ['zzzzz qqqqq', []],
      ["%' or 1=1 --", []],
      ['x'.repeat(400), []],
    ] as const)
      expect([words, idsOf(await list(`?q=${encodeURIComponent(words)}`)).toSorted()]).toEqual([words, expected]);
  });

  test('refuses search parameters that it does not know, and endless words', async () => {
    for (const search of ['?q=' + 'x'.repeat(10_000), '?after=1', '?filed=maybe', '?sort=name'])
      expect((await post(search)).status).toBe(400);
  });
});

const address = { street: '9 New Road', city: 'Reno', state: 'Nevada', zip: '89502' };
const change = { ...address, source: 'returned-mail', reason: 'The post office sent a forwarding address.' };
const correct = (tab: StaffTab, noticeId: string, version: string, body: object = change) =>
  tab.post<Member & { code?: string; errors?: { field: string; message: string }[] }>(
    `/members/${noticeId}/addresses`,
    body,
    { 'if-match': `"${version}"` },
  );
const decide = (tab: StaffTab, noticeId: string, addressId: string, version: string, body: object) =>
  tab.post<Member & { code?: string; detail?: string }>(`/members/${noticeId}/addresses/${addressId}/decision`, body, {
    'if-match': `"${version}"`,
  });
const historyOf = (addressId: string | undefined) =>
  server.query(
    `select kind, details from record_history where record_kind = 'member-address' and record_id = $1 order by position`,
    [addressId],
  );
const mailed = (noticeId: string) =>
  server.query('select street, zip from member_mailing_addresses where notice_id = $1', [noticeId]);

describe('an address', () => {
  test('that somebody with the permission corrects is current at once; the imported one stays', async () => {
    const before = await read(idOf(20));
    expect(before).toMatchObject({ current: before.imported, addresses: [], mayCorrect: false, mayAsk: true });
    const { status, body } = await correct(reviewer, idOf(20), before.version);
    expect(status).toBe(200);
    expect(body).toMatchObject({ current: address, imported: before.imported, mayCorrect: true });
    expect(body.addresses).toMatchObject([
      { address, source: 'returned-mail', decision: 'confirmed', decidedBy: reviewer.person.name },
    ]);
    expect(await mailed(idOf(20))).toEqual([{ street: '9 New Road', zip: '89502' }]);
    expect(await historyOf(body.currentId)).toMatchObject([
      { kind: 'address-corrected', details: { by: reviewer.person.id, caseId: 'brand-drug', source: 'returned-mail' } },
    ]);
    const listed = await list(`?after=${idOf(19)}`);
    expect(listed.members[0]?.address).toEqual(address);
    // The search box finds them under the ZIP code where mail goes.
    await fillSearchOf(server);
    expect(idsOf(await list(`?q=${encodeURIComponent('Smith20 89502')}`))).toEqual([idOf(20)]);
  });

  test('that the call center asks for waits, and another person confirms or declines it', async () => {
    const id = idOf(21);
    const { body: asked } = await correct(callCenter, id, (await read(id)).version);
    const [waiting] = asked.addresses;
    expect(waiting).toMatchObject({ askedBy: callCenter.person.name, askedByMe: true });
    expect(waiting?.decision).toBeUndefined();
    expect(asked.current).toEqual(asked.imported);
    const addressId = waiting?.id ?? '';
    const colleague = await signInTab(server, 'call-center');
    for (const [tab, waits] of [
      [reviewer, [{ id: addressId, noticeId: id, askedBy: callCenter.person.name, askedByMe: false }]],
      [callCenter, [{ id: addressId, noticeId: id, askedByMe: true }]],
      [colleague, []],
    ] as const)
      expect((await tab.get<WaitingAddresses>('/members/waiting-addresses')).body.waiting).toMatchObject(waits);
    // Only people who can confirm it have it among their work.
    for (const [tab, addresses] of [
      [reviewer, 1],
      [callCenter, 0],
    ] as const)
      expect((await tab.get<Work>('/work')).body).toMatchObject({ addresses });
    expect((await list(`?after=${idOf(20)}`)).members[0]?.addressWaits).toBe(true);
    const confirmed = await decide(reviewer, id, addressId, asked.version, { decision: 'confirmed', reason: '' });
    expect(confirmed.body).toMatchObject({ current: address, currentId: addressId });
    expect((await historyOf(addressId)).map(({ kind }) => kind)).toEqual(['address-asked', 'address-confirmed']);

    const again = await correct(callCenter, id, confirmed.body.version, { ...change, street: '10 Wrong Road' });
    const second = again.body.addresses[0]?.id ?? '';
    const noReason = await decide(reviewer, id, second, again.body.version, { decision: 'declined', reason: ' ' });
    expect(noReason.status).toBe(422);
    const declined = await decide(reviewer, id, second, again.body.version, {
      decision: 'declined',
      reason: 'The caller could not name the old address.',
    });
    expect(declined.body).toMatchObject({ current: address, currentId: addressId });
    expect(declined.body.addresses[0]).toMatchObject({
      decision: 'declined',
      decisionReason: 'The caller could not name the old address.',
    });
    const late = await decide(reviewer, id, second, declined.body.version, { decision: 'confirmed', reason: '' });
    expect(late.body.code).toBe('conflict');
  });

  test('is not confirmed by the person who asked for it, whatever role they got since', async () => {
    const id = idOf(22);
    const both = await signInTab(server, 'call-center');
    const { body: asked } = await correct(both, id, (await read(id)).version);
    await server.query(
      `insert into staff_roles (staff_id, case_id, role, granted_at) values ($1, 'brand-drug', 'reviewer', now())`,
      [both.person.id],
    );
    const addressId = asked.addresses[0]?.id ?? '';
    const own = await decide(both, id, addressId, asked.version, { decision: 'confirmed', reason: '' });
    expect([own.status, own.body.code]).toEqual([403, 'not-permitted']);
    await expect(
      server.query(
        `update member_addresses set decision = 'confirmed', decided_by = asked_by, decided_at = now() where id = $1`,
        [addressId],
      ),
    ).rejects.toThrow('member_addresses_two_people');
  });

  test('that changed after the page was opened is not overwritten', async () => {
    const id = idOf(23);
    const { version } = await read(id);
    expect((await correct(reviewer, id, version)).status).toBe(200);
    const stale = await correct(supervisor, id, version, { ...change, street: '11 Other Road' });
    expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
    expect(await mailed(id)).toEqual([{ street: '9 New Road', zip: '89502' }]);
    // Two at the same moment: one is first.
    const now = (await read(id)).version;
    const both = await Promise.all([correct(reviewer, id, now), correct(supervisor, id, now)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    for (const headers of [{}, { 'if-match': now }])
      expect((await reviewer.post(`/members/${id}/addresses`, change, headers)).status).toBe(400);
  });

  test('is refused with what to do when lines are missing or endless', async () => {
    const id = idOf(24);
    const { version } = await read(id);
    const body = { ...change, street: ' ', city: 'x'.repeat(10_000), reason: '' };
    const { status, body: problem } = await correct(reviewer, id, version, body);
    expect([status, problem.code]).toEqual([422, 'invalid-answers']);
    expect(problem.errors?.map(({ field, message }) => [field, message])).toEqual([
      ['street', 'Enter the street address.'],
      ['city', 'Enter at most 200 characters for the city.'],
      ['reason', 'Enter the reason.'],
    ]);
    for (const [lines, field] of [
      [{ state: 'Ohoi', zip: '43001' }, 'state'],
      [{ state: 'OH', zip: '4300' }, 'zip'],
      [{ state: 'Ohio', zip: '00043' }, 'zip'],
      [{ state: 'Ohio', zip: '85001' }, 'zip'],
      [{ state: 'Ontario, Canada', zip: '43001' }, 'state'],
    ] as const)
      expect(
        (await correct(reviewer, id, version, { ...change, ...lines })).body.errors?.map((each) => each.field),
      ).toEqual([field]);
    expect((await correct(reviewer, id, version, { ...change, source: 'guess' })).status).toBe(400);
    expect((await correct(reviewer, '999999999', version)).status).toBe(404);
    expect((await read(id)).addresses).toEqual([]);
    const abroad = { ...change, city: 'Toronto', state: 'Ontario, Canada', zip: 'M5H 2N2', abroad: true };
    expect((await correct(reviewer, id, version, abroad)).status).toBe(200);
  });

  test('keeps letters from right to left, without marks that change the direction of other text', async () => {
    const id = idOf(25);
    const { version } = await read(id);
    const { body } = await correct(reviewer, id, version, {
      ...change,
      state: 'NV',
      street: '‮רחוב הרצל 5‬\n',
      city: ' Tel  Aviv ',
    });
    expect(body.current).toMatchObject({ street: 'רחוב הרצל 5', city: 'Tel Aviv', state: 'Nevada' });
  });

  test('is only ever added: neither it nor the imported one can be changed or deleted', async () => {
    const forbidden = [
      `update member_addresses set street = 'x'`,
      `update member_addresses set decision = 'declined' where decision = 'confirmed'`,
      'delete from member_addresses',
      `update class_members set street = 'x' where notice_id = '${idOf(20)}'`,
    ];
    for (const statement of forbidden) await expect(server.query(statement)).rejects.toThrow(/never|only ever/);
  });
});

test('notes and calls about a class member are kept, once, with their entries in the history', async () => {
  const id = idOf(26);
  const call = { id: randomUUID(), topic: 'lost-ids', text: 'Asked for a letter' } as const;
  const note = { id: randomUUID(), topic: null, text: 'Moved abroad' };
  const agent = await signInTab(server, 'call-center');
  for (const each of [call, call, note]) {
    server.now = new Date(server.now.getTime() + 1_000);
    expect((await agent.post(`/members/${id}/notes`, each)).status).toBe(200);
  }
  const author = agent.person.name;
  expect((await read(id)).notes).toMatchObject([note, call].map((each) => ({ ...each, author })));
  expect((await agent.post(`/members/${id}/notes`, { ...note, text: 'Other' })).status).toBe(409);
  expect((await agent.post(`/members/${id}/notes`, { ...note, id: randomUUID(), text: ' ' })).status).toBe(400);
  const elsewhere = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
  expect((await elsewhere.post(`/members/${id}/notes`, { ...call, id: randomUUID() })).status).toBe(404);
  const entries = await server.query(
    `select record_id as id, kind, details from record_history where record_kind = 'member-note' order by at`,
  );
  const details = { by: agent.person.id, caseId: 'brand-drug' };
  expect(entries).toMatchObject([
    { id: call.id, kind: 'member-call-logged', details: { ...details, topic: 'lost-ids' } },
    { id: note.id, kind: 'member-note-added', details },
  ]);
  await expect(server.query(`delete from member_notes where id = $1`, [note.id])).rejects.toThrow('only ever added to');
});

test('a purge deletes class members with all their addresses', async () => {
  const rule = { from: '2000-01-01', years: 1 };
  const retention = { caseId: 'brand-drug', rule, timeZone: 'America/New_York', today: '2025-07-01' };
  expect((await server.query('select from member_addresses')).length).toBeGreaterThan(0);
  expect(await purgeMembers({ database: server.database, now: server.clock }, retention)).toBe(122);
  expect(await server.query('select from member_addresses')).toEqual([]);
  expect(idsOf(await list())).toEqual(['500000001']);
});
