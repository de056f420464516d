import { flagLabels } from '@redress/contract/console/claim-labels';
import { IdRequestSearchSchema } from '@redress/contract/console/id-requests';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { contactColumn, type ExportList, type ExportScope, plainColumn } from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, rowsOf, type StoredRow } from './read-list.ts';

const FiltersSchema = Type.Pick(IdRequestSearchSchema, ['state', 'case']);
type Scope = Pick<ExportScope, 'query' | 'cases'>;

/** The screen has a list for each state and begins with open requests; so does the export. */
function readScope({ query, cases }: Scope) {
  const read = readFilters(FiltersSchema, query, cases);
  const { state = 'open', case: caseId } = read.filters;
  return { ...read, state, cases: caseId === undefined ? cases : [caseId] };
}

/** SQL: the conditions of a scope on a row of `id_requests`. */
function isListed(scope: Scope) {
  const { state, cases } = readScope(scope);
  return sql`id_requests.case_id = any(${cases}::text[]) and answer_state = ${state}`;
}

/** Requests for lost IDs with their last answers, oldest first. */
export const idRequestsExport: ExportList = {
  name: 'id-requests',
  title: 'Requests for lost IDs',
  permission: 'search',
  columns: [
    plainColumn('request', 'Request', 10),
    plainColumn('case', 'Case', 16),
    plainColumn('requested-at', 'Requested at (UTC)', 25, 'time'),
    plainColumn('language', 'Language', 10),
    plainColumn('machine', flagLabels.machine, 12, 'yes-no'),
    contactColumn('name', 'Name', 30),
    contactColumn('street', 'Street', 30),
    contactColumn('city', 'City', 20),
    plainColumn('state', 'State', 16),
    contactColumn('zip', 'ZIP', 10),
    contactColumn('phone', 'Phone', 16),
    contactColumn('email', 'Email', 30),
    plainColumn('answer', 'Answer', 16),
    contactColumn('notice-id', 'Matched Notice ID', 12),
    plainColumn('answered-at', 'Answered at (UTC)', 25, 'time'),
    plainColumn('answered-by', 'Answered by', 24),
  ],
  describe(_settlement, query, cases) {
    const { state, filters, ignored } = readScope({ query, cases });
    return {
      query: new URLSearchParams({ ...filters, state }).toString(),
      filters: describeFilters({ ...filters, state }, { state: 'Requests', case: 'Case' }),
      ignored,
    };
  },
  count: ({ database }, scope) => countRows(database, sql`select from id_requests where ${isListed(scope)}`),
  async findNewest({ database }) {
    const { rows } = await sql<{ last: string }>`
      select coalesce(max(id), 0) as last from id_requests`.execute(database);
    return rows[0]?.last ?? '0';
  },
  read: ({ database }, scope, upTo) =>
    readInWindows(database, { table: 'id_requests', key: 'id', start: '0', upTo }, async (isInside) => {
      const { rows } = await sql<StoredRow>`
        select id_requests.id as request, id_requests.case_id as "case", requested_at as "requested-at", language,
          suspected_machine as machine, id_requests.name, street, city, state, zip, phone, id_requests.email,
          answer.answer, answer.notice_id as "notice-id", answer.answered_at as "answered-at", staff.name as "answered-by"
        from id_requests
        left join lateral (
          select * from id_request_answers where request_id = id_requests.id order by position desc limit 1
        ) answer on true
        left join staff on staff.id = answer.answered_by
        where ${isInside} and ${isListed(scope)}
        order by id_requests.id`.execute(database);
      return rowsOf(rows);
    }),
};
