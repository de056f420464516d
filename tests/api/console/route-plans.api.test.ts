import type { ExportOffer } from '@redress/contract/console/exports';
import { settlement } from '@redress/content/settlement';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateClaims } from '../../generate/generate-claims.ts';
import { ConsoleTab, signInTab, type StaffTab } from '../../setup/console.ts';
import { type ConsoleRecords, createConsoleRecords, exportList, makeReport } from '../../setup/console-records.ts';
import { insertManyRecords } from '../../setup/many-records.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { openWatchedDatabase, type WatchedDatabase } from '../../setup/watched-database.ts';

/** More than lists count exactly: long and short lists have their own statements, as among millions. */
const claims = 10_500;
const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];

let server: TestServer;
let watched: WatchedDatabase;
let tab: StaffTab;
let ids: ConsoleRecords;
/** Of a claim with tax IDs, documents, checks, notes and calls. */
let number = '';
/** Of many claimants, and of class members who have not filed. */
let lastName = '';
beforeAll(async () => {
  // With a scanner, which is away: documents wait for it.
  const clamd = { host: '127.0.0.1', port: 1, maxBytes: 1 };
  server = await startTestServer({ scans: { clamd, pollMilliseconds: 60_000 } });
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
  const [claim] = await server.query<{ number: string }>(
    'select number from claims join claim_tax_ids on claim_id = id order by id offset 50 limit 1',
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
  const app = await server.buildAnother({ consoleDatabase: watched.database });
  tab = Object.assign(new ConsoleTab(app, staff.person.token), { person: staff.person });
}, 120_000);
afterAll(async () => {
  await watched.close();
  await server.close();
});

/** A page of a list, which begins after or before another one. */
async function pageOf(list: string, side: 'after' | 'before'): Promise<string> {
  const join = list.includes('?') ? '&' : '?';
  const page = async (path: string) => (await tab.get<{ next?: string; previous?: string }>(path)).body;
  const second = `${list}${join}after=${(await page(list)).next}`;
  return side === 'after' ? second : `${list}${join}before=${(await page(second)).previous}`;
}

/** A request, and all indexes of large tables that its statements use. */
interface Planned {
  readonly route: string;
  readonly path: () => Promise<string> | string;
  /** Sent by POST. */
  readonly body?: () => object;
  /** Large tables that it goes through, because it asks for a large part of what there is here. */
  readonly all?: readonly string[];
  readonly indexes: readonly string[];
}

/** Requests to every route that reads. A route that is not here fails the first test. */
const planned: readonly Planned[] = [
  { route: 'GET /session', path: () => '/session', indexes: [] },
  { route: 'GET /sign-in', path: () => '/sign-in', indexes: [] },
  { route: 'GET /oidc/callback', path: () => '/oidc/callback?state=none', indexes: [] },
  { route: 'GET /claims', path: () => '/claims', indexes: ['claim_search_by_filing', 'claim_search_pkey'] },
  { route: 'GET /claims', path: () => '/claims?sort=-name', indexes: ['claim_search_by_name', 'claim_search_pkey'] },
  {
    route: 'GET /claims',
    path: () => '/claims?sort=-amount',
    indexes: ['claim_search_by_amount', 'claim_search_pkey'],
  },
  { route: 'GET /claims', path: () => '/claims?sort=number', indexes: ['claim_search_by_number', 'claim_search_pkey'] },
  {
    route: 'GET /claims',
    path: () => '/claims?amount-from=5000',
    indexes: ['claim_search_by_amount', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => '/claims?filed-from=2025-06-01&filed-to=2025-06-02',
    indexes: ['claim_search_by_filing', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => '/claims?filed-from=2025-06-01&filed-to=2025-06-03&sort=name',
    indexes: ['claim_search_by_filing', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => '/claims?form=tpp&sort=name',
    indexes: ['claim_search_pkey', 'claim_search_terms'],
  },
  { route: 'GET /claims', path: () => '/claims?state=Wyoming', indexes: ['claim_search_pkey', 'claim_search_terms'] },
  { route: 'GET /claims', path: () => '/claims?language=es', indexes: ['claim_search_pkey', 'claim_search_terms'] },
  { route: 'GET /claims', path: () => '/claims?late=yes', indexes: ['claim_search_pkey', 'claim_search_terms'] },
  {
    route: 'GET /claims',
    path: () => '/claims?documents-missing=yes',
    indexes: ['claim_search_pkey', 'claim_search_terms'],
  },
  {
    route: 'GET /claims',
    path: () => '/claims?status=waiting-documents&sort=-amount',
    indexes: ['claim_search_pkey', 'claim_search_terms'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims', 'after'),
    indexes: ['claim_search_by_filing', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims', 'before'),
    indexes: ['claim_search_by_filing', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims?sort=name', 'after'),
    indexes: ['claim_search_by_name', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims?sort=-amount', 'before'),
    indexes: ['claim_search_by_amount', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims?sort=number', 'before'),
    indexes: ['claim_search_by_number', 'claim_search_pkey'],
  },
  {
    route: 'GET /claims',
    path: () => pageOf('/claims?language=es', 'after'),
    indexes: ['claim_search_pkey', 'claim_search_terms'],
  },
  { route: 'GET /claims/newer', path: () => `/claims/newer?than=${claims}`, indexes: ['claim_search_pkey'] },
  {
    route: 'GET /claims/newer',
    path: () => `/claims/newer?than=${claims}&language=es`,
    indexes: ['claim_search_pkey'],
  },
  { route: 'GET /claims/options', path: () => '/claims/options', indexes: [] },
  {
    route: 'GET /claims/:number',
    path: () => `/claims/${number}`,
    // All of these samples are this person’s.
    all: ['cluster_verdicts'],
    indexes: [
      'calls_of_claim',
      'claim_corrections_claim_id_position_key',
      'claim_corrections_of_claim',
      'claim_documents_once',
      'claim_history_pkey',
      'claim_review_pkey',
      'claim_scores_pkey',
      'claim_scores_sampled',
      'claim_tax_ids_pkey',
      'claim_verdicts_of_claim',
      'claim_verdicts_once_each',
      'claims_number',
      'claims_pkey',
      'data_checks_pkey',
      'notes_of_claim',
      'outbox_of_claim',
    ],
  },
  {
    route: 'GET /claims/:number/receipt.pdf',
    path: () => `/claims/${ids.claim}/receipt.pdf`,
    indexes: ['claim_documents_of_claim', 'claims_number', 'data_checks_pkey', 'outbox_of_claim'],
  },
  {
    route: 'GET /claims/:number/receipt-mail',
    path: () => `/claims/${ids.claim}/receipt-mail`,
    indexes: ['claim_documents_of_claim', 'claims_number', 'data_checks_pkey', 'outbox_of_claim'],
  },
  {
    route: 'GET /claims/:number/version',
    path: () => `/claims/${number}/version`,
    indexes: ['claim_history_pkey', 'claims_number'],
  },
  {
    route: 'GET /claims/:number/related',
    path: () => `/claims/${number}/related`,
    indexes: [
      'claim_corrections_of_claim',
      'claim_search_terms',
      'claim_tax_ids_by_lookup',
      'claim_tax_ids_pkey',
      'claims_number',
      'claims_pkey',
    ],
  },
  {
    route: 'GET /claims/:number/data-checks',
    path: () => `/claims/${number}/data-checks`,
    indexes: ['claim_documents_pkey', 'claims_number', 'data_checks_of_claim'],
  },
  {
    route: 'GET /claims/:number/documents/:id',
    path: () => `/claims/${ids.claim}/documents/${ids.document}`,
    indexes: ['claim_documents_pkey', 'claims_number'],
  },
  {
    route: 'GET /claims/:number/documents/:id/preview',
    path: () => `/claims/${ids.claim}/documents/${ids.document}/preview`,
    indexes: ['claim_documents_pkey', 'claims_number'],
  },
  {
    route: 'POST /search',
    path: () => '/search',
    body: () => ({ q: number }),
    indexes: [
      'claim_history_by_id',
      'claim_search_pkey',
      'claim_search_terms',
      'claims_by_notice',
      'claims_number',
      'member_search_terms',
    ],
  },
  {
    route: 'POST /search',
    path: () => '/search',
    body: () => ({ q: lastName }),
    indexes: [
      'claim_history_by_id',
      'claim_search_pkey',
      'claim_search_terms',
      'claims_by_notice',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_search_terms',
    ],
  },
  {
    route: 'POST /search',
    path: () => '/search',
    body: () => ({ q: 'gracia 99999' }),
    indexes: [
      'claim_history_by_id',
      'claim_search_terms',
      'claims_by_notice',
      'member_search_terms',
      'name_words_by_letters',
      'name_words_by_sound',
    ],
  },
  {
    route: 'GET /review/queues',
    path: () => '/review/queues',
    indexes: ['claim_search_assigned'],
  },
  {
    route: 'GET /review/reviewers',
    path: () => `/review/reviewers?case=${cases[0]}`,
    indexes: [],
  },
  {
    route: 'GET /claims/:number/review',
    path: () => `/claims/${number}/review`,
    indexes: [
      'claim_corrections_of_claim',
      'claim_documents_once',
      'claim_history_pkey',
      'claim_review_leased',
      'claim_review_pkey',
      'claim_search_pkey',
      'claims_number',
    ],
  },
  { route: 'GET /saved-views', path: () => '/saved-views', indexes: ['saved_views_by_name'] },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({}),
    indexes: [
      'claims_by_notice',
      'class_members_by_case',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ after: '600000200' }),
    indexes: [
      'claims_by_notice',
      'class_members_by_case',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ before: '600000500' }),
    indexes: [
      'claims_by_notice',
      'class_members_by_case',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ state: 'Ohio' }),
    indexes: [
      'claims_by_notice',
      'class_members_by_state',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ zip: '85001' }),
    indexes: [
      'claims_by_notice',
      'class_members_by_zip',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ q: 'garcia' }),
    indexes: [
      'claims_by_notice',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
      'member_search_terms',
    ],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ q: memberOf(0).noticeId }),
    indexes: ['claims_by_notice', 'class_members_pkey', 'member_addresses_of_member'],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ filed: 'yes' }),
    all: ['claims'],
    indexes: ['claims_by_notice', 'class_members_pkey', 'member_addresses_of_member', 'member_addresses_waiting'],
  },
  {
    route: 'POST /members/search',
    path: () => '/members/search',
    body: () => ({ filed: 'no' }),
    all: ['claims'],
    indexes: [
      'claims_by_notice',
      'class_members_by_case',
      'class_members_pkey',
      'member_addresses_of_member',
      'member_addresses_waiting',
    ],
  },
  { route: 'GET /members/states', path: () => '/members/states', indexes: ['class_members_by_state'] },
  {
    route: 'GET /members/waiting-addresses',
    path: () => '/members/waiting-addresses',
    indexes: ['class_members_pkey', 'member_addresses_waiting'],
  },
  {
    route: 'GET /members/:noticeId',
    path: () => `/members/${memberOf(0).noticeId}`,
    indexes: [
      'claims_by_notice',
      'class_members_pkey',
      'id_request_answers_of_member',
      'id_requests_pkey',
      'member_addresses_of_member',
    ],
  },
  { route: 'GET /member-imports', path: () => '/member-imports', indexes: ['member_imports_newest'] },
  { route: 'GET /member-imports/template.csv', path: () => '/member-imports/template.csv', indexes: [] },
  {
    route: 'GET /member-imports/:id',
    path: () => `/member-imports/${ids.import}`,
    indexes: ['member_import_bad_rows_by_line', 'member_imports_pkey'],
  },
  {
    route: 'GET /member-imports/:id/bad-rows.csv',
    path: () => `/member-imports/${ids.import}/bad-rows.csv`,
    indexes: ['member_import_bad_rows_by_line', 'member_imports_pkey'],
  },
  {
    route: 'GET /id-requests',
    path: () => '/id-requests',
    indexes: ['id_request_answers_pkey', 'id_requests_by_answer'],
  },
  {
    route: 'GET /id-requests',
    path: () => '/id-requests?state=answered',
    indexes: ['id_request_answers_pkey', 'id_requests_by_answer'],
  },
  {
    route: 'GET /id-requests',
    path: () => `/id-requests?case=${cases[1]}`,
    indexes: ['id_request_answers_pkey', 'id_requests_by_answer'],
  },
  {
    route: 'GET /id-requests',
    path: () => pageOf('/id-requests', 'after'),
    indexes: ['id_request_answers_pkey', 'id_requests_by_answer'],
  },
  {
    route: 'GET /id-requests',
    path: () => pageOf('/id-requests?state=answered', 'before'),
    indexes: ['id_request_answers_pkey', 'id_requests_by_answer'],
  },
  {
    route: 'GET /id-requests/:id',
    path: () => `/id-requests/${ids.request}`,
    indexes: [
      'claims_by_notice',
      'class_members_by_zip',
      'class_members_pkey',
      'id_letters_pkey',
      'id_request_answers_pkey',
      'id_requests_pkey',
      'member_addresses_of_member',
      'member_search_terms',
      'name_words_by_letters',
      'name_words_by_sound',
    ],
  },
  {
    route: 'GET /id-letters',
    path: () => '/id-letters',
    indexes: ['id_request_answers_pkey', 'id_requests_with_waiting_letter'],
  },
  {
    route: 'GET /id-letters/:id/letters.csv',
    path: () => '/id-letters/1/letters.csv',
    indexes: [
      'class_members_pkey',
      'id_letters_of_list',
      'id_request_answers_pkey',
      'id_requests_pkey',
      'member_addresses_pkey',
    ],
  },
  {
    route: 'GET /staff',
    path: () => '/staff',
    indexes: ['approvals_waiting', 'record_history_pkey', 'staff_links_of_staff'],
  },
  {
    route: 'GET /staff/:id/sessions',
    path: () => `/staff/${tab.person.id}/sessions`,
    indexes: ['staff_sessions_of_staff'],
  },
  { route: 'GET /account', path: () => '/account', indexes: ['staff_sessions_of_staff'] },
  { route: 'GET /quality', path: () => '/quality', indexes: [] },
  { route: 'GET /quality/:id', path: () => `/quality/${ids.sample}`, indexes: ['claim_decisions_pkey', 'claims_pkey'] },
  { route: 'GET /approvals', path: () => '/approvals', indexes: ['approvals_decided', 'approvals_waiting'] },
  {
    route: 'GET /claims/:number/integrity',
    path: () => `/claims/${number}/integrity`,
    // All of these samples are this person’s.
    all: ['cluster_verdicts'],
    indexes: [
      'claim_cluster_members_pkey',
      'claim_clusters_pkey',
      'claim_documents_once',
      'claim_keys_by_key',
      'claim_links_of_other',
      'claim_links_pkey',
      'claim_scores_pkey',
      'claim_scores_sampled',
      'claim_signals_pkey',
      'claim_tax_ids_pkey',
      'claim_verdicts_of_claim',
      'claim_verdicts_of_samples',
      'claim_verdicts_once_each',
      'claims_number',
      'claims_pkey',
    ],
  },
  { route: 'GET /neutral-marks', path: () => '/neutral-marks', indexes: ['claim_keys_by_key', 'claims_pkey'] },
  {
    route: 'GET /clusters',
    path: () => '/clusters',
    indexes: [
      'claim_cluster_members_of_cluster',
      'claim_clusters_by_size',
      'claim_scores_pkey',
      'claim_verdicts_of_claim',
      'claims_pkey',
      'cluster_verdicts_of_cluster',
    ],
  },
  {
    route: 'GET /clusters',
    path: () => pageOf('/clusters', 'after'),
    indexes: [
      'claim_cluster_members_of_cluster',
      'claim_clusters_by_size',
      'claim_scores_pkey',
      'claim_verdicts_of_claim',
      'claims_pkey',
      'cluster_verdicts_of_cluster',
    ],
  },
  {
    route: 'GET /clusters',
    path: () => pageOf('/clusters', 'before'),
    indexes: [
      'claim_cluster_members_of_cluster',
      'claim_clusters_by_size',
      'claim_clusters_pkey',
      'claim_scores_pkey',
      'claim_verdicts_of_claim',
      'claims_pkey',
      'cluster_verdicts_of_cluster',
    ],
  },
  {
    route: 'GET /clusters/:id',
    path: () => `/clusters/${ids.cluster}`,
    indexes: [
      'approvals_pkey',
      'claim_cluster_members_of_cluster',
      'claim_clusters_pkey',
      'claim_links_pkey',
      'claim_scores_pkey',
      'claim_search_pkey',
      'claim_verdicts_of_claim',
      'claims_pkey',
      'cluster_verdicts_of_cluster',
    ],
  },
  {
    route: 'GET /cluster-verdicts/:id',
    path: () => `/cluster-verdicts/${ids.clusterVerdict}`,
    indexes: ['approvals_pkey', 'claim_verdicts_of_claim', 'claims_pkey', 'cluster_verdicts_pkey'],
  },
  {
    route: 'GET /integrity-models',
    path: () => '/integrity-models',
    all: ['claim_verdicts'],
    indexes: ['claim_scores_pkey'],
  },
  {
    route: 'GET /integrity-sample',
    path: () => `/integrity-sample?case=${cases[0]}`,
    indexes: ['claim_scores_sampled', 'claim_verdicts_of_claim', 'claims_pkey'],
  },
  { route: 'GET /integrity-drift', path: () => `/integrity-drift?case=${cases[0]}`, indexes: [] },
  {
    route: 'GET /integrity-fairness',
    path: () => `/integrity-fairness?case=${cases[0]}`,
    all: ['claim_verdicts', 'claims', 'claim_tax_ids'],
    indexes: [
      'claim_documents_of_claim',
      'claim_tax_ids_pkey',
      'claims_pkey',
      'integrity_counts_pkey',
      'name_frequencies_pkey',
    ],
  },
  { route: 'GET /exports', path: () => '/exports', indexes: ['exports_of_staff'] },
  { route: 'GET /exports/offer', path: () => '/exports/offer?list=claims', indexes: [] },
  {
    route: 'GET /exports/offer',
    path: () => '/exports/offer?list=claims&query=amount-from%3D5000',
    indexes: ['claim_search_by_amount'],
  },
  { route: 'GET /exports/offer', path: () => '/exports/offer?list=members', all: ['class_members'], indexes: [] },
  { route: 'GET /exports/offer', path: () => '/exports/offer?list=id-requests', indexes: ['id_requests_by_answer'] },
  { route: 'GET /exports/offer', path: () => '/exports/offer?list=access-log', indexes: ['staff_reads_pkey'] },
  { route: 'GET /exports/:id', path: () => `/exports/${ids.export}`, indexes: ['exports_of_staff'] },
  { route: 'GET /exports/:id/check', path: () => `/exports/${ids.export}/check`, indexes: ['exports_of_staff'] },
  {
    route: 'GET /exports/:id/file',
    path: () => `/exports/${ids.export}/file`,
    indexes: ['exports_of_staff', 'record_history_pkey'],
  },
  { route: 'GET /exports/:id/manifest', path: () => `/exports/${ids.export}/manifest`, indexes: ['exports_of_staff'] },
  {
    route: 'GET /dashboard',
    path: () => '/dashboard',
    indexes: [
      'claim_documents_to_scan',
      'claim_history_by_id',
      'claims_pkey',
      'class_members_by_case',
      'data_checks_to_do',
    ],
  },
  {
    route: 'GET /dashboard/waiting/:what',
    path: () => '/dashboard/waiting/scan',
    indexes: ['claim_documents_to_scan', 'claims_pkey'],
  },
  {
    route: 'GET /dashboard/waiting/:what',
    path: () => '/dashboard/waiting/data-check',
    indexes: ['claims_pkey', 'data_checks_to_do'],
  },
  { route: 'GET /rules', path: () => '/rules', indexes: [] },
  { route: 'GET /rules/:id', path: () => `/rules/${ids.rule}`, indexes: [] },
  { route: 'GET /rules/runs/:id', path: () => `/rules/runs/${ids.ruleRun}`, indexes: [] },
  { route: 'GET /bulk', path: () => '/bulk', indexes: [] },
  { route: 'GET /bulk/options', path: () => '/bulk/options', indexes: [] },
  { route: 'GET /bulk/:id', path: () => `/bulk/${ids.bulk}`, indexes: [] },
  { route: 'GET /bulk/:id/claims', path: () => `/bulk/${ids.bulk}/claims`, indexes: ['claims_pkey'] },
  { route: 'GET /reports', path: () => '/reports', indexes: ['report_runs_of_report', 'report_runs_pkey'] },
  { route: 'GET /reports/seals/:position', path: () => '/reports/seals/1', indexes: [] },
  { route: 'GET /reports/runs/:id', path: () => `/reports/runs/${ids.run}`, indexes: ['report_runs_pkey'] },
  { route: 'GET /reports/:id', path: () => `/reports/${ids.report}`, indexes: ['report_runs_of_report'] },
  { route: 'GET /reports/:id/report.pdf', path: () => `/reports/${ids.report}/report.pdf`, indexes: [] },
  { route: 'GET /reports/:id/report.xlsx', path: () => `/reports/${ids.report}/report.xlsx`, indexes: [] },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({}),
    indexes: ['staff_reads_pkey'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ before: '30000' }),
    indexes: ['staff_reads_pkey'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ after: '100' }),
    indexes: ['staff_reads_pkey'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ person: tab.person.id }),
    indexes: ['staff_reads_by_staff'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ what: 'reveal' }),
    indexes: ['staff_reads_by_what'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ q: number }),
    indexes: ['staff_reads_by_shown'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ q: 'garcia' }),
    indexes: ['staff_reads_by_search'],
  },
  {
    route: 'POST /access-log/search',
    path: () => '/access-log/search',
    body: () => ({ from: '2026-01-01', to: '2099-12-31' }),
    indexes: ['staff_reads_pkey'],
  },
];

