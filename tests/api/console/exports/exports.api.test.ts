import type { Approvals } from '@redress/contract/console/approvals';
import type { Export, ExportManifest, ExportOffer, Exports } from '@redress/contract/console/exports';
import { lockClaim } from '@redress/server/claims/history/claim-history';
import { addClaimAddress, addClaimEmail } from '@redress/server/claims/letters/claim-addresses';
import { fillSearchNow } from '@redress/server/console/search/fill-search';
import { expireExports } from '@redress/server/console/exports/end-export';
import { type Database, openDatabase } from '@redress/server/platform/database/pool';
import { exportJobs } from '@redress/server/console/exports/export-jobs';
import { LeaseLostError } from '@redress/server/platform/jobs/job-leases';
import type { UploadStore } from '@redress/server/platform/storage/upload-store';
import { settlement } from '@redress/content/settlement';
import { readXlsx } from 'hucre/xlsx';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findPersonalData } from '../../../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../../../personal-data/read-personal-values.ts';
import { logInBrowser } from '../../../setup/browser.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { insertIdRequest } from '../../../setup/id-requests.ts';
import { mailByPostOf, returnLetterOf } from '../../../setup/letters.ts';
import { lineUp, openSideBySide } from '../../../setup/line-up.ts';
import { readRecordHistory, readsOf } from '../../../setup/read-history.ts';
import { queueLetter } from '../../../setup/postal-letters.ts';
import { agentAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, keys, memberOf, secret, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 3 });
beforeAll(async () => {
  const browser = await openForm(server.app);
  const filed = [await fileTpp(browser, agentAnswers), await fileIndividual(browser, individualAnswers)];
  filed.push(await fileIndividual(browser, { ...individualAnswers, name1: 'Ana Núñez', street1: '8 Pier Road' }));
  if (filed.some(({ status }) => status !== 201)) throw new Error('A claim of this test was refused');
  await fillSearchNow(context());
});
beforeEach(() => {
  server.now = beforeDeadline;
});

const context = () => {
  const { database, store, log } = server;
  return { database, keys, settlement, store, log, now: () => server.now };
};
const inSeconds = (seconds: number) => new Date(server.now.getTime() + seconds * 1_000);
const day = 86_400;

/** Writes the exports that wait, as the job does. */
async function work(overrides: { readonly database?: Database } = {}): Promise<void> {
  const jobs = exportJobs({ ...context(), ...overrides });
  for (;;) {
    const holder = randomUUID();
    const leased = await jobs.leases.leaseNext({ holder, until: inSeconds(60) }, server.now);
    if (!leased) return;
    await jobs.run(leased.id, holder, new AbortController().signal);
  }
}

const ask = (tab: ConsoleTab, body: object) =>
  tab.post<Export>('/exports', { list: 'claims', query: '', format: 'csv', columns: ['number'], ...body });
const find = async (tab: ConsoleTab, id: string) => (await tab.get<Export>(`/exports/${id}`)).body;

