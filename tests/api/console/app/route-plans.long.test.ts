import type { ExportOffer } from '@redress/contract/console/exports';
import { queueReasons } from '@redress/contract/console/review';
import { statusFields } from '@redress/contract/status-page';
import { settlement } from '@redress/content/settlement';
import { cleanUp } from '@redress/server/cleanup';
import { formsOf, readChangedSince } from '@redress/server/console/allocations/read-eligible-claims';
import { writeCursor } from '@redress/server/console/claim-list/list-cursor';
import { recordClusterVerdicts } from '@redress/server/console/integrity/cluster-verdicts';
import { deleteOldObservations } from '@redress/server/console/integrity/delete-observations';
import { runReview } from '@redress/server/console/review/review-job';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { jobKinds, jobLeases } from '@redress/server/platform/jobs/job-leases';
import { findOldestEmail } from '@redress/server/platform/jobs/list-jobs';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { ConsoleTab, signInTab, type StaffTab } from '../../../setup/console.ts';
import {
  type ConsoleRecords,
  createConsoleRecords,
  insertDecidedDispute,
  exportList,
  makeReport,
  pathOf,
} from '../../../setup/console-records.ts';
import { builtIsland } from '../../../setup/fake-page-renderer.ts';
import { publicUrl } from '../../../setup/letters.ts';
import { insertManyRecords } from '../../../setup/many-records.ts';
import { NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { useSiteFolder } from '../../../setup/site-folder.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../../setup/test-server.ts';
import { openWatchedDatabase, type WatchedDatabase } from '../../../setup/watched-database.ts';

/** More than lists count exactly: long and short lists have their own statements, as among millions. */
const claims = 10_500;
const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];

let server: TestServer;
let watched: WatchedDatabase;
let tab: StaffTab;
/** No account holds finance together with the roles of `tab`. */
let finance: StaffTab;
let ids: ConsoleRecords;
/** A claim with tax IDs, documents, checks, notes and calls. */
let number = '';
/** Many claimants and class members who have not filed have this name. */
let lastName = '';
beforeAll(async () => {
  // The scanner cannot be reached, so documents wait for it.
  const clamd = { host: '127.0.0.1', port: 1, maxBytes: 1 };
  server = await startTestServer({ scans: { clamd, pollMilliseconds: 60_000 } });
  started.push(server);
  const { connectionString, now } = server;
  await generateClaims({
    connectionString,
    keys,
    settlement,
    claims,
    members: 1_000,
    add: false,
    onProgress: () => {},
  });
  const staff = await signInTab(server, 'supervisor', 'admin');
  ids = await createConsoleRecords(server, staff);
  await editRows(connectionString, `update claim_documents set scan = 'clean', scanned_at = $1`, [now]);
  await insertManyRecords(connectionString, staff.person.id);
  await insertDecidedDispute(connectionString, ids.claim, staff.person.id);
  const [claim] = await server.query<{ number: string }>(
    `select number from claims join claim_tax_ids on claim_id = id where path <> 'many' order by id offset 50 limit 1`,
  );
  number = claim?.number ?? '';
  const [frequent] = await server.query<{ name: string }>(
    `select member.name from (
       select distinct lower(last_name) as name from class_members
       where not exists (select from claims where claims.notice_id = class_members.notice_id)
     ) as member join claims on lower(split_part(claims.name, ' ', -1)) = member.name
     where member.name ~ '^[a-z]{4,}$' group by 1 order by count(*) desc limit 1`,
  );
  lastName = frequent?.name ?? '';
  watched = await openWatchedDatabase(connectionString);
  started.push(watched);
  const app = await server.buildAnother({ consoleDatabase: watched.database });
  tab = Object.assign(new ConsoleTab(app, staff.person.token), { person: staff.person });
  const { person } = await signInTab(server, 'finance');
  finance = Object.assign(new ConsoleTab(app, person.token), { person });
}, 600_000);
/** Started parts, which are closed even when the rest of the set-up fails. */
const started: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const each of started.toReversed()) await each.close();
});

