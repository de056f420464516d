import { addDays, dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimsContext } from '../context.ts';
import { queueForClaims } from './queue-for-claims.ts';
import { type LetterContext, planLetters, queueLetters } from './queue-letters.ts';

/** Claims per transaction. While it adds history entries, nothing can be sealed. */
const batchSize = 500;

/**
 * Queues a reminder of each deficiency that expires within the days of the mail rules. There is one
 * for each decision.
 */
export async function queueReminders(
  context: LetterContext & Pick<ClaimsContext, 'database' | 'now' | 'log'>,
): Promise<void> {
  const { database, settlement, now } = context;
  const today = dayIn(settlement.site.timeZone, now());
  const until = addDays(today, settlement.mailRules.reminderDays);
  const findDue = async (from: Database, claims: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: string }>`
      select claim_id as id from claim_review review join claims on claims.id = claim_id and claims.status = 'filed'
      where review.status = 'deficient' and cure_due >= ${today} and cure_due <= ${until} and ${claims}
        and not exists (
          select from letters where letters.decision_id = review.decision_id and kind = 'reminder' and replaces is null
        )
      order by cure_due, claim_id limit ${batchSize}`.execute(from);
    return rows.map(({ id }) => id);
  };
  await queueForClaims(
    context,
    (tried) => findDue(database, sql`claim_id <> all(${tried}::bigint[])`),
    async (transaction, claimIds) => {
      // A claimant may have answered before the claim was locked.
      const ids = await findDue(transaction, sql`claim_id = any(${claimIds}::bigint[])`);
      const at = now();
      await queueLetters(transaction, context, await planLetters(transaction, context, ids, at, 'reminder'), { at });
    },
  );
}
