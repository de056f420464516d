import type { Export } from '@redress/contract/console/exports';
import type { ReportRun } from '@redress/contract/console/reports';
import { settlement } from '@redress/content/settlement';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { exportJobs } from '@redress/server/exports/export-jobs';
import { startJobs } from '@redress/server/jobs/job-runner';
import { createLog } from '@redress/server/logging/log';
import { startReports } from '@redress/server/figures/report-jobs';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPersonalData } from '../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../personal-data/read-personal-values.ts';
import { logInBrowser } from '../setup/browser.ts';
import { type ConsoleTab, signInTab, type TestPerson } from '../setup/console.ts';
import { fillSearchOf } from '../setup/fill-search.ts';
import { companyAnswers, fileTpp, openForm } from '../setup/sample-claims.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';
import { pdf } from '../setup/uploads.ts';

type Tab = ConsoleTab & { readonly person: TestPerson };

let server: TestServer;
let opened: OpenedDatabase;
let tab: Tab;
/** Cannot correct addresses: asks for it. */
let caller: Tab;
let reviewer: Tab;
/** The IDs that the routes below take. */
const ids = {
  claim: '',
  payor: '',
  document: '',
  taxIdPath: '',
  request: '',
  letters: '',
  import: '',
  export: '',
  report: '',
  run: '',
  person: '',
};
const noticeId = memberOf(0).noticeId;
const log = createLog('warn', { write: () => {} });

beforeAll(async () => {
  server = await startTestServer({ members: 6 });
  opened = openDatabase(server.connectionString, () => {});
  tab = await signInTab(server, 'supervisor', 'admin');
  caller = await signInTab(server, 'call-center');
  reviewer = await signInTab(server, 'reviewer');
  ids.person = tab.person.id;
  await fileClaims();
  await fillSearchOf(server);
  await makeIdRequest();
  await makeImport();
  await makeExport();
  await makeReport();
});
afterAll(async () => {
  await opened.close();
  await server.close();
});

async function fileClaims(): Promise<void> {
  const browser = await logInBrowser(server.app, memberOf(0));
  ids.claim = (await browser.fileClaim()).body.claimNumber;
  await browser.upload(ids.claim, [{ name: 'Jane’s bill.pdf', bytes: pdf(2_000) }]);
  ids.payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  ids.document = (await server.query<{ id: string }>('select id from claim_documents'))[0]?.id ?? '';
  ids.taxIdPath = (await server.query<{ path: string }>('select path from claim_tax_ids'))[0]?.path ?? '';
}

async function makeIdRequest(): Promise<void> {
  const hash = createHash('sha256').update(randomUUID()).digest();
  const [row] = await server.query<{ id: string }>(
    `insert into id_requests (request_hash, case_id, requested_at, language, suspected_machine, name, street, city, state, zip, phone)
     values ($1, $2, $3, 'en', false, 'Jane Doe', '1 Main Street', 'Phoenix', 'Arizona', '85001', '6025550100') returning id`,
    [hash, settlement.claimForms[0]?.caseId, server.now],
  );
  ids.request = row?.id ?? '';
}

async function makeImport(): Promise<void> {
  const body = { fileName: 'members.csv', size: 10, skipBad: true };
  ids.import = (await tab.post<{ id: string }>('/member-imports', body)).body.id;
}

async function makeExport(): Promise<void> {
  const context = { database: opened.database, keys, settlement, log, now: () => server.now };
  const jobs = startJobs(exportJobs({ ...context, store: await openUploadStore(server.documentFolder) }), {
    ...context,
    pollMilliseconds: 50,
  });
  const body = { list: 'claims', query: '', format: 'csv', columns: ['number', 'name'] };
  ids.export = (await tab.post<Export>('/exports', body)).body.id;
  const statusOf = async () => (await tab.get<Export>(`/exports/${ids.export}`)).body.status;
  await vi.waitUntil(async () => (await statusOf()) === 'done', { timeout: 20_000 });
  await jobs.stop();
}