async function exportOf(tab: ConsoleTab, body: object) {
  const asked = await ask(tab, body);
  expect(asked.status).toBe(201);
  await work();
  const made = await find(tab, asked.body.id);
  expect(made.status).toBe('done');
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
  expect(Object.fromEntries(columns.map((key) => [key, cell(0, key)]))).toMatchObject({
    case: 'brand-drug',
    form: 'tpp',
    // 12:00 UTC is the same day in the court's time zone.
    'filed-day': '2025-07-01',
    'filed-at': '2025-07-01T12:00:00.000Z',
    state: 'Wisconsin',
    channel: 'Website',
    status: 'Waiting for documents',
    amount: '412500.75',
    name: 'Harbor Recovery Services',
    phone: expect.stringMatching(/608.*555.*0142/),
    street1: '400 Orchard Avenue',
    city: 'Madison',
    zip: '53703-1234',
    email: 'claims@plan.example.com',
  });
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

test('addresses are those of the filing, and beside them those to which letters go now', async () => {
  const [claim] = await server.query<{ id: string; number: string }>(
    `select id, number from claims where name = 'Ana Núñez'`,
  );
  if (!claim) throw new Error('No claim was filed');
  const at = new Date(server.now.getTime() - 4 * day * 1_000);
  const added = { at, usedFrom: server.now, source: 'claimant' } as const;
  await server.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    await addClaimEmail(transaction, { keys }, claim, { ...added, email: 'ana@later.example' });
    const lines = ['Ana Núñez', '4 Quarry Lane', 'Bangor, ME 04401'];
    await addClaimAddress(transaction, { keys }, claim, { ...added, lines });
  });
  const tab = await signInTab(server, 'reviewer');
  const columns = ['street1', 'email', 'current-address', 'current-email'];
  const { file } = await exportOf(tab, { columns, query: 'form=individual' });
  expect(parseCsv(file.bytes).slice(1)).toEqual([
    ['zoe@example.com', '7 Pier Road', 'Zoë Lindqvist; 7 Pier Road; Portland, OR 97201', 'zoe@example.com'],
    ['zoe@example.com', '8 Pier Road', 'Ana Núñez; 4 Quarry Lane; Bangor, ME 04401', 'ana@later.example'],
  ]);
});

test('a workbook has the same rows, with amounts as numbers and days as dates', async () => {
  const tab = await signInTab(server, 'supervisor');
  const columns = ['number', 'filed-day', 'amount', 'name', 'late'];
  const { file } = await exportOf(tab, { columns, format: 'xlsx', query: 'form=tpp' });
  const { sheets } = await readXlsx(file.bytes);
  const [claim] = await server.query<{ number: string }>("select number from claims where form_id = 'tpp'");
  expect(sheets).toMatchObject([
    {
      name: 'Claims',
      rows: [
        ['Claim number', 'Filed on (court’s time zone)', 'Amount claimed', 'Late', 'Name'],
        [claim?.number, new Date('2025-07-01T00:00:00Z'), 412_500.75, 'no', 'Harbor Recovery Services'],
      ],
    },
  ]);
});

