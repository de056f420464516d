import {
  type ClaimListQuery,
  type ClaimSort,
  claimSorts,
  claimsPerPage,
  defaultClaimOrder,
  maxExactCount,
  maxNewer,
} from '@redress/contract/console/claim-list';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isDatabaseTimeout } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimSearchTable } from '../search/tables.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import {
  rowConditions,
  and,
  casesOf,
  type ClaimScope,
  facetConditions,
  filingRange,
  termsCondition,
} from './claim-conditions.ts';
import type { ListPosition } from './list-cursor.ts';

/** Limits each statement of a list, because narrower filters would show a slow list at once. */
const maxStatementMilliseconds = 4_000;
/** The limit is shorter, because a count matters less than the rows. */
const maxCountMilliseconds = 1_000;

export type ClaimRow = Omit<Selectable<ClaimSearchTable>, 'terms' | 'zip' | 'name_norm'> & {
  /** The exact sort value: PostgreSQL's times have microseconds. */
  readonly key: string;
};

interface Order {
  readonly sort: ClaimSort;
  readonly isDescending: boolean;
}
export interface PageRequest extends ClaimScope, Order {
  readonly position?: { readonly side: 'after' | 'before'; readonly at: ListPosition } | undefined;
  readonly limit: number;
}

export interface MatchingClaims {
  readonly value: number;
  /** False: there are more claims than counted. */
  readonly isExact: boolean;
  /** Cases without matching claims are left out. */
  readonly cases: readonly MatchingInCase[];
}
interface MatchingInCase {
  readonly caseId: string;
  /** An upper limit. */
  readonly claims: number;
  /** All of these claims were filed from the first to the last day. */
  readonly first: string;
  readonly last: string;
}

export function orderOf({ sort = defaultClaimOrder }: ClaimListQuery): Order {
  const name = claimSorts.find((each) => sort === each || sort === `-${each}`) ?? 'filed';
  return { sort: name, isDescending: sort.startsWith('-') };
}

/**
 * Sort expressions, which equal those of the indexes, and the types of their positions. Equal rows
 * are in the order of filing.
 */
const sortKeys: Readonly<Record<ClaimSort, { readonly key: RawBuilder<unknown>; readonly type: RawBuilder<unknown> }>> =
  {
    filed: { key: sql`filed_at`, type: sql`timestamptz` },
    number: { key: sql`number`, type: sql`text` },
    name: { key: sql`name_norm`, type: sql`text` },
    amount: { key: sql`coalesce(amount, -1)`, type: sql`numeric` },
  };

/** The columns of `claim_search` that a list shows. */
export const listedColumns =
  sql.raw(`claim_id, case_id, form_id, number, filed_at, filed_day, name, state, language, amount, status,
  without_script, late, duplicate, machine, documents_missing, data_errors, high_value, queued_by_rule, reopened,
  recognized_amount, assignee, reasons`);

/**
 * The statement that reads a page. If a case has few matching claims, it finds all of them through
 * the index on search terms, and sorts them. If there are many, it walks the index of the sort
 * order until the page is full. For few or no matches among millions, a walk would take too long.
 */
export function pageQuery(request: PageRequest, matching: MatchingClaims): RawBuilder<ClaimRow> {
  const { sort, limit, position } = request;
  const isReversed = position?.side === 'before';
  const isDescending = request.isDescending !== isReversed;
  const { key, type } = sortKeys[sort];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const beyond = (keyName: RawBuilder<unknown>) =>
    position
      ? [
          sql<boolean>`(${keyName}, claim_id) ${isDescending ? sql`<` : sql`>`}
            (${position.at[0]}::${type}, ${position.at[1]}::bigint)`,
        ]
      : [];
  const terms = termsCondition(request);
  const conditionsIn = (cases: readonly MatchingInCase[]) => [
    ...facetConditions(request),
    ...rowConditions(request),
    filingRangeOf(cases),
  ];
  const findAll = (cases: readonly MatchingInCase[]) => {
    const inCases = sql<boolean>`case_id = any(${cases.map(({ caseId }) => caseId)}::text[])`;
    // Materialized, because with a wrong estimate PostgreSQL would choose the slower plan.
    return sql`(with matching as materialized (select ${listedColumns}, ${key} as sort_key from claim_search
        where ${and([inCases, ...conditionsIn(cases), ...(terms ? [terms] : [])])})
      select * from matching where ${and(beyond(sql`sort_key`))})`;
  };
  const walk = (found: MatchingInCase) =>
    sql`(select ${listedColumns}, ${key} as sort_key from claim_search
      where ${and([sql<boolean>`case_id = ${found.caseId}`, ...conditionsIn([found]), ...beyond(key)])}
      order by ${key} ${direction}, claim_id ${direction} limit ${sql.lit(limit)})`;
  const isNarrowed = facetConditions(request).length > 0;
  const parts = isFew(matching)
    ? [findAll(matching.cases)]
    : matching.cases.map((found) => (isNarrowed && found.claims <= maxExactCount ? findAll([found]) : walk(found)));
  return sql<ClaimRow>`select ${listedColumns}, sort_key::text as key from (${sql.join(parts, sql` union all `)}) as page
    order by sort_key ${direction}, claim_id ${direction} limit ${sql.lit(limit)}`;
}