async function makeReport(): Promise<void> {
  await sealHistory({ database: opened.database, keys, now: () => server.now });
  const jobs = startReports({
    database: opened.database,
    settlement,
    now: () => server.now,
    log,
    pollMilliseconds: 20,
  });
  const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];
  ids.run = (await tab.post<{ run: string }>('/reports', { cases, from: null, to: null })).body.run;
  const find = async () => (await tab.get<ReportRun>(`/reports/runs/${ids.run}`)).body.report;
  await vi.waitUntil(async () => (await find()) !== null, { timeout: 20_000 });
  ids.report = (await find()) ?? '';
  await jobs.stop();
}

interface Call {
  readonly by?: () => Tab;
  readonly method?: 'POST';
  readonly path: () => string;
  readonly body?: () => unknown;
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
}

const versionOf = async (path: string) => {
  const { body } = await tab.get<{ version: string | number }>(path);
  return { 'if-match': `"${body.version}"` };
};
const newAddress = { street: '9 New Road', city: 'Dayton', state: 'Ohio', zip: '45402', source: 'call', reason: 'x' };
const claimPath = () => `/claims/${ids.claim}`;
const memberPath = `/members/${noticeId}`;

/**
 * A request to each route that shows personal data, in the order in which they are sent. A route
 * that is not here fails the first test.
 */
const calls: Readonly<Record<string, Call>> = {
  'POST /access-log/search': { method: 'POST', path: () => '/access-log/search', body: () => ({}) },
  'POST /search': { method: 'POST', path: () => '/search', body: () => ({ q: 'doe' }) },
  'GET /claims': { path: () => '/claims' },
  'GET /claims/:number': { path: claimPath },
  'GET /claims/:number/related': { path: () => `${claimPath()}/related` },
  'GET /claims/:number/data-checks': { path: () => `/claims/${ids.payor}/data-checks` },
  'GET /claims/:number/documents/:id': { path: () => `${claimPath()}/documents/${ids.document}` },
  'GET /claims/:number/documents/:id/preview': { path: () => `${claimPath()}/documents/${ids.document}/preview` },
  'GET /claims/:number/receipt.pdf': { path: () => `${claimPath()}/receipt.pdf` },
  'GET /claims/:number/receipt-mail': { path: () => `${claimPath()}/receipt-mail` },
  'POST /claims/:number/tax-ids/reveal': {
    method: 'POST',
    path: () => `/claims/${ids.payor}/tax-ids/reveal`,
    body: () => ({ path: ids.taxIdPath, reason: 'a call of the payor' }),
  },
  'POST /members/search': { method: 'POST', path: () => '/members/search', body: () => ({}) },
  'GET /members/:noticeId': { path: () => memberPath },
  'POST /members/:noticeId/addresses': {
    by: () => caller,
    method: 'POST',
    path: () => `${memberPath}/addresses`,
    body: () => newAddress,
    headers: () => versionOf(memberPath),
  },
  'GET /members/waiting-addresses': { path: () => '/members/waiting-addresses' },
  'POST /members/:noticeId/addresses/:addressId/decision': {
    method: 'POST',
    path: () => `${memberPath}/addresses/1/decision`,
    body: () => ({ decision: 'confirmed', reason: 'x' }),
    headers: () => versionOf(memberPath),
  },
  'GET /id-requests': { path: () => '/id-requests' },
  'GET /id-requests/:id': { path: () => `/id-requests/${ids.request}` },
  'POST /id-requests/:id/answers': {
    // Not the person who confirmed the address.
    by: () => reviewer,
    method: 'POST',
    path: () => `/id-requests/${ids.request}/answers`,
    body: () => ({ answer: 'matched', noticeId, note: '' }),
    headers: () => versionOf(`/id-requests/${ids.request}`),
  },
  'GET /id-letters/:id/letters.csv': { path: () => `/id-letters/${ids.letters}/letters.csv` },
  'GET /member-imports/:id/bad-rows.csv': { path: () => `/member-imports/${ids.import}/bad-rows.csv` },
  'POST /exports': {
    method: 'POST',
    path: () => '/exports',
    body: () => ({ list: 'claims', query: '', format: 'csv', columns: ['number'] }),
  },
  'GET /exports/:id/file': { path: () => `/exports/${ids.export}/file` },
  'GET /dashboard/waiting/:what': { path: () => '/dashboard/waiting/scan' },
  'GET /reports/:id/report.pdf': { path: () => `/reports/${ids.report}/report.pdf` },
  'GET /reports/:id/report.xlsx': { path: () => `/reports/${ids.report}/report.xlsx` },
};

