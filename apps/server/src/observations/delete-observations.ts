import { observationDays } from '@redress/contract/observations';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';

/** Deletes the observations of each case `observationDays` after its deadline, or after a later filing. */
export async function deleteOldObservations({
  database,
  settlement,
  now,
}: Pick<AppContext, 'database' | 'settlement' | 'now'>): Promise<void> {
  const keepMilliseconds = observationDays * 24 * 60 * 60 * 1_000;
  const before = new Date(now().getTime() - keepMilliseconds);
  const lastDayOf = ({ deadline }: ClaimForm) => dayIn('UTC', new Date(Date.parse(deadline) + keepMilliseconds));
  for (const [caseId, forms] of Map.groupBy(settlement.claimForms, (form) => form.caseId)) {
    // The last deadline of a case counts.
    if (forms.some((form) => dayIn(form.timeZone, now()) <= lastDayOf(form))) continue;
    await deleteInBatches(
      database,
      'claim_observations',
      sql`case_id = ${caseId} and at < ${before} order by case_id, at`,
    );
  }
}
