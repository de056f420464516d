import { observationDays } from '@redress/contract/observations';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import { sql } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { forgetObservations, type ObservedClaim } from './forget-observations.ts';
import { anyOf } from './load-claims.ts';
import { pauseScoring } from './scoring-lock.ts';

/** Claims per transaction, which takes a fraction of a second: the job that scores claims waits for it. */
const batchSize = 1_000;

/**
 * Deletes the observations of each case `observationDays` after its deadline, or after a later
 * filing, with the keys and signals that were derived from them.
 */
export async function deleteOldObservations({
  database,
  settlement,
  now,
}: Pick<ConsoleContext, 'database' | 'settlement' | 'now'>): Promise<void> {
  const keepMilliseconds = observationDays * 24 * 60 * 60 * 1_000;
  const before = new Date(now().getTime() - keepMilliseconds);
  const lastDayOf = ({ deadline }: ClaimForm) => dayIn('UTC', new Date(Date.parse(deadline) + keepMilliseconds));
  for (const [caseId, forms] of Map.groupBy(settlement.claimForms, (form) => form.caseId)) {
    // The last deadline of a case counts.
    if (forms.some((form) => dayIn(form.timeZone, now()) <= lastDayOf(form))) continue;
    while (await deleteBatch(database, caseId, before));
  }
}

/** Returns whether more may be left. */
async function deleteBatch(database: Database, caseId: string, before: Date): Promise<boolean> {
  const isAny = await database
    .selectFrom('claim_observations')
    .select('claim_id')
    .where('case_id', '=', caseId)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (!isAny) return false;
  return database.transaction().execute(async (transaction) => {
    // A batch of scores that has read these observations would store their keys again.
    await pauseScoring(transaction);
    const { rows } = await sql<ObservedClaim>`
      select claim_id, form_id, address_hash, browser_hash
      from (
        select claim_id, address_hash, browser_hash from claim_observations
        where case_id = ${caseId} and at < ${before} order by case_id, at limit ${batchSize}
      ) as observed
      join claims on claims.id = claim_id`.execute(transaction);
    await forgetObservations(transaction, rows);
    await transaction
      .deleteFrom('claim_observations')
      .where('claim_id', '=', anyOf(rows.map(({ claim_id: id }) => id)))
      .execute();
    return rows.length === batchSize;
  });
}
