import type { Figure } from '@redress/contract/console/figures';
import type { Report, ReportContent, ReportList, ReportRun } from '@redress/contract/console/reports';
import { cleanUp } from '@redress/server/cleanup';
import { startDataCheckWorker } from '@redress/server/data-checks/data-check-jobs';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { type ReportJobOptions, startReports } from '@redress/server/figures/report-jobs';
import { createLog } from '@redress/server/logging/log';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { settlement } from '@redress/content/settlement';
import { readXlsx } from 'hucre/xlsx';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPersonalData } from '../../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../../personal-data/read-personal-values.ts';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { type ConsoleTab, signInTab } from '../../setup/console.ts';
import { NoScriptBrowser } from '../../setup/no-script-browser.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { hasPdfToText } from '../../setup/pdf-to-text.ts';
import { companyAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../setup/sample-claims.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, memberOf, type TestServer } from '../../setup/test-server.ts';

let site: NoScriptSite;
let server: TestServer;
let opened: OpenedDatabase;
let viewer: ConsoleTab;
const warnings: string[] = [];
const log = createLog('warn', { write: (line: string) => void warnings.push(line) });
const seals: number[] = [];
const claimNumbers: string[] = [];

const context = () => ({ database: opened.database, keys, now: () => server.now });
/** Seals what happened so far. Returns the seal's position. */
async function seal(): Promise<number> {
  const made = (await sealHistory(context())).at(-1);
  expect(made).toBeDefined();
  return made?.position ?? 0;
}
const jobOptions = (): ReportJobOptions => ({
  database: opened.database,
  settlement,
  now: () => server.now,
  log,
  pollMilliseconds: 20,
});
const pdf = (name: string) => Buffer.from(`%PDF-1.7\n% ${name}\n${'x'.repeat(500)}`);
const dataFile = 'TPP Name|NDC or Drug Name|Fill or Purchase Date|State of Purchase|Amount Paid\nAlder|x|never|AZ|1\n';

/**
 * Three claims before the first seal: a minute before and at the midnight of the court (New York,
 * four hours behind) between Sunday, June 29 and Monday, June 30, and one under the same Notice ID.
 */
async function fileFirstClaims(): Promise<void> {
  const [member, other] = [await logInBrowser(server.app, memberOf(0)), await logInBrowser(server.app, memberOf(1))];
  server.now = new Date('2025-06-30T03:59:00Z');
  claimNumbers.push((await member.fileClaim()).body.claimNumber);
  server.now = new Date('2025-06-30T04:00:00Z');
  claimNumbers.push((await other.fileClaim({ ...goodAnswers, state: 'Ohio' })).body.claimNumber);
  claimNumbers.push((await member.fileClaim()).body.claimNumber);
}

/**
 * Five more: two payors without JavaScript and one with a data file, of three that need data, and
 * two individuals who need proof, of whom one sends it.
 */
async function fileMoreClaims(): Promise<void> {
  server.now = new Date('2025-07-10T12:00:00Z');
  const payor = await openForm(server.app);
  const withFile = (await fileTpp(payor, companyAnswers)).body.claimNumber;
  await payor.upload(withFile, [{ name: 'larkmoor.txt', bytes: Buffer.from(dataFile) }], 'TppClaimants');
  claimNumbers.push(withFile);
  const person = await openForm(server.app);
  const proven = { ...individualAnswers, noticeId: '' };
  const withDocument = (await fileIndividual(person, proven)).body.claimNumber;
  await person.upload(withDocument, [{ name: 'bill of Zoë.pdf', bytes: pdf('bill') }], 'IndividualClaimants');
  claimNumbers.push(withDocument, (await fileIndividual(await openForm(server.app), proven)).body.claimNumber);
  const noScript = new NoScriptBrowser(server.app);
  await noScript.session();
  // In Spanish, and before the first seal by the clock, but not by the history.
  server.now = new Date('2025-06-30T03:00:00Z');
  expect((await noScript.postForm('/es/tpp-claimants', companyAnswers)).status).toBe(303);
  // At the midnight of the court after the deadline, with a hidden field that a machine filled in.
  server.now = new Date('2025-07-18T04:00:00Z');
  const machine = { more: [['website', 'http://buy.example']] as const };
  expect((await noScript.postForm('/tpp-claimants', companyAnswers, machine)).status).toBe(303);
}

