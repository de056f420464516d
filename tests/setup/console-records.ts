import type { Export } from '@redress/contract/console/exports';
import type { ReportRun } from '@redress/contract/console/reports';
import { settlement } from '@redress/content/settlement';
import { exportJobs } from '@redress/server/console/exports/export-jobs';
import { startReports } from '@redress/server/console/reports/report-jobs';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { randomUUID } from 'node:crypto';
import { logInBrowser } from './browser.ts';
import { computeScenario } from './allocations.ts';
import { signInTab, type StaffTab } from './console.ts';
import { fillSearchOf } from './fill-search.ts';
import { fund } from './funds.ts';
import { makeBatch, queueLetter, writeBatch } from './postal-letters.ts';
import { insertIdRequest } from './id-requests.ts';
import { companyAnswers, fileTpp, openForm } from './sample-claims.ts';
import { runJobsUntil } from './run-jobs.ts';
import { editRows } from './test-database.ts';
import { fileCluster } from './suspicious-claims.ts';
import { keys, memberOf, type TestServer } from './test-server.ts';
import { pdf } from './uploads.ts';

/** Claims have their numbers here, other records their IDs. */
export interface ConsoleRecords {
  /** The claim has a document. */
  readonly claim: string;
  readonly document: string;
  /** The claim has a tax ID. */
  readonly payor: string;
  readonly taxIdPath: string;
  readonly request: string;
  readonly import: string;
  readonly export: string;
  readonly run: string;
  readonly report: string;
  readonly rule: string;
  readonly ruleRun: string;
  /** The ID of an action on many claims. */
  readonly bulk: string;
  /** The sample of decisions is empty. */
  readonly sample: string;
  /** A letter about the claim. */
  readonly letter: string;
  /** The cluster has linked claims. */
  readonly cluster: string;
  /** `tab` reviews a sample of this cluster. */
  readonly clusterVerdict: string;
  /** A batch with a letter by post about the claim. */
  readonly letterBatch: string;
  /** A report of a mail server that names no letter. */
  readonly bounce: string;
  readonly fund: string;
  /** An order of the court about the fund. */
  readonly order: string;
  /** A scenario of the fund. */
  readonly allocation: string;
}

/** Makes one record of each kind that the console shows, like claimants and staff. */
export async function createConsoleRecords(server: TestServer, tab: StaffTab): Promise<ConsoleRecords> {
  const browser = await logInBrowser(server.app, memberOf(0));
  const claim = (await browser.fileClaim()).body.claimNumber;
  await browser.upload(claim, [{ name: 'Jane’s bill.pdf', bytes: pdf(2_000) }]);
  const payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  const { id: cluster } = await fileCluster(server, 7);
  const [document] = await server.query<{ id: string }>('select id from claim_documents');
  const [taxId] = await server.query<{ path: string }>(
    'select path from claim_tax_ids join claims on claims.id = claim_id where number = $1',
    [payor],
  );
  await fillSearchOf(server);
  const request = await insertIdRequest(server.query, { caseId: cases[0] ?? '', at: server.now });
  const importing = { fileName: 'members.csv', size: 10, skipBad: true };
  return {
    claim,
    document: document?.id ?? '',
    payor,
    taxIdPath: taxId?.path ?? '',
    request,
    import: (await tab.post<{ id: string }>('/member-imports', importing)).body.id,
    export: await exportList(server, tab, 'claims', ['number', 'name']),
    ...(await makeReport(server, tab)),
    ...(await makeRule(tab, claim)),
    sample: await insertSample(server, tab),
    letter: await insertLetter(server, claim),
    cluster,
    ...(await makeLetters(server, tab, claim)),
    fund: fund.id,
    order: await insertOrder(server, tab),
    allocation: (await computeScenario(server, await signInTab(server, 'finance'))).id,
    clusterVerdict: (await tab.post<{ id: string }>(`/clusters/${cluster}/verdicts`, { id: randomUUID() })).body.id,
  };
}

const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];

/** Fills in a route of the console for these records, such as `/claims/:number/documents/:id`. */
export function pathOf(route: string, ids: ConsoleRecords): string {
  const path = route.replace(/^\w+ /, '').replace('/api/console', '');
  const idOf: Readonly<Record<string, string>> = {
    claims: ids.claim,
    documents: ids.document,
    members: memberOf(0).noticeId,
    addresses: '1',
    'member-imports': ids.import,
    'id-requests': ids.request,
    exports: ids.export,
    reports: ids.report,
    rules: ids.rule,
    runs: path.startsWith('/rules') ? ids.ruleRun : ids.run,
    bulk: ids.bulk,
    quality: ids.sample,
    letters: ids.letter,
    clusters: ids.cluster,
    'cluster-verdicts': ids.clusterVerdict,
    'letter-batches': ids.letterBatch,
    bounces: ids.bounce,
    funds: ids.fund,
    orders: ids.order,
    allocations: ids.allocation,
  };
  return path.replaceAll(/\/([\w-]+)\/:\w+/g, (all, list: string) => {
    const id = idOf[list];
    return id === undefined ? all : `/${list}/${id}`;
  });
}