test('a viewer’s export holds nothing personal, and the person’s rights decide each column', async () => {
  const viewer = await signInTab(server, 'viewer');
  const offer = await columnsOf(viewer);
  expect(offer.columns.every(({ kind }) => kind === 'plain')).toBe(true);
  // The number of a claim says nothing of a person.
  const all = await readPersonalValues(server.connectionString, secret);
  const values = all.filter(({ kind }) => kind !== 'claim number');
  expect(values.map(({ value }) => value)).toContain('Ana Núñez');
  for (const format of ['csv', 'xlsx'] as const) {
    const { file } = await exportOf(viewer, { format, columns: offer.columns.map(({ key }) => key) });
    const text = format === 'csv' ? file.text : JSON.stringify((await readXlsx(file.bytes)).sheets);
    expect(text).toContain('Wisconsin');
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
  const one = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
  const own = await exportOf(one, { query: 'case=brand-drug', columns: ['case'] });
  expect(parseCsv(own.file.bytes).slice(1)).toEqual([['savings-club'], ['savings-club']]);
  expect((await exportAll(one, 'members', 'case=brand-drug')).rows).toEqual([]);
});

test('who may not read a list, or not export it, exports nothing of it', async () => {
  const columns = {
    claims: 'number',
    letters: 'letter',
    members: 'case',
    'id-requests': 'request',
    distribution: 'claim',
    'access-log': 'id',
  };
  const refused = {
    claims: ['call-center', 'admin'],
    letters: ['viewer', 'call-center', 'finance', 'admin'],
    members: ['viewer', 'call-center', 'finance', 'admin'],
    'id-requests': ['viewer'],
    distribution: ['viewer', 'reviewer', 'admin'],
    'access-log': ['reviewer', 'supervisor', 'viewer'],
  } as const;
  for (const list of ['claims', 'letters', 'members', 'id-requests', 'distribution', 'access-log'] as const)
    for (const role of refused[list]) {
      const { body } = await ask(await signInTab(server, role), { list, columns: [columns[list]] });
      expect([list, role, body]).toMatchObject([list, role, { code: 'not-permitted' }]);
    }
});

test('what is filed later does not belong to an export that was asked for before', async () => {
  const tab = await signInTab(server, 'reviewer');
  const asked = await ask(tab, {});
  await fileIndividual(await openForm(server.app), { ...individualAnswers, name1: 'Later Person' });
  await fillSearchNow(context());
  await work();
  const rows = (await find(tab, asked.body.id)).manifest?.rows ?? 0;
  const now = (await exportOf(tab, {})).made.manifest?.rows ?? 0;
  expect(rows).toBe(now - 1);
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
  expect([stored.length, stored.includes('Lindqvist')]).toEqual([file.bytes.length, false]);
  expect(file.text).toContain('Lindqvist');
  const [sixDays, later] = [inSeconds(6 * day), inSeconds(7 * day + 1)];
  await expireExports({ ...context(), now: () => sixDays });
  expect((await tab.get(`/exports/${made.id}/file`)).status).toBe(200);
  await expireExports({ ...context(), now: () => later });
  expect((await tab.get(`/exports/${made.id}/file`)).status).toBe(404);
  const { status, manifest } = await find(tab, made.id);
  expect([status, manifest?.sha256]).toEqual(['expired', made.manifest?.sha256]);
  expect(await server.store.has(`exports/${made.id}`)).toBe(false);
  const second = await exportOf(tab, {});
  expect((await tab.delete<Export>(`/exports/${second.made.id}`)).body.status).toBe('expired');
  expect(await server.store.has(`exports/${second.made.id}`)).toBe(false);
  const third = await exportOf(tab, {});
  await expireExports(context(), 'all');
  expect(await server.store.has(`exports/${third.made.id}`)).toBe(false);
});

test('an export that is being written during a purge begins again and has nothing of what was purged', async () => {
  const tab = await signInTab(server, 'reviewer');
  const { id } = (await ask(tab, { columns: ['number', 'name'] })).body;
  const holder = randomUUID();
  // The purge comes after the rows were read, before the file is stored.
  const purgedMeanwhile: UploadStore = {
    ...server.store,
    async write(key, bytes) {
      const read = await buffer(Readable.from(bytes));
      await expireExports(context(), 'all');
      return server.store.write(key, Readable.from([read]));
    },
  };
  const running = exportJobs({ ...context(), store: purgedMeanwhile });
  await running.leases.leaseNext({ holder, until: inSeconds(60) }, server.now);
  await expect(running.run(id, holder, new AbortController().signal)).rejects.toThrow(LeaseLostError);
  expect(await find(tab, id)).toMatchObject({ status: 'waiting', rows: 0 });
  await server.query(`update claim_search set name = 'Deleted' where name like 'Ana %'`);
  await work();
  const { text } = await tab.get(`/exports/${id}/file`);
  expect([text.includes('Deleted'), text.includes('Ana ')]).toEqual([true, false]);
});

test('an export that waits can be cancelled, and nobody piles up more than five', async () => {
  const tab = await signInTab(server, 'finance');
  const asked = await Promise.all(Array.from({ length: 5 }, () => ask(tab, {})));
  expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await ask(tab, {})).status).toBe(409);
  for (const { body } of asked) expect((await tab.delete<Export>(`/exports/${body.id}`)).body.status).toBe('cancelled');
  server.now = inSeconds(60);
  const { made } = await exportOf(tab, {});
  const listed = (await tab.get<Exports>('/exports')).body.exports;
  server.now = beforeDeadline;
  expect(listed.map(({ status }) => status)).toEqual(['done', ...Array.from({ length: 5 }, () => 'cancelled')]);
  expect(listed[0]?.id).toBe(made.id);
});