/** A page of a list, which begins after or before another one. */
async function pageOf(list: string, side: 'after' | 'before'): Promise<string> {
  const join = list.includes('?') ? '&' : '?';
  const page = async (path: string) => (await tab.get<{ next?: string; previous?: string }>(path)).body;
  const second = `${list}${join}after=${(await page(list)).next}`;
  return side === 'after' ? second : `${list}${join}before=${(await page(second)).previous}`;
}

interface Request {
  readonly route: string;
  readonly path: () => Promise<string> | string;
  /** Sent by POST. */
  readonly body?: () => object;
}
/** `GET /route/:id?with=filters`: of the records, or of the generated claim. */
const got = (request: string): Request => ({
  route: request.replace(/\?.*/, ''),
  path: () => pathOf(request, { ...ids, claim: number }),
});
const ofOwnClaim = (route: string): Request => ({ route, path: () => pathOf(route, ids) });
const at = (route: string, path: string | (() => string)): Request => ({
  route,
  path: typeof path === 'string' ? () => path : path,
});
const posted = (path: string, body: () => object): Request => ({ route: `POST ${path}`, path: () => path, body });
const page = (list: string, side: 'after' | 'before'): Request => ({
  route: `GET ${list.replace(/\?.*/, '')}`,
  path: () => pageOf(list, side),
});

/** Asks how many claims are newer than the last generated one. */
const newer = (filter: string): Request => ({
  route: 'GET /claims/newer',
  path() {
    const owner = { list: 'newest claim', staffId: tab.person.id, query: '' };
    return `/claims/newer?than=${writeCursor(keys, owner, [String(claims)])}${filter}`;
  },
});

interface Planned {
  readonly requests: readonly (string | Request)[];
  /** Large tables that they go through, because they ask for a large part of what there is here. */
  readonly all?: readonly string[];
  /** Indexes that each of them uses, among others, in lists and searches. */
  readonly indexes?: readonly string[];
}