const reason = 'A test';
const address = { street: '9 New Road', city: 'Dayton', state: 'Ohio', zip: '45402', source: 'call', reason };
const correction = { id: randomUUID(), field: 'city', value: 'Tucson', source: 'call', documentId: null, note: reason };
export const rule = { outcome: 'queue', conditions: [{ fact: 'language', oneOf: ['en'] }] };

/** Routes that change a record need these bodies. Others need none. */
export const bodies: Readonly<Record<string, unknown>> = {
  'POST /rules/:id/versions': rule,
  'POST /rules/runs/:id/release': { reason },
  'POST /claims/:number/tax-ids/reveal': { path: 'tin', reason },
  'POST /claims/:number/notes': { id: randomUUID(), text: reason },
  'POST /claims/:number/calls': { id: randomUUID(), topic: 'other', text: reason },
  'POST /claims/:number/decisions': { id: randomUUID(), outcome: 'deny', reasons: ['fraud'] },
  'POST /claims/:number/cure': { reason },
  'POST /claims/:number/reopen': { reason },
  'POST /claims/:number/withdraw': { reason },
  'POST /claims/:number/void': { reason },
  'POST /claims/:number/assignment': { to: null },
  'POST /claims/:number/corrections': correction,
  'POST /claims/:number/corrections/:id/withdrawal': { id: randomUUID(), reason },
  'POST /claims/:number/verdicts': { id: randomUUID(), verdict: 'genuine', reason },
  'POST /claims/:number/neutral-marks': { id: randomUUID(), kind: 'shared-place', reason },
  'POST /quality/:id/reviews/:position': { outcome: 'deny', reasons: ['fraud'], note: '' },
  'POST /quality/:id/reviews/:position/settlement': { verdict: 'upheld', note: reason },
  'POST /clusters/:id/verdicts': { id: randomUUID() },
  'POST /cluster-verdicts/:id/request': { verdict: 'machine', reason },
  'POST /members/:noticeId/notes': { id: '00000000-0000-4000-8000-00000000000a', topic: null, text: 'x' },
  'POST /members/:noticeId/addresses': address,
  'POST /members/:noticeId/addresses/:addressId/decision': { decision: 'confirmed', reason },
  'PATCH /member-imports/:id': Buffer.from('x'),
  'POST /letter-batches/:id/mailed': { mailedOn: '2025-07-01' },
  'POST /bounces/:id/decision': { letter: null },
  'POST /allocations/:id/freeze': { reason },
  'POST /funds/:id/entries': {
    id: randomUUID(),
    kind: 'contribution',
    amount: '1',
    bank: 'escrow',
    effectiveOn: '2025-06-30',
    reason,
  },
  'POST /funds/:id/transactions/:transaction/reversal': { id: randomUUID(), effectiveOn: '2025-06-30', reason },
  'POST /id-requests/:id/answers': { answer: 'no-match', note: reason },
};

/** Inserts an email about a claim that was sent. Returns its ID. */
export async function insertLetter(server: TestServer, claim: string, code = 'K7M9Q2XR4*'): Promise<string> {
  const content = {
    lang: 'en-US',
    siteName: 'Site',
    returnAddress: [],
    statusPage: '',
    phone: '',
    date: '',
    reference: claim,
  };
  const [row] = await server.query<{ id: string }>(
    `insert into letters (code, claim_id, kind, template_version, language, content, channel, email, status, queued_at, mailed_on, due_at)
     select $4, id, 'approved', 1, 'en', $2, 'email', 'jane@example.com', 'sent', $3::timestamptz - interval '1 day', '2025-07-01', $3::timestamptz
     from claims where number = $1 returning id`,
    [claim, { ...content, subject: 'Your claim', body: ['We approved it.'] }, server.now, code],
  );
  return row?.id ?? '';
}

/** Puts a letter about a claim into a batch, and writes its files. */
async function makeLetters(server: TestServer, tab: StaffTab, number: string) {
  await queueLetter(server, number);
  const letterBatch = await makeBatch(tab, cases[0]);
  await writeBatch(server, tab, letterBatch);
  const [bounce] = await server.query<{ id: string }>(
    `insert into bounce_reports (received_at, sha256, sender, subject, excerpt)
     values ($1, sha256('report'), 'postmaster@example.net', 'failure notice', 'Hi') returning id`,
    [server.now],
  );
  return { letterBatch, bounce: bounce?.id ?? '' };
}