test('tax IDs leave only with a reason, a fresh sign-in and a second person, who can also decline', async () => {
  const asker = await signInTab(server, 'finance');
  const second = await signInTab(server, 'finance');
  const wanted = { columns: ['number', 'tax-ids'], query: 'form=tpp' };
  expect((await ask(asker, wanted)).status).toBe(400);
  expect((await ask(await signInTab(server, 'reviewer'), { ...wanted, reason: 'x' })).status).toBe(400);
  const reason = 'Form 1099';
  server.now = inSeconds(6 * 60);
  expect((await ask(asker, { ...wanted, reason })).body).toMatchObject({ code: 'fresh-sign-in-required' });
  server.now = beforeDeadline;

  const askFor = async () => {
    const { id, status, withTaxIds } = (await ask(asker, { ...wanted, reason })).body;
    expect([status, withTaxIds]).toEqual(['asking', true]);
    const { approvals } = (await second.get<Approvals>('/approvals')).body;
    const [row] = await server.query<{ approval_id: string }>('select approval_id from exports where id = $1', [id]);
    const approval = approvals.find((each) => each.id === row?.approval_id);
    const decide = (by: ConsoleTab, how: string, body = {}) => by.post(`/approvals/${approval?.id}/${how}`, body);
    return { id, approval, decide };
  };
  const { id, approval, decide } = await askFor();
  expect(approval).toMatchObject({
    what: 'Export 1 claim with tax IDs. Filters: Form: Third-party payor. Format: CSV. Columns: Claim number; Tax IDs.',
    reason,
    mayDecide: true,
  });
  expect((await asker.get(`/exports/${id}/file`)).status).toBe(404);
  expect((await decide(asker, 'approve')).body.code).toBe('not-permitted');
  const skipped = server.query("update exports set status = 'waiting' where id = $1", [id]);
  await expect(skipped).rejects.toThrow('check constraint');
  expect((await decide(second, 'approve')).status).toBe(204);
  await work();
  expect((await find(asker, id)).manifest).toMatchObject({ withTaxIds: true, approvedBy: second.person.name, rows: 1 });
  server.now = inSeconds(6 * 60);
  for (const path of ['file', 'check'])
    expect((await asker.get(`/exports/${id}/${path}`)).body.code).toBe('fresh-sign-in-required');
  server.now = beforeDeadline;
  expect((await asker.get(`/exports/${id}/check`)).status).toBe(204);
  const { bytes } = await asker.get(`/exports/${id}/file`);
  expect(parseCsv(bytes)[1]?.[1]?.split('; ').toSorted()).toEqual(['645192837', '736451928', '827364519']);

  const declined = await askFor();
  expect((await declined.decide(second, 'decline', { reason: 'Not now' })).status).toBe(204);
  expect((await find(asker, declined.id)).status).toBe('refused');

  const cancelled = await askFor();
  expect((await asker.delete<Export>(`/exports/${cancelled.id}`)).body.status).toBe('cancelled');
  expect((await cancelled.decide(second, 'approve')).body.code).toBe('conflict');

  // Approved at the last moment: it is not dropped at the same time.
  const atLast = await askFor();
  const deadline = server.now.getTime() + 7 * day * 1_000;
  server.now = new Date(deadline - 1);
  const [side = second] = await openSideBySide(server, await signInTab(server, 'finance'));
  await lineUp<unknown>(
    server,
    ['select from approvals where id = $1 for update', [atLast.approval?.id]],
    [() => atLast.decide(side, 'approve'), () => expireExports({ ...context(), now: () => new Date(deadline) })],
  );
  server.now = beforeDeadline;
  expect((await find(asker, atLast.id)).status).toBe('waiting');

  const late = await askFor();
  const eightDays = inSeconds(8 * day);
  await expireExports({ ...context(), now: () => eightDays });
  expect((await find(asker, late.id)).status).toBe('refused');
  expect((await late.decide(second, 'approve')).body.code).toBe('conflict');
});