/** Requests that go through tables, or use certain indexes. The other routes that read look rows up. */
const planned: readonly Planned[] = [
  {
    requests: [
      'GET /claims',
      'GET /claims?filed-from=2025-06-01&filed-to=2025-06-02',
      'GET /claims?filed-from=2025-06-01&filed-to=2025-06-03&sort=name',
      page('/claims', 'after'),
      page('/claims', 'before'),
    ],
    indexes: ['claim_search_by_filing'],
  },
  { requests: ['GET /claims?sort=-name', page('/claims?sort=name', 'after')], indexes: ['claim_search_by_name'] },
  {
    requests: ['GET /claims?sort=-amount', 'GET /claims?amount-from=5000', page('/claims?sort=-amount', 'before')],
    indexes: ['claim_search_by_amount'],
  },
  { requests: ['GET /claims?sort=number', page('/claims?sort=number', 'before')], indexes: ['claim_search_by_number'] },
  {
    requests: [
      'GET /claims?form=tpp&sort=name',
      'GET /claims?state=Wyoming',
      'GET /claims?language=es',
      'GET /claims?late=yes',
      'GET /claims?documents-missing=yes',
      'GET /claims?status=waiting-documents&sort=-amount',
      page('/claims?language=es', 'after'),
    ],
    indexes: ['claim_search_terms'],
  },
  { requests: [newer(''), newer('&language=es')], indexes: ['claim_search_pkey'] },
  { requests: [posted('/search', () => ({ q: number }))], indexes: ['claims_number'] },
  { requests: [posted('/search', () => ({ q: '100000001' }))], indexes: ['claims_by_notice', 'class_members_pkey'] },
  { requests: [posted('/search', () => ({ q: '12-3456789' }))], indexes: ['claim_tax_ids_by_lookup'] },
  {
    requests: [posted('/search', () => ({ q: lastName }))],
    indexes: ['claim_search_terms', 'claims_by_notice', 'member_search_terms'],
  },
  {
    requests: [posted('/search', () => ({ q: 'gracia 99999' }))],
    indexes: ['name_words_by_letters', 'name_words_by_sound'],
  },
  {
    requests: [
      posted('/members/search', () => ({})),
      posted('/members/search', () => ({ after: '600000200' })),
      posted('/members/search', () => ({ before: '600000500' })),
    ],
    indexes: ['class_members_by_case', 'member_addresses_waiting', 'claims_by_notice'],
  },
  { requests: [posted('/members/search', () => ({ state: 'Ohio' }))], indexes: ['class_members_by_state'] },
  { requests: [posted('/members/search', () => ({ zip: '85001' }))], indexes: ['class_members_by_zip'] },
  { requests: [posted('/members/search', () => ({ q: 'garcia' }))], indexes: ['member_search_terms'] },
  { requests: [posted('/members/search', () => ({ q: memberOf(0).noticeId }))], indexes: ['class_members_pkey'] },
  {
    requests: [posted('/members/search', () => ({ filed: 'yes' })), posted('/members/search', () => ({ filed: 'no' }))],
    all: ['claims', 'class_members'],
    indexes: ['claims_by_notice', 'class_members_pkey'],
  },
  {
    requests: [
      'GET /id-requests',
      'GET /id-requests?state=answered',
      `GET /id-requests?case=${cases[1]}`,
      'GET /exports/offer?list=id-requests',
      page('/id-requests', 'after'),
      page('/id-requests?state=answered', 'before'),
    ],
    indexes: ['id_requests_by_answer'],
  },
  {
    requests: ['GET /id-requests/:id'],
    indexes: ['class_members_by_zip', 'member_search_terms', 'name_words_by_letters', 'name_words_by_sound'],
  },
  {
    requests: ['GET /clusters', page('/clusters', 'after'), page('/clusters', 'before')],
    indexes: ['claim_clusters_by_size'],
  },
  { requests: ['GET /exports/offer?list=claims&query=amount-from%3D5000'], indexes: ['claim_search_by_amount'] },
  {
    requests: [
      'GET /exports/offer?list=access-log',
      posted('/access-log/search', () => ({})),
      posted('/access-log/search', () => ({ before: '30000' })),
      posted('/access-log/search', () => ({ after: '100' })),
      posted('/access-log/search', () => ({ from: '2026-01-01', to: '2099-12-31' })),
    ],
    indexes: ['access_log_pkey'],
  },
  { requests: [posted('/access-log/search', () => ({ person: tab.person.id }))], indexes: ['access_log_by_staff'] },
  { requests: [posted('/access-log/search', () => ({ what: 'reveal' }))], indexes: ['access_log_by_what'] },
  { requests: [posted('/access-log/search', () => ({ q: number }))], indexes: ['access_log_by_shown'] },
  { requests: [posted('/access-log/search', () => ({ q: 'garcia' }))], indexes: ['access_log_by_search'] },
  {
    requests: ['GET /claims/:number', 'GET /claims/:number/look', ofOwnClaim('GET /claims/:number/bundle.zip')],
    all: ['cluster_verdicts'],
  },
  { requests: ['GET /claims/:number/integrity'], all: ['cluster_verdicts'] },
  { requests: [`GET /integrity-fairness?case=${cases[0]}`], all: ['claim_verdicts', 'claims', 'claim_tax_ids'] },
  { requests: ['GET /exports/offer?list=members'], all: ['class_members'] },
  { requests: ['GET /letters', 'GET /letters?status=mailed'], indexes: ['letters_by_time'] },
  { requests: [ofOwnClaim('GET /claims/:number/letters')], indexes: ['letters_of_claim'] },
  { requests: ['GET /funds', 'GET /funds/:id'], indexes: ['approvals_of_ledger'] },
  { requests: ['GET /funds/:id/journal', 'GET /funds/:id/orders/:order'] },
  {
    requests: [
      'GET /allocations',
      'GET /allocations/:id',
      at('GET /allocations/:id/changes', () => `/allocations/${ids.allocation}/changes?from=${ids.allocation}`),
      'GET /allocations/:id/allocation.csv',
      'GET /allocations/:id/report.pdf',
      'GET /allocations/:id/report.xlsx',
    ],
  },
  {
    requests: ['GET /allocations/:id/open-claims'],
    indexes: ['claim_review_undecided'],
    all: ['claims', 'claim_review', 'claim_search', 'letters'],
  },
  { requests: ['GET /letters/:id', 'GET /letters/:id/letter.pdf'], indexes: ['letters_pkey'] },
  { requests: ['GET /letter-batches', 'GET /letter-batches/:id'], indexes: ['letters_unconfirmed'] },
  { requests: ['GET /letter-batches/:id/letters.zip', 'GET /letter-batches/:id/letters.pdf'] },
  { requests: ['GET /returned-letters'], indexes: ['letters_that_came_back'] },
  { requests: ['GET /bounces'], indexes: ['letters_by_status'] },
  { requests: [`GET /letter-addresses/addresses.csv?case=${cases[0]}`], indexes: ['letters_by_status'] },
];
const requests = planned.flatMap(({ requests: ofPlan, ...plan }) =>
  ofPlan.map((each) => ({ ...plan, ...(typeof each === 'string' ? got(each) : each) })),
);