const isFew = ({ value, isExact }: MatchingClaims) => isExact && value <= maxExactCount;

/** Exact if `claim_counts` has all filters, and otherwise exact up to `maxExactCount`. */
export async function countMatching(database: Database, scope: ClaimScope): Promise<MatchingClaims> {
  const conditions = and([sql<boolean>`case_id = any(${casesOf(scope)}::text[])`, ...facetConditions(scope)]);
  const { rows } = await sql<{ caseId: string; claims: string; first: string; last: string }>`
    select case_id as "caseId", sum(claims) as claims, min(filed_day) as first, max(filed_day) as last
    from claim_counts where ${conditions} and claims > 0 group by case_id order by case_id`.execute(database);
  const cases = rows.map((row) => ({ ...row, claims: Number(row.claims) }));
  const value = cases.reduce((sum, { claims }) => sum + claims, 0);
  const ofRows = rowConditions(scope);
  if (ofRows.length === 0 || value === 0) return { value, isExact: true, cases };
  const terms = value <= maxExactCount ? termsCondition(scope) : undefined;
  const all = and([conditions, ...ofRows, filingRangeOf(cases), ...(terms ? [terms] : [])]);
  try {
    const rows = await readWithTimeout(
      database,
      maxCountMilliseconds,
      sql<{ count: string }>`
        select count(*) from (select from claim_search where ${all} limit ${sql.lit(maxExactCount + 1)}) as counted`,
    );
    const counted = Number(rows[0]?.count);
    return counted > maxExactCount
      ? { value: maxExactCount, isExact: false, cases }
      : { value: counted, isExact: true, cases };
  } catch (error) {
    if (!isDatabaseTimeout(error)) throw error;
    return { value: 0, isExact: false, cases };
  }
}

/** The range in which all of these claims were filed. */
function filingRangeOf(cases: readonly MatchingInCase[]) {
  const days = cases.flatMap(({ first, last }) => [first, last]).toSorted();
  return filingRange(days[0] ?? '', days.at(-1) ?? '');
}

export interface ClaimPage {
  readonly rows: readonly ClaimRow[];
  readonly matching: MatchingClaims;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * Reads one page and counts the claims.
 * @throws ProblemError `took-too-long`, with advice
 */
export async function readClaimPage(database: Database, request: Omit<PageRequest, 'limit'>): Promise<ClaimPage> {
  const matching = await countMatching(database, request);
  if (matching.isExact && matching.value === 0) return { rows: [], matching, hasNext: false, hasPrevious: false };
  const { position } = request;
  const query = pageQuery({ ...request, limit: claimsPerPage + 1 }, matching);
  const found = await readInTime(database, maxStatementMilliseconds, query);
  const rows = found.slice(0, claimsPerPage);
  const hasMore = found.length > claimsPerPage;
  if (position?.side !== 'before') return { rows, matching, hasNext: hasMore, hasPrevious: position !== undefined };
  // This is the beginning of the list, which has become shorter or was never full.
  if (rows.length < claimsPerPage) return readClaimPage(database, { ...request, position: undefined });
  return { rows: rows.toReversed(), matching, hasNext: true, hasPrevious: hasMore };
}

/** The names of assignees, by ID. */
export async function readAssignees(
  database: Database,
  claims: readonly Pick<ClaimRow, 'assignee'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(claims.flatMap(({ assignee }) => assignee ?? []))];
  if (ids.length === 0) return new Map();
  const people = await database.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** The ID of the newest claim that can be listed. */
export async function findNewest(database: Database): Promise<string> {
  const { rows } = await sql<{ newest: string | null }>`select max(claim_id) as newest from claim_search`.execute(
    database,
  );
  return rows[0]?.newest ?? '0';
}

/** Counts claims of a list that are newer than one, up to `maxNewer`. */
export async function countNewer(database: Database, scope: ClaimScope, newest: string): Promise<number> {
  const conditions = and([
    sql<boolean>`claim_id > ${newest}::bigint`,
    sql<boolean>`case_id = any(${casesOf(scope)}::text[])`,
    ...facetConditions(scope),
    ...rowConditions(scope),
  ]);
  const query = sql<{ count: string }>`
    select count(*) from (select from claim_search where ${conditions} limit ${sql.lit(maxNewer)}) as newer`;
  const rows = await readInTime(database, maxCountMilliseconds, query);
  return Number(rows[0]?.count);
}

/** US states of the claims in these cases. */
export async function listStates(database: Database, cases: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('claim_counts')
    .select('state')
    .distinct()
    .where('case_id', 'in', cases)
    .where('state', '<>', '')
    .orderBy('state')
    .execute();
  return rows.map(({ state }) => state);
}

function readWithTimeout<Row>(database: Database, milliseconds: number, query: RawBuilder<Row>): Promise<Row[]> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(transaction);
    return (await query.execute(transaction)).rows;
  });
}

/** @throws ProblemError `took-too-long`, with advice */
const readInTime = <Row>(...asked: Parameters<typeof readWithTimeout<Row>>): Promise<Row[]> =>
  readWithTimeout(...asked).catch((error: unknown) => {
    throw isDatabaseTimeout(error) ? new ProblemError('took-too-long', {}, { cause: error }) : error;
  });
