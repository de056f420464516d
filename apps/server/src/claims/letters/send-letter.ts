import { dayIn } from '@redress/forms/court-day';
import { findForm } from '@redress/contract/settlement';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { JobOutcome, JobSource } from '../../platform/jobs/job-runner.ts';
import type { Mailer, Sender } from '../../platform/mail/mail.ts';
import { mailJobs } from '../../platform/mail/mail-jobs.ts';
import type { ClaimsContext } from '../context.ts';
import { addHistoryEntry, lockClaims } from '../history/claim-history.ts';
import { composeLetterMail } from './letter-mail.ts';
import { recordBounce } from './mail-again.ts';
import { isNeeded, recordMailed } from './record-mailing.ts';
import { bounceSenderOf } from './read-bounce.ts';
import type { LettersTable } from './tables.ts';

export interface SendContext extends Pick<ClaimsContext, 'settlement' | 'publicUrl' | 'database' | 'keys' | 'now'> {
  /** Absent if no message would arrive: a claimant's days must not count from such a message. */
  readonly mailer: Mailer | undefined;
  readonly from: Sender;
  /** Reports of failures go to an address of its own for each letter. Absent: to the sender. */
  readonly bounceAddress?: string | undefined;
}

/** Sends queued letters by email. */
export const letterJobs = (context: SendContext): JobSource =>
  mailJobs(context.database, 'letter', (id, signal) => sendLetter(context, id, signal));

/**
 * Sends an email whose decision is still in force, and records that it was sent or refused. If the
 * server crashes in between, the email is sent again with the same message ID.
 */
export async function sendLetter(context: SendContext, id: string, signal: AbortSignal): Promise<JobOutcome> {
  const { database, settlement, keys, now } = context;
  const letter = await database
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'letters.claim_id')
    .selectAll('letters')
    .select(['claims.form_id', 'claims.form_version'])
    .where('letters.id', '=', id)
    .where('letters.status', '=', 'queued')
    .executeTakeFirst();
  // Another process sent it after this one had lost its lease.
  if (!letter) return 'done';
  const { content, code, language, email } = letter;
  if ((await cancelOutdated(context, id)) || content === null || email === null) return 'done';
  const { mailer, from, publicUrl, bounceAddress } = context;
  if (!mailer) return { unavailable: new Error('Letters by email wait, because SMTP_URL is not set') };
  const mail = {
    ...composeLetterMail({ content, code, language, email }, { from, publicUrl }),
    ...(bounceAddress !== undefined && { envelopeFrom: bounceSenderOf(bounceAddress, id) }),
  };
  signal.throwIfAborted();
  const delivery = await mailer.send(mail);
  const at = now();
  const timeZone = findForm(settlement, letter.form_id, letter.form_version)?.timeZone ?? settlement.site.timeZone;
  await database.transaction().execute(async (transaction) => {
    if (delivery.outcome === 'sent')
      await recordMailed(transaction, { settlement, keys }, [id], { mailedOn: dayIn(timeZone, at), at });
    else await recordBounce(transaction, context, letter, { code: `refused-${delivery.code}`, at });
  });
  return 'done';
}

/**
 * Cancels a queued letter about a decision that is no longer in force, for example because the
 * claim was reopened, or whose content a purge has deleted. Returns whether it did.
 */
export async function cancelOutdated(
  { database, keys, now }: Pick<SendContext, 'database' | 'keys' | 'now'>,
  id: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const outdated = await findOutdated(transaction, [id]);
    for (const letter of outdated)
      await cancelLetter(transaction, keys, letter, { at: now(), cause: 'decision-changed' });
    return outdated.length > 0;
  });
}

/** The queued letters among these whose decision is no longer in force. Locks their claims. */
export async function findOutdated(transaction: Database, ids: readonly string[]) {
  const claims = await transaction
    .selectFrom('letters')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select(['claims.id', 'claims.number', 'letters.id as letter_id'])
    .where('letters.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  await lockClaims(
    transaction,
    claims.map(({ id }) => id),
  );
  const { rows } = await sql<{ id: string }>`
    select letter.id from letters letter
    where letter.id = any(${ids}::uuid[]) and letter.status = 'queued'
      and (not ${isNeeded(sql.table('letter'))} or letter.content is null)`.execute(transaction);
  return claims.filter((claim) => rows.some((row) => row.id === claim.letter_id));
}

/** Cancels a queued letter whose claim the transaction has locked. */
async function cancelLetter(
  transaction: Database,
  keys: SendContext['keys'],
  { id, number, letter_id: letterId }: { readonly id: string; readonly number: string; readonly letter_id: string },
  { at, cause }: { readonly at: Date; readonly cause: string },
): Promise<void> {
  const row: Selectable<LettersTable> = await transaction
    .updateTable('letters')
    .set({ status: 'cancelled', leased_by: null, last_error: null })
    .where('id', '=', letterId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addHistoryEntry(transaction, { id, number }, at, {
    kind: 'letter-cancelled',
    details: { letterId, cause },
    rows: hashRow('letters', row, keys),
  });
}
