import { addDays, dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import type { ClaimsContext } from '../context.ts';
import { lockClaims } from '../history/claim-history.ts';
import { type LetterContext, planLetters, queueLetters } from './queue-letters.ts';

/** Claims per transaction. While it adds history entries, nothing can be sealed. */
const batchSize = 500;

/**
 * Queues a reminder of each deficiency that expires within the days of the mail rules. There is one
 * for each decision.
 */
export async function queueReminders(context: LetterContext & Pick<ClaimsContext, 'database' | 'now'>): Promise<void> {
  const { database, settlement, now } = context;
  const today = dayIn(settlement.site.timeZone, now());
  const until = addDays(today, settlement.mailRules.reminderDays);
  const due = (claimIds?: readonly string[]) => sql<{ id: string }>`
    select claim_id as id from claim_review review join claims on claims.id = claim_id and claims.status = 'filed'
    where review.status = 'deficient' and cure_due >= ${today} and cure_due <= ${until}
      ${claimIds ? sql`and claim_id = any(${claimIds}::bigint[])` : sql``}
      and not exists (
        select from letters where letters.decision_id = review.decision_id and kind = 'reminder' and replaces is null
      )
    order by cure_due, claim_id limit ${batchSize}`;
  for (;;) {
    const { rows } = await due().execute(database);
    if (rows.length === 0) return;
    await database.transaction().execute(async (transaction) => {
      await lockClaims(
        transaction,
        rows.map(({ id }) => id),
      );
      // A claimant may have answered before the claim was locked.
      const locked = await due(rows.map(({ id }) => id)).execute(transaction);
      const ids = locked.rows.map(({ id }) => id);
      const at = now();
      await queueLetters(transaction, context, await planLetters(transaction, context, ids, at, 'reminder'), { at });
    });
  }
}
