import { flagLabels } from '@redress/contract/console/claim-labels';
import { IdRequestSearchSchema } from '@redress/contract/console/id-requests';
import { sql } from 'kysely';
import { Type } from 'typebox';
import {
  contactColumn,
  type ExportContext,
  type ExportList,
  type ExportRow,
  type ExportScope,
  plainColumn,
} from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, windowRows } from './read-list.ts';

const FiltersSchema = Type.Pick(IdRequestSearchSchema, ['state', 'case']);
type Scope = Pick<ExportScope, 'query' | 'cases'>;

/** As on the screen, which has a list for each state and begins with open requests. */
function readScope({ query, cases }: Scope) {
  const read = readFilters(FiltersSchema, query, cases);
  const { state = 'open', case: caseId } = read.filters;
  return { ...read, state, cases: caseId === undefined ? cases : [caseId] };
}

/** The conditions of a scope on a row `request` of `id_requests`. */
function isListed(scope: Scope) {
  const { state, cases } = readScope(scope);
  return sql`request.case_id = any(${cases}::text[]) and request.answer_state = ${state}`;
}

/** Requests for lost IDs with their last answers, oldest first. */
export const idRequestsExport: ExportList = {
  name: 'id-requests',
  title: 'Requests for lost IDs',
  permission: 'search',
  columns: [
    plainColumn('request', 'Request', 10),
    plainColumn('case', 'Case', 16),
    plainColumn('requested-at', 'Asked at (UTC)', 25, 'time'),
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
  count: ({ database }, scope) => countRows(database, sql`select from id_requests request where ${isListed(scope)}`),
  async findNewest({ database }) {
    const { rows } = await sql<{ last: string }>`
      select coalesce(max(id), 0) as last from id_requests`.execute(database);
    return rows[0]?.last ?? '0';
  },
  read: ({ database }, scope, upTo) =>
    readInWindows(
      '0',
      async (after) => {
        const { rows } = await sql<{ end: string | null }>`
          select max(id) as end from (
            select id from id_requests where id > ${after} and id <= ${upTo} order by id limit ${windowRows}
          ) listed`.execute(database);
        return rows[0]?.end ?? null;
      },
      (after, end) => readRequests(database, scope, after, end),
    ),
};

async function readRequests(
  database: ExportContext['database'],
  scope: Scope,
  after: string,
  end: string,
): Promise<ExportRow[]> {
  const { rows } = await sql<
    Record<'id' | 'case_id' | 'language' | 'name' | 'street' | 'city' | 'state' | 'zip', string> &
      Record<'phone' | 'email' | 'answer' | 'notice_id' | 'answered_by_name', string | null> & {
        readonly requested_at: Date;
        readonly answered_at: Date | null;
        readonly suspected_machine: boolean;
      }
  >`
    select request.*, answer.answer, answer.notice_id, answer.answered_at, staff.name as answered_by_name
    from id_requests request
    left join lateral (
      select * from id_request_answers where request_id = request.id order by position desc limit 1
    ) answer on true
    left join staff on staff.id = answer.answered_by
    where request.id > ${after} and request.id <= ${end} and ${isListed(scope)}
    order by request.id`.execute(database);
  return rows.map((row) => ({
    caseId: row.case_id,
    values: {
      request: row.id,
      case: row.case_id,
      'requested-at': row.requested_at.toISOString(),
      language: row.language,
      machine: row.suspected_machine,
      name: row.name,
      street: row.street,
      city: row.city,
      state: row.state,
      zip: row.zip,
      phone: row.phone,
      email: row.email,
      answer: row.answer,
      'notice-id': row.notice_id,
      'answered-at': row.answered_at?.toISOString() ?? null,
      'answered-by': row.answered_by_name,
    },
  }));
}