/** Every request looks its session up. What is counted is folded into few rows, which are read as a whole. */
const always = 'staff_sessions_pkey';
const counts = 'claim_counts';

/** The indexes of large tables that were used, and which tables were read as a whole. */
function describeScans() {
  const scans = watched.takeScans().filter(({ table }) => table !== counts);
  const names = (values: readonly (string | undefined)[]) =>
    [...new Set(values)].flatMap((name) => name ?? []).toSorted();
  return {
    indexes: names(scans.map(({ index }) => index)).filter((index) => index !== always),
    all: names(scans.map(({ table, isWhole }) => (isWhole ? table : undefined))),
  };
}

async function expectPlan({ path, body, indexes = [], all = [] }: (typeof requests)[number]): Promise<void> {
  const address = await path();
  watched.takeScans();
  const by = address.startsWith('/funds') ? finance : tab;
  const { status } = await (body ? by.post(address, body()) : by.get(address));
  expect([address, status]).toEqual([address, expect.toSatisfy((code) => code < 400)]);
  const scans = describeScans();
  expect([address, scans.indexes]).toEqual([address, expect.arrayContaining([...indexes])]);
  expect([address, scans.all.filter((table) => !all.includes(table))]).toEqual([address, []]);
}

test.each(requests.map((each, index) => ({ ...each, name: `${each.route}, request ${index + 1}` })))(
  '$name uses its indexes, and goes through no large table or index',
  expectPlan,
);

/** The routes that read and are not in `planned`. */
function listOtherRequests(): Request[] {
  const special = [
    'GET /oidc/callback?state=none',
    `GET /review/reviewers?case=${cases[0]}`,
    `GET /integrity-sample?case=${cases[0]}`,
    'GET /exports/offer?list=claims',
    at('GET /reports/seals/:position', '/reports/seals/1'),
    at('GET /id-letters/:id/letters.csv', '/id-letters/1/letters.csv'),
    at('GET /staff/:id/sessions', `/staff/${tab.person.id}/sessions`),
    at('GET /dashboard/waiting/:what', '/dashboard/waiting/scan'),
    at('GET /dashboard/waiting/:what', '/dashboard/waiting/data-check'),
    ofOwnClaim('GET /claims/:number/receipt.pdf'),
    ofOwnClaim('GET /claims/:number/receipt-mail'),
    ofOwnClaim('GET /claims/:number/documents/:id'),
    ofOwnClaim('GET /claims/:number/documents/:id/preview'),
  ].map((each) => (typeof each === 'string' ? got(each) : each));
  const tried = new Set([...requests, ...special].map(({ route }) => route));
  const reading = [...server.app.consoleRoutes.keys()]
    .map((route) => route.replace('/api/console', ''))
    .filter((route) => route.startsWith('GET ') || route.endsWith('/search'));
  return [...special, ...reading.filter((route) => !tried.has(route)).map(got)];
}

test('every other route that reads goes through no large table or index', async () => {
  const others = listOtherRequests();
  expect(new Set([...requests, ...others].map(({ route }) => route)).size).toBeGreaterThan(90);
  for (const each of others) await expectPlan(each);
});

