import {
  claimListApi,
  type ClaimList,
  type ListedClaim,
  readClaimListQuery,
  viewOf,
  writeClaimListQuery,
} from '@redress/contract/console/claim-list';
import { claimFlags } from '@redress/contract/console/review';
import { dayIn } from '@redress/forms/court-day';
import type { FastifyRequest } from 'fastify';
import { listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import { readRanges } from '../../claims/filing/claimed-range.ts';
import { flagColumns } from '../search/derive-rows.ts';
import { nameForStaff } from '../../claims/filing/masks.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { recordRead } from '../access-log/record-read.ts';
import { listReviewers } from '../review/assign-claim.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { casesOf, type ClaimScope } from './claim-conditions.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import {
  type ClaimRow,
  countNewer,
  findNewest,
  listStates,
  orderOf,
  readAssignees,
  readClaimPage,
} from './read-claims.ts';

// The list ignores unknown parameters and reports them; Fastify's validator would refuse them.
const validatorCompiler = () => () => true;

/** `GET /api/console/claims` lists the claims of the person's cases, by the query of the screen. */
export async function claimListRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, claimListApi);
  route('GET /claims', { access: 'claims', reads: 'list', problems: [422], validatorCompiler }, (request) =>
    listClaims(context, request),
  );

  route(
    'GET /claims/newer',
    { access: 'claims', reads: 'nothing', problems: [400, 422], validatorCompiler },
    async (request) => {
      const parameters = searchOf(request);
      const than = readCursor(context.keys, newestOf(request), parameters.get('than') ?? '')?.[0];
      if (than === undefined) throw new ProblemError('bad-request');
      const { scope } = await readQuery(context, request, parameters);
      return { count: await countNewer(context.database, scope, than) };
    },
  );

  route('GET /claims/options', { access: 'claims', reads: 'nothing' }, async (request) => {
    const { database, settlement } = context;
    const cases = casesWith(request, 'claims');
    return {
      states: await listStates(database, cases),
      reasons: settlement.review.reasons.map(({ id, label }) => ({ id, label })),
      reviewers: await listReviewers(database, cases),
    };
  });
}

const searchOf = (request: FastifyRequest) => new URLSearchParams(request.raw.url?.split('?')[1] ?? '');

/** The newest claim may belong to any case, so its ID is encrypted for the server alone. */
const newestOf = (request: FastifyRequest) => ({ list: 'newest claim', staffId: staffOf(request).id, query: '' });

/** The query of a request, restricted to the claims that the person may list. */
async function readQuery(
  { database, settlement }: Pick<ConsoleContext, 'database' | 'settlement'>,
  request: FastifyRequest,
  search: URLSearchParams,
) {
  const cases = casesWith(request, 'claims');
  const forms = settlement.claimForms.filter(({ caseId }) => cases.includes(caseId)).map(({ id }) => id);
  const read = readClaimListQuery(search, { case: cases, form: forms });
  // A filter by status or reason would also reveal how a claim is decided.
  const without = await listBlindClaimIds(database, staffOf(request).id);
  return { ...read, scope: { filters: read.query, cases, without } satisfies ClaimScope };
}

async function listClaims(context: ConsoleContext, request: FastifyRequest): Promise<ClaimList> {
  const { database, keys, settlement } = context;
  const { query, ignored, scope } = await readQuery(context, request, searchOf(request));
  const notices: ClaimList['notices'] = [];
  const contactCases = casesWith(request, 'contact');
  // The order would reveal the names that are masked.
  const mayNotSort = orderOf(query).sort === 'name' && casesOf(scope).some((caseId) => !contactCases.includes(caseId));
  if (mayNotSort) notices.push('name-sort-refused');
  const { sort, ...unsorted } = viewOf(query);
  const view = mayNotSort || sort === undefined ? unsorted : { ...unsorted, sort };
  const { column: _column, ...listed } = view;
  const owner = { list: 'claims', staffId: staffOf(request).id, query: writeClaimListQuery(listed) };
  const side = query.after === undefined ? 'before' : 'after';
  const at = query[side] === undefined ? undefined : readCursor(keys, owner, query[side]);
  if (query[side] !== undefined && !at) notices.push('cursor-refused');

  // Read before the rows, so that a claim that arrives meanwhile counts as newer.
  const newest = await findNewest(database);
  const page = await readClaimPage(database, { ...scope, ...orderOf(view), position: at && { side, at } });
  await recordRead(context, request, {
    what: 'list',
    subject: 'claims',
    resultIds: page.rows.map(({ number }) => number),
  });
  const [first, last] = [page.rows.at(0), page.rows.at(-1)];
  const write = (row: ClaimRow) => writeCursor(keys, owner, [row.key, row.claim_id]);
  const assignees = await readAssignees(database, page.rows);
  const claims = page.rows.map((row) => ({ id: row.claim_id, formId: row.form_id }));
  const ranges = await readRanges(database, settlement, claims);
  const today = dayIn(settlement.site.timeZone, context.now());
  return {
    claims: page.rows.map((row) =>
      describeClaim(row, { today, assignees, ranges, seesContact: contactCases.includes(row.case_id) }),
    ),
    count: { value: Math.max(page.matching.value, page.rows.length), isExact: page.matching.isExact },
    ...(page.hasNext && last && { next: write(last) }),
    ...(page.hasPrevious && first && { previous: write(first) }),
    newest: writeCursor(keys, newestOf(request), [newest]),
    ignored,
    notices,
  };
}

interface Described {
  readonly today: string;
  readonly seesContact: boolean;
  /** Names by ID. */
  readonly assignees: ReadonlyMap<string, string>;
  /** Ranges by claim ID. */
  readonly ranges: Awaited<ReturnType<typeof readRanges>>;
}

function describeClaim(row: ClaimRow, { today, seesContact, assignees, ranges }: Described): ListedClaim {
  return {
    number: row.number,
    caseId: row.case_id,
    formId: row.form_id,
    filedAt: row.filed_at.toISOString(),
    filedDay: row.filed_day,
    ageDays: Math.max(0, (Date.parse(today) - Date.parse(row.filed_day)) / 86_400_000),
    name: nameForStaff(row.name, seesContact),
    state: row.state,
    language: row.language,
    amount: row.amount,
    range: ranges.get(row.claim_id) ?? null,
    recognizedAmount: row.recognized_amount,
    status: row.status,
    assignee: row.assignee === null ? null : (assignees.get(row.assignee) ?? null),
    flags: claimFlags.filter((flag) => row[flagColumns[flag]]),
    withoutScript: row.without_script,
  };
}
