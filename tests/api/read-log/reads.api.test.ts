import { settlement } from '@redress/content/settlement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPersonalData } from '../../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../../personal-data/read-personal-values.ts';
import { signInTab, type StaffTab } from '../../setup/console.ts';
import { type ConsoleRecords, createConsoleRecords } from '../../setup/console-records.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let tab: StaffTab;
/** Cannot correct addresses: asks for it. */
let caller: StaffTab;
let reviewer: StaffTab;
/** What the routes below show. */
let ids: ConsoleRecords;
let letters = '';
const noticeId = memberOf(0).noticeId;
const caseId = settlement.claimForms[0]?.caseId ?? '';

beforeAll(async () => {
  server = await startTestServer({ members: 6 });
  tab = await signInTab(server, 'supervisor', 'admin');
  caller = await signInTab(server, 'call-center');
  reviewer = await signInTab(server, 'reviewer');
  ids = await createConsoleRecords(server, tab);
});
afterAll(() => server.close());

interface Call {
  readonly by?: () => StaffTab;
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
  'GET /claims/:number/review': { path: () => `${claimPath()}/review` },
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
  'GET /id-letters/:id/letters.csv': { path: () => `/id-letters/${letters}/letters.csv` },
  'GET /member-imports/:id/bad-rows.csv': { path: () => `/member-imports/${ids.import}/bad-rows.csv` },
  'GET /claims/:number/integrity': { path: () => `${claimPath()}/integrity` },
  'GET /neutral-marks': { path: () => '/neutral-marks' },
  'GET /clusters/:id': { path: () => `/clusters/${ids.cluster}` },
  'GET /cluster-verdicts/:id': { path: () => `/cluster-verdicts/${ids.clusterVerdict}` },
  'POST /exports': {
    method: 'POST',
    path: () => '/exports',
    body: () => ({ list: 'claims', query: '', format: 'csv', columns: ['number'] }),
  },
  'GET /exports/:id/file': { path: () => `/exports/${ids.export}/file` },
  'GET /dashboard/waiting/:what': { path: () => '/dashboard/waiting/scan' },
  'GET /quality/:id': { path: () => `/quality/${ids.sample}` },
  'GET /bulk/:id/claims': { path: () => `/bulk/${ids.bulk}/claims` },
  'GET /reports/:id/report.pdf': { path: () => `/reports/${ids.report}/report.pdf` },
  'GET /reports/:id/report.xlsx': { path: () => `/reports/${ids.report}/report.xlsx` },
};

const routesWith = (wanted: (reads: string) => boolean): string[] =>
  [...server.app.consoleReads].filter(([, reads]) => wanted(reads)).map(([route]) => route.replace('/api/console', ''));

test('the table above names every route of the console that shows personal data', () => {
  expect(Object.keys(calls).toSorted()).toEqual(routesWith((reads) => reads !== 'nothing').toSorted());
});

test.each(Object.keys(calls))('%s logs who saw what before it answers', async (route) => {
  if (route.startsWith('GET /id-letters'))
    letters = (await tab.post<{ id: string }>('/id-letters', { caseId })).body.id;
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
    '/rules/runs/:id': `/rules/runs/${ids.ruleRun}`,
    '/rules/:id': `/rules/${ids.rule}`,
    '/bulk/options': '/bulk/options',
    '/bulk/:id': `/bulk/${ids.bulk}`,
    '/reports/runs/:id': `/reports/runs/${ids.run}`,
    '/claims/newer': '/claims/newer?than=1',
    '/review/reviewers': `/review/reviewers?case=${settlement.claimForms[0]?.caseId}`,
    '/exports/offer': '/exports/offer?list=claims',
    '/reports/:id': `/reports/${ids.report}`,
    '/staff/:id': `/staff/${tab.person.id}`,
    '/integrity-sample': `/integrity-sample?case=${caseId}`,
    '/integrity-drift': `/integrity-drift?case=${caseId}`,
    '/integrity-fairness': `/integrity-fairness?case=${caseId}`,
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