test('the table above has every route of the console that reads', () => {
  const reading = [...server.app.consoleRoutes.keys()].map((route) => route.replace('/api/console', ''));
  const tested = new Set(planned.map(({ route }) => route));
  expect(reading.filter((route) => route.startsWith('GET ') || route.endsWith('/search')).toSorted()).toEqual(
    [...tested].toSorted(),
  );
});

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
    all: names(scans.map(({ table, index }) => (index === undefined ? table : undefined))),
  };
}

test.each(planned.map((each, index) => ({ ...each, name: `${each.route}, request ${index + 1}` })))(
  '$name uses its indexes, and goes through no large table',
  async ({ path, body, indexes, all = [] }) => {
    const address = await path();
    watched.takeScans();
    const { status } = await (body ? tab.post(address, body()) : tab.get(address));
    expect([address, status]).toEqual([address, expect.toSatisfy((code) => code < 400)]);
    const scans = describeScans();
    expect([address, scans.indexes]).toEqual([address, indexes]);
    expect([address, scans.all.filter((table) => !all.includes(table))]).toEqual([address, []]);
  },
);

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
    all: ['claim_corrections', 'claims'],
    indexes: ['claim_corrections_claim_id_position_key', 'claim_search_pkey', 'claims_pkey'],
  },
  {
    list: 'members',
    all: ['class_members'],
    indexes: ['claims_by_notice', 'class_members_pkey', 'member_addresses_of_member'],
  },
  { list: 'id-requests', all: [], indexes: ['id_request_answers_pkey', 'id_requests_by_answer', 'id_requests_pkey'] },
  { list: 'access-log', all: [], indexes: ['staff_reads_pkey'] },
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
  // A chunk has half of the claims here, so PostgreSQL goes through the history.
  expect(all.filter((table) => table !== 'claim_history')).toEqual([]);
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
