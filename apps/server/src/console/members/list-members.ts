import {
  type ListedMember,
  type MemberList,
  memberPageRows,
  type MemberSearch,
} from '@redress/contract/console/members';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { countMembers } from '../reports/funnel.ts';
import { formatPersonName } from './member-name.ts';
import type { MemberMailingAddressesView } from './tables.ts';

/**
 * No index of class members says whether they have filed, so the list reads members in windows, and
 * ends early after too many rows.
 */
const windowRows = 2_000;
const maxWindows = 20;
const maxStates = 500;

type Direction = 'after' | 'before';
type Filters = Pick<MemberSearch, 'case' | 'state' | 'zip' | 'filed' | 'after' | 'before'>;

interface Window {
  /** Members in the order of reading. `has_filed` comes from their newest claim. */
  readonly members: readonly { readonly notice_id: string; readonly has_filed: boolean }[];
  /** The number of rows read, and the last Notice ID among them. */
  readonly read: number;
  readonly last: string | undefined;
}

/** A page of the class members of these cases, in the order of their Notice IDs. */
export async function listMembers(
  database: Database,
  permittedCases: readonly string[],
  filters: Filters,
): Promise<MemberList> {
  const cases = permittedCases.filter((caseId) => filters.case === undefined || caseId === filters.case);
  const direction: Direction = filters.before === undefined ? 'after' : 'before';
  let cursor = filters.before ?? filters.after;
  const size = filters.filed === undefined ? memberPageRows + 1 : windowRows;
  const found: string[] = [];
  let isEnd = cases.length === 0;
  for (let windows = 0; !isEnd && found.length <= memberPageRows && windows < maxWindows; windows += 1) {
    const window = await readWindow(database, cases, filters, direction, cursor, size);
    found.push(
      ...window.members
        .filter((member) => filters.filed === undefined || member.has_filed === (filters.filed === 'yes'))
        .map((member) => member.notice_id),
    );
    cursor = window.last ?? cursor;
    isEnd = window.read < size;
  }
  const hasMore = found.length > memberPageRows;
  const isPartial = !hasMore && !isEnd;
  const page = found.slice(0, memberPageRows);
  const ordered = direction === 'after' ? page : page.toReversed();
  const members = await readMembersById(database, permittedCases, ordered);
  const isWhole = filters.state === undefined && filters.zip === undefined && filters.filed === undefined;
  const first = ordered.at(0) ?? (isPartial && direction === 'before' ? cursor : undefined);
  const last = isPartial && direction === 'after' ? cursor : ordered.at(-1);
  const continues = hasMore || isPartial;
  const hasNext = direction === 'after' ? continues : true;
  const hasPrevious = direction === 'after' ? filters.after !== undefined : continues;
  return {
    members,
    ...(hasNext && last !== undefined && { next: last }),
    ...(hasPrevious && first !== undefined && { previous: first }),
    isPartial,
    ...(isWhole && { total: await countMembers(database, cases) }),
  };
}

function readWindow(
  database: Database,
  cases: readonly string[],
  { state, zip, filed }: Filters,
  direction: Direction,
  cursor: string | undefined,
  size: number,
): Promise<Window> {
  const order = direction === 'after' ? sql`asc` : sql`desc`;
  const continues = (column: RawBuilder<unknown>) =>
    cursor === undefined ? sql`` : sql`and ${column} ${direction === 'after' ? sql`>` : sql`<`} ${cursor}`;
  const isWanted = sql`
    ${state === undefined ? sql`` : sql`and member.state = ${state}`}
    ${zip === undefined ? sql`` : sql`and left(member.zip, 5) = ${zip.slice(0, 5)}`}`;
  // Members who have filed are found through their claims, even if they are few among millions.
  const rows =
    filed === 'yes'
      ? sql`
        select claimed.notice_id as position, member.notice_id, coalesce(${hasFiled}, false) as has_filed
        from (
          select notice_id from claims
          where notice_id is not null and claims.case_id = any(${cases}::text[]) ${continues(sql`notice_id`)}
          group by notice_id order by notice_id ${order} limit ${size}
        ) claimed
        left join class_members member
          on member.notice_id = claimed.notice_id and member.case_id = any(${cases}::text[]) ${isWanted}`
      : sql`
        select member.notice_id as position, member.notice_id,
          ${filed === undefined ? sql`false` : hasFiled} as has_filed
        from (
          select member.* from unnest(${cases}::text[]) as searched (case_id)
          cross join lateral (
            select notice_id, case_id from class_members member
            where member.case_id = searched.case_id ${isWanted} ${continues(sql`member.notice_id`)}
            order by member.notice_id ${order} limit ${size}
          ) member
          order by member.notice_id ${order} limit ${size}
        ) member`;
  return sql<{ position: string; notice_id: string | null; has_filed: boolean }>`
    select * from (${rows}) rows order by position ${order}`
    .execute(database)
    .then(({ rows: read }) => ({
      members: read.flatMap(({ notice_id: noticeId, has_filed: has }) =>
        noticeId === null ? [] : [{ notice_id: noticeId, has_filed: has }],
      ),
      read: read.length,
      last: read.at(-1)?.position,
    }));
}

const hasFiled = sql`exists (select from claims where claims.notice_id = member.notice_id and claims.case_id = member.case_id)`;

/** The class members of these cases, in the order of these Notice IDs. */
export async function readMembersById(
  database: Database,
  cases: readonly string[],
  noticeIds: readonly string[],
): Promise<ListedMember[]> {
  const { rows } = await sql<MemberMailingAddressesView & { claim_number: string | null; address_waits: boolean }>`
    select member.*,
      (select number from claims where claims.notice_id = member.notice_id and claims.case_id = member.case_id
        order by claims.id desc limit 1) as claim_number,
      exists (select from member_addresses where member_addresses.notice_id = member.notice_id and decision is null)
        as address_waits
    from unnest(${noticeIds}::text[]) with ordinality as wanted (notice_id, place)
    join member_mailing_addresses member on member.notice_id = wanted.notice_id
    where member.case_id = any(${cases}::text[])
    order by wanted.place`.execute(database);
  return rows.map((row) => ({
    noticeId: row.notice_id,
    caseId: row.case_id,
    name: formatPersonName(row),
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    addressWaits: row.address_waits,
    ...(row.claim_number !== null && { claimNumber: row.claim_number }),
  }));
}

/** The states of these cases' class members, found by skipping through an index. */
export async function listMemberStates(database: Database, cases: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    with recursive found (case_id, state) as (
      select searched.case_id, (
        select state from class_members where class_members.case_id = searched.case_id order by state limit 1
      ) from unnest(${cases}::text[]) as searched (case_id)
      union all
      select found.case_id, (
        select state from class_members
        where class_members.case_id = found.case_id and class_members.state > found.state order by state limit 1
      ) from found where found.state is not null
    )
    select distinct state from found where state <> '' order by state limit ${maxStates}`.execute(database);
  return rows.map(({ state }) => state);
}
