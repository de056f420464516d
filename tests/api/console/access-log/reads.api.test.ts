import { randomUUID } from 'node:crypto';
import type { ClaimList } from '@redress/contract/console/claim-list';
import { settlement } from '@redress/content/settlement';
import { beforeAll, expect, test } from 'vitest';
import { findPersonalData } from '../../../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../../../personal-data/read-personal-values.ts';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { mailByPostOf } from '../../../setup/letters.ts';
import { queueLetter } from '../../../setup/postal-letters.ts';
import {
  type ConsoleRecords,
  createConsoleRecords,
  insertDecidedDispute,
  pathOf,
} from '../../../setup/console-records.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';

let tab: StaffTab;
/** Cannot correct addresses: asks for it. */
let caller: StaffTab;
let reviewer: StaffTab;
/** The records that the routes below show. */
let ids: ConsoleRecords;
let letters = '';
/** Of a letter that was mailed. */
let letterId = '';
const noticeId = memberOf(0).noticeId;
const caseId = settlement.claimForms[0]?.caseId ?? '';

const server = useTestServer({ members: 6 });
beforeAll(async () => {
  tab = await signInTab(server, 'supervisor', 'admin');
  caller = await signInTab(server, 'call-center');
  reviewer = await signInTab(server, 'reviewer');
  ids = await createConsoleRecords(server, tab);
  letterId = (await queueLetter(server, ids.claim)).code;
  await mailByPostOf(server, ids.claim, '2025-07-01');
  await insertDecidedDispute(server.connectionString, ids.claim, tab.person.id);
});

interface Call {
  readonly by?: () => StaffTab;
  /** Instead of the route’s own path for the records. */
  readonly path?: () => string;
  readonly body?: () => object;
  /** The record whose version the request names. */
  readonly seen?: () => string;
}

const newAddress = { street: '9 New Road', city: 'Dayton', state: 'Ohio', zip: '45402', source: 'call', reason: 'x' };
const claimPath = () => `/claims/${ids.claim}`;
const memberPath = () => `/members/${noticeId}`;

/**
 * A request to each route that shows personal data, in the order in which they are sent. A route
 * that is not here fails the first test.
 */
const calls: Readonly<Record<string, Call>> = {
  'POST /access-log/search': {},
  'POST /search': { body: () => ({ q: 'doe' }) },
  'GET /allocations/:id/allocation.csv': {},
  'GET /allocations/:id/open-claims': {},
  'GET /allocations/:id/report.pdf': {},
  'GET /allocations/:id/report.xlsx': {},
  'GET /claims': {},
  'GET /claims/:number': {},
  'GET /claims/:number/review': {},
  'GET /claims/:number/related': {},
  'GET /claims/:number/look': {},
  'GET /claims/:number/letters': {},
  'GET /claims/:number/data-checks': { path: () => `/claims/${ids.payor}/data-checks` },
  'GET /claims/:number/documents/:id': {},
  'GET /claims/:number/documents/:id/preview': {},
  'GET /claims/:number/receipt.pdf': {},
  'GET /claims/:number/receipt-mail': {},
  'POST /claims/:number/tax-ids/reveal': {
    path: () => `/claims/${ids.payor}/tax-ids/reveal`,
    body: () => ({ path: ids.taxIdPath, reason: 'a call of the payor' }),
  },
  'POST /members/search': {},
  'GET /members/:noticeId': {},
  'POST /members/:noticeId/addresses': { by: () => caller, body: () => newAddress, seen: memberPath },
  'POST /members/:noticeId/notes': { by: () => caller, body: () => ({ id: randomUUID(), topic: null, text: 'x' }) },
  'GET /members/waiting-addresses': {},
  'POST /members/:noticeId/addresses/:addressId/decision': {
    body: () => ({ decision: 'declined', reason: 'x' }),
    seen: memberPath,
  },
  'GET /id-requests': {},
  'GET /id-requests/:id': {},
  'POST /id-requests/:id/answers': {
    by: () => reviewer,
    body: () => ({ answer: 'matched', noticeId, note: '' }),
    seen: () => `/id-requests/${ids.request}`,
  },
  'GET /id-letters/:id/letters.csv': { path: () => `/id-letters/${letters}/letters.csv` },
  'GET /member-imports/:id/bad-rows.csv': {},
  'GET /claims/:number/integrity': {},
  'GET /neutral-marks': {},
  'GET /clusters/:id': {},
  'GET /cluster-verdicts/:id': {},
  'GET /exports/:id/file': {},
  'GET /dashboard/waiting/:what': { path: () => '/dashboard/waiting/scan' },
  'GET /quality/:id': {},
  'GET /claims/:number/bundle.zip': {},
  'GET /disputes': {},
  'GET /letters': {},
  'GET /letters/:id': {},
  'GET /letters/:id/letter.pdf': {},
  'POST /letters/preview': { body: () => ({ caseId, kind: 'deficiency' }) },
  'GET /letter-batches/:id/letters.zip': {},
  'GET /letter-batches/:id/letters.pdf': {},
  'GET /letter-addresses/addresses.csv': { path: () => `/letter-addresses/addresses.csv?case=${caseId}` },
  'POST /letter-addresses': {
    body: () => ({ id: letterId, source: 'call', lines: ['Jane Doe', '9 Elm', 'Ada, OH 45810'] }),
  },
  'POST /returned-letters': { body: () => ({ id: letterId, reason: 'moved' }) },
  'GET /bounces': {},
  'GET /bulk/:id/claims': {},
  'GET /rules/runs/:id/claims': {},
  'GET /reports/:id/report.pdf': {},
  'GET /reports/:id/report.xlsx': {},
};