async function checkDataFiles(): Promise<void> {
  const store = await openUploadStore(server.documentFolder);
  const worker = startDataCheckWorker({ ...context(), settlement, store, log, pollMilliseconds: 20, isScanned: false });
  const open = () => server.query('select from data_checks where finished_at is null');
  await expect.poll(async () => (await open()).length).toBe(0);
  await worker.stop();
}

/** Runs a report to its end. */
async function run(tab: ConsoleTab, request: object, options: Partial<ReportJobOptions> = {}): Promise<ReportRun> {
  const asked = await tab.post<{ run: string }>('/reports', { from: null, to: null, ...request });
  expect(asked.status).toBe(202);
  const jobs = startReports({ ...jobOptions(), ...options });
  const find = async () => (await tab.get<ReportRun>(`/reports/runs/${asked.body.run}`)).body;
  try {
    // A warning says why a run does not end.
    await expect.poll(async () => (await find()).outcome ?? warnings[0] ?? null).not.toBeNull();
    expect(warnings).toEqual([]);
  } finally {
    await jobs.stop();
  }
  return find();
}
type KeptReport = Report & { readonly content: ReportContent };
async function read(tab: ConsoleTab, { report }: ReportRun) {
  const { body } = await tab.get<KeptReport>(`/reports/${report}`);
  const files = [await tab.get(`/reports/${report}/report.pdf`), await tab.get(`/reports/${report}/report.xlsx`)];
  return { ...body, pdf: files[0]?.bytes ?? Buffer.of(), workbook: files[1]?.bytes ?? Buffer.of() };
}
/** The rows of a figure without those that count nothing, and its total. */
function table({ content }: KeptReport, name: string) {
  const figure = content.figures.find((each) => each.name === name);
  const isEmpty = ([, ...cells]: Figure['rows'][number]) => cells.every((cell) => Number(cell) === 0);
  return { rows: (figure?.rows ?? []).filter((row) => !isEmpty(row)), total: figure?.total };
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const cases = ['brand-drug', 'savings-club'];
const consumer = 'Consumer';

beforeAll(async () => {
  site = await startNoScriptSite({ members: 3 });
  server = site.server;
  opened = openDatabase(server.connectionString, () => {});
  await fileFirstClaims();
  seals.push(await seal());
  await fileMoreClaims();
  seals.push(await seal());
  viewer = await signInTab(server, 'viewer');
}, 120_000);
afterAll(async () => {
  await opened.close();
  await site.close();
});

test('a report counts what the history says up to its seal, whatever came later', async () => {
  const report = await read(viewer, await run(viewer, { cases: ['brand-drug'], seal: seals[0] }));
  expect(report.claims).toBe(3);
  expect(table(report, 'claims-by-form')).toEqual({ rows: [['Consumer', 3, 1]], total: [null, 3, 1] });
  expect(table(report, 'claims-by-state')).toEqual({
    rows: [
      ['Arizona', 2, 2 / 3, '2501.0000'],
      ['Ohio', 1, 1 / 3, '1250.5000'],
    ],
    total: [null, 3, 1, '3751.5000'],
  });
  expect(table(report, 'flags').total).toEqual([null, 3, 1, 0]);
  expect(table(report, 'amounts-claimed').total).toEqual([null, 3, 3, '3751.5000']);
});

test('days and weeks are the court’s: a claim before its midnight is in the week before', async () => {
  const report = await read(viewer, await run(viewer, { cases: ['brand-drug'], seal: seals[0] }));
  expect(table(report, 'claims-by-week').rows).toEqual([
    ['2025-06-23', 1, 0, 1, 1],
    ['2025-06-30', 2, 0, 2, 3],
  ]);
  const sunday = await read(
    viewer,
    await run(viewer, { cases: ['brand-drug'], seal: seals[0], from: '2025-06-23', to: '2025-06-29' }),
  );
  expect([sunday.claims, table(sunday, 'claims-by-week').rows]).toEqual([1, [['2025-06-23', 1, 0, 1, 1]]]);
});

test('every figure of both cases agrees with a count by hand', async () => {
  const report = await read(viewer, await run(viewer, { cases, seal: seals[1] }));
  const tpp = 'Third party payor';
  const individual = report.content.figures[0]?.rows[2]?.[0] ?? '';
  expect(report.claims).toBe(8);
  const totals = Object.fromEntries(report.content.figures.map(({ name, total }) => [name, total?.slice(1)]));
  expect(totals).toEqual({
    'claims-by-form': [8, 1],
    'claims-by-week': [3, 3, 2, 8, null],
    'claims-by-state': [8, 1, '1241253.7500'],
    'claims-by-channel': [8, 1],
    'claims-by-language': [8, 1],
    'claims-by-status': [8, 1],
    'late-claims': [8, 5, 3],
    documents: [8, 5, 2, 3],
    'data-files': [8, 0, 0],
    flags: [8, 1, 1],
    'amounts-claimed': [8, 6, '1241253.7500'],
    decisions: [0, 0, 0, '0'],
    'decisions-by-reason': [0, 0],
    'decisions-by-reviewer': [0, 0, 0, 0, 0, 0],
    deficiencies: [0, 0, 0, 0],
    verdicts: [0, 0, 0, 0],
  });
  expect(table(report, 'claims-by-form').rows).toEqual([
    [consumer, 3, 0.375],
    [tpp, 3, 0.375],
    [individual, 2, 0.25],
  ]);
  expect(table(report, 'claims-by-week').rows).toEqual([
    ['2025-06-23', 1, 1, 0, 2, 2],
    ['2025-06-30', 2, 0, 0, 2, 4],
    ['2025-07-07', 0, 1, 2, 3, 7],
    ['2025-07-14', 0, 1, 0, 1, 8],
  ]);
  expect(table(report, 'claims-by-channel').rows).toEqual([
    ['Website', 6, 0.75],
    ['Website, browser without JavaScript', 2, 0.25],
  ]);
  expect(table(report, 'claims-by-language').rows).toEqual([
    ['English', 7, 0.875],
    ['Spanish', 1, 0.125],
  ]);
  expect(table(report, 'claims-by-status').rows).toEqual([
    ['Waiting for documents', 3, 0.375],
    ['Ready', 5, 0.625],
  ]);
  expect(table(report, 'late-claims').rows).toEqual([
    [consumer, 3, 3, 0],
    [tpp, 3, 2, 1],
    [individual, 2, 0, 2],
  ]);
});

test('a check of a data file counts from the seal that covers it', async () => {
  await checkDataFiles();
  seals.push(await seal());
  const [before, after] = [
    await read(viewer, await run(viewer, { cases, seal: seals[1] })),
    await read(viewer, await run(viewer, { cases })),
  ];
  expect(after.seal.position).toBe(seals[2]);
  expect(table(before, 'data-files').total).toEqual([null, 8, 0, 0]);
  // The file has purchases, of which one has no date, and no membership data.
  expect(table(after, 'data-files').total).toEqual([null, 8, 1, 1]);
  expect(table(after, 'documents').total).toEqual([null, 8, 5, 1, 4]);
});

test('run again after more claims came in, in chunks and by several processes, a report is the same to the byte', async () => {
  const first = await read(viewer, await run(viewer, { cases, seal: seals[1] }));
  const claimant = await logInBrowser(server.app, memberOf(2));
  await claimant.fileClaim();
  await seal();
  const again = await run(viewer, { cases: cases.toReversed(), seal: seals[1] }, { claimsPerChunk: 1 });
  expect(again).toMatchObject({ outcome: 'identical', report: first.id, differences: [], progress: 1 });
  expect(await read(viewer, again)).toMatchObject({ pdf: first.pdf, workbook: first.workbook });
  expect([sha256(first.pdf), sha256(first.workbook)]).toEqual([first.pdfSha256, first.workbookSha256]);
  // Its history has who made it, with the hashes of its files, and that it was compared.
  const entries = await server.query(
    `select kind, details from record_history where record_kind = 'report' and record_id = $1 order by position`,
    [first.id],
  );
  const { pdfSha256, workbookSha256 } = first;
  expect(entries[0]).toMatchObject({ kind: 'report-made', details: { seal: seals[1], pdfSha256, workbookSha256 } });
  expect(entries.at(-1)).toMatchObject({ kind: 'report-compared', details: { outcome: 'identical' } });

  // Two processes run the same new report; each is stopped once, and another one continues.
  const request = { cases, from: '2025-06-01', to: null, seal: seals[1] };
  const asked = [
    await viewer.post<{ run: string }>('/reports', request),
    await viewer.post<{ run: string }>('/reports', request),
  ];
  for (const _ of [1, 2]) {
    const jobs = startReports({ ...jobOptions(), claimsPerChunk: 2 });
    await jobs.stop();
  }
  const jobs = [1, 2].map(() => startReports({ ...jobOptions(), claimsPerChunk: 2 }));
  const outcomes = async () => {
    const runs = await Promise.all(asked.map(({ body }) => viewer.get<ReportRun>(`/reports/runs/${body.run}`)));
    return runs.map(({ body }) => String(body.outcome)).toSorted((a, b) => a.localeCompare(b));
  };
  await expect.poll(outcomes).toEqual(['created', 'identical']);
  for (const each of jobs) await each.stop();
});

test('a claim whose transaction ends late counts under the seal that waited for it', async () => {
  const before = await read(viewer, await run(viewer, { cases: ['brand-drug'] }));
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(
    `with claim as (
       insert into claims (number, form_id, form_version, case_id, language, filed_at, late, documents_expected, documents_due,
         suspected_machine, state, answers, summary, answers_hash)
       select '1234567890', form_id, form_version, case_id, language, filed_at, late, 0, false, false, 'Ohio', answers, summary, answers_hash
       from claims where number = $1 returning id
     )
     insert into claim_history (claim_id, position, at, kind, details, hash)
     select id, 1, now(), 'claim-filed', '{}', sha256('late') from claim`,
    [claimNumbers[0]],
  );
  await (await logInBrowser(server.app, memberOf(2))).fileClaim();
  const sealing = sealHistory(context());
  const isWaiting = "select from pg_locks where locktype = 'advisory' and objid = 7324906 and granted";
  await expect.poll(async () => (await server.query(isWaiting)).length).toBe(1);
  await client.query('commit');
  await client.end();
  const position = (await sealing).at(-1)?.position;
  const after = await read(viewer, await run(viewer, { cases: ['brand-drug'] }));
  expect([after.seal.position, after.claims]).toEqual([position, before.claims + 2]);
  expect(await run(viewer, { cases: ['brand-drug'], seal: before.seal.position })).toMatchObject({
    outcome: 'identical',
  });
});

test.skipIf(!hasPdfToText)('the PDF and the spreadsheet show the figures of the screen', async () => {
  const report = await read(viewer, await run(viewer, { cases, seal: seals[1] }));
  const printed = execFileSync('pdftotext', ['-layout', '-', '-'], { input: report.pdf, encoding: 'utf8' }).replaceAll(
    /\s+/g,
    ' ',
  );
  expect(printed).toContain('UNITED STATES DISTRICT COURT FOR THE DISTRICT OF EXAMPLELAND');
  expect(printed).toContain('In re Antidepressant End-Payor Antitrust Litigation');
  expect(printed).toContain(`As of seal ${seals[1]}, made July 18, 2025 at 12:00:00 AM EDT`);
  expect(printed).toContain(report.seal.root.slice(0, 32));
  expect(printed).toContain('Total 8 100.0% $1,241,253.75');
  for (const { title, definition } of report.content.figures)
    for (const text of [title, definition]) expect(printed).toContain(text);

  const { sheets } = await readXlsx(report.workbook);
  expect(sheets.map(({ name }) => name)).toHaveLength(report.content.figures.length + 1);
  expect(sheets[3]?.rows.at(-1)).toEqual(['Total', 8, 1, 1_241_253.75]);
});

test('nothing that a viewer can read or download has personal data', async () => {
  const values = await readPersonalValues(server.connectionString, 'a secret that only tests know, 32 characters');
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(['Larkmoor Health Plan', claimNumbers[0]]));
  const report = await read(viewer, await run(viewer, { cases, seal: seals[1] }));
  const { sheets } = await readXlsx(report.workbook);
  const texts = {
    list: (await viewer.get('/reports')).text,
    report: JSON.stringify(report.content),
    spreadsheet: JSON.stringify(sheets),
    ...(hasPdfToText && { PDF: execFileSync('pdftotext', ['-', '-'], { input: report.pdf, encoding: 'utf8' }) }),
  };
  const places = Object.entries(texts).map(([place, text]) => ({ place, text }));
  expect(findPersonalData(values, places)).toEqual([]);
});

