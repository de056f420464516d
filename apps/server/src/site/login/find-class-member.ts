import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { MailedTo } from '../../claims/filing/mailed-answers.ts';
import { maskName } from '../../claims/filing/masks.ts';
import { type NoticeIds, hashNoticeIds } from '../../platform/keys/encrypted-fields.ts';

export interface FoundClassMember {
  readonly noticeId: string;
  readonly caseId: string;
  readonly maskedName: string;
  readonly mailedTo: MailedTo;
  /** The newest claim with this Notice ID. Absent at a login if all are withdrawn or void. */
  readonly claim?: { readonly claimNumber: string; readonly dateCreated: string };
}

/**
 * Finds the class member with both IDs, and their newest claim, in a single round trip.
 * @param keys all accepted keys, because the secret may be changing
 * @param formIds the forms that require this login; on others, any Notice ID can be entered
 * @param purpose after a withdrawal, the claimant may file again, and can still see what came of it
 */
export async function findClassMember(
  database: Database,
  ids: NoticeIds,
  keys: readonly Buffer[],
  formIds: readonly string[],
  purpose: 'login' | 'status',
): Promise<FoundClassMember | undefined> {
  const hashes = keys.map((key) => hashNoticeIds(ids, key));
  const row = await database
    .selectFrom('class_members as member')
    .innerJoin('member_mailing_addresses as mailing', 'mailing.notice_id', 'member.notice_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('claims')
          .select(['number', 'filed_at'])
          .whereRef('claims.notice_id', '=', 'member.notice_id')
          .where('claims.form_id', '=', sql<string>`any(${formIds}::text[])`)
          .$if(purpose === 'login', (query) =>
            query.where(
              sql<boolean>`not exists (select from claim_review where claim_id = claims.id and status in ('withdrawn', 'void'))`,
            ),
          )
          .orderBy('id', 'desc')
          .limit(1)
          .as('claim'),
      (join) => join.onTrue(),
    )
    .select(['member.notice_id', 'member.case_id', 'mailing.first_name', 'mailing.last_name'])
    .select(['mailing.street', 'mailing.city', 'mailing.state', 'mailing.zip'])
    .select(['claim.number', 'claim.filed_at'])
    .where('member.lookup_hash', 'in', hashes)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number: claimNumber, filed_at: filedAt } = row;
  return {
    noticeId: row.notice_id,
    caseId: row.case_id,
    maskedName: maskName(`${row.first_name} ${row.last_name}`),
    mailedTo: row,
    ...(claimNumber !== null && filedAt && { claim: { claimNumber, dateCreated: filedAt.toISOString() } }),
  };
}