const routesWith = (wanted: (reads: string) => boolean): string[] =>
  [...server.app.consoleReads].filter(([, reads]) => wanted(reads)).map(([route]) => route.replace('/api/console', ''));

test('the table above names every route of the console that shows personal data', () => {
  expect(Object.keys(calls).toSorted()).toEqual(routesWith((reads) => reads !== 'nothing').toSorted());
});

test('each of them logs who saw what before it answers', async () => {
  for (const [route, { by = () => tab, path = () => pathOf(route, ids), body, seen }] of Object.entries(calls)) {
    if (route.startsWith('GET /id-letters'))
      letters = (await tab.post<{ id: string }>('/id-letters', { caseId })).body.id;
    const version = seen && (await tab.get<{ version: string | number }>(seen())).body.version;
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
    const [before] = await server.query<{ id: string }>('select coalesce(max(id), 0) as id from access_log');
    const { status, text } = route.startsWith('POST')
      ? await by().post(path(), body?.() ?? {}, headers)
      : await by().get(path(), headers);
    expect([route, status, status < 300 ? '' : text]).toEqual([route, expect.toSatisfy((code) => code < 300), '']);
    const reads = await server.query<{ what: string; staff_id: string; subject: string }>(
      'select what, staff_id, subject from access_log where id > $1',
      [before?.id],
    );
    const what = server.app.consoleReads.get(route.replace(' ', ' /api/console'));
    const expected = { what, staff_id: by().person.id, subject: expect.stringMatching(/\S/) };
    expect([route, reads]).toEqual([route, expect.arrayContaining([expected])]);
    expect(new Set(reads.map((read) => read.staff_id))).toEqual(new Set([by().person.id]));
  }
});

const readValues = () => readPersonalValues(server.connectionString, 'a secret that only tests know, 32 characters');

test('what all of this logged names claims by their numbers, and nothing else of a claimant', async () => {
  const rows = await server.query<{ text: string }>(
    `select regexp_replace(r::text, 'claim \\d{10}', '', 'g') as text from access_log r
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
  /** Query strings that these routes also need. */
  const more: Readonly<Record<string, string>> = {
    '/claims/newer': `?than=${(await tab.get<ClaimList>('/claims')).body.newest}`,
    '/review/reviewers': `?case=${caseId}`,
    '/exports/offer': '?list=claims',
    '/allocations/:id/changes': `?from=${ids.allocation}`,
    '/integrity-sample': `?case=${caseId}`,
    '/integrity-fairness': `?case=${caseId}`,
  };
  const texts: { place: string; text: string }[] = [];
  for (const route of routesWith((reads) => reads === 'nothing')) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET') continue;
    const address = pathOf(route, ids).replace('/staff/:id', `/staff/${tab.person.id}`).replace(':position', '1');
    const by = path.startsWith('/funds') ? await signInTab(server, 'finance') : tab;
    const { status, text } = await by.get(`${address}${more[path] ?? ''}`);
    texts.push({ place: `${route}: ${status}`, text });
  }
  expect(texts.length).toBeGreaterThan(5);
  expect(findPersonalData(values, texts)).toEqual([]);
  expect(texts.map(({ place }) => place).filter((place) => !/: [23]\d\d$/.test(place))).toEqual([]);
});
