import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { NoticeIds } from './unique-id.ts';
import { lookupHashOf } from './unique-id.ts';

export interface FoundClassMember {
  readonly noticeId: string;
  readonly caseId: string;
  readonly maskedName: string;
  /** The newest claim that was filed under the Notice ID. */
  readonly claim?: { readonly claimNumber: string; readonly dateCreated: string };
}

/**
 * The class member with exactly this pair of IDs, and their newest claim by one of `formIds`: the forms that ask for this login, because on
 * others anybody can write any Notice ID. One round trip. `keys`: all by which members may be found while the secret is changed.
 */
export async function findClassMember(
  database: Database,
  ids: NoticeIds,
  keys: readonly Buffer[],
  formIds: readonly string[],
): Promise<FoundClassMember | undefined> {
  const row = await database
    .selectFrom('class_members as member')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('claims')
          .select(['number', 'filed_at'])
          .whereRef('claims.notice_id', '=', 'member.notice_id')
          .where('claims.form_id', '=', sql<string>`any(${formIds}::text[])`)
          .orderBy('id', 'desc')
          .limit(1)
          .as('claim'),
      (join) => join.onTrue(),
    )
    .select([
      'member.notice_id',
      'member.case_id',
      'member.first_name',
      'member.last_name',
      'claim.number',
      'claim.filed_at',
    ])
    .where(
      'member.lookup_hash',
      'in',
      keys.map((key) => lookupHashOf(ids, key)),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const claim =
    row.number !== null && row.filed_at !== null
      ? { claimNumber: row.number, dateCreated: row.filed_at.toISOString() }
      : undefined;
  return {
    noticeId: row.notice_id,
    caseId: row.case_id,
    maskedName: maskName(`${row.first_name} ${row.last_name}`),
    ...(claim ? { claim } : {}),
  };
}

/** `Jane Doe` as `J••• D••`: enough to recognise oneself, not enough to learn a name from stolen IDs. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const [first = '', ...rest] = word;
      return first + '•'.repeat(rest.length);
    })
    .join(' ');
}
