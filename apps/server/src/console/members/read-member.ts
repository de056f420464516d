import type { Member } from '@redress/contract/console/members';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { readMemberAddresses } from './member-addresses.ts';
import { readMemberClaims } from './member-claims.ts';
import { readMemberNotes } from './member-notes.ts';
import { formatPersonName } from './member-name.ts';

const maxIdRequests = 100;

/** The data of a class member except the Unique ID; undefined if the person may not see them. */
export async function readMember(
  context: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>,
  noticeId: string,
  person: Pick<StaffMember, 'id' | 'permitted'>,
): Promise<Member | undefined> {
  const { database } = context;
  const { id: staffId, permitted } = person;
  const member = await database
    .selectFrom('class_members')
    .innerJoin('member_mailing_addresses as current', 'current.notice_id', 'class_members.notice_id')
    .select(['class_members.case_id', 'class_members.first_name', 'class_members.last_name'])
    .select(['class_members.street', 'class_members.city', 'class_members.state', 'class_members.zip', 'imported_at'])
    .select(['current.address_id', 'current.street as current_street', 'current.city as current_city'])
    .select(['current.state as current_state', 'current.zip as current_zip'])
    .where('class_members.notice_id', '=', noticeId)
    .where('class_members.case_id', 'in', [...permitted.search])
    .executeTakeFirst();
  if (!member) return undefined;
  const { case_id: caseId } = member;
  const { rows: idRequests } = await sql<{ id: string; requestedAt: Date; answer: string; answeredAt: Date }>`
    select request.id, request.requested_at as "requestedAt", answer.answer, answer.answered_at as "answeredAt"
    from id_request_answers answer join id_requests request on request.id = answer.request_id
    where answer.notice_id = ${noticeId} order by answer.request_id desc, position desc limit ${maxIdRequests}`.execute(
    database,
  );
  return {
    noticeId,
    caseId,
    name: formatPersonName(member),
    importedAt: member.imported_at.toISOString(),
    imported: { street: member.street, city: member.city, state: member.state, zip: member.zip },
    current: {
      street: member.current_street,
      city: member.current_city,
      state: member.current_state,
      zip: member.current_zip,
    },
    ...(member.address_id !== null && { currentId: member.address_id }),
    ...(await readMemberAddresses(database, noticeId, staffId)),
    claims: await readMemberClaims(context, { noticeId, caseId }, person),
    idRequests: idRequests.map(({ requestedAt, answeredAt, ...request }) => ({
      ...request,
      requestedAt: requestedAt.toISOString(),
      answeredAt: answeredAt.toISOString(),
    })),
    notes: permitted.notes.includes(caseId) ? await readMemberNotes(database, noticeId) : null,
    mayCorrect: permitted.members.includes(caseId),
    mayAsk: permitted.notes.includes(caseId),
  };
}