const routesWith = (wanted: (reads: string) => boolean): string[] =>
  [...server.app.consoleReads].filter(([, reads]) => wanted(reads)).map(([route]) => route.replace('/api/console', ''));

test('the table above names every route of the console that shows personal data', () => {
  expect(Object.keys(calls).toSorted()).toEqual(routesWith((reads) => reads !== 'nothing').toSorted());
});

test.each(Object.keys(calls))('%s logs who saw what before it answers', async (route) => {
  if (route.startsWith('GET /id-letters')) {
    const caseId = settlement.claimForms[0]?.caseId;
    ids.letters = (await tab.post<{ id: string }>('/id-letters', { caseId })).body.id;
  }
  const { by = () => tab, method = 'GET', path, body, headers } = calls[route] ?? { path: () => '' };
  const sent = { headers: (await headers?.()) ?? {}, ...(body && { body: body() }) };
  const [before] = await server.query<{ id: string }>('select coalesce(max(id), 0) as id from staff_reads');
  const { status, text } = await by().send(method, path(), sent);
  expect([route, status, status < 300 ? '' : text]).toEqual([route, expect.toSatisfy((code) => code < 300), '']);
  const reads = await server.query<{ what: string; staff_id: string; subject: string }>(
    'select what, staff_id, subject from staff_reads where id > $1',
    [before?.id],
  );
  const kind = server.app.consoleReads.get(route.replace(' ', ' /api/console'));
  expect(reads).toContainEqual({ what: kind, staff_id: by().person.id, subject: expect.stringMatching(/\S/) });
  expect(reads.map(({ staff_id: staffId }) => staffId)).toEqual(reads.map(() => by().person.id));
});

const readValues = () => readPersonalValues(server.connectionString, 'a secret that only tests know, 32 characters');

test('what all of this logged names claims by their numbers, and nothing else of a claimant', async () => {
  const rows = await server.query<{ text: string }>(
    `select regexp_replace(r::text, 'claim \\d{10}', '', 'g') as text from staff_reads r
     union all select h::text from record_history h`,
  );
  expect(rows.length).toBeGreaterThan(Object.keys(calls).length);
  const text = rows.map((row) => row.text).join('\n');
  expect(text).not.toContain(noticeId);
  expect(findPersonalData(await readValues(), [{ place: 'logs', text }])).toEqual([]);
});

test('routes that log nothing show nothing of a claimant', async () => {
  const values = await readValues();
  const claim = await tab.get(claimPath());
  expect(findPersonalData(values, [{ place: 'a claim', text: claim.text }]).length).toBeGreaterThan(5);
  const parameters: Readonly<Record<string, string>> = {
    '/claims/:number': claimPath(),
    '/exports/:id': `/exports/${ids.export}`,
    '/member-imports/:id': `/member-imports/${ids.import}`,
    '/reports/seals/:position': '/reports/seals/1',
    '/reports/runs/:id': `/reports/runs/${ids.run}`,
    '/claims/newer': '/claims/newer?than=1',
    '/exports/offer': '/exports/offer?list=claims',
    '/reports/:id': `/reports/${ids.report}`,
    '/staff/:id': `/staff/${ids.person}`,
  };
  const texts: { place: string; text: string }[] = [];
  for (const route of routesWith((reads) => reads === 'nothing')) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET') continue;
    const [prefix, start] = Object.entries(parameters).find(([each]) => path.startsWith(each)) ?? ['', ''];
    const { status, text } = await tab.get(`${start}${path.slice(prefix.length)}`);
    texts.push({ place: `${route}: ${status}`, text });
  }
  expect(texts.length).toBeGreaterThan(5);
  expect(findPersonalData(values, texts)).toEqual([]);
  expect(texts.map(({ place }) => place).filter((place) => !/: [23]\d\d$/.test(place))).toEqual([]);
});
