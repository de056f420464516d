import { type AnswerIdRequest, type IdRequestState } from '@redress/contract/console/id-requests';
import { maxReasonLength } from '@redress/contract/console/members';
import { lockMember } from '../members/member-addresses.ts';
import type { ConsoleContext } from '../context.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

export type AnswerOutcome =
  | 'done'
  | 'not-found'
  /** Another person answered first, or the letter is already in a list for the mail house. */
  | 'answered-before'
  | 'unknown-member'
  /** There is no address for a letter. */
  | 'no-address'
  /** The person chose the address to which the letter would go. */
  | 'own-address'
  /** The letter would go to an address that the person has not seen. */
  | 'address-changed'
  | 'note-required'
  | 'note-too-long';

/**
 * Records an answer to a request for lost IDs. A later answer replaces an earlier one, which stays
 * on record. After a match, the letter with the IDs goes into the next list for the mail house.
 * @param answers the number of answers that the person saw
 */
export async function answerIdRequest(
  { database, keys, now }: Pick<ConsoleContext, 'database' | 'keys' | 'now'>,
  { id: staffId, permitted }: Pick<StaffMember, 'id' | 'permitted'>,
  requestId: string,
  answers: number,
  { answer, noticeId, addressId, note: typed }: AnswerIdRequest,
): Promise<AnswerOutcome> {
  const note = stripNulAndSurrogates(typed).trim();
  if (note.length > maxReasonLength) return 'note-too-long';
  // The note is the only record of the question.
  if (answer === 'asked-for-more' && note === '') return 'note-required';
  return database.transaction().execute(async (transaction): Promise<AnswerOutcome> => {
    // Locked, so that answers to one request take turns.
    const request = await transaction
      .selectFrom('id_requests')
      .select('case_id')
      .where('id', '=', requestId)
      .where('case_id', 'in', [...permitted.members])
      .forUpdate()
      .executeTakeFirst();
    if (!request) return 'not-found';
    const last = await transaction
      .selectFrom('id_request_answers')
      .select('position')
      .where('request_id', '=', requestId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    if ((last?.position ?? 0) !== answers) return 'answered-before';
    if (answer === 'matched') {
      // Locked before the address is read, so that a change of the address comes before or after.
      const isMember =
        noticeId !== undefined && (await lockMember(transaction, noticeId, [request.case_id])) !== undefined;
      const member = !isMember
        ? undefined
        : await transaction
            .selectFrom('member_mailing_addresses as member')
            .leftJoin('member_addresses as address', 'address.id', 'member.address_id')
            .select(['member.street', 'member.address_id', 'address.decided_by'])
            .where('member.notice_id', '=', noticeId)
            .where('member.case_id', '=', request.case_id)
            .executeTakeFirst();
      if (!member) return 'unknown-member';
      if (member.street === '') return 'no-address';
      // The letter has both IDs: one person alone must not choose where it goes.
      if (member.decided_by === staffId) return 'own-address';
      // The person who corrected the address must not choose alone where the letter goes.
      if (member.address_id !== (addressId ?? null)) return 'address-changed';
    }
    const at = now();
    const position = answers + 1;
    const row = await transaction
      .insertInto('id_request_answers')
      .values({
        request_id: requestId,
        position,
        answer,
        notice_id: answer === 'matched' ? (noticeId ?? null) : null,
        note,
        answered_by: staffId,
        answered_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const state: IdRequestState = answer === 'asked-for-more' ? answer : 'answered';
    await transaction
      .updateTable('id_requests')
      .set({ answer_state: state, letter_waits: answer === 'matched' })
      .where('id', '=', requestId)
      .execute();
    await addRecordEntry(transaction, { kind: 'id-request', id: requestId }, at, {
      kind: 'id-request-answered',
      details: { by: staffId, caseId: request.case_id, outcome: answer },
      rows: hashRow('id_request_answers', row, keys),
    });
    return 'done';
  });
}
