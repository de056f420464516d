import { maxBulkClaims } from '@redress/contract/console/bulk';
import type { LetterPreview, Letters } from '@redress/contract/console/letters';
import type { LetterDue } from '@redress/contract/letters';
import { sql } from 'kysely';
import { type PlannedLetter, planLetters } from '../../claims/letters/queue-letters.ts';
import type { Database } from '../../platform/database/pool.ts';
import { type DueLetters, isToWriteTo, needsLetter } from '../bulk/choose-claims.ts';
import type { ConsoleContext } from '../context.ts';

/**
 * Counts the decisions whose letter has not been requested, by case and kind.
 * @param without IDs of claims to leave out, as in lists
 */
export async function countDue(
  database: Database,
  cases: readonly string[],
  without: readonly string[],
): Promise<Letters['due']> {
  const { rows } = await sql<Letters['due'][number]>`
    select case_id as "caseId", letter_due as kind, count(*)::int as claims from claim_review review
    where ${needsLetter} and case_id = any(${cases}::text[]) and claim_id <> all(${without}::bigint[])
    group by case_id, letter_due order by case_id, letter_due`.execute(database);
  return rows;
}

/**
 * Composes the first letter of those that are due or requested, the longest one by name and
 * reasons, and the first of each other language.
 */
export async function previewLetters(
  { database, settlement, publicUrl, now }: Pick<ConsoleContext, 'database' | 'settlement' | 'publicUrl' | 'now'>,
  asked: DueLetters | { readonly job: string; readonly kind: LetterDue | undefined },
): Promise<LetterPreview> {
  const isMeant =
    'job' in asked
      ? sql`review.letter_due = ${asked.kind ?? null} and exists (select from bulk_job_claims listed where listed.job_id = ${asked.job} and listed.claim_id = review.claim_id)`
      : isToWriteTo(asked);
  const { rows: chosen } = await sql<{ id: string; why: LetterPreview['letters'][number]['why'] }>`
    with due as materialized (
      select claims.id, language, length(name) as length, cardinality(reasons) as reasons
      from claim_review review join claims on claims.id = claim_id and claims.status = 'filed'
      where ${isMeant} order by claim_id limit ${maxBulkClaims}
    )
    select distinct on (id) id, why from (
      (select id, 0 as place, 'first' as why from due order by id limit 1)
      union all (select id, 1, 'longest' from due order by reasons desc, length desc nulls last, id limit 1)
      union all (select distinct on (language) id, 2, 'language' from due order by language, id)
    ) chosen order by id, place`.execute(database);
  const { rows: counted } = await sql<{ claims: number }>`
    select count(*)::int as claims from (
      select from claim_review review join claims on claims.id = claim_id and claims.status = 'filed'
      where ${isMeant} limit ${maxBulkClaims}
    ) due`.execute(database);
  const letters = await planLetters(
    database,
    { settlement, publicUrl },
    chosen.map(({ id }) => id),
    now(),
  );
  return {
    claims: counted[0]?.claims ?? 0,
    letters: letters.map((letter) => ({
      claim: letter.claim.number,
      why: chosen.find(({ id }) => id === letter.claim.id)?.why ?? 'first',
      language: letter.language,
      channel: letter.channel,
      to: recipientOf(letter),
      text: textOf(letter.content),
    })),
  };
}

/** The email address to which a letter goes, or the lines of its postal address. */
export const recipientOf = ({ channel, email, address }: Pick<PlannedLetter, 'channel' | 'email' | 'address'>) =>
  channel === 'email' && email !== null ? [email] : address && [...address];

/** The parts of a letter's content that people read on a screen. */
export const textOf = ({
  subject,
  date,
  body,
}: PlannedLetter['content']): LetterPreview['letters'][number]['text'] => ({
  subject,
  date,
  body: body.map((part) => (typeof part === 'object' && 'list' in part ? { list: [...part.list] } : part)),
});
