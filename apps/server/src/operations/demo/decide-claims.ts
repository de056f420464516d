import type { Outcome } from '@redress/contract/console/review';
import type { ReviewReason } from '@redress/contract/review-rules';
import { dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { type LetterContext, planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import { recordMailed } from '../../claims/letters/record-mailing.ts';
import type { ConsoleContext } from '../../console/context.ts';
import { lockReview } from '../../console/review/change-status.ts';
import { computeRecognizable, formatAmount, readAmountInputs } from '../../console/review/recognized-amount.ts';
import { releaseDecision } from '../../console/review/release-decision.ts';
import { type NewDecision, storeDecision } from '../../console/review/store-decision.ts';
import type { Database } from '../../platform/database/pool.ts';

type DecideContext = LetterContext & Pick<ConsoleContext, 'database'>;

/** So long ago that no claimant may dispute the decision any more. */
const decidedDaysAgo = 75;
const claimsPerTransaction = 100;
const reducedEvery = 12;

export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * 24 * 60 * 60 * 1_000);

/**
 * Decides all invented claims that wait, in the past and with mailed letters, so that an allocation
 * can be frozen. Their scores say which were made by a machine. It continues where it stopped.
 * @returns the number of decided claims
 */
export async function decideClaims(
  context: DecideContext & { readonly signal: AbortSignal; readonly onProgress: (step: string) => void },
  now: Date,
): Promise<number> {
  const { database, settlement } = context;
  const by = await addDecider(database, now);
  const at = daysBefore(now, decidedDaysAgo);
  for (let decided = 0; ; context.onProgress(`${decided} decisions`)) {
    const { rows: claims } = await sql<{ id: string; late: boolean; machine: boolean; status: string }>`
      select claims.id, claims.late, search.machine, search.status
      from claims join claim_search search on search.claim_id = claims.id
        left join claim_review review on review.claim_id = claims.id
      where claims.status = 'filed' and claims.filed_at < ${at}
        and coalesce(review.status, 'received') in ('received', 'waiting-documents', 'ready')
      order by claims.id limit ${claimsPerTransaction}`.execute(database);
    if (claims.length === 0 || context.signal.aborted) return decided;
    await database.transaction().execute(async (transaction) => {
      for (const [index, { id, late, machine, status }] of claims.entries()) {
        const isDenied = late || machine || status === 'waiting-documents';
        const outcome = isDenied ? 'deny' : index % reducedEvery === 0 ? 'reduce' : 'approve';
        const isWanted = (reason: ReviewReason) =>
          late ? reason.when === 'late' : machine ? reason.isFraud === true : isGeneral(reason);
        await decide(transaction, context, at, { id, by, outcome, isWanted });
      }
      const ids = claims.map(({ id }) => id);
      await queueLetters(transaction, context, await planLetters(transaction, context, ids, at), { at, by });
      const letters = await transaction.selectFrom('letters').select('id').where('claim_id', 'in', ids).execute();
      const mailedOn = dayIn(settlement.site.timeZone, at);
      await recordMailed(
        transaction,
        context,
        letters.map(({ id }) => id),
        { mailedOn, at },
      );
    });
    decided += claims.length;
  }
}

/** The author of the decisions, who cannot sign in. */
export async function addDecider(database: Database, now: Date): Promise<string> {
  const person = { name: 'Robin Demo', email: 'robin.demo@example.com', created_at: now, disabled_at: now };
  const { id } = await database
    .insertInto('staff')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ name: person.name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether a reason can be given for any claim. */
export const isGeneral = ({ when, isDuplicate }: ReviewReason) => when === undefined && isDuplicate !== true;

interface Wanted {
  readonly id: string;
  readonly by: string;
  readonly outcome: Outcome;
  /** Finds the reason among those of the outcome. */
  readonly isWanted: (reason: ReviewReason) => boolean;
  readonly maxReasons?: number;
}

/**
 * Decides a claim, with immediate effect. An approval recognizes what the rule of the form suggests,
 * a reduction half of it. Without a suggestion, the claim is denied.
 */
export async function decide(
  transaction: Database,
  { settlement, keys }: Pick<DecideContext, 'settlement' | 'keys'>,
  at: Date,
  { id, by, outcome: wanted, isWanted, maxReasons = 1 }: Wanted,
): Promise<void> {
  const claim = await transaction
    .selectFrom('claims')
    .select(['id', 'number', 'case_id', 'form_id', 'form_version', 'email', 'amount', 'answers'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await lockReview(transaction, { settlement }, claim);
  await transaction.updateTable('claim_review').set({ status: 'in-review' }).where('claim_id', '=', id).execute();
  const inputs = await readAmountInputs(transaction, settlement, claim);
  const { suggested, pool } = computeRecognizable(settlement.review, claim.form_id, inputs);
  const isPaid = (wanted === 'approve' || wanted === 'reduce') && suggested !== null;
  const outcome = isPaid || wanted === 'deficient' ? wanted : 'deny';
  const reasons = settlement.review.reasons.filter((reason) => reason.outcome === outcome && isWanted(reason));
  const decision: NewDecision = {
    id: crypto.randomUUID(),
    staffId: by,
    outcome,
    reasons: reasons.slice(0, maxReasons).map((reason) => reason.id),
    amount: isPaid ? formatAmount(outcome === 'reduce' ? suggested / 2n : suggested) : null,
    pool: isPaid ? pool : null,
    note: '',
    source: 'reviewer',
  };
  const review = await lockReview(transaction, { settlement }, claim);
  await storeDecision(transaction, { settlement, keys, now: () => at }, claim, review, decision, { after: 'seconds' });
  if (outcome !== 'deficient')
    await releaseDecision(transaction, claim, await lockReview(transaction, { settlement }, claim), at);
}
