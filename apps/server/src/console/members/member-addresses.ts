import type { AddressLines } from '@redress/contract/console/mailing-address';
import {
  type DecideAddress,
  maxAddressLineLength,
  maxReasonLength,
  type Member,
  type MemberAddress,
  type NewAddress,
  type WaitingAddresses,
} from '@redress/contract/console/members';
import type { FieldErrorSchema } from '@redress/contract/problem';
import { type Kysely, sql } from 'kysely';
import type { Static } from 'typebox';
import { findState, isZipAssigned, isZipOfOtherState } from '../integrity/us-places.ts';
import { markMembersForSearch } from '../search/fill-search.ts';
import { cleanLine, directionMarks } from '../../claims/letters/claim-addresses.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { moveLetters } from './member-claims.ts';
import { formatPersonName } from './member-name.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type FieldError = Static<typeof FieldErrorSchema>;
type AddressContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement' | 'publicUrl'>;

export type AddressOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'not-found' | 'changed-meanwhile' | 'same-person' | 'own-letter' | 'decided-before' }
  | { readonly outcome: 'invalid'; readonly errors: FieldError[] };

const maxListedWaiting = 100;
const lineLabels = { street: 'street address', city: 'city', state: 'state', zip: 'ZIP code' } as const;

function readAddress(input: NewAddress): { readonly lines: AddressLines; readonly errors: FieldError[] } {
  const errors: FieldError[] = [];
  const read = (field: keyof typeof lineLabels): string => {
    const text = cleanLine(input[field]);
    const label = lineLabels[field];
    if (text === '') errors.push({ field, rule: 'required', message: `Enter the ${label}.` });
    else if (text.length > maxAddressLineLength)
      errors.push({
        field,
        rule: 'max-length',
        message: `Enter at most ${maxAddressLineLength} characters for the ${label}.`,
      });
    return text;
  };
  const lines = { street: read('street'), city: read('city'), state: read('state'), zip: read('zip') };
  const state = findState(lines.state)?.name;
  const isZip = /^\d{5}(?:-?\d{4})?$/.test(lines.zip) && isZipAssigned(lines.zip);
  const refuse = (field: 'state' | 'zip', message: string) => errors.push({ field, rule: 'pattern', message });
  if (input.abroad !== true) {
    if (lines.state !== '' && state === undefined)
      refuse('state', 'Enter a U.S. state or territory, or choose that the address is abroad.');
    if (lines.zip !== '' && !isZip) refuse('zip', 'Enter a ZIP code that exists, with 5 or 9 digits.');
    else if (isZipOfOtherState(lines.zip, lines.state))
      refuse('zip', 'This ZIP code is of another state. Correct it or the state.');
  }
  return { lines: { ...lines, state: input.abroad === true ? lines.state : (state ?? lines.state) }, errors };
}

function readReason(input: string, isRequired: boolean): { readonly reason: string; readonly errors: FieldError[] } {
  const reason = stripNulAndSurrogates(input).replaceAll(directionMarks, '').trim();
  if (reason === '' && isRequired)
    return { reason, errors: [{ field: 'reason', rule: 'required', message: 'Enter the reason.' }] };
  if (reason.length > maxReasonLength)
    return {
      reason,
      errors: [
        {
          field: 'reason',
          rule: 'max-length',
          message: `Enter at most ${maxReasonLength.toLocaleString('en-US')} characters for the reason.`,
        },
      ],
    };
  return { reason, errors: [] };
}

/**
 * Adds an address to a class member. It is current at once if the person may correct addresses, and
 * otherwise needs another person's confirmation. It always does while a letter is about to go
 * there: one person alone must not choose where IDs are sent, and the person who answered the
 * request has not seen this address.
 * @param version the version that the person saw
 * @throws ProblemError like `moveLetters`
 */
