import { MemberSearchSchema } from '@redress/contract/console/members';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { formatPersonName } from '../members/member-name.ts';
import {
  contactColumn,
  type ExportContext,
  type ExportList,
  type ExportRow,
  type ExportScope,
  plainColumn,
} from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, windowRows } from './read-list.ts';

// Not the words of the search box: they are names and Notice IDs, and filters are stored.
const FiltersSchema = Type.Pick(MemberSearchSchema, ['case', 'state', 'zip', 'filed']);
const labels = { case: 'Case', state: 'State of the notice', zip: 'ZIP code of the notice', filed: 'Filed' };

type Scope = Pick<ExportScope, 'query' | 'cases'>;

const newestClaim = sql`(
  select number from claims where claims.notice_id = member.notice_id and claims.case_id = member.case_id
  order by claims.id desc limit 1
)`;

/** The conditions of a scope on a row `member` of `class_members`. */
function isListed({ query, cases }: Scope) {
  const { case: caseId, state, zip } = readFilters(FiltersSchema, query, cases).filters;
  return sql`member.case_id = any(${caseId === undefined ? cases : [caseId]}::text[])
    ${state === undefined ? sql`` : sql`and member.state = ${state}`}
    ${zip === undefined ? sql`` : sql`and left(member.zip, 5) = ${zip.slice(0, 5)}`}`;
}

function hasFiledAsWanted({ query, cases }: Scope) {
  const { filed } = readFilters(FiltersSchema, query, cases).filters;
  if (filed === undefined) return sql`true`;
  return filed === 'yes' ? sql`claim_number is not null` : sql`claim_number is null`;
}

/** Class members with the addresses to which mail goes, in the order of their Notice IDs. */
export const membersExport: ExportList = {
  name: 'members',
  title: 'Class members',
  permission: 'search',
  columns: [
    contactColumn('notice-id', 'Notice ID', 12),
    plainColumn('case', 'Case', 16),
    contactColumn('name', 'Name', 30),
    contactColumn('street', 'Street', 30),
    contactColumn('city', 'City', 20),
    plainColumn('state', 'State', 16),
    contactColumn('zip', 'ZIP', 10),
    plainColumn('corrected', 'Address corrected', 12, 'yes-no'),
    plainColumn('claim', 'Newest claim', 13),
    plainColumn('imported-at', 'Imported at (UTC)', 25, 'time'),
  ],
  describe(_settlement, asked, cases) {
    const { filters, query, ignored } = readFilters(FiltersSchema, asked, cases);
    return { query, filters: describeFilters(filters, labels), ignored };
  },
  count: ({ database }, scope) =>
    countRows(
      database,
      sql`select ${newestClaim} as claim_number from class_members member where ${isListed(scope)}`,
      hasFiledAsWanted(scope),
    ),
  // By the clock that sets `imported_at`.
  async findNewest({ database }) {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database);
    return rows[0]?.now.toISOString() ?? '';
  },
  read: ({ database }, scope, upTo) =>
    readInWindows(
      '',
      async (after) => {
        const { rows } = await sql<{ end: string | null }>`
          select max(notice_id) as end from (
            select notice_id from class_members where notice_id > ${after} order by notice_id limit ${windowRows}
          ) listed`.execute(database);
        return rows[0]?.end ?? null;
      },
      (after, end) => readMembers(database, scope, { after, end, upTo }),
    ),
};

async function readMembers(
  database: ExportContext['database'],
  scope: Scope,
  { after, end, upTo }: { readonly after: string; readonly end: string; readonly upTo: string },
): Promise<ExportRow[]> {
  const { rows } = await sql<
    Record<'notice_id' | 'case_id' | 'first_name' | 'last_name' | 'street' | 'city' | 'state' | 'zip', string> & {
      readonly address_id: string | null;
      readonly claim_number: string | null;
      readonly imported_at: Date;
    }
  >`
    select * from (
      select mailing.*, member.imported_at, ${newestClaim} as claim_number
      from class_members member join member_mailing_addresses mailing using (notice_id)
      where member.notice_id > ${after} and member.notice_id <= ${end} and member.imported_at <= ${upTo}::timestamptz
        and ${isListed(scope)}
    ) listed where ${hasFiledAsWanted(scope)} order by notice_id`.execute(database);
  return rows.map((row) => ({
    caseId: row.case_id,
    values: {
      'notice-id': row.notice_id,
      case: row.case_id,
      name: formatPersonName(row),
      street: row.street,
      city: row.city,
      state: row.state,
      zip: row.zip,
      corrected: row.address_id !== null,
      claim: row.claim_number,
      'imported-at': row.imported_at.toISOString(),
    },
  }));
}
