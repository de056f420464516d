import { disputeItem, statusFields } from '@redress/contract/status-page';
import { addDays, dayIn } from '@redress/forms/court-day';
import { sql } from 'kysely';
import { type LetterContext, planLetters, queueLetters } from '../../claims/letters/queue-letters.ts';
import { mailAgain, recordBounce } from '../../claims/letters/mail-again.ts';
import { recordMailed, recordReturned } from '../../claims/letters/record-mailing.ts';
import type { ConsoleContext } from '../../console/context.ts';
import { confirmBatch } from '../../console/letters/confirm-mailing.ts';
import { makeLetterBatch } from '../../console/letters/letter-batches.ts';
import { lockReviewForClaimant } from '../../console/review/change-by-claimant.ts';
import type { Database } from '../../platform/database/pool.ts';
import { fileDispute } from '../../site/status/change-claim.ts';
import { addDecider, daysBefore, decide, isGeneral } from './decide-claims.ts';

type WriteContext = LetterContext & Pick<ConsoleContext, 'database' | 'store'>;

/** Says what becomes of the letters of a decision; the last kinds wait for staff to queue them. */
const fates = ['mailed', 'reminded', 'returned', 'queued', 'due'] as const;
const outcomes = ['deficient', 'approve', 'reduce', 'deny'] as const;
/** Decisions were made this many days ago, and their letters mailed a day later. */
const daysAgo = { mailed: 12, reminded: 24, returned: 12, queued: 1, due: 1 };

/**
 * Decides some of the invented claims in the past, each kind of decision in both languages, and
 * writes their letters in every state. A demonstration that continues writes no second ones.
 */
export async function writeLetters(context: WriteContext, now: Date): Promise<number> {
  const { database } = context;
  const decided = await database.selectFrom('claim_decisions').select('id').limit(1).executeTakeFirst();
  if (decided) return 0;
  const by = await addDecider(database, now);
  const wanted = fates.flatMap((fate) => outcomes.map((outcome) => ({ fate, outcome })));
  let written = 0;
  for (const language of ['en', 'es'] as const) {
    const { rows: claims } = await sql<{ id: string }>`
      select id from claims where language = ${language} and status = 'filed' and not late and not duplicate_notice
        and not documents_due and amount is not null and filed_at < ${daysBefore(now, 30)}
      order by id limit ${wanted.length}`.execute(database);
    for (const [index, { id }] of claims.entries()) {
      const { fate, outcome } = wanted[index] ?? { fate: 'due', outcome: 'approve' };
      await database
        .transaction()
        .execute((transaction) => write(transaction, context, { id, by, fate, outcome, now }));
      if (fate === 'mailed' && outcome === 'reduce') await dispute(context, id, language, now);
      written += 1;
    }
    await batch(context, by, language, now);
  }
  return written;
}

/** Puts the letters by post of the first case into a batch. The English one was mailed yesterday. */
async function batch(context: WriteContext, by: string, language: 'en' | 'es', now: Date): Promise<void> {
  const { claimForms, site } = context.settlement;
  const at = daysBefore(now, 1);
  const yesterday = { ...context, now: () => at };
  const id = await makeLetterBatch(yesterday, by, claimForms[0]?.caseId ?? '');
  if (id === undefined || language === 'es') return;
  await confirmBatch(yesterday, by, { id, madeAt: at.toISOString() }, dayIn(site.timeZone, at));
}

const statements = { en: 'My receipts show all of it.', es: 'Mis recibos muestran toda la cantidad.' };

/** The claimant disputes the decision on the status page, a week ago. */
async function dispute(context: WriteContext, claimId: string, language: 'en' | 'es', now: Date): Promise<void> {
  const { database } = context;
  const {
    decision_id: decision,
    reasons,
    ...claim
  } = await database
    .selectFrom('claims')
    .innerJoin('claim_review as review', 'review.claim_id', 'claims.id')
    .select(['id', 'number', 'claims.case_id', 'form_id', 'form_version', 'decision_id', 'review.reasons'])
    .where('id', '=', claimId)
    .executeTakeFirstOrThrow();
  const clock = () => daysBefore(now, 7);
  const fields = new Map([
    ...reasons.map((reason) => [`${statusFields.ground}${reason}`, 'on'] as const),
    [`${statusFields.statement}${disputeItem}`, statements[language]] as const,
  ]);
  await fileDispute(
    { ...context, limits: 'off', now: clock, lockReviewForClaimant: lockReviewForClaimant({ ...context, now: clock }) },
    claim,
    { decision: decision ?? '', fields, language },
  );
}

interface Wanted {
  readonly id: string;
  readonly by: string;
  readonly fate: (typeof fates)[number];
  readonly outcome: (typeof outcomes)[number];
  readonly now: Date;
}

async function write(transaction: Database, context: WriteContext, { id, by, fate, outcome, now }: Wanted) {
  const { settlement } = context;
  const at = daysBefore(now, daysAgo[fate]);
  await decide(transaction, context, at, {
    id,
    by,
    outcome,
    isWanted: isGeneral,
    maxReasons: outcome === 'deficient' ? 2 : 1,
  });
  if (fate === 'due') return;
  await queueLetters(transaction, context, await planLetters(transaction, context, [id], at), { at, by });
  if (fate === 'queued') return;
  const letter = await transaction
    .selectFrom('letters')
    .select(['id', 'channel'])
    .where('claim_id', '=', id)
    .executeTakeFirstOrThrow();
  const mailedOn = addDays(dayIn(settlement.site.timeZone, at), 1);
  await recordMailed(transaction, context, [letter.id], { mailedOn, at });
  if (fate !== 'returned') return;
  const back = { at: daysBefore(now, 9) };
  if (letter.channel === 'email') {
    await recordBounce(transaction, context, { id: letter.id, mailed_on: mailedOn }, { ...back, code: '5.1.1' });
    return;
  }
  await recordReturned(transaction, context, letter.id, { ...back, by, cause: 'unknown' });
  await mailAgain(transaction, context, [letter.id], { ...back, by });
}