test('a person sees and runs reports only of their own cases', async () => {
  const both = await run(viewer, { cases, seal: seals[1] });
  const own = await signInTab(server, { role: 'viewer', caseId: 'savings-club' });
  const report = await read(own, await run(own, { cases: ['savings-club'], seal: seals[1] }));
  expect([report.claims, report.content.captions]).toEqual([2, [{ settlement: 'Savings Club Settlement' }]]);
  const list = (await own.get<ReportList>('/reports')).body;
  expect([list.cases.map(({ id }) => id), list.reports.map(({ id }) => id)]).toEqual([['savings-club'], [report.id]]);
  expect(list.runs.map(({ cases: of }) => of)).toEqual([['savings-club']]);
  for (const path of ['', '/report.pdf', '/report.xlsx'])
    expect((await own.get(`/reports/${both.report}${path}`)).status).toBe(404);
  expect((await own.get(`/reports/runs/${both.id}`)).status).toBe(404);
  expect((await own.delete(`/reports/runs/${both.id}`)).status).toBe(404);
  const request = { cases: ['brand-drug'], from: null, to: null };
  expect((await own.post('/reports', request)).status).toBe(404);
});

test('a run can be cancelled', async () => {
  const asked = await viewer.post<{ run: string }>('/reports', { cases, from: '2025-07-01', to: null });
  expect((await viewer.delete(`/reports/runs/${asked.body.run}`)).status).toBe(204);
  expect((await viewer.delete(`/reports/runs/${asked.body.run}`)).body.code).toBe('conflict');
  expect((await viewer.get<ReportRun>(`/reports/runs/${asked.body.run}`)).body).toMatchObject({
    outcome: 'cancelled',
    report: null,
  });
});

