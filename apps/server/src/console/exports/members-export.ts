import { MemberSearchSchema } from '@redress/contract/console/members';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { formatPersonName } from '../members/member-name.ts';
import { contactColumn, type ExportList, type ExportScope, plainColumn } from './export-list.ts';
import { countRows, describeFilters, readFilters, readInWindows, rowsOf, type StoredRow } from './read-list.ts';

// Filters are stored, so the words of the search box are left out: they are names and Notice IDs.
const FiltersSchema = Type.Pick(MemberSearchSchema, ['case', 'state', 'zip', 'filed']);
const labels = { case: 'Case', state: 'State on the notice', zip: 'ZIP code on the notice', filed: 'Filed' };

type Scope = Pick<ExportScope, 'query' | 'cases'>;

const newestClaim = sql`(
  select number from claims where claims.notice_id = class_members.notice_id and claims.case_id = class_members.case_id
  order by claims.id desc limit 1
)`;

/** SQL: the conditions of a scope on a row of `class_members`. */
function isListed({ query, cases }: Scope) {
  const { case: caseId, state, zip } = readFilters(FiltersSchema, query, cases).filters;
  return sql`class_members.case_id = any(${caseId === undefined ? cases : [caseId]}::text[])
    ${state === undefined ? sql`` : sql`and class_members.state = ${state}`}
    ${zip === undefined ? sql`` : sql`and left(class_members.zip, 5) = ${zip.slice(0, 5)}`}`;
}

function hasFiledAsWanted({ query, cases }: Scope) {
  const { filed } = readFilters(FiltersSchema, query, cases).filters;
  if (filed === undefined) return sql`true`;
  return filed === 'yes' ? sql`claim is not null` : sql`claim is null`;
}

/** Class members with their mailing addresses, in the order of their Notice IDs. */
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
      sql`select ${newestClaim} as claim from class_members where ${isListed(scope)}`,
      hasFiledAsWanted(scope),
    ),
  // The database's clock also sets `imported_at`.
  async findNewest({ database }) {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database);
    return rows[0]?.now.toISOString() ?? '';
  },
  read: ({ database }, scope, upTo) =>
    readInWindows(database, { table: 'class_members', key: 'notice_id', start: '' }, async (isInside) => {
      const { rows } = await sql<{ readonly first_name: string; readonly last_name: string } & StoredRow>`
        select * from (
          select class_members.notice_id as "notice-id", class_members.case_id as "case", mailing.first_name, mailing.last_name,
            mailing.street, mailing.city, mailing.state, mailing.zip, mailing.address_id is not null as corrected,
            ${newestClaim} as claim, class_members.imported_at as "imported-at"
          from class_members join member_mailing_addresses mailing using (notice_id)
          where ${isInside} and class_members.imported_at <= ${upTo}::timestamptz and ${isListed(scope)}
        ) listed where ${hasFiledAsWanted(scope)} order by "notice-id"`.execute(database);
      return rowsOf(rows.map((row) => ({ ...row, name: formatPersonName(row) })));
    }),
};