export async function addMemberAddress(
  context: AddressContext,
  { id: by, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  noticeId: string,
  version: string,
  input: NewAddress,
): Promise<AddressOutcome> {
  const { lines, errors: lineErrors } = readAddress(input);
  const { reason, errors: reasonErrors } = readReason(input.reason, true);
  const errors = [...lineErrors, ...reasonErrors];
  if (errors.length > 0) return { outcome: 'invalid', errors };
  const { database, keys, now } = context;
  return database.transaction().execute(async (transaction): Promise<AddressOutcome> => {
    const caseId = await lockMember(transaction, noticeId, [...permitted.notes, ...permitted.members]);
    if (caseId === undefined) return { outcome: 'not-found' };
    if ((await readAddressVersion(transaction, noticeId)) !== version) return { outcome: 'changed-meanwhile' };
    const at = now();
    const corrects = permitted.members.includes(caseId) && !(await hasWaitingLetter(transaction, noticeId));
    const row = await transaction
      .insertInto('member_addresses')
      .values({
        notice_id: noticeId,
        ...lines,
        source: input.source,
        reason,
        entered_at: at,
        asked_by: corrects ? null : by,
        decision: corrects ? 'confirmed' : null,
        decided_by: corrects ? by : null,
        decided_at: corrects ? at : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await markMembersForSearch(transaction, [noticeId]);
    await addRecordEntry(transaction, { kind: 'member-address', id: row.id }, at, {
      kind: corrects ? 'address-corrected' : 'address-asked',
      details: { by, caseId, source: input.source },
      rows: hashRow('member_addresses', row, keys),
    });
    if (corrects)
      await moveLetters(transaction, context, { noticeId, caseId, by }, row, { at, chosen: input.claims ?? [] });
    return { outcome: 'done' };
  });
}

/**
 * Confirms or declines another person's address change.
 * @throws ProblemError like `moveLetters`
 */
export async function decideMemberAddress(
  context: AddressContext,
  { id: by, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  { noticeId, addressId, version }: { noticeId: string; addressId: string; version: string },
  input: DecideAddress,
): Promise<AddressOutcome> {
  const { reason, errors } = readReason(input.reason, input.decision === 'declined');
  if (errors.length > 0) return { outcome: 'invalid', errors };
  const { database, keys, now } = context;
  return database.transaction().execute(async (transaction): Promise<AddressOutcome> => {
    const caseId = await lockMember(transaction, noticeId, permitted.members);
    const address =
      caseId === undefined
        ? undefined
        : await transaction
            .selectFrom('member_addresses')
            .select(['asked_by', 'decision'])
            .where('id', '=', addressId)
            .where('notice_id', '=', noticeId)
            .executeTakeFirst();
    if (!address || caseId === undefined) return { outcome: 'not-found' };
    if (address.decision !== null) return { outcome: 'decided-before' };
    if (address.asked_by === by) return { outcome: 'same-person' };
    if (input.decision === 'confirmed' && (await hasWaitingLetter(transaction, noticeId, by)))
      return { outcome: 'own-letter' };
    if ((await readAddressVersion(transaction, noticeId)) !== version) return { outcome: 'changed-meanwhile' };
    const at = now();
    const { decision } = input;
    const row = await transaction
      .updateTable('member_addresses')
      .set({ decision, decided_by: by, decided_at: at, decision_reason: reason || null })
      .where('id', '=', addressId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await markMembersForSearch(transaction, [noticeId]);
    await addRecordEntry(transaction, { kind: 'member-address', id: addressId }, at, {
      kind: decision === 'confirmed' ? 'address-confirmed' : 'address-declined',
      details: { by, caseId },
      rows: hashRow('member_addresses', row, keys),
    });
    if (decision === 'confirmed')
      await moveLetters(transaction, context, { noticeId, caseId, by }, row, { at, chosen: input.claims ?? [] });
    return { outcome: 'done' };
  });
}

/**
 * Whether a letter with the IDs waits for the next list.
 * @param answeredBy counts only letters that this person answered
 */
async function hasWaitingLetter(transaction: Kysely<Tables>, noticeId: string, answeredBy?: string): Promise<boolean> {
  const { rows } = await sql`
    select from id_requests request
    join lateral (
      select notice_id, answered_by from id_request_answers
      where request_id = request.id order by position desc limit 1
    ) answer on true
    where letter_waits and request.id in (select request_id from id_request_answers where notice_id = ${noticeId})
      and answer.notice_id = ${noticeId}
      and (${answeredBy ?? null}::uuid is null or answered_by = ${answeredBy ?? null}::uuid)`.execute(transaction);
  return rows.length > 0;
}

/**
 * Locks a class member of these cases, so that decisions about addresses and letters with the IDs
 * take turns. Returns the member's case.
 */
export async function lockMember(
  transaction: Kysely<Tables>,
  noticeId: string,
  cases: readonly string[],
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('class_members')
    .select('case_id')
    .where('notice_id', '=', noticeId)
    .where('case_id', 'in', [...cases])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.case_id;
}

/** The version changes with each address and each decision about one. */
async function readAddressVersion(database: Kysely<Tables>, noticeId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || '-' || count(decision) as version from member_addresses where notice_id = ${noticeId}`.execute(
    database,
  );
  return rows[0]?.version ?? '';
}

/** A class member's addresses, newest first, with the version to send back. */
export async function readMemberAddresses(
  database: Database,
  noticeId: string,
  viewerId: string,
): Promise<Pick<Member, 'addresses' | 'version'>> {
  const rows = await database
    .selectFrom('member_addresses as address')
    .leftJoin('staff as asker', 'asker.id', 'address.asked_by')
    .leftJoin('staff as decider', 'decider.id', 'address.decided_by')
    .selectAll('address')
    .select(['asker.name as asked_by_name', 'decider.name as decided_by_name'])
    .where('address.notice_id', '=', noticeId)
    .orderBy('address.id', 'desc')
    .execute();
  const addresses = rows.map((row): MemberAddress => ({
    id: row.id,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    source: row.source,
    reason: row.reason,
    enteredAt: row.entered_at.toISOString(),
    askedByMe: row.asked_by === viewerId,
    ...(row.asked_by_name !== null && { askedBy: row.asked_by_name }),
    ...(row.decision !== null && { decision: row.decision }),
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
    ...(row.decided_at && { decidedAt: row.decided_at.toISOString() }),
    ...(row.decision_reason !== null && { decisionReason: row.decision_reason }),
  }));
  const decided = rows.filter(({ decision }) => decision !== null).length;
  return { addresses, version: `${rows.length}-${decided}` };
}

/** Undecided address changes that the person may decide or has asked for, oldest first. */
export async function listWaitingAddresses(
  database: Database,
  { id: viewerId, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
): Promise<WaitingAddresses> {
  const rows = await database
    .selectFrom('member_addresses as address')
    .innerJoin('class_members as member', 'member.notice_id', 'address.notice_id')
    .innerJoin('staff', 'staff.id', 'address.asked_by')
    .select(['address.id', 'address.notice_id as noticeId', 'address.asked_by', 'address.entered_at'])
    .select(['address.street', 'address.city', 'address.state', 'address.zip'])
    .select(['member.first_name', 'member.last_name', 'staff.name as askedBy'])
    .where('address.decision', 'is', null)
    .where((where) =>
      where.or([
        where('member.case_id', '=', sql<string>`any(${permitted.members}::text[])`),
        where.and([
          where('address.asked_by', '=', viewerId),
          where('member.case_id', '=', sql<string>`any(${permitted.notes}::text[])`),
        ]),
      ]),
    )
    .orderBy('address.id')
    .limit(maxListedWaiting)
    .execute();
  return {
    waiting: rows.map((row) => ({
      id: row.id,
      noticeId: row.noticeId,
      name: formatPersonName(row),
      address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
      askedBy: row.askedBy,
      askedByMe: row.asked_by === viewerId,
      enteredAt: row.entered_at.toISOString(),
    })),
  };
}

/** Counts the undecided address changes that other people asked for, in these cases. */
export async function countWaitingAddresses(
  database: Database,
  cases: readonly string[],
  viewerId: string,
): Promise<number> {
  const { count } = await database
    .selectFrom('member_addresses as address')
    .innerJoin('class_members as member', 'member.notice_id', 'address.notice_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('address.decision', 'is', null)
    .where('address.asked_by', '<>', viewerId)
    .where('member.case_id', 'in', [...cases])
    .executeTakeFirstOrThrow();
  return count;
}
