import {
  type IdRequest,
  type IdRequestList,
  idRequestPageRows,
  type IdRequestSearch,
  type IdRequestState,
  idRequestStates,
  type ListedIdRequest,
} from '@redress/contract/console/id-requests';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { IdRequestsTable } from '../../site/lost-ids/tables.ts';
import { findCandidates } from './find-candidates.ts';

/** Counts are exact up to this number. */
const maxCount = 10_000;

type RequestRow = Omit<Selectable<IdRequestsTable>, 'request_hash' | 'letter_waits'>;

/** A page of the requests of these cases in one state, oldest first. */
export async function listRequests(
  database: Database,
  permittedCases: readonly string[],
  { case: caseId, state = 'open', after, before }: IdRequestSearch,
): Promise<IdRequestList> {
  const cases = permittedCases.filter((each) => caseId === undefined || each === caseId);
  const isBackward = before !== undefined;
  const cursor = before ?? after ?? '0';
  // Without ranges, PostgreSQL would look through all requests in the order of IDs.
  const [beyond, within, order] = isBackward ? [sql`<`, sql`>=`, sql`desc`] : [sql`>`, sql`<=`, sql`asc`];
  const limit = idRequestPageRows + 1;
  const { rows } = await sql<RequestRow & { answer: ListedIdRequest['answer'] | null }>`
    select request.*, (
      select answer from id_request_answers where request_id = request.id order by position desc limit 1
    ) as answer
    from unnest(${cases}::text[]) as searched (case_id)
    cross join lateral (
      select * from id_requests request
      where (request.case_id, answer_state, request.id) ${beyond} (searched.case_id, ${state}::text, ${cursor}::bigint)
        and (request.case_id, answer_state) ${within} (searched.case_id, ${state}::text)
      order by request.case_id ${order}, answer_state ${order}, request.id ${order} limit ${limit}
    ) request
    order by request.id ${order} limit ${limit}`.execute(database);
  const page = rows.slice(0, idRequestPageRows);
  const hasMore = rows.length > idRequestPageRows;
  const ordered = isBackward ? page.toReversed() : page;
  const [first, last] = [ordered.at(0)?.id, ordered.at(-1)?.id];
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : after !== undefined;
  return {
    requests: ordered.map((row) => ({ ...describe(row), ...(row.answer && { answer: row.answer }) })),
    ...(hasNext && last !== undefined && { next: last }),
    ...(hasPrevious && first !== undefined && { previous: first }),
    counts: await countRequests(database, cases),
  };
}

/** Counts the requests of these cases in each state, up to `maxCount`. */
export async function countRequests(database: Database, cases: readonly string[]): Promise<IdRequestList['counts']> {
  const count = async (state: IdRequestState) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from id_requests where case_id = any(${cases}::text[]) and answer_state = ${state} limit ${maxCount}
      ) counted`.execute(database);
    return rows[0]?.count ?? 0;
  };
  const [open, askedForMore, answered] = await Promise.all(idRequestStates.map(count));
  return { open: open ?? 0, 'asked-for-more': askedForMore ?? 0, answered: answered ?? 0 };
}

function describe(row: RequestRow): ListedIdRequest {
  return {
    id: row.id,
    caseId: row.case_id,
    requestedAt: row.requested_at.toISOString(),
    language: row.language,
    suspectedMachine: row.suspected_machine,
    state: row.answer_state,
    name: row.name,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
  };
}

/** A request of these cases with its answers and candidates. */
export async function readRequest(
  database: Database,
  id: string,
  cases: readonly string[],
): Promise<IdRequest | undefined> {
  const row = await database
    .selectFrom('id_requests')
    .selectAll()
    .where('id', '=', id)
    .where('case_id', 'in', [...cases])
    .executeTakeFirst();
  if (!row) return undefined;
  const answers = await database
    .selectFrom('id_request_answers as answer')
    .innerJoin('staff', 'staff.id', 'answer.answered_by')
    .leftJoin('id_letters as letter', (join) =>
      join.onRef('letter.request_id', '=', 'answer.request_id').onRef('letter.position', '=', 'answer.position'),
    )
    .selectAll('answer')
    .select(['staff.name as answered_by_name', 'letter.list_id'])
    .where('answer.request_id', '=', id)
    .orderBy('answer.position')
    .execute();
  const { rows: next } = await sql<{ id: string }>`
    select id from id_requests where case_id = any(${cases}::text[]) and answer_state = 'open' and id <> ${id}::bigint
    order by id < ${id}::bigint, id limit 1`.execute(database);
  const { phone, email } = row;
  return {
    ...describe(row),
    ...(phone !== null && { phone }),
    ...(email !== null && { email }),
    version: String(answers.length),
    ...(next[0] && { next: next[0].id }),
    answers: answers.map((answer) => ({
      position: answer.position,
      answer: answer.answer,
      ...(answer.notice_id !== null && { noticeId: answer.notice_id }),
      note: answer.note,
      answeredBy: answer.answered_by_name,
      answeredAt: answer.answered_at.toISOString(),
      ...(answer.list_id !== null && { letterListId: answer.list_id }),
    })),
    candidates: await findCandidates(database, {
      caseId: row.case_id,
      name: row.name,
      street: row.street,
      zip: row.zip,
    }),
  };
}