test.each([
  { queue: {}, indexes: ['claim_search_to_review'] },
  { queue: { order: 'newest' }, indexes: ['claim_search_to_review'] },
  { queue: { order: 'amount' }, indexes: ['claim_search_to_review_by_amount'] },
  { queue: { reason: 'late' }, indexes: ['claim_search_to_review_late'] },
  { queue: { reason: 'none' }, indexes: ['claim_search_to_review_unremarkable'] },
  { queue: { mine: true }, indexes: ['claim_search_assigned'] },
  { queue: { mine: true, order: 'amount' }, indexes: ['claim_search_assigned_by_amount'] },
])('the next claim of the queue $queue is found by its index', async ({ queue, indexes }) => {
  watched.takeScans();
  const { status, text } = await tab.post('/review/next', { queue, skip: [] });
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"number":("\d+"|null)/)]);
  const scans = describeScans();
  expect(scans.indexes).toEqual(expect.arrayContaining(indexes));
  expect(scans.all).toEqual([]);
  const { number } = JSON.parse(text);
  if (number !== null) await tab.delete(`/claims/${number}/lease`);
});

const jobs = ['exports_due', 'exports_of_staff', 'exports_pkey', 'record_history_pkey'];
test.each([
  {
    list: 'claims',
    all: ['claim_corrections', 'claim_review', 'claims'],
    indexes: [
      'claim_corrections_claim_id_position_key',
      'claim_corrections_withdraws_key',
      'claim_decisions_pkey',
      'claim_review_pkey',
      'claim_search_pkey',
      'claims_pkey',
      'class_members_pkey',
      'letters_by_status',
      'letters_of_claim',
      'letters_pkey',
      'member_addresses_of_member',
    ],
  },
  {
    list: 'members',
    all: ['class_members'],
    indexes: ['claims_by_notice', 'class_members_pkey', 'member_addresses_of_member'],
  },
  { list: 'id-requests', all: [], indexes: ['id_request_answers_pkey', 'id_requests_by_answer', 'id_requests_pkey'] },
  { list: 'access-log', all: [], indexes: ['access_log_pkey'] },
])('an export of the list $list reads batches by their indexes', async ({ list, all, indexes }) => {
  const offer = (await tab.get<ExportOffer>(`/exports/offer?list=${list}`)).body;
  const columns = offer.columns.filter(({ kind }) => kind !== 'tax-ids').map(({ key }) => key);
  watched.takeScans();
  await exportList(server, tab, list, columns, watched.database);
  const scans = describeScans();
  expect(scans.indexes).toEqual([...jobs, ...indexes].toSorted());
  expect(scans.all.filter((table) => !all.includes(table))).toEqual([]);
});

test('a report counts claims in the order of their IDs', async () => {
  watched.takeScans();
  await makeReport(server, tab, watched.database);
  const { all, indexes } = describeScans();
  // A chunk has half of the claims here, so PostgreSQL goes through the history. Class members are
  // counted once, with the imports that were taken back.
  const counted = ['claim_history', 'class_members', 'member_imports'];
  expect(all.filter((table) => !counted.includes(table))).toEqual([]);
  expect(indexes).toEqual(expect.arrayContaining(['claims_pkey', 'claim_history_pkey', 'report_counts_pkey']));
});

test('a long history that was never sealed is sealed in the order of its IDs', async () => {
  for (const table of ['newest_seal', 'history_seals'])
    await editRows(server.connectionString, `delete from ${table}`, []);
  watched.takeScans();
  const seals = await sealHistory({ database: watched.database, keys, now: () => server.now });
  expect(seals.length).toBeGreaterThan(1);
  const scans = watched.takeScans().filter(({ table }) => table === 'claim_history');
  expect(new Set(scans.map(({ index }) => index))).toEqual(new Set(['claim_history_by_id']));
});

/** Claimants sign in to the status page without a script. */
const siteFolder = useSiteFolder({
  'index.html': 'home',
  '404.html': 'not found',
  'es/404.html': 'no se encuentra',
  'status/index.html': builtIsland('status'),
});

/** An index that backs a foreign key begins with its columns. */
const selectIndexes = `
  select relname as name, indisunique as "isUnique",
    exists (
      select from pg_constraint where contype = 'f' and conrelid = indrelid
        and conkey <@ (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(conkey)]
    ) as "isOfForeignKey"
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid)`;

