import type { MemberImport, MemberImportWithBadRows } from '@redress/contract/console/member-imports';
import { maxMemberFileBytes } from '@redress/contract/console/member-imports';
import { scoringLock } from '@redress/server/console/integrity/scoring-lock';
import { importMemberFile } from '@redress/server/console/members/import-member-file';
import { memberImportJobs } from '@redress/server/console/members/member-import-jobs';
import { cleanUpMemberImports } from '@redress/server/console/members/member-imports';
import { type JobRunner, startJobs } from '@redress/server/platform/jobs/job-runner';
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ConsoleTab, signInTab, type StaffTab } from '../../../setup/console.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';

let tab: StaffTab;
const runners: JobRunner[] = [];

const server = useTestServer({ members: 0 });
beforeEach(async () => {
  await server.query('delete from class_members');
  tab = await signInTab(server, 'supervisor');
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

const importJobs = () => {
  const { connectionString, uploadFolder, database } = server;
  return memberImportJobs({ connectionString, uploadFolder, database, keys, now: () => new Date() });
};
function startImports(): JobRunner {
  const options = { now: () => new Date(), log: server.log, pollMilliseconds: 50, leaseMilliseconds: 1_000 };
  const runner = startJobs(importJobs(), options);
  runners.push(runner);
  return runner;
}
/** Imports a file as the process of the job does, in this one. */
async function importHere(id: string, by: StaffTab, cases: readonly string[], skipBad = false) {
  const holder = randomUUID();
  // Until tomorrow: no job of another test takes it over.
  const until = new Date(Date.now() + 24 * 60 * 60 * 1_000);
  await importJobs().leases.leaseNext({ holder, until }, new Date());
  const [row] = await server.query<{ name: string; size: string }>(
    'select file_name as name, size from member_imports where id = $1 and leased_by = $2',
    [id, holder],
  );
  const file = await server.uploadFolder.fileOf(id, { name: row?.name ?? '', size: Number(row?.size) });
  const { connectionString } = server;
  return importMemberFile({ connectionString, keys, file, id, holder, cases, skipBad, startedBy: by.person.id });
}
const allCases = ['brand-drug', 'savings-club'];

const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
const row = (noticeId: string, rest = 'AAAA1111,Jane,Doe,1 Main Street,Phoenix,Arizona,85001,brand-drug') =>
  `${noticeId},${rest}`;
const csv = (...rows: string[]) => Buffer.from([header, ...rows, ''].join('\n'));
const chunkHeaders = (offset: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

async function begin(bytes: Buffer, options: { skipBad?: boolean; by?: ConsoleTab } = {}): Promise<MemberImport> {
  const { skipBad = false, by = tab } = options;
  const body = { fileName: 'list of members.csv', size: bytes.length, skipBad };
  const { status, body: created } = await by.post<MemberImport>('/member-imports', body);
  expect(status).toBe(201);
  return created;
}
const patch = (id: string, offset: number, bytes: Buffer, by: ConsoleTab = tab) =>
  by.send<MemberImport & { code?: string; detail?: string }>('PATCH', `/member-imports/${id}`, {
    body: bytes,
    headers: chunkHeaders(offset),
  });
async function upload(bytes: Buffer, options: { skipBad?: boolean; by?: ConsoleTab } = {}): Promise<string> {
  const { id } = await begin(bytes, options);
  const { status, body } = await patch(id, 0, bytes, options.by);
  expect([status, body.status]).toEqual([200, 'waiting']);
  return id;
}
const read = async (id: string) => (await tab.get<MemberImportWithBadRows>(`/member-imports/${id}`)).body;
async function finished(id: string): Promise<MemberImportWithBadRows> {
  await expect.poll(async () => (await read(id)).import.finishedAt).toBeDefined();
  return read(id);
}
const members = () => server.query<{ notice_id: string }>('select notice_id from class_members order by 1');
const entries = (id: string) =>
  server.query(`select kind, details from record_history where record_kind = 'member-import' and record_id = $1`, [id]);

/** Keeps imports from storing anything in a table until it is released. */
async function lockTable(
  table = 'class_members',
): Promise<{ isAwaited(): Promise<boolean>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  let isReleased = false;
  const release = async () => {
    if (!isReleased) await client.end();
    isReleased = true;
  };
  onTestFinished(release);
  await client.query(`begin; lock table ${table} in share mode`);
  return {
    async isAwaited() {
      const waiting = await server.query('select from pg_locks where not granted and relation = $1::regclass', [table]);
      return waiting.length > 0;
    },
    release,
  };
}

test('a file is imported after a lost connection, its entry is in the history, and the file is deleted', async () => {
  startImports();
  // 4 fixed letters, then a digit of 0, one of 0 to 2, and two of ten: they can be guessed.
  const bytes = csv(
    ...Array.from({ length: 300 }, (_, index) =>
      row(String(100_000_000 + index), `DEMO${String(index).padStart(4, '0')},Jane,Doe,,,,,brand-drug`),
    ),
  );
  const { id } = await begin(bytes);
  const half = Math.floor(bytes.length / 2);
  const first = bytes.subarray(0, half);
  expect((await patch(id, 0, first)).body).toMatchObject({ status: 'arriving', arrivedBytes: half });
  // The answer was lost: the browser asks, and sends the rest.
  expect((await patch(id, 0, first)).body.code).toBe('wrong-offset');
  expect((await read(id)).import.arrivedBytes).toBe(half);
  expect((await patch(id, half, bytes.subarray(half))).body.status).toBe('waiting');
  const { import: done, badRows } = await finished(id);
  expect(done).toMatchObject({
    status: 'done',
    fileName: 'list of members.csv',
    cases: allCases,
    rows: 300,
    badRows: 0,
    imported: 300,
    fewUniqueIds: 300,
    readBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    startedBy: tab.person.name,
  });
  expect(badRows).toEqual([]);
  expect(await members()).toHaveLength(300);
  const { sha256 } = done;
  const details = { by: tab.person.id, cases: 'brand-drug savings-club', rows: 300, bad: 0, added: 300, sha256 };
  expect(await entries(id)).toEqual([{ kind: 'members-imported', details }]);
  expect(await server.uploadFolder.list()).not.toContain(id);
  const { body } = await tab.get<{ imports: MemberImport[] }>('/member-imports');
  expect(body.imports[0]).toEqual(done);
});

describe('bad rows', () => {
  const bytes = csv(
    row('100000001'),
    row('=cmd|calc!A0'),
    row('100000002', `AAAA1111,Jane,${'x'.repeat(10_000)},,,,,brand-drug`),
    row('100000003', 'AAAA1111,جين,‮دو,شارع,,,,brand-drug'),
    row('100000004', 'AAAA1111,Jane,Doe,,,,,other-case'),
  );
  const expected = [
    { line: 3, reason: 'notice_id is not 9 digits' },
    { line: 4, reason: 'last_name is longer than 200 characters' },
    { line: 6, reason: 'case is none of: brand-drug, savings-club' },
  ];

  test('are listed with line and reason, and then nothing is imported; the list is kept for a month', async () => {
    startImports();
    const id = await upload(bytes);
    const found = await finished(id);
    expect(found.import).toMatchObject({ status: 'refused', imported: 0, rows: 5, badRows: 3 });
    expect(found.import.problem).toBeUndefined();
    expect(found.badRows).toEqual(expected);
    expect(found.listedBadRows).toBe(3);
    expect(await members()).toEqual([]);
    expect(await entries(id)).toEqual([]);
    const file = await tab.get(`/member-imports/${id}/bad-rows.csv`);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="bad-rows-/);
    const rest = 'AAAA1111,Jane,Doe,1 Main Street,Phoenix,Arizona,85001,brand-drug';
    // A spreadsheet would compute a cell that begins with an equals sign.
    expect(file.text.split('\r\n')).toEqual([
      `\uFEFFline,reason,${header}`,
      `3,notice_id is not 9 digits,'=cmd|calc!A0,${rest}`,
      `4,last_name is longer than 200 characters,100000002,AAAA1111,Jane,${'x'.repeat(10_000)},,,,,brand-drug`,
      '6,"case is none of: brand-drug, savings-club",100000004,AAAA1111,Jane,Doe,,,,,other-case',
      '',
    ]);
    // Only the person who chose the file gets its Unique IDs back.
    const colleague = await signInTab(server, 'supervisor');
    const others = (await colleague.get(`/member-imports/${id}/bad-rows.csv`)).text.split('\r\n');
    expect(others.slice(0, 2)).toEqual(['\uFEFFline,reason,notice_id', '3,notice_id is not 9 digits,(12 characters)']);
    const [stored] = await server.query<{ text: string }>(
      'select string_agg(b::text, null) as text from member_import_bad_rows b where import_id = $1',
      [id],
    );
    expect(stored?.text).not.toContain('AAAA1111');
    const keptAfter = async (days: number) => {
      const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1_000);
      await cleanUpMemberImports({ database: server.database, now });
      return (await server.query('select from member_import_bad_rows where import_id = $1', [id])).length;
    };
    expect([await keptAfter(29), await keptAfter(31)]).toEqual([3, 0]);
  });

  test('are left out on request', async () => {
    const id = await upload(bytes, { skipBad: true });
    expect(await importHere(id, tab, allCases, true)).toEqual({ stored: true });
    const found = await read(id);
    expect(found.import).toMatchObject({ status: 'stored', imported: 2, badRows: 3 });
    expect(found.badRows).toEqual(expected);
    expect(await members()).toEqual([{ notice_id: '100000001' }, { notice_id: '100000003' }]);
    // The downloaded rows, partly corrected, are a list themselves: the good one is imported.
    const downloaded = (await tab.get(`/member-imports/${id}/bad-rows.csv`)).text;
    const corrected = downloaded.replace('x'.repeat(10_000), 'Doe');
    const again = await upload(Buffer.from(corrected), { skipBad: true });
    expect(await importHere(again, tab, allCases, true)).toEqual({ stored: true });
    expect(await members()).toContainEqual({ notice_id: '100000002' });
    const left = (await tab.get(`/member-imports/${again}/bad-rows.csv`)).text.split('\r\n');
    expect(left.map((each) => each.split(',').slice(0, 3).join())).toEqual([
      '\uFEFFline,reason,notice_id',
      "2,notice_id is not 9 digits,'=cmd|calc!A0",
      expect.stringMatching(/^4,"case is none of/),
      '',
    ]);
  });

  test('are kept before the import pauses scoring, because the file may be large', async () => {
    const lock = await lockTable('member_import_bad_rows');
    const importing = importHere(await upload(bytes, { skipBad: true }), tab, allCases, true);
    await expect.poll(() => lock.isAwaited()).toBe(true);
    const scoring = await server.query('select pg_try_advisory_xact_lock($1) as free', [scoringLock]);
    await lock.release();
    expect([scoring, await importing]).toEqual([[{ free: true }], { stored: true }]);
  });

  test('include rows of cases that the person has no permission for', async () => {
    const other = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
    const id = await upload(csv(row('100000001')), { by: other });
    const { cases } = (await read(id)).import;
    expect(cases).toEqual(['savings-club']);
    expect(await importHere(id, other, cases)).toEqual({ stored: false, problem: null });
    expect((await read(id)).badRows[0]?.reason).toBe('case is none of: savings-club');
  });
});

describe('a file that cannot be a list of class members is refused with its first bytes:', () => {
  test.each([
    ['a workbook', Buffer.from('PK\u0003\u0004 and the rest of a workbook'), /workbook.*CSV UTF-8/],
    ['UTF-16', Buffer.from(`\uFEFF${header}\n`, 'utf16le'), /not UTF-8.*CSV UTF-8/],
    ['other columns', Buffer.from('name;street\nJane;1 Main Street\n'), /Missing: notice_id, unique_id/],
  ])('%s', async (_name, start, message) => {
    const bytes = Buffer.concat([start, Buffer.alloc(1_000, ' ')]);
    const { id } = await begin(bytes);
    // Most of the file has not been sent.
    const { status, body } = await patch(id, 0, bytes.subarray(0, start.length));
    expect([status, body.code]).toEqual([415, 'unsupported-type']);
    expect(body.detail).toMatch(message);
    const { import: refused } = await read(id);
    expect(refused).toMatchObject({ status: 'refused' });
    expect(refused.problem).toMatch(message);
    expect(await server.uploadFolder.list()).not.toContain(id);
    expect((await patch(id, start.length, bytes.subarray(start.length))).status).toBe(409);
  });

  test('an empty one, and one that is too large, before any byte', async () => {
    const post = (size: number) => tab.post('/member-imports', { fileName: 'x.csv', size, skipBad: false });
    expect((await post(0)).body.detail).toBe('The file is empty.');
    const { status, body } = await post(maxMemberFileBytes + 1);
    expect([status, body.detail]).toEqual([413, expect.stringContaining('larger than 4 GB')]);
  });

  test('one that has columns and no rows', async () => {
    const result = await importHere(await upload(csv()), tab, allCases);
    expect(result).toEqual({ stored: false, problem: expect.stringContaining('no rows') });
  });
});

describe('an upload', () => {
  test('takes no more bytes than were announced, and none from others', async () => {
    const bytes = csv(row('100000001'));
    const { id } = await begin(bytes);
    expect((await patch(id, 0, Buffer.concat([bytes, bytes]))).status).toBe(413);
    const other = await signInTab(server, 'supervisor');
    expect((await patch(id, 0, bytes, other)).status).toBe(403);
    // A person who may not import for all of its cases does not see it.
    const elsewhere = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
    expect((await elsewhere.get(`/member-imports/${id}`)).status).toBe(404);
    expect((await tab.get('/member-imports/not-an-id')).status).toBe(404);
    expect((await tab.get(`/member-imports/${randomUUID()}`)).status).toBe(404);
  });

  test('that never ends is cancelled, and its bytes are removed', async () => {
    const bytes = csv(row('100000001'), row('100000002'));
    const { id } = await begin(bytes);
    await patch(id, 0, bytes.subarray(0, 100));
    const now = () => new Date(server.now.getTime() + 3 * 24 * 60 * 60 * 1_000);
    await cleanUpMemberImports({ database: server.database, now });
    expect((await read(id)).import.status).toBe('cancelled');
  });
});

describe('when something happens during an import', () => {
  test('a restart of the server: it starts over, and no row is imported twice', async () => {
    const lock = await lockTable();
    const before = startImports();
    const id = await upload(csv(row('100000001'), row('100000002')));
    // The import waits for the lock before it reads.
    await expect.poll(() => lock.isAwaited()).toBe(true);
    expect((await read(id)).import).toMatchObject({ status: 'waiting', rows: 0, readBytes: 0 });
    await before.stop();
    expect((await read(id)).import.status).toBe('waiting');
    await lock.release();
    startImports();
    expect((await finished(id)).import).toMatchObject({ status: 'done', imported: 2 });
    expect(await members()).toHaveLength(2);
    expect(await entries(id)).toHaveLength(1);
  });

  test('the process ends after the commit: only the entry in the history is added', async () => {
    const id = await upload(csv(row('100000001')));
    await server.query(
      `update member_imports set status = 'stored', imported = 1, rows_read = 1, sha256 = $2 where id = $1`,
      [id, Buffer.alloc(32)],
    );
    startImports();
    expect((await finished(id)).import.status).toBe('done');
    expect(await members()).toEqual([]);
    expect(await entries(id)).toHaveLength(1);
  });

  test('it is cancelled: nothing is imported', async () => {
    const lock = await lockTable();
    startImports();
    const id = await upload(csv(row('100000001')));
    await expect.poll(() => lock.isAwaited()).toBe(true);
    const cancelled = await tab.post<MemberImport>(`/member-imports/${id}/cancel`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(await server.uploadFolder.list()).not.toContain(id);
    await lock.release();
    await expect.poll(() => lock.isAwaited()).toBe(false);
    // A later import gets the table: the cancelled one is over.
    const later = await upload(csv(row('100000009')));
    await finished(later);
    expect(await members()).toEqual([{ notice_id: '100000009' }]);
    expect((await tab.post(`/member-imports/${id}/cancel`)).status).toBe(409);
    expect((await tab.post(`/member-imports/${later}/cancel`)).status).toBe(409);
  });

  test('the role of its person is taken away: nothing is imported, and they can send no more bytes', async () => {
    const id = await upload(csv(row('100000001')));
    const unfinished = await begin(csv(row('100000002')));
    await server.query(`delete from staff_roles where staff_id = $1`, [tab.person.id]);
    expect((await patch(unfinished.id, 0, csv(row('100000002')))).body.code).toBe('not-permitted');
    const result = await importHere(id, tab, allCases);
    expect(result).toEqual({ stored: false, problem: expect.stringContaining('no longer has permission') });
    expect(await members()).toEqual([]);
  });

  test('its file is gone: the person is asked to upload it again', async () => {
    const id = await upload(csv(row('100000001')));
    await server.uploadFolder.remove(id);
    const result = await importHere(id, tab, allCases);
    expect(result).toEqual({ stored: false, problem: expect.stringContaining('Upload it again') });
  });
});

test('a file with semicolons and other names is imported by a mapping of its columns', async () => {
  const first = 'Notice No.;PIN;Full name;Address;Zip code;Branch\\000';
  const { body } = await tab.post('/member-imports/columns', { start: `\uFEFF${first}\r\n1;2` });
  const suggested = { notice_id: 'Notice No.', unique_id: 'PIN', street: 'Address', zip: 'Zip code' };
  // Whole names become last names only if the person says so.
  expect(body).toEqual({ headers: first.split(';'), suggested, wholeName: 'Full name', isTemplate: false });
  const headers = { ...suggested, last_name: 'Full name', state: 'Branch\\000', city: '' };
  const mapping = { headers, caseId: 'savings-club' };
  const bytes = Buffer.from(
    `${first}\n100000001;AAAA1111;"Doe; Jane";1 Main St;85001;AZ\n100000001;AAAA1112;Doe;1 Main St;4300;Ohoi\n`,
  );
  const { body: created } = await tab.post<MemberImport>('/member-imports', {
    fileName: 'other.csv',
    size: bytes.length,
    skipBad: true,
    mapping,
  });
  expect((await patch(created.id, 0, bytes)).status).toBe(200);
  startImports();
  const { import: done, badRows } = await finished(created.id);
  expect(done).toMatchObject({ status: 'done', imported: 1, caseId: 'savings-club' });
  // Bad rows have the names of the file.
  expect(badRows.map(({ reason }) => reason)).toEqual([
    'Branch 000 isn’t a U.S. state or territory; Zip code is not 5 or 9 digits',
  ]);
  expect(await server.query('select * from class_members')).toMatchObject([
    { notice_id: '100000001', last_name: 'Doe; Jane', street: '1 Main St', state: 'Arizona', case_id: 'savings-club' },
  ]);
  const { body: start } = await tab.post('/member-imports/columns', { start: csv().toString() });
  expect(start).toMatchObject({ isTemplate: true });
  // The next file with these columns is matched as this one was, unless it has more that are known.
  const { body: again } = await tab.post('/member-imports/columns', { start: `Line;${first}` });
  expect(again).toMatchObject({ before: mapping });
  const { body: more } = await tab.post('/member-imports/columns', { start: `${first};Case` });
  expect(more).not.toHaveProperty('before');
});

test('an import is taken back, without class members who were used since, and both are in the history', async () => {
  startImports();
  const id = await upload(csv(row('100000001'), row('100000002'), row('100000003')));
  await finished(id);
  const other = await upload(csv(row('100000004')));
  expect((await finished(other)).import.mayRemove).toBe(true);
  await server.query(`insert into member_addresses (notice_id, street, city, state, zip, source, reason, entered_at, asked_by)
    values ('100000002', 'x', 'x', 'Ohio', '43004', 'call', 'x', now(), '${tab.person.id}')`);
  expect((await tab.post<MemberImport>(`/member-imports/${id}/remove`)).body.status).toBe('removing');
  await expect.poll(async () => (await read(id)).import.status).toBe('removed');
  expect((await read(id)).import).toMatchObject({
    removal: { by: tab.person.name, removed: 2, at: expect.any(String) },
    mayRemove: false,
  });
  expect(await members()).toEqual([{ notice_id: '100000002' }, { notice_id: '100000004' }]);
  expect((await entries(id)).at(-1)).toEqual({
    kind: 'members-removed',
    details: { by: tab.person.id, removed: 2, kept: 1 },
  });
  expect((await tab.post(`/member-imports/${id}/remove`)).status).toBe(409);
  const elsewhere = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
  expect((await elsewhere.post(`/member-imports/${other}/remove`)).status).toBe(404);
});

test('an import is taken back without a class member for whom a note is just being saved', async () => {
  startImports();
  const id = await upload(csv(row('100000001'), row('100000002')));
  await finished(id);
  const note = `insert into member_notes (id, notice_id, at, staff_id, text) values ($1, '100000001', now(), $2, 'called')`;
  const remove = async () => {
    await tab.post(`/member-imports/${id}/remove`);
    await expect.poll(async () => (await read(id)).import.status).toBe('removed');
  };
  await lineUp(server, [note, [randomUUID(), tab.person.id]], [remove]);
  expect((await entries(id)).at(-1)).toMatchObject({ details: { removed: 1, kept: 1 } });
  expect(await server.query('select notice_id from member_notes')).toEqual([{ notice_id: '100000001' }]);
  expect(await members()).toEqual([{ notice_id: '100000001' }]);
});

test('the template has the columns that the import reads', async () => {
  const { text, headers } = await tab.get('/member-imports/template.csv');
  expect(text).toBe(`${header}\r\n`);
  expect(headers['content-disposition']).toContain('class-members-template.csv');
});