test('what cannot be run is refused', async () => {
  const ask = async (request: object) =>
    (await viewer.post('/reports', { cases, from: null, to: null, ...request })).body.code;
  expect(await ask({ seal: 999 })).toBe('not-found');
  expect(await ask({ cases: [] })).toBe('bad-request');
  expect(await ask({ cases: ['no-case'] })).toBe('not-found');
  expect(await ask({ from: '2025-07-02', to: '2025-07-01' })).toBe('bad-request');
  expect(await ask({ from: '2025-02-30' })).toBe('bad-request');
  for (const path of ['seals/0', 'seals/999', 'seals/x', 'x', 'runs/x', 'runs/999'])
    expect([path, (await viewer.get(`/reports/${path}`)).status]).toEqual([path, 404]);
  expect((await viewer.get(`/reports/seals/${seals[0]}`)).body).toMatchObject({ position: seals[0] });
});

test('what a run has counted is deleted once it has finished', async () => {
  const counted = async () => (await server.query('select from report_counts')).length;
  expect(await counted()).toBeGreaterThan(0);
  const store = await openUploadStore(server.documentFolder);
  await cleanUp({ ...context(), settlement, store, uploadFolder: server.uploadFolder });
  expect(await counted()).toBe(0);
});

test('a kept report never changes, even after a purge; running it again says what the purge took', async () => {
  const kept = await read(viewer, await run(viewer, { cases, seal: seals[1] }));
  for (const change of ['update reports set claims = 0', 'delete from reports', 'truncate reports cascade'])
    await expect(server.query(change)).rejects.toThrow('kept as it was made');
  server.now = new Date('2034-01-01T00:00:00Z');
  const purge = {
    ...context(),
    store: await openUploadStore(server.documentFolder),
    settlement,
    uploadFolder: server.uploadFolder,
    mailFolder: tmpdir(),
  };
  for (const retention of listRetentions({ settlement, now: purge.now })) await purgeClaims(purge, retention);
  const tab = await signInTab(server, 'viewer');
  const again = await run(tab, { cases, seal: seals[1] });
  expect(again).toMatchObject({ outcome: 'different', report: kept.id });
  expect(again.differences).toEqual(['Claims by state', 'Amounts claimed', 'PDF', 'Spreadsheet']);
  const stays = await read(tab, again);
  expect([stays.content, stays.pdf, stays.workbook]).toEqual([kept.content, kept.pdf, kept.workbook]);
  await seal();
  const purged = await read(tab, await run(tab, { cases: ['savings-club'] }));
  expect(table(purged, 'claims-by-status').rows).toEqual([['Deleted after retention', 2, 1]]);
  expect(table(purged, 'documents').total).toEqual([null, 2, 0, 0, 0]);
});

