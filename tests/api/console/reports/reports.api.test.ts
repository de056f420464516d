import type { ReportList } from '@redress/contract/console/reports';
import { startReports } from '@redress/server/console/reports/report-jobs';
import { listRetentions } from '@redress/server/operations/purge/plan-purge';
import { purgeClaims } from '@redress/server/operations/purge/purge';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { settlement } from '@redress/content/settlement';
import { readXlsx } from 'hucre/xlsx';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPersonalData } from '../../../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../../../personal-data/read-personal-values.ts';
import { findIssues } from '../../../setup/find-issues.ts';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { checkDataFiles } from '../../../setup/data-checks.ts';
import { NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { type NoScriptSite, startNoScriptSite } from '../../../setup/no-script-site.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { companyAnswers, fileIndividual, fileTpp, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { editRows } from '../../../setup/test-database.ts';
import { memberOf, secret, type TestServer } from '../../../setup/test-server.ts';
import { createReportRunner, renderFiles, table } from './report-runner.ts';
import { cleanUpOf } from '../../../setup/clean-up.ts';

const { context, seal, askFor, findRun, run, readContent, read } = createReportRunner(() => server);
let site: NoScriptSite;
let server: TestServer;
let viewer: ConsoleTab;
const seals: number[] = [];
const claimNumbers: string[] = [];
const reported = new Date('2025-07-18T04:00:00Z');

const pdf = (name: string) => Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${name}\n${'x'.repeat(500)}`);
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
  server.now = reported;
  const machine = { more: [['website', 'http://buy.example']] as const };
  expect((await noScript.postForm('/tpp-claimants', companyAnswers, machine)).status).toBe(303);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const cases = ['brand-drug', 'savings-club'];
/** The report of all claims up to the second seal, with both files. */
let kept: Awaited<ReturnType<typeof read>>;

beforeAll(async () => {
  site = await startNoScriptSite({ members: 7 });
  server = site.server;
  await fileFirstClaims();
  seals.push(await seal());
  await fileMoreClaims();
  seals.push(await seal());
  viewer = await signInTab(server, 'viewer');
  kept = await read(viewer, await run(viewer, { cases, seal: seals[1] }, { render: renderFiles }));
});
afterAll(() => site.close());
beforeEach(() => {
  server.now = reported;
});

test('a report counts what the history says up to its seal, by the days and weeks of the court', async () => {
  const only = { cases: ['brand-drug'], seal: seals[0] };
  const report = await readContent(viewer, await run(viewer, only));
  expect(report.claims).toBe(3);
  expect(table(report, 'claims-by-form')).toEqual({ rows: [['Consumer', 3, 1]], total: [null, 3, 1] });
  expect(table(report, 'claims-by-state')).toEqual({
    rows: [
      ['Arizona', 2, 0.667, '2501.0000'],
      ['Ohio', 1, 0.333, '1250.5000'],
    ],
    total: [null, 3, 1, '3751.5000'],
  });
  expect(table(report, 'flags').total).toEqual([null, 3, 1, 0]);
  expect(table(report, 'amounts-claimed').total).toEqual([null, 3, 3, '3751.5000']);
  // A claim before the court's midnight is in the week before.
  expect(table(report, 'claims-by-week').rows).toEqual([
    ['2025-06-23', 1, 0, 1, 1],
    ['2025-06-30', 2, 0, 2, 3],
  ]);
  const sunday = await readContent(viewer, await run(viewer, { ...only, from: '2025-06-23', to: '2025-06-29' }));
  expect([sunday.claims, table(sunday, 'claims-by-week').rows]).toEqual([1, [['2025-06-23', 1, 0, 1, 1]]]);
});

test('every figure of both cases agrees with a count by hand', async () => {
  const [consumer, tpp] = ['Consumer', 'Third-party payor'];
  const individual = kept.content.figures[0]?.rows[2]?.[0] ?? '';
  expect(kept.claims).toBe(8);
  const totals = Object.fromEntries(kept.content.figures.map(({ name, total }) => [name, total?.slice(1)]));
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
    'ranges-claimed': [2],
    decisions: [0, 0, 0, 0, '0'],
    'decisions-by-reason': [0, 0, 0, 0],
    'decisions-by-reviewer': [0, 0, 0, 0, 0, 0, 0, 0],
    deficiencies: [0, 0, 0, 0, 0],
    verdicts: [0, 0, 0, 0],
    letters: [0, 0, 0, 0],
    'letters-by-week': [0, 0, 0, 0, 0, 0, 0, 0],
    disputes: [0, 0, 0, 0, 0],
  });
  expect(table(kept, 'claims-by-form').rows).toEqual([
    [consumer, 3, 0.375],
    [tpp, 3, 0.375],
    [individual, 2, 0.25],
  ]);
  expect(table(kept, 'claims-by-week').rows).toEqual([
    ['2025-06-23', 1, 1, 0, 2, 2],
    ['2025-06-30', 2, 0, 0, 2, 4],
    ['2025-07-07', 0, 1, 2, 3, 7],
    ['2025-07-14', 0, 1, 0, 1, 8],
  ]);
  expect(table(kept, 'claims-by-channel').rows).toEqual([
    ['Website', 6, 0.75],
    ['Website, browser without JavaScript', 2, 0.25],
  ]);
  expect(table(kept, 'claims-by-language').rows).toEqual([
    ['English', 7, 0.875],
    ['Spanish', 1, 0.125],
  ]);
  expect(table(kept, 'claims-by-status').rows).toEqual([
    ['Waiting for documents', 3, 0.375],
    ['Ready', 5, 0.625],
  ]);
  expect(table(kept, 'late-claims').rows).toEqual([
    [consumer, 3, 3, 0],
    [tpp, 3, 2, 1],
    [individual, 2, 0, 2],
  ]);
});

test('the summary says claims, their share of class members, deadlines and amounts', () => {
  expect(kept.content.summary).toEqual([
    { label: 'Claims received', value: '8', note: '5 on time, 3 late' },
    { label: 'Claim rate', value: '28.6%', note: '2 claims under a notice, of 7 class members on the lists' },
    { label: 'Deadline: Individual', value: 'April 17, 2025' },
    { label: 'Deadline: Consumer, Third-party payor', value: 'July 17, 2025' },
    { label: 'Amount approved', value: '$0.00', note: '0 claims approved in full or in part' },
    { label: 'Amount claimed', value: '$1,241,253.75', note: '6 claims name an amount' },
  ]);
});

test('what comes later, also by a transaction that ends late, counts under its seal; run again, a report is the same to the byte', async () => {
  await checkDataFiles(server);
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  let position: number | undefined;
  try {
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
    position = (await sealing).at(-1)?.position;
  } finally {
    await client.end();
  }
  const after = await readContent(viewer, await run(viewer, { cases }));
  expect([after.seal.position, after.claims]).toEqual([position, 10]);
  // The file has no membership data, and one of its purchases has no date.
  expect(table(after, 'data-files').total).toEqual([null, 10, 1, 1]);
  expect(table(after, 'documents').total).toEqual([null, 10, 5, 1, 4]);

  const request = { cases: cases.toReversed(), seal: seals[1] };
  const again = await run(viewer, request, { render: renderFiles, claimsPerChunk: 1 });
  expect(again).toMatchObject({ outcome: 'identical', report: kept.id, differences: [], progress: 1 });
  const { pdfSha256, workbookSha256 } = kept;
  expect([sha256(kept.pdf), sha256(kept.workbook)]).toEqual([pdfSha256, workbookSha256]);
  // Its history records who made it, the hashes of its files, and the comparison.
  const entries = await server.query(
    `select kind, details from record_history where record_kind = 'report' and record_id = $1 order by position`,
    [kept.id],
  );
  expect(entries[0]).toMatchObject({ kind: 'report-made', details: { seal: seals[1], pdfSha256, workbookSha256 } });
  expect(entries.at(-1)).toMatchObject({ kind: 'report-compared', details: { outcome: 'identical' } });
});

test('a process that is stopped leaves its report to the others, and one of them makes it', async () => {
  const request = { cases, from: '2025-06-01', seal: seals[1] };
  const asked = [await askFor(viewer, request), await askFor(viewer, request)];
  const start = () => startReports({ ...context(), pollMilliseconds: 20, claimsPerChunk: 2 });
  for (const _ of [1, 2]) await start().stop();
  const jobs = [start(), start()];
  try {
    const outcomes = async () => {
      const runs = await Promise.all(asked.map((each) => findRun(viewer, each)));
      return runs.map(({ outcome }) => String(outcome)).toSorted((a, b) => a.localeCompare(b));
    };
    await expect.poll(outcomes).toEqual(['created', 'identical']);
    // By the process that renders its files.
    const made = await read(viewer, await findRun(viewer, asked[0] ?? ''));
    expect((await readXlsx(made.workbook)).sheets[0]?.name).toBe('Summary');
    expect(made.pdf.subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    for (const each of jobs) await each.stop();
  }
});

test('the PDF and the spreadsheet show the figures of the screen, and nothing has personal data', async () => {
  const { sheets } = await readXlsx(kept.workbook);
  // Excel allows 31 characters: titles are short enough to be whole.
  const titles = kept.content.figures.map(({ title }) => title);
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', ...titles, 'Definitions and seal']);
  expect(sheets[3]?.rows.at(-1)).toEqual(['Total', 8, 1, 1_241_253.75]);
  const readPdf = (...options: readonly string[]) =>
    execFileSync('pdftotext', [...options, '-', '-'], { input: kept.pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
  const printed = hasPdfToText ? readPdf('-layout') + readPdf() : '';
  const expected = [
    'UNITED STATES DISTRICT COURT FOR THE DISTRICT OF EXAMPLELAND',
    'In re Antidepressant End-Payor Antitrust Litigation',
    `As of seal ${seals[1]}, made July 18, 2025 at 12:00:00 AM EDT`,
    kept.seal.root.slice(0, 32),
    'Total 8 100.0% $1,241,253.75',
    ...kept.content.figures.flatMap(({ title, definition }) => [title, definition]),
  ];
  if (hasPdfToText) for (const text of expected) expect(printed).toContain(text);

  const values = await readPersonalValues(server.connectionString, secret);
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(['Larkmoor Health Plan', claimNumbers[0]]));
  const texts = {
    list: (await viewer.get('/reports')).text,
    report: JSON.stringify(kept.content),
    spreadsheet: JSON.stringify(sheets),
    PDF: printed,
  };
  const places = Object.entries(texts).map(([place, text]) => ({ place, text }));
  expect(findPersonalData(values, places)).toEqual([]);
});

test('a person sees and runs reports only of their own cases', async () => {
  const own = await signInTab(server, { role: 'viewer', caseId: 'savings-club' });
  const report = await readContent(own, await run(own, { cases: ['savings-club'], seal: seals[1] }));
  expect([report.claims, report.content.captions]).toEqual([2, [{ settlement: 'Savings Club Settlement' }]]);
  const list = (await own.get<ReportList>('/reports')).body;
  expect([list.cases.map(({ id }) => id), list.reports.map(({ id }) => id)]).toEqual([['savings-club'], [report.id]]);
  expect(list.runs.map(({ cases: of }) => of)).toEqual([['savings-club']]);
  const request = { cases: ['brand-drug'], from: null, to: null };
  expect((await own.post('/reports', request)).status).toBe(404);
});

test('a run can be cancelled', async () => {
  const asked = await askFor(viewer, { cases, from: '2025-07-01' });
  expect((await viewer.delete(`/reports/runs/${asked}`)).status).toBe(204);
  expect((await viewer.delete(`/reports/runs/${asked}`)).body.code).toBe('conflict');
  expect(await findRun(viewer, asked)).toMatchObject({ outcome: 'cancelled', report: null });
});

test('a run that is cancelled while its files are rendered keeps no report', async () => {
  const cancel = async () => {
    const [open] = await server.query<{ id: string }>('select id from report_runs where finished_at is null');
    expect((await viewer.delete(`/reports/runs/${open?.id}`)).status).toBe(204);
    return { pdf: Buffer.from('pdf'), workbook: Buffer.from('workbook') };
  };
  const request = { cases, from: '2025-07-02', seal: seals[1] };
  await expect(run(viewer, request, { render: cancel })).rejects.toThrow('canceled');
  expect(await server.query(`select from reports where first_day = '2025-07-02'`)).toEqual([]);
});

test('what cannot be run is refused', async () => {
  const ask = async (request: object) =>
    (await viewer.post('/reports', { cases, from: null, to: null, ...request })).body.code;
  expect(await ask({ seal: 999 })).toBe('not-found');
  expect(await ask({ cases: [] })).toBe('bad-request');
  expect(await ask({ cases: ['no-case'] })).toBe('not-found');
  expect(await ask({ from: '2025-07-02', to: '2025-07-01' })).toBe('bad-request');
  expect(await ask({ from: '2025-02-30' })).toBe('bad-request');
  // Each week of the period gets a row.
  expect(await ask({ from: '0202-06-01' })).toBe('bad-request');
  expect(await ask({ to: '9999-12-31' })).toBe('bad-request');
  for (const path of ['seals/0', 'seals/999', 'seals/x', 'x', 'runs/x', 'runs/999'])
    expect([path, (await viewer.get(`/reports/${path}`)).status]).toEqual([path, 404]);
  expect((await viewer.get(`/reports/seals/${seals[0]}`)).body).toMatchObject({ position: seals[0] });
});

test('what a run has counted is deleted once it has finished', async () => {
  const counted = async () => (await server.query('select from report_counts')).length;
  expect(await counted()).toBeGreaterThan(0);
  await cleanUpOf(server);
  expect(await counted()).toBe(0);
});

test('a kept report never changes, even after a purge; running it again says what the purge took', async () => {
  server.now = new Date('2034-01-01T00:00:00Z');
  const purge = { ...context(), uploadFolder: server.uploadFolder, mailFolder: tmpdir() };
  for (const retention of listRetentions({ settlement, now: purge.now })) await purgeClaims(purge, retention);
  const tab = await signInTab(server, 'viewer');
  const again = await run(tab, { cases, seal: seals[1] }, { render: renderFiles });
  expect(again).toMatchObject({ outcome: 'different', report: kept.id });
  expect(again.differences).toEqual([
    'Summary and details',
    'Claims by state',
    'Amounts claimed',
    'Ranges claimed',
    'PDF',
    'Spreadsheet',
  ]);
  const stays = await read(tab, again);
  expect([stays.content, stays.pdf, stays.workbook]).toEqual([kept.content, kept.pdf, kept.workbook]);
  await seal();
  const purged = await readContent(tab, await run(tab, { cases: ['savings-club'] }));
  expect(table(purged, 'claims-by-status').rows).toEqual([['Deleted after retention', 2, 1]]);
  expect(table(purged, 'documents').total).toEqual([null, 2, 0, 0, 0]);
});

test('claims:verify finds a report that was changed or removed', async () => {
  const verify = async () => (await findIssues(context())).filter((issue) => /report/i.test(issue));
  expect(await verify()).toEqual([]);
  const [report] = await server.query<{ id: string }>('select id from reports order by asked_at limit 1');
  await editRows(
    server.connectionString,
    "update reports set pdf = 'other', pdf_sha256 = sha256('other') where id = $1",
    [report?.id],
  );
  expect(await verify()).toEqual([`The row ${report?.id} of reports is not as its history says.`]);
  await editRows(server.connectionString, 'delete from reports where id = $1', [report?.id]);
  expect(await verify()).toEqual([`The row ${report?.id} of reports that its history names is missing.`]);
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
  const report = await readContent(
    viewing,
    await run(viewing, { cases, from: day, to: day }, { claimsPerChunk: 5_000 }),
  );
  expect(table(report, 'documents').total).toEqual([null, 131, 131, 1, 130]);
});
