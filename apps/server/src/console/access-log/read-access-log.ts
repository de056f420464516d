import type { AccessLog, AccessLogQuery } from '@redress/contract/console/access-log';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { coveringSeal } from '../../platform/history/seals.ts';
import { findReferences, hashSearchWords } from './access-log-hash.ts';

const readsPerPage = 50;

type LogContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement'>;
type Reads<Row> = SelectQueryBuilder<Tables, 'access_log', Row>;

export async function readAccessLog(context: LogContext, query: AccessLogQuery): Promise<AccessLog> {
  const { database } = context;
  const selection = database
    .selectFrom('access_log')
    .select(['id', 'at', 'staff_id', 'session_id', 'what', 'subject', 'reason', 'result_ids'])
    .select(sql<boolean>`search_hash is not null`.as('isSearch'))
    .select(coveringSeal('access_log').as('seal'));
  const filtered = filterReads(selection, query, context);
  const order = orderOf(query, context);
  const { before, after } = query;
  const older = () =>
    (before === undefined ? filtered : filtered.where('id', '<', before))
      .orderBy(order, 'desc')
      .limit(readsPerPage + 1)
      .execute();
  const readNewer = (id: string) =>
    filtered
      .where('id', '>', id)
      .orderBy(order)
      .limit(readsPerPage + 1)
      .execute();
  const newer = after === undefined ? [] : await readNewer(after);
  // If fewer rows than a page are newer, this is the newest page.
  const isNewer = newer.length >= readsPerPage;
  const rows = isNewer ? newer : await older();
  const hasMore = rows.length > readsPerPage;
  const page = rows.slice(0, readsPerPage);
  if (isNewer) page.reverse();
  const people = await database.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    reads: page.map(({ staff_id: staffId, session_id: session, result_ids: results, at, what, ...read }) => ({
      ...read,
      at: at.toISOString(),
      person: { id: staffId, name: names.get(staffId) ?? 'Unknown account' },
      session,
      what,
      results: [...results],
    })),
    older: isNewer || hasMore ? (page.at(-1)?.id ?? null) : null,
    newer: (isNewer ? hasMore : before !== undefined) ? (page.at(0)?.id ?? null) : null,
    people,
  };
}

/**
 * Sorts by ID with an expression that no index has. Few rows concern one claim or class member, and
 * an index finds them; by plain ID, PostgreSQL would go through the whole log in order instead.
 */
function orderOf({ q = '' }: AccessLogQuery, context: LogContext): RawBuilder<string> {
  return findReferences(q, context) ? sql<string>`id + 0` : sql<string>`id`;
}

export function filterReads<Row>(
  reads: Reads<Row>,
  { person, what, q = '', from, to }: AccessLogQuery,
  context: LogContext,
): Reads<Row> {
  const { timeZone } = context.settlement.site;
  let found = reads;
  if (person !== undefined) found = found.where('staff_id', '=', person);
  if (what !== undefined) found = found.where('what', '=', what);
  const shown = findReferences(q, context);
  if (shown) found = found.where(sql<boolean>`array_append(result_ids, subject) && ${shown}::text[]`);
  else if (q.trim() !== '') found = found.where('search_hash', 'in', hashSearchWords(q, context.keys));
  if (from !== undefined) found = found.where(sql<boolean>`at >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (to !== undefined) found = found.where(sql<boolean>`at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  return found;
}