test('claims:verify finds a report that was changed or removed', async () => {
  const store = await openUploadStore(server.documentFolder);
  const verify = async () => {
    const issues: string[] = [];
    await verifyClaims({ ...context(), store }, (issue) => issues.push(issue));
    return issues.filter((issue) => /report/i.test(issue));
  };
  expect(await verify()).toEqual([]);
  const [report] = await server.query<{ id: string }>('select id from reports order by asked_at limit 1');
  await editRows(
    server.connectionString,
    "update reports set pdf = 'other', pdf_sha256 = sha256('other') where id = $1",
    [report?.id],
  );
  expect(await verify()).toEqual([`The files of report ${report?.id} are not those that were made.`]);
  await editRows(server.connectionString, 'delete from reports where id = $1', [report?.id]);
  expect(await verify()).toEqual([`Report ${report?.id} is missing.`]);
});

test('what is missing is found also when a chunk has more claims with documents than are read at once', async () => {
  server.now = new Date('2025-07-12T12:00:00Z');
  const payor = await openForm(server.app);
  const { claimNumber } = (await fileTpp(payor, companyAnswers)).body;
  await payor.upload(claimNumber, [{ name: 'data.txt', bytes: Buffer.from(dataFile) }], 'TppClaimants');
  // Copies whose document holds no data. The data of the first one may be complete: its check is
  // due.
  const copy = (table: string, changes: string) =>
    `insert into ${table} overriding system value select (jsonb_populate_record(old, ${changes})).* from ${table} old, generate_series(1, 130) n`;
  const number = `lpad((7000000000 + n)::text, 10)`;
  await editRows(
    server.connectionString,
    `${copy('claims', `jsonb_build_object('id', 1000000 + n, 'number', ${number}, 'idempotency_key', n)`)}
     where number = '${claimNumber}'`,
  );
  const details = `details || jsonb_build_object('documentId', gen_random_uuid())`;
  await editRows(
    server.connectionString,
    `${copy('claim_history', `jsonb_build_object('id', nextval('claim_history_id'), 'claim_id', 1000000 + n, 'details', ${details})`)}
     where claim_id = (select id from claims where number = '${claimNumber}')`,
  );
  await seal();
  const viewing = await signInTab(server, 'viewer');
  const day = '2025-07-12';
  const report = await read(viewing, await run(viewing, { cases, from: day, to: day }));
  expect(table(report, 'documents').total).toEqual([null, 131, 131, 1, 130]);
});
