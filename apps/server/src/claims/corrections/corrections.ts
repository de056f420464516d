import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/**
 * A claim's corrections in force, by field name; an empty value means "no answer".
 * `applyCorrections` puts them over the filed answers.
 */
export async function readCorrections(database: Kysely<Tables>, claimId: string): Promise<AnyAnswers> {
  return (await readCorrectionsOf(database, [claimId])).get(claimId) ?? {};
}

/**
 * The corrections in force of several claims. A claim without any is not in the map.
 * @param lastEntry the ID of a history entry; corrections made after it are ignored
 */
export async function readCorrectionsOf(
  database: Kysely<Tables>,
  claimIds: readonly string[],
  lastEntry?: string,
): Promise<Map<string, AnyAnswers>> {
  const rows = await database
    .selectFrom('claim_corrections')
    .distinctOn(['claim_id', 'field'])
    .select(['claim_id', 'field', 'value'])
    .where('claim_id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .$if(lastEntry !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (
          select from claim_history entry where entry.claim_id = claim_corrections.claim_id and entry.id <= ${lastEntry}
            and entry.kind = 'claim-corrected' and entry.details->>'correctionId' = claim_corrections.id::text)`,
      ),
    )
    .orderBy('claim_id')
    .orderBy('field')
    .orderBy('position', 'desc')
    .execute();
  // The newest row of a field without a value: its correction was withdrawn, or purged.
  const inForce = rows.flatMap(({ claim_id, field, value }) => (value === null ? [] : [{ claim_id, field, value }]));
  const byClaim = Map.groupBy(inForce, ({ claim_id: id }) => id);
  return new Map(
    [...byClaim].map(([id, fields]) => [id, Object.fromEntries(fields.map(({ field, value }) => [field, value]))]),
  );
}

/** The answers with corrections over them. An empty correction removes an answer. */
export function applyCorrections(answers: AnyAnswers, corrections: AnyAnswers): AnyAnswers {
  const corrected: Record<string, AnyAnswer> = { ...answers };
  for (const [field, value] of Object.entries(corrections)) {
    if (value === '') Reflect.deleteProperty(corrected, field);
    else corrected[field] = value;
  }
  return corrected;
}