/** Inserts a court order, which has no data of claimants. Returns its ID. */
async function insertOrder(server: TestServer, tab: StaffTab): Promise<string> {
  const [row] = await server.query<{ id: string }>(
    `insert into court_orders (fund_id, name, pdf, sha256, uploaded_by, uploaded_at)
     values ($1, 'order.pdf', '%PDF', sha256('%PDF'), $2, $3) returning id`,
    [fund.id, tab.person.id, server.now],
  );
  return row?.id ?? '';
}

/** Adds a dispute about a claim, in which another decision was made. */
export const insertDecidedDispute = (connectionString: string, number: string, staffId: string) =>
  editRows(
    connectionString,
    `with decision as (
       insert into claim_decisions (id, claim_id, at, staff_id, outcome, reasons, note, source)
       select gen_random_uuid(), id, now(), $2, outcome, '{}', '', 'reviewer'
       from claims, unnest('{deny,approve}'::text[]) as outcome where number = $1 returning *
     ), dispute as (
       insert into disputes (id, claim_id, decision_id, filed_at, channel, grounds, statement, documents, late)
       select gen_random_uuid(), claim_id, id, now(), 'website', '{amount}', 'No.', '{}', false from decision where outcome = 'deny' returning *
     ), entries as (
       insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
       select claim_id, place + (select max(position) from claim_history where claim_history.claim_id = dispute.claim_id),
         now(), kind, details, sha256('before'), sha256('entry')
       from dispute cross join lateral (values
         (1, 'dispute-filed',
           jsonb_build_object('disputeId', dispute.id, 'decisionId', decision_id, 'channel', channel, 'late', late)),
         (2, 'decision-released', jsonb_build_object(
           'decisionId', (select id from decision where outcome = 'approve'), 'from', 'proposed', 'to', 'approved'))
       ) entry (place, kind, details)
     )
     insert into claim_review (claim_id, case_id, status, decision_id)
     select claim_id, case_id, 'approved', decision.id from decision join claims on claims.id = claim_id where outcome = 'approve'
     on conflict (claim_id) do update set status = 'approved', decision_id = excluded.decision_id`,
    [number, staffId],
  );

/** Inserts a sample without claims. Returns its ID. */
async function insertSample(server: TestServer, tab: StaffTab): Promise<string> {
  const [row] = await server.query<{ id: string }>(
    `insert into quality_samples (id, case_id, from_day, to_day, size, seed, up_to_entry, population, made_by, made_at)
     values (gen_random_uuid(), $1, '2025-01-01', '2025-12-31', 10, md5('seed'), 1, 0, $2, $3) returning id`,
    [cases[0], tab.person.id, server.now],
  );
  return row?.id ?? '';
}

/** Exports a list. Returns the ID of the export. */
export async function exportList(
  server: TestServer,
  tab: StaffTab,
  list: string,
  columns: readonly string[],
  database = server.database,
): Promise<string> {
  const { log } = server;
  const context = { database, keys, settlement, log, now: () => server.now, pollMilliseconds: 50 };
  const { id } = (await tab.post<Export>('/exports', { list, query: '', format: 'csv', columns })).body;
  const jobs = startJobs(exportJobs({ ...context, store: server.store }), context);
  const isDone = async () => (await tab.get<Export>(`/exports/${id}`)).body.status === 'done';
  await runJobsUntil(jobs, isDone);
  return id;
}

/** Makes a rule with a dry run, and an action on a claim. No job runs either. */
async function makeRule(tab: StaffTab, claim: string) {
  const newRule = { caseId: cases[0], name: 'All in English', ...rule };
  const { id } = (await tab.post<{ id: string }>('/rules', newRule)).body;
  const { id: ruleRun } = (await tab.post<{ id: string }>(`/rules/${id}/runs`)).body;
  const asked = { id: crypto.randomUUID(), selection: { numbers: [claim] }, action: { kind: 'assign', to: null } };
  const { id: bulk } = (await tab.post<{ id: string }>('/bulk', asked)).body;
  return { rule: id, ruleRun, bulk };
}

/** Makes a report of all claims up to a new seal. */
export async function makeReport(server: TestServer, tab: StaffTab, database = server.database) {
  const { log } = server;
  await sealHistory({ database: server.database, keys, now: server.clock });
  const { run } = (await tab.post<{ run: string }>('/reports', { cases, from: null, to: null })).body;
  const jobs = startReports({ database, keys, settlement, now: server.clock, log, pollMilliseconds: 20 });
  const find = async () => (await tab.get<ReportRun>(`/reports/runs/${run}`)).body.report;
  return { run, report: await runJobsUntil(jobs, find) };
}