type Use = [name: string, run: () => Promise<unknown>];

/** The console's routes, and the jobs and commands whose statements use other indexes. */
async function listUses({ database }: WatchedDatabase): Promise<Use[]> {
  const app = await server.buildAnother({ database, consoleDatabase: database, siteFolder });
  const tabOf = (person: StaffTab['person']) => new ConsoleTab(app, person.token);
  const [own, ofFinance] = [tabOf(tab.person), tabOf(finance.person)];
  const { store, uploadFolder, log, now } = server;
  const context = { database, settlement, keys, store, uploadFolder, log, publicUrl, now: () => now, isScanned: true };
  const later = { ...context, now: () => new Date(Date.UTC(2099, 0)) };
  const expectDone = async (answer: Promise<{ readonly status: number; readonly text: string }>) => {
    const { status, text } = await answer;
    expect([status, text]).toEqual([expect.toSatisfy((code) => code < 400), text]);
    return text;
  };
  return [
    ...[...requests, ...listOtherRequests()].map(({ route, path, body }): Use => [
      route,
      async () => {
        const address = await path();
        const by = address.startsWith('/funds') ? ofFinance : own;
        await expectDone(body ? by.post(address, body()) : by.get(address));
      },
    ]),
    ...[{}, { order: 'amount' }, ...queueReasons.map((reason) => ({ reason }))]
      .flatMap((queue) => [queue, { ...queue, mine: true }])
      .map((queue): Use => [
        'POST /review/next',
        async () => {
          const { number } = JSON.parse(await expectDone(own.post('/review/next', { queue, skip: [] })));
          if (number !== null) await own.delete(`/claims/${number}/lease`);
        },
      ]),
    [
      'sign-in by letter',
      () => {
        const more = [[statusFields.form, 'letter'] as const];
        const typed = { letterCode: '00000000', zip: '85001' };
        return new NoScriptBrowser(app, '192.0.2.1').postForm('/status', typed, { more });
      },
    ],
    ...jobKinds.map((kind): Use => [
      `job: ${kind}`,
      () => jobLeases(database, kind).leaseNext({ holder: randomUUID(), until: now }, now),
    ]),
    ['job: review', () => runReview(context)],
    ['job: cluster verdicts', () => recordClusterVerdicts(context)],
    ...settlement.funds.map((fund): Use => [
      'job: allocation',
      () => readChangedSince(database, fund, formsOf(fund, settlement), { lastEntry: '1' }),
    ]),
    ['metrics', () => findOldestEmail(database)],
    ['documents_to_review', () => sql`select * from documents_to_review`.execute(database)],
    ['cleanup', () => cleanUp(context)],
    ['cleanup', () => deleteOldObservations(later)],
  ];
}

test('each index is used by the route or job that docs/indexes.md names, unless a constraint needs it', async () => {
  const small = await openWatchedDatabase(server.connectionString, 'small');
  started.push(small);
  const uses = new Map<string, Set<string>>();
  for (const each of [watched, small])
    for (const [use, run] of await listUses(each)) {
      each.takeScans();
      await run();
      for (const { index, isWhole } of each.takeScans()) {
        if (index === undefined || isWhole) continue;
        uses.set(index, (uses.get(index) ?? new Set()).add(use));
      }
    }
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/indexes.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \| [^|]* \| (.*?) \|/gm)];
  const named = new Map(documented.map(([, name = '', use = '']) => [name, use.replaceAll('`', '')]));
  const indexes = await server.query<{ name: string; isUnique: boolean; isOfForeignKey: boolean }>(selectIndexes);
  const wrong = indexes.flatMap(({ name, isUnique, isOfForeignKey }) => {
    const use = named.get(name) ?? '';
    const isRight =
      uses.get(name)?.has(use) || (use === 'uniqueness' && isUnique) || (use === 'foreign key' && isOfForeignKey);
    return isRight ? [] : [{ name, use, uses: [...(uses.get(name) ?? [])] }];
  });
  expect(wrong).toEqual([]);
});