test('tax IDs of two cases of three need a second person in these two', async () => {
  const claimForms = settlement.claimForms.map((form) => (form.id === 'tpp' ? { ...form, caseId: 'third' } : form));
  const { 'brand-drug': third } = settlement.receipts;
  const receipts = { ...settlement.receipts, ...(third && { third }) };
  const app = await server.buildAnother({ settlement: { ...settlement, claimForms, receipts } });
  const signInTo = (...cases: string[]) => {
    const roles = cases.map((caseId) => ({ role: 'finance', caseId }) as const);
    return signInTab({ app, database: server.database, now: server.now }, ...roles);
  };
  const asker = await signInTo('brand-drug', 'savings-club');
  const reason = 'Form 1099 of two cases';
  const { id } = (await ask(asker, { columns: ['number', 'tax-ids'], reason })).body;
  const findRequest = async (tab: ConsoleTab) =>
    (await tab.get<Approvals>('/approvals')).body.approvals.find((each) => each.reason === reason);
  for (const cases of [['brand-drug'], ['savings-club', 'third']])
    expect(await findRequest(await signInTo(...cases))).toBeUndefined();
  const second = await signInTo('savings-club', 'brand-drug');
  const request = await findRequest(second);
  expect(request?.mayDecide).toBe(true);
  expect((await second.post(`/approvals/${request?.id}/approve`)).status).toBe(204);
  await work();
  expect((await find(asker, id)).manifest).toMatchObject({ withTaxIds: true, approvedBy: second.person.name });
});

test('requests and downloads are logged as reads and in the history of the export', async () => {
  const tab = await signInTab(server, 'reviewer');
  const { made } = await exportOf(tab, {});
  await tab.delete(`/exports/${made.id}`);
  const reads: unknown[] = ['export', 'download'].map((what): unknown =>
    expect.objectContaining({ what, subject: `export ${made.id}` }),
  );
  expect(await readsOf(server, tab)).toEqual(reads);
  const kinds = (await readRecordHistory(server, made.id)).map(({ kind }) => kind).join(' ');
  expect(kinds).toBe('export-asked export-made export-downloaded export-deleted');
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

/** Exports all columns of a list, and returns its rows as cells by column. */
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
  expect(filed.made.filters).toEqual([`State on the notice: ${first?.['state']}`, 'Filed: yes']);
  expect(filed.offer.ignored).toEqual([{ name: 'q', value: first?.['notice_id'], reason: 'unknown' }]);
  const kept = await server.query('select from exports where strpos(query, $1) > 0', [first?.['notice_id']]);
  expect(kept).toEqual([]);
  expect((await exportAll(tab, 'members', 'filed=no')).rows).toHaveLength(2);
  expect((await exportAll(tab, 'members', 'state=nowhere')).rows).toEqual([]);
});

test('requests for lost IDs are exported by their state, with what was asked and answered', async () => {
  const tab = await signInTab(server, 'reviewer');
  const insert = (name: string) =>
    insertIdRequest(server.query, { name, caseId: 'brand-drug', at: server.now, language: 'es', machine: true });
  const [open, answered] = [await insert('Ana Núñez'), await insert('=1+1')];
  await tab.post(`/id-requests/${answered}/answers`, { answer: 'no-match', note: '' }, { 'if-match': '"0"' });
  const asked = { case: 'brand-drug', language: 'es', machine: 'yes', phone: '6145550100', zip: '85001' };
  const first = await exportAll(tab, 'id-requests');
  expect(first.rows).toEqual([expect.objectContaining({ ...asked, request: open, name: 'Ana Núñez', answer: '' })]);
  expect(first.made.filters).toEqual(['Requests: open']);
  const { rows } = await exportAll(tab, 'id-requests', 'state=answered&after=1');
  expect(rows).toMatchObject([
    { ...asked, request: answered, name: "'=1+1", answer: 'no-match', 'answered-by': tab.person.name },
  ]);
});

