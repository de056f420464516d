import type { Approvals } from '@redress/contract/console/approvals';
import type { Export, ExportManifest, ExportOffer, Exports } from '@redress/contract/console/exports';
import { fillSearchNow } from '@redress/server/claim-search/fill-search';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { exportJobs } from '@redress/server/exports/export-jobs';
import { LeaseLostError } from '@redress/server/jobs/job-leases';
import { expireExports } from '@redress/server/exports/end-export';
import { type JobRunner, startJobs } from '@redress/server/jobs/job-runner';
import { createLog } from '@redress/server/logging/log';
import { openUploadStore, type UploadStore } from '@redress/server/storage/upload-store';
import { settlement } from '@redress/content/settlement';
import { openWorkbook } from '@redress/datafiles/read/open-workbook';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPersonalData } from '../../personal-data/find-personal-data.ts';
import { logInBrowser } from '../../setup/browser.ts';
import { type ConsoleTab, signInTab } from '../../setup/console.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let opened: OpenedDatabase;
let store: UploadStore;
let jobs: JobRunner;
const log = createLog('warn', { write: () => {} });

/** Names, and what a spreadsheet program shows of them. */
const names = [
  ...['=1+1', '+49 1', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1'].map((name) => [name, `'${name}`]),
  ...['a=1', '"Quoted", Jr', 'two\r\nlines', ' =1', '‮abc'].map((name) => [name, name]),
] as const;

beforeAll(async () => {
  server = await startTestServer({ members: 3 });
  opened = openDatabase(server.connectionString, () => {});
  store = await openUploadStore(server.documentFolder);
  const browser = await openForm(server.app);
  const filed = [await fileTpp(browser, agentAnswers), await fileIndividual(browser, individualAnswers)];
  filed.push(await fileIndividual(browser, { ...individualAnswers, name1: 'Ana Núñez', street1: '8 Pier Road' }));
  if (filed.some(({ status }) => status !== 201)) throw new Error('A claim of this test was refused');
  await fillSearchNow(jobContext());
  jobs = startExportJobs();
});
afterAll(async () => {
  await jobs.stop();
  await opened.close();
  await server.close();
});

const jobContext = () => ({ database: opened.database, keys, settlement, store, log, now: () => server.now });
const startExportJobs = () => startJobs(exportJobs(jobContext()), { ...jobContext(), pollMilliseconds: 50 });

async function ask(tab: ConsoleTab, body: object) {
  return tab.post<Export>('/exports', { list: 'claims', query: '', format: 'csv', columns: ['number'], ...body });
}

async function waitFor(tab: ConsoleTab, id: string, status: Export['status'] = 'done'): Promise<Export> {
  await expect
    .poll(async () => (await tab.get<Export>(`/exports/${id}`)).body.status, { timeout: 20_000 })
    .toBe(status);
  return (await tab.get<Export>(`/exports/${id}`)).body;
}

async function exportOf(tab: ConsoleTab, body: object) {
  const asked = await ask(tab, body);
  expect(asked.status).toBe(201);
  const made = await waitFor(tab, asked.body.id);
  return { made, file: await tab.get(`/exports/${asked.body.id}/file`) };
}

const columnsOf = async (tab: ConsoleTab, query = '') =>
  (await tab.get<ExportOffer>(`/exports/offer?list=claims&query=${encodeURIComponent(query)}`)).body;

/** By RFC 4180, after the byte order mark. */
function parseCsv(bytes: Buffer): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('a CSV file has the chosen columns of all claims, and its manifest the hash of its bytes', async () => {
  const tab = await signInTab(server, 'reviewer');
  const offer = await columnsOf(tab);
  expect(offer.count).toEqual({ value: 3, isExact: true });
  const columns = offer.columns.filter(({ kind }) => kind !== 'tax-ids').map(({ key }) => key);
  const { made, file } = await exportOf(tab, { columns });
  const [header, ...rows] = parseCsv(file.bytes);
  expect(header).toEqual(offer.columns.map((column) => column.header));
  const cell = (row: number, key: string) => rows[row]?.[columns.indexOf(key)];
  const stored = await server.query<{ number: string }>('select number from claims order by id');
  expect(rows.map((_row, index) => cell(index, 'number'))).toEqual(stored.map(({ number }) => number));
  // 12:00 UTC is the same day in the court's time zone.
  const first = [
    'case',
    'form',
    'filed-day',
    'filed-at',
    'state',
    'channel',
    'status',
    'amount',
    'name',
    'phone',
    'street1',
    'city',
    'zip',
    'email',
  ];
  expect(first.map((key) => cell(0, key))).toEqual([
    'brand-drug',
    'tpp',
    '2025-07-01',
    '2025-07-01T12:00:00.000Z',
    'Wisconsin',
    'Website',
    'Waiting for documents',
    '412500.7500',
    'Harbor Recovery Services',
    expect.stringMatching(/608.*555.*0142/),
    '400 Orchard Avenue',
    'Madison',
    '53703-1234',
    'claims@plan.example.com',
  ]);
  expect([cell(2, 'name'), cell(2, 'notice-id'), cell(2, 'amount')]).toEqual(['Ana Núñez', '300000001', '']);

  const sha256 = createHash('sha256').update(file.bytes).digest();
  expect(made.manifest).toMatchObject({
    rows: 3,
    bytes: file.bytes.length,
    sha256: sha256.toString('hex'),
    requestedBy: tab.person.name,
    approvedBy: null,
    withTaxIds: false,
  } satisfies Partial<ExportManifest>);
  expect(file.headers).toMatchObject({
    'content-digest': `sha-256=:${sha256.toString('base64')}:`,
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(file.bytes.length),
    'content-disposition': `attachment; filename=${made.manifest?.file}`,
  });
  const manifest = await tab.get<ExportManifest>(`/exports/${made.id}/manifest`);
  expect([manifest.body, manifest.headers['content-disposition']]).toEqual([
    made.manifest,
    `attachment; filename=${made.manifest?.file}.manifest.json`,
  ]);
});

test('a workbook has the same rows, with amounts as numbers and days as dates', async () => {
  const tab = await signInTab(server, 'supervisor');
  const columns = ['number', 'filed-day', 'amount', 'name', 'late'];
  const { file } = await exportOf(tab, { columns, format: 'xlsx', query: 'form=tpp' });
  const sheets = await readWorkbook(file.bytes);
  const [claim] = await server.query<{ number: string }>("select number from claims where form_id = 'tpp'");
  expect(sheets).toEqual([
    {
      sheet: 'Claims',
      rows: [
        ['Claim number', 'Filed on (the court’s day)', 'Amount claimed', 'Late', 'Name'],
        [claim?.number, new Date('2025-07-01T00:00:00Z'), 412_500.75, 'no', 'Harbor Recovery Services'],
      ],
    },
  ]);
});

async function readWorkbook(bytes: Buffer) {
  const source = {
    name: 'export.xlsx',
    size: bytes.length,
    stream: (from = 0, to = bytes.length) => new Blob([new Uint8Array(bytes.subarray(from, to))]).stream(),
  };
  const workbook = await openWorkbook(source);
  if (!workbook.readable) throw new Error(workbook.reason);
  const sheets: { sheet: string | undefined; rows: unknown[][] }[] = [];
  for await (const table of workbook.tables()) {
    const rows: unknown[][] = [];
    for await (const batch of table.batches()) rows.push(...batch.rows.map((cells) => [...cells]));
    sheets.push({ sheet: table.sheet, rows });
  }
  return sheets;
}

test('cells that a spreadsheet program would run as formulas are text', async () => {
  const own = await startTestServer();
  const database = openDatabase(own.connectionString, () => {});
  const ownStore = await openUploadStore(own.documentFolder);
  const context = { ...jobContext(), database: database.database, store: ownStore };
  const runner = startJobs(exportJobs(context), { ...context, pollMilliseconds: 50 });
  try {
    const browser = await openForm(own.app);
    await fileIndividual(browser, individualAnswers);
    const tab = await signInTab(own, 'reviewer');
    await fillSearchNow(context);
    for (const [name, shown] of names) {
      await own.query('update claim_search set name = $1', [name]);
      const asked = await ask(tab, { columns: ['name', 'late'] });
      await waitFor(tab, asked.body.id);
      const { bytes } = await tab.get(`/exports/${asked.body.id}/file`);
      expect(parseCsv(bytes)[1]).toEqual(['yes', shown]);
    }
  } finally {
    await runner.stop();
    await database.close();
    await own.close();
  }
});

test('a viewer’s export holds nothing personal, and the person’s rights decide each column', async () => {
  const viewer = await signInTab(server, 'viewer');
  const offer = await columnsOf(viewer);
  expect(offer.columns.every(({ kind }) => kind === 'plain')).toBe(true);
  for (const format of ['csv', 'xlsx'] as const) {
    const { file } = await exportOf(viewer, { format, columns: offer.columns.map(({ key }) => key) });
    const text = format === 'csv' ? file.text : JSON.stringify(await readWorkbook(file.bytes));
    expect(text).toContain('Wisconsin');
    const values = await personalValues();
    expect(values.length).toBeGreaterThan(20);
    expect(findPersonalData(values, [{ place: 'the export', text }])).toEqual([]);
  }
  expect((await ask(viewer, { columns: ['number', 'name'] })).status).toBe(400);
  expect((await ask(viewer, { columns: ['tax-ids'], reason: 'x' })).status).toBe(400);

  const both = await signInTab(
    server,
    { role: 'viewer', caseId: 'brand-drug' },
    { role: 'reviewer', caseId: 'savings-club' },
  );
  expect((await columnsOf(both)).masked).toEqual(['brand-drug']);
  const { file } = await exportOf(both, { columns: ['case', 'name', 'email'] });
  expect(parseCsv(file.bytes).slice(1)).toEqual([
    ['brand-drug', '', ''],
    ['savings-club', 'Zoë Lindqvist', 'zoe@example.com'],
    ['savings-club', 'Ana Núñez', 'zoe@example.com'],
  ]);
  const one = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
  const own = await exportOf(one, { query: 'case=brand-drug', columns: ['case'] });
  expect(parseCsv(own.file.bytes).slice(1)).toEqual([['savings-club'], ['savings-club']]);
  for (const role of ['call-center', 'admin'] as const)
    expect((await ask(await signInTab(server, role), {})).body).toMatchObject({ code: 'not-permitted' });
});

async function personalValues() {
  const rows = await server.query<{ answers: Record<string, unknown>; name: string }>(
    'select answers, name from claims',
  );
  const texts = (value: unknown): string[] =>
    value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [String(value)];
  const impersonal = new Set([
    'state',
    'repealerStateTotalAmountPaid',
    'optSectionRadio',
    'relationshipType',
    'outOfpocketExpensePaid',
  ]);
  return rows.flatMap(({ answers }) =>
    Object.entries(answers)
      .filter(([name, value]) => !impersonal.has(name) && typeof value !== 'boolean')
      .flatMap(([kind, value]) => texts(value).map((text) => ({ kind, value: text }))),
  );
}

test('what is filed later does not belong to an export that was asked for before', async () => {
  const tab = await signInTab(server, 'reviewer');
  await jobs.stop();
  const asked = await ask(tab, {});
  await logInBrowser(server.app, memberOf(0));
  await fileIndividual(await openForm(server.app), { ...individualAnswers, name1: 'Later Person' });
  await fillSearchNow(jobContext());
  jobs = startExportJobs();
  expect((await waitFor(tab, asked.body.id)).manifest?.rows).toBe(3);
  expect((await exportOf(tab, {})).made.manifest?.rows).toBe(4);
});

test('an export is only for who asked, and only while they may see all of it', async () => {
  const tab = await signInTab(server, 'reviewer');
  const { made } = await exportOf(tab, { columns: ['name'] });
  const colleague = await signInTab(server, 'reviewer');
  for (const path of ['', '/file', '/manifest'])
    expect((await colleague.get(`/exports/${made.id}${path}`)).status).toBe(404);
  expect((await colleague.delete(`/exports/${made.id}`)).status).toBe(404);
  await server.query("update staff_roles set role = 'viewer' where staff_id = $1", [tab.person.id]);
  const { status, body } = await tab.get(`/exports/${made.id}/file`);
  expect([status, body.code]).toEqual([403, 'not-permitted']);
});

test('files are encrypted on the disk, deleted after seven days or at once, and by a purge', async () => {
  const tab = await signInTab(server, 'reviewer');
  const { made, file } = await exportOf(tab, { columns: ['number', 'name'] });
  const stored = await readFile(join(server.documentFolder, 'exports', made.id));
  expect([stored.length, stored.includes('Lindqvist'), file.text.includes('Lindqvist')]).toEqual([
    file.bytes.length,
    false,
    true,
  ]);
  const start = server.now;
  try {
    const sixDays = 6 * 86_400_000;
    await expireExports({ ...jobContext(), now: () => new Date(start.getTime() + sixDays) });
    expect((await tab.get(`/exports/${made.id}/file`)).status).toBe(200);
    await expireExports({ ...jobContext(), now: () => new Date(start.getTime() + sixDays + 86_400_001) });
    expect((await tab.get(`/exports/${made.id}/file`)).status).toBe(404);
    const { status, manifest } = (await tab.get<Export>(`/exports/${made.id}`)).body;
    expect([status, manifest?.sha256]).toEqual(['expired', made.manifest?.sha256]);
    expect(await store.has(`exports/${made.id}`)).toBe(false);
  } finally {
    server.now = start;
  }
  const second = await exportOf(tab, {});
  expect((await tab.delete<Export>(`/exports/${second.made.id}`)).body.status).toBe('expired');
  expect(await store.has(`exports/${second.made.id}`)).toBe(false);
  const third = await exportOf(tab, {});
  await expireExports(jobContext(), 'all');
  expect(await store.has(`exports/${third.made.id}`)).toBe(false);
});

test('a job whose process died begins again in another one, and leaves one whole file', async () => {
  const tab = await signInTab(server, 'reviewer');
  await jobs.stop();
  const asked = await ask(tab, { columns: ['number'] });
  // As a process leaves it that is killed while it writes: a lease, half a file, some progress.
  await server.query(
    'update exports set leased_by = gen_random_uuid(), due_at = $2, row_count = 1, attempts = 1 where id = $1',
    [asked.body.id, new Date(server.now.getTime() + 20_000)],
  );
  await store.write(
    `exports/${asked.body.id}`,
    (async function* () {
      yield Buffer.from('half');
    })(),
  );
  jobs = startExportJobs();
  const start = server.now;
  try {
    server.now = new Date(start.getTime() + 20_001);
    const { manifest } = await waitFor(tab, asked.body.id);
    const { bytes } = await tab.get(`/exports/${asked.body.id}/file`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest?.sha256);
    expect(parseCsv(bytes).length).toBe(1 + (manifest?.rows ?? 0));
  } finally {
    server.now = start;
  }
});

test('an export that is being written during a purge begins again and has nothing of what was purged', async () => {
  const tab = await signInTab(server, 'reviewer');
  await jobs.stop();
  const asked = await ask(tab, { columns: ['number', 'name'] });
  const source = exportJobs(jobContext());
  const holder = randomUUID();
  await source.leases.leaseNext({ holder, until: new Date(server.now.getTime() + 60_000) }, server.now);
  // The purge comes after the rows were read, before the file is stored.
  const purgedMeanwhile: UploadStore = {
    ...store,
    async write(key, bytes) {
      const read = await buffer(Readable.from(bytes));
      await expireExports(jobContext(), 'all');
      return store.write(key, Readable.from([read]));
    },
  };
  const running = exportJobs({ ...jobContext(), store: purgedMeanwhile });
  await expect(running.run(asked.body.id, holder, new AbortController().signal)).rejects.toThrow(LeaseLostError);
  expect((await tab.get<Export>(`/exports/${asked.body.id}`)).body).toMatchObject({ status: 'waiting', rows: 0 });
  await server.query(`update claim_search set name = 'Deleted' where name like 'Ana %'`);
  jobs = startExportJobs();
  await waitFor(tab, asked.body.id);
  const { text } = await tab.get(`/exports/${asked.body.id}/file`);
  expect([text.includes('Deleted'), text.includes('Ana ')]).toEqual([true, false]);
});

test('an export that waits can be cancelled, and nobody piles up more than five', async () => {
  const tab = await signInTab(server, 'finance');
  await jobs.stop();
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask(tab, {})));
  expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await ask(tab, {})).status).toBe(409);
  for (const { body } of asked) expect((await tab.delete<Export>(`/exports/${body.id}`)).body.status).toBe('cancelled');
  jobs = startExportJobs();
  const { made } = await exportOf(tab, {});
  const listed = (await tab.get<Exports>('/exports')).body.exports;
  expect(listed.map(({ status }) => status)).toEqual(['done', ...Array.from({ length: 5 }, () => 'cancelled')]);
  expect(listed[0]?.id).toBe(made.id);
});

test('tax IDs leave only with a reason, a fresh sign-in and a second person, who can also decline', async () => {
  const asker = await signInTab(server, 'finance');
  const second = await signInTab(server, 'finance');
  const wanted = { columns: ['number', 'tax-ids'], query: 'form=tpp' };
  expect((await ask(asker, wanted)).status).toBe(400);
  expect((await ask(await signInTab(server, 'reviewer'), { ...wanted, reason: 'x' })).status).toBe(400);
  const start = server.now;
  server.now = new Date(start.getTime() + 6 * 60_000);
  try {
    expect((await ask(asker, { ...wanted, reason: 'Form 1099' })).body).toMatchObject({
      code: 'fresh-sign-in-required',
    });
  } finally {
    server.now = start;
  }

  const approvalOf = async (id: string) => {
    const { approvals } = (await second.get<Approvals>('/approvals')).body;
    const [row] = await server.query<{ approval_id: string }>('select approval_id from exports where id = $1', [id]);
    return approvals.find((approval) => approval.id === row?.approval_id);
  };
  const asked = await ask(asker, { ...wanted, reason: 'Form 1099' });
  expect([asked.body.status, asked.body.withTaxIds]).toEqual(['asking', true]);
  const approval = await approvalOf(asked.body.id);
  expect(approval).toMatchObject({
    what: 'Export 1 row of the list “Claims” with Form: Third party payor as csv, with these columns: Claim number, Tax IDs.',
    reason: 'Form 1099',
    mayDecide: true,
  });
  expect((await asker.get(`/exports/${asked.body.id}/file`)).status).toBe(404);
  expect((await asker.post(`/approvals/${approval?.id}/approve`)).body.code).toBe('not-permitted');
  await expect(server.query("update exports set status = 'waiting' where id = $1", [asked.body.id])).rejects.toThrow(
    'check constraint',
  );
  expect((await second.post(`/approvals/${approval?.id}/approve`)).status).toBe(204);
  const { manifest } = await waitFor(asker, asked.body.id);
  expect(manifest).toMatchObject({ withTaxIds: true, approvedBy: second.person.name, rows: 1 });
  server.now = new Date(start.getTime() + 6 * 60_000);
  try {
    for (const path of ['file', 'check'])
      expect((await asker.get(`/exports/${asked.body.id}/${path}`)).body.code).toBe('fresh-sign-in-required');
  } finally {
    server.now = start;
  }
  expect((await asker.get(`/exports/${asked.body.id}/check`)).status).toBe(204);
  const { bytes } = await asker.get(`/exports/${asked.body.id}/file`);
  expect(parseCsv(bytes)[1]?.[1]?.split('; ').toSorted()).toEqual(['645192837', '736451928', '827364519']);

  const declined = await ask(asker, { ...wanted, reason: 'Again' });
  const other = await approvalOf(declined.body.id);
  expect((await second.post(`/approvals/${other?.id}/decline`, { reason: 'Not now' })).status).toBe(204);
  expect((await asker.get<Export>(`/exports/${declined.body.id}`)).body.status).toBe('refused');

  const cancelled = await ask(asker, { ...wanted, reason: 'Again' });
  const third = await approvalOf(cancelled.body.id);
  expect((await asker.delete<Export>(`/exports/${cancelled.body.id}`)).body.status).toBe('cancelled');
  expect((await second.post(`/approvals/${third?.id}/approve`)).body.code).toBe('conflict');

  const late = await ask(asker, { ...wanted, reason: 'Again' });
  const fourth = await approvalOf(late.body.id);
  const eightDays = new Date(start.getTime() + 8 * 86_400_000);
  await expireExports({ ...jobContext(), now: () => eightDays });
  expect((await asker.get<Export>(`/exports/${late.body.id}`)).body.status).toBe('refused');
  expect((await second.post(`/approvals/${fourth?.id}/approve`)).body.code).toBe('conflict');
});

test('requests and downloads are logged as reads and in the history of the export', async () => {
  const tab = await signInTab(server, 'reviewer');
  const { made } = await exportOf(tab, {});
  await tab.delete(`/exports/${made.id}`);
  const reads = await server.query<{ what: string; subject: string }>(
    'select what, subject from staff_reads where staff_id = $1 order by id',
    [tab.person.id],
  );
  expect(reads).toEqual(['export', 'download'].map((what) => ({ what, subject: `export ${made.id}` })));
  const history = await server.query<{ kind: string }>(
    "select kind from record_history where record_kind = 'export' and record_id = $1 order by position",
    [made.id],
  );
  expect(history.map(({ kind }) => kind)).toEqual([
    'export-asked',
    'export-made',
    'export-downloaded',
    'export-deleted',
  ]);
});

test('bad requests are refused', async () => {
  const tab = await signInTab(server, 'reviewer');
  for (const body of [
    { format: 'pdf' },
    { columns: [] },
    { query: 'x'.repeat(4_001) },
    { columns: ['unknown'] },
    { more: 1 },
  ])
    expect([JSON.stringify(body), (await ask(tab, body)).status]).toEqual([JSON.stringify(body), 400]);
  expect((await ask(tab, { list: 'unknown' })).status).toBe(404);
  expect((await tab.get('/exports/offer?list=unknown')).status).toBe(404);
  expect((await tab.get('/exports/8f6f2c9a-0000-4000-8000-000000000000/file')).status).toBe(404);
  expect((await tab.get('/exports/x/file')).status).toBe(400);
});

/** A list as rows of cells by column, with everything that somebody may choose. */
async function exportAll(tab: ConsoleTab, list: string, query = '') {
  const search = new URLSearchParams({ list, query }).toString();
  const offer = (await tab.get<ExportOffer>(`/exports/offer?${search}`)).body;
  const columns = offer.columns.map(({ key }) => key);
  const { made, file } = await exportOf(tab, { list, query, columns });
  const cells = parseCsv(file.bytes).slice(1);
  const rows = cells.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? '', cell])));
  return { offer, made, rows };
}

test('class members are exported with filters, mailing addresses and claims, and without what was searched for', async () => {
  const tab = await signInTab(server, 'reviewer');
  const stored = await server.query<Record<string, string>>(
    `select notice_id, first_name || ' ' || last_name as name, street, zip, state from class_members order by 1`,
  );
  const { offer, rows } = await exportAll(tab, 'members');
  expect(offer.count).toEqual({ value: 3, isExact: true });
  expect(rows).toMatchObject(
    stored.map(({ notice_id: noticeId, name, street, zip, state }) => {
      const imported = { name, street, zip, state, corrected: 'no', claim: '' };
      return { 'notice-id': noticeId, ...imported };
    }),
  );
  const [first] = stored;
  const { version } = (await tab.get<{ version: string }>(`/members/${first?.['notice_id']}`)).body;
  const moved = { street: '9 New Road', city: 'Reno', state: 'Nevada', zip: '89502', source: 'call', reason: 'Moved' };
  await tab.post(`/members/${first?.['notice_id']}/addresses`, moved, { 'if-match': `"${version}"` });
  const { body } = await (await logInBrowser(server.app, memberOf(0))).fileClaim();
  const filed = await exportAll(tab, 'members', `filed=yes&state=${first?.['state']}&q=${first?.['notice_id']}&zip=`);
  expect(filed.rows).toMatchObject([{ street: '9 New Road', corrected: 'yes', claim: body.claimNumber }]);
  expect(filed.made.filters).toEqual([`State of the notice: ${first?.['state']}`, 'Filed: yes']);
  expect(filed.offer.ignored).toEqual([{ name: 'q', value: first?.['notice_id'], reason: 'unknown' }]);
  expect(await server.query(`select from exports where query like '%' || $1 || '%'`, [first?.['notice_id']])).toEqual(
    [],
  );
  expect((await exportAll(tab, 'members', 'filed=no')).rows).toHaveLength(2);
  expect((await exportAll(tab, 'members', 'state=nowhere')).rows).toEqual([]);
});

test('class members leave only with the permissions to search and to export in their case', async () => {
  for (const role of ['viewer', 'call-center', 'finance', 'admin'] as const) {
    const { status } = await ask(await signInTab(server, role), { list: 'members', columns: ['case'] });
    expect([role, status]).toEqual([role, 403]);
  }
  const elsewhere = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
  expect((await exportAll(elsewhere, 'members')).rows).toEqual([]);
  expect((await exportAll(elsewhere, 'members', 'case=brand-drug')).rows).toEqual([]);
});

test('requests for lost IDs are exported by their state, with what was asked and answered', async () => {
  const tab = await signInTab(server, 'reviewer');
  const insert = async (name: string) => {
    const [row] = await server.query<{ id: string }>(
      `insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip, phone)
       values ($1, 'brand-drug', $2, 'es', true, $3, '1 Main Street', 'Reno', 'Nevada', '89501', '7755550100') returning id`,
      [createHash('sha256').update(randomUUID()).digest(), server.now, name],
    );
    return row?.id ?? '';
  };
  const [open, answered] = [await insert('Ana Núñez'), await insert('=1+1')];
  await tab.post(`/id-requests/${answered}/answers`, { answer: 'no-match', note: '' }, { 'if-match': '"0"' });
  const asked = { case: 'brand-drug', language: 'es', machine: 'yes', phone: '7755550100', zip: '89501' };
  const first = await exportAll(tab, 'id-requests');
  expect(first.rows).toEqual([expect.objectContaining({ ...asked, request: open, name: 'Ana Núñez', answer: '' })]);
  expect(first.made.filters).toEqual(['Requests: open']);
  const { rows } = await exportAll(tab, 'id-requests', 'state=answered&after=1');
  expect(rows).toMatchObject([
    { ...asked, request: answered, name: "'=1+1", answer: 'no-match', 'answered-by': tab.person.name },
  ]);
  expect((await ask(await signInTab(server, 'viewer'), { list: 'id-requests', columns: ['request'] })).status).toBe(
    403,
  );
});

test('admins export the access log by person, day and claim, and nobody else does', async () => {
  const admin = await signInTab(server, 'admin');
  const reviewer = await signInTab(server, 'reviewer');
  const [claim] = await server.query<{ number: string }>('select number from claims order by id limit 1');
  await reviewer.get(`/claims/${claim?.number}`);
  await reviewer.post('/search', { q: 'nobody at all' });
  const { rows, offer } = await exportAll(admin, 'access-log', `person=${reviewer.person.id}&from=2025-07-01`);
  expect(offer.count).toEqual({ value: 2, isExact: true });
  const read = { person: reviewer.person.name, account: reviewer.person.id, at: server.now.toISOString() };
  expect(rows).toEqual([
    expect.objectContaining({ ...read, what: 'view', subject: `claim ${claim?.number}`, search: 'no' }),
    expect.objectContaining({ ...read, what: 'search', subject: 'search', search: 'yes' }),
  ]);
  const byClaim = await exportAll(admin, 'access-log', `q=${claim?.number}&person=${reviewer.person.id}`);
  expect(byClaim.rows).toMatchObject([{ what: 'view' }]);
  const byNoticeId = await exportAll(admin, 'access-log', 'q=300000001&what=view');
  expect([byNoticeId.made.filters, byNoticeId.offer.ignored]).toEqual([
    ['What: view'],
    [{ name: 'q', value: '', reason: 'invalid' }],
  ]);
  // The request is itself in the log, and later than what belongs to the file.
  const own = await exportAll(admin, 'access-log', `person=${admin.person.id}&what=export`);
  expect(own.rows).toHaveLength(3);
  for (const role of ['reviewer', 'supervisor', 'viewer'] as const)
    expect((await ask(await signInTab(server, role), { list: 'access-log', columns: ['id'] })).status).toBe(403);
});
