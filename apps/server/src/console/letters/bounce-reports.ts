import type { Bounces } from '@redress/contract/console/letter-batches';
import type { LetterStatus } from '@redress/contract/letters';
import { sql } from 'kysely';
import { recordBounce } from '../../claims/letters/mail-again.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { consoleProblem, invalidField, notFound } from '../../platform/http/problem.ts';
import type { ConsoleContext } from '../context.ts';
import { findTypedLetter } from './returned-letters.ts';

const maxListed = 100;

/** Reports that staff have to read, and the emails of these cases that bounced. */
export async function readBounceList(
  { database }: Pick<ConsoleContext, 'database'>,
  cases: readonly string[],
): Promise<Bounces> {
  const reports = await database
    .selectFrom('bounce_reports as report')
    .leftJoin('letters', 'letters.id', 'letter_id')
    .leftJoin('claims', 'claims.id', 'letters.claim_id')
    .select(['report.id', 'received_at', 'letters.code', 'sender', 'subject', 'excerpt'])
    .where((report) => report.or([report('letter_id', 'is', null), report('claims.case_id', 'in', [...cases])]))
    .orderBy('received_at')
    .limit(maxListed)
    .execute();
  const bounced = await database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .leftJoin('letters as repetition', (join) =>
      join.onRef('repetition.replaces', '=', 'letters.id').on('repetition.status', '<>', 'cancelled'),
    )
    .select(['letters.code as id', 'claims.number as claimNumber', 'claims.case_id as caseId', 'letters.kind'])
    .select(['letters.mailed_on as mailedOn', 'repetition.status as repeated'])
    .$narrowType<{ repeated: LetterStatus | null }>()
    .where('letters.status', '=', 'bounced')
    .where('claims.case_id', 'in', [...cases])
    .orderBy('letters.queued_at', 'desc')
    .limit(maxListed)
    .execute();
  return {
    reports: reports.map(({ received_at: at, code, ...report }) => ({
      ...report,
      receivedAt: at.toISOString(),
      letterId: code,
    })),
    bounced,
  };
}

/**
 * Ends a report: it is a bounce of a letter, or about none of ours.
 * @param typed the letter ID; null: none of ours
 * @throws ProblemError
 */
export async function handleBounceReport(
  context: Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'publicUrl' | 'now'>,
  by: string,
  id: string,
  typed: string | null,
  cases: readonly string[],
): Promise<void> {
  const letter = typed === null ? undefined : await findTypedLetter(context.database, typed, cases);
  if (letter && letter.channel !== 'email') throw invalidField('id', 'unknown-letter', 'This letter was sent by post.');
  // A mail server can refuse a letter that waits, but no report is about one.
  if (letter?.status === 'queued') throw consoleProblem('conflict', 'This letter was never sent. Check the ID.');
  await context.database.transaction().execute(async (transaction) => {
    const at = context.now();
    await transaction
      .deleteFrom('bounce_reports')
      .where('id', '=', id)
      .where(
        sql<boolean>`(letter_id is null or exists (
          select from letters join claims on claims.id = letters.claim_id
          where letters.id = letter_id and claims.case_id = any(${cases}::text[])
        ))`,
      )
      .returning('id')
      .executeTakeFirstOrThrow(notFound);
    if (letter && !(await recordBounce(transaction, context, letter, { at, by, code: 'reported' })))
      throw consoleProblem('conflict', 'This letter has bounced before, or was canceled. Check the ID.');
    await addRecordEntry(transaction, { kind: 'bounce-report', id }, at, {
      kind: 'bounce-report-handled',
      details: { by, ...(letter && { letterId: letter.id }) },
    });
  });
}

/** Reports that were not looked at are deleted after this time. */
const keepReportDays = 180;

export const oldestReport = (now: Date): Date => new Date(now.getTime() - keepReportDays * 24 * 60 * 60 * 1_000);