test('letters are exported by their status, also one that came back', async () => {
  const tab = await signInTab(server, 'reviewer');
  const numbers = await server.query<{ number: string }>('select number from claims order by id limit 2');
  const [first = '', second = ''] = numbers.map(({ number }) => number);
  const returned = await queueLetter(server, first);
  await mailByPostOf(server, first, '2025-07-01');
  await returnLetterOf(server, first);
  const queued = await queueLetter(server, second);
  const printed = (code: string) => code.replace(/^(...)(...)/, '$1-$2-');
  const asked = { kind: 'Contact information changed', language: 'en', channel: 'Post' };
  const rows = [
    {
      ...asked,
      letter: printed(returned.code),
      claim: first,
      case: 'brand-drug',
      status: 'Returned',
      'mailed-on': '2025-07-01',
    },
    { ...asked, letter: printed(queued.code), claim: second, case: 'savings-club', status: 'Queued', 'mailed-on': '' },
  ].map((row, index) => ({
    ...row,
    'queued-at': '2025-07-01T12:00:00.000Z',
    'answer-by': '',
    reason: index === 0 ? 'moved' : '',
  }));
  const all = await exportAll(tab, 'letters', 'after=x&status=');
  expect(all.offer).toMatchObject({ count: { value: 2, isExact: true }, ignored: [] });
  expect(all.rows).toEqual(rows.toSorted((a, b) => (a.letter < b.letter ? -1 : 1)));
  const some = await exportAll(tab, 'letters', 'status=returned');
  expect([some.rows, some.made.filters]).toEqual([rows.slice(0, 1), ['Status: Returned']]);
  const other = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
  expect((await exportAll(other, 'letters')).rows.map(({ claim }) => claim)).toEqual([second]);
  const { id } = (await ask(tab, { list: 'letters', columns: ['letter'], format: 'xlsx' })).body;
  await work();
  const { sheets } = await readXlsx((await tab.get(`/exports/${id}/file`)).bytes);
  expect(sheets[0]?.rows.map(([letter]) => letter)).toEqual(['Letter ID', ...all.rows.map(({ letter }) => letter)]);
});

test('admins export the access log by person, day and claim', async () => {
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
    ['Action: view'],
    [{ name: 'q', value: '', reason: 'invalid' }],
  ]);
  // The request is itself in the log, but later than the entries in the file.
  const own = await exportAll(admin, 'access-log', `person=${admin.person.id}&what=export`);
  expect(own.rows).toHaveLength(3);
});

test('the tax IDs of many claims are read by one statement', async () => {
  for (let filed = 0; filed < 3; filed += 1) await fileTpp(await openForm(server.app), agentAnswers);
  await fillSearchNow(context());
  const [asker, second] = [await signInTab(server, 'finance'), await signInTab(server, 'finance')];
  const wanted = { columns: ['number', 'tax-ids'], query: 'form=tpp', reason: 'Form 1099' };
  const { id } = (await ask(asker, wanted)).body;
  const [row] = await server.query<{ approval_id: string }>('select approval_id from exports where id = $1', [id]);
  expect((await second.post(`/approvals/${row?.approval_id}/approve`)).status).toBe(204);
  let statements = 0;
  const watched = openDatabase(
    server.connectionString,
    () => {},
    2,
    'watched',
    (sql) => {
      if (sql.includes('"claim_tax_ids"')) statements += 1;
    },
  );
  onTestFinished(() => watched.close());
  await work(watched);
  const exported = parseCsv((await asker.get(`/exports/${id}/file`)).bytes).slice(1);
  expect([exported.length, statements]).toEqual([4, 1]);
  for (const [, taxIds] of exported) expect(taxIds?.split('; ')).toHaveLength(3);
});
