import type { LetterLists } from '@redress/contract/console/id-requests';
import { sql } from 'kysely';
import { formatPersonName } from '../members/member-name.ts';
import type { ConsoleContext } from '../context.ts';
import { byteOrderMark, formatCsvLine } from '../../platform/csv/csv-text.ts';
import type { Database } from '../../platform/database/pool.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';

/** Maximum letters in one list. More wait for the next one. */
export const maxLettersPerList = 20_000;
const maxListedLists = 100;

/**
 * SQL: requests whose last answer is a match and whose letter is in no list yet. One person alone
 * must not send IDs to an address that they chose: locks prevent it, and this checks it again.
 */
const waitingLetters = (cases: readonly string[]) => sql`
  from id_requests request
  cross join lateral (
    select position, answer, notice_id, answered_by from id_request_answers
    where request_id = request.id order by position desc limit 1
  ) answer
  where request.case_id = any(${cases}::text[]) and request.letter_waits
    and answer.answer = 'matched' and answer.notice_id is not null
    and not exists (
      select from member_mailing_addresses mailing join member_addresses address on address.id = mailing.address_id
      where mailing.notice_id = answer.notice_id and address.decided_by = answer.answered_by
    )`;

/** The waiting letters and the lists of these cases. */
export async function readLetterLists(database: Database, cases: readonly string[]): Promise<LetterLists> {
  const { rows: waiting } = await sql<{ caseId: string; letters: number }>`
    select request.case_id as "caseId", count(*)::int as letters ${waitingLetters(cases)}
    group by request.case_id order by request.case_id`.execute(database);
  const lists = await database
    .selectFrom('id_letter_lists as list')
    .innerJoin('staff', 'staff.id', 'list.made_by')
    .select(['list.id', 'list.case_id as caseId', 'list.letters', 'list.made_at', 'staff.name as madeBy'])
    .where('list.case_id', 'in', [...cases])
    .orderBy('list.id', 'desc')
    .limit(maxListedLists)
    .execute();
  return { waiting, lists: lists.map(({ made_at: at, ...list }) => ({ ...list, madeAt: at.toISOString() })) };
}

/**
 * Puts the waiting letters of a case into a new list. Returns its ID; undefined if no letter waits.
 */
export async function makeLetterList(
  { database, now }: Pick<ConsoleContext, 'database' | 'now'>,
  staffId: string,
  caseId: string,
): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Two people who act at the same time must not send a letter twice.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`id-letters ${caseId}`}, 22))`.execute(transaction);
    // Locked before their answers are read, so that no answer changes meanwhile.
    const { rows: locked } = await sql<{ id: string }>`
      select request.id ${waitingLetters([caseId])}
      order by request.id limit ${maxLettersPerList} for update of request`.execute(transaction);
    const { rows } = await sql<{ request_id: string; position: number; address_id: string | null }>`
      with waiting as (
        select request.id as request_id, answer.position, answer.notice_id ${waitingLetters([caseId])}
          and request.id = any(${locked.map(({ id }) => id)}::bigint[])
      )
      select request_id, position, address_id from waiting join member_mailing_addresses using (notice_id)
      order by request_id`.execute(transaction);
    if (rows.length === 0) return undefined;
    const at = now();
    const { id } = await transaction
      .insertInto('id_letter_lists')
      .values({ case_id: caseId, made_by: staffId, made_at: at, letters: rows.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into id_letters (list_id, request_id, position, address_id)
      select ${id}, * from unnest(
        ${rows.map((row) => row.request_id)}::bigint[], ${rows.map((row) => row.position)}::integer[],
        ${rows.map((row) => row.address_id)}::bigint[])`.execute(transaction);
    await transaction
      .updateTable('id_requests')
      .set({ letter_waits: false })
      .where(
        'id',
        'in',
        rows.map((row) => row.request_id),
      )
      .execute();
    await addRecordEntry(transaction, { kind: 'id-letter-list', id }, at, {
      kind: 'letter-list-made',
      details: { by: staffId, caseId, letters: rows.length },
    });
    return id;
  });
}

/** The case of a list, if it is among these. */
export async function findLetterList(
  database: Database,
  id: string,
  cases: readonly string[],
): Promise<{ readonly caseId: string } | undefined> {
  return database
    .selectFrom('id_letter_lists')
    .select('case_id as caseId')
    .where('id', '=', id)
    .where('case_id', 'in', [...cases])
    .executeTakeFirst();
}

const header = ['request', 'notice_id', 'name', 'street', 'city', 'state', 'zip', 'language'];

/**
 * Formats a list as CSV for the mail house; the bytes are always the same. It has no Unique IDs:
 * the mail house printed the notices and knows them by Notice ID.
 */
export async function formatLetterList(
  database: Database,
  id: string,
): Promise<{ readonly csv: string; readonly noticeIds: readonly string[] }> {
  const { rows } = await sql<
    Record<'request' | 'notice_id' | 'first_name' | 'last_name' | 'language', string> &
      Record<'street' | 'city' | 'state' | 'zip', string>
  >`
    select letter.request_id as request, member.notice_id, member.first_name, member.last_name, request.language,
      case when address.id is null then member.street else address.street end as street,
      case when address.id is null then member.city else address.city end as city,
      case when address.id is null then member.state else address.state end as state,
      case when address.id is null then member.zip else address.zip end as zip
    from id_letters letter
    join id_requests request on request.id = letter.request_id
    join id_request_answers answer on answer.request_id = letter.request_id and answer.position = letter.position
    join class_members member on member.notice_id = answer.notice_id
    left join member_addresses address on address.id = letter.address_id
    where letter.list_id = ${id} order by letter.request_id`.execute(database);
  const lines = rows.map(({ request, notice_id: noticeId, street, city, state, zip, language, ...name }) =>
    formatCsvLine([request, noticeId, formatPersonName(name), street, city, state, zip, language]),
  );
  return {
    csv: [byteOrderMark, formatCsvLine(header), ...lines].join(''),
    noticeIds: rows.map((row) => row.notice_id),
  };
}
