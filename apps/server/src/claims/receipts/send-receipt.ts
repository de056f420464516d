import { addHistoryEntry, type HistoryEvent, lockClaim } from '../history/claim-history.ts';
import { hasPendingFiles } from '../documents/claim-data-checks.ts';
import type { ClaimsContext } from '../context.ts';
import type { JobOutcome, JobSource } from '../../platform/jobs/job-runner.ts';
import type { Delivery, Mailer, Sender } from '../../platform/mail/mail.ts';
import { mailJobs } from '../../platform/mail/mail-jobs.ts';
import { composeReceiptMail } from './receipt-mail.ts';
import { readReceipt, type Receipt } from './read-receipt.ts';

export interface ReceiptContext extends Pick<
  ClaimsContext,
  'settlement' | 'publicUrl' | 'database' | 'now' | 'isScanned' | 'pdfRenderer'
> {
  readonly mailer: Mailer;
  readonly from: Sender;
}

/** Sends the receipts in the outbox. */
export const receiptJobs = (context: ReceiptContext): JobSource =>
  mailJobs(context.database, 'receipt', (id, signal) => sendReceipt(context, id, signal));

/**
 * Sends the receipt of an outbox row and records it in the claim's history, even if the mail server
 * permanently rejects the address. If the server crashes in between, the receipt is sent again with
 * the same message ID.
 */
export async function sendReceipt(
  context: ReceiptContext,
  outboxId: string,
  signal?: AbortSignal,
): Promise<JobOutcome> {
  const row = await context.database
    .selectFrom('receipt_outbox')
    .innerJoin('claims', 'claims.id', 'receipt_outbox.claim_id')
    .select(['receipt_outbox.created_at', 'claims.id', 'claims.number'])
    .where('receipt_outbox.id', '=', outboxId)
    .where('receipt_outbox.done_at', 'is', null)
    .executeTakeFirst();
  // Another process sent it after this one had lost its lease.
  if (!row) return 'done';
  // Files may still be arriving or being checked, and the receipt should report on them.
  const canWait = context.now().getTime() - row.created_at.getTime() < maxWaitMilliseconds;
  if (canWait && (await hasPendingFiles(context.database, row.id, context.isScanned)))
    return { waitSeconds: waitForFilesSeconds };
  const receipt = await readReceipt(context, row.number, context.now());
  if (!receipt || receipt.email === null) throw new Error('A receipt is due for a claim without an email address');
  const pdf = await context.pdfRenderer.renderReceipt(receipt.content);
  const { from, publicUrl, settlement } = context;
  const mail = composeReceiptMail(receipt, receipt.email, pdf, { from, publicUrl, site: settlement.site });
  // Another process may have taken the job.
  signal?.throwIfAborted();
  const delivery = await context.mailer.send(mail);
  await recordDelivery(context, outboxId, receipt, delivery, mail.messageId);
  return 'done';
}

/** Most data files arrive and are checked within minutes; claimants would miss a later receipt. */
const maxWaitMilliseconds = 10 * 60 * 1_000;
const waitForFilesSeconds = 15;

async function recordDelivery(
  context: ReceiptContext,
  outboxId: string,
  { claim }: Receipt,
  delivery: Delivery,
  messageId: string,
): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    const at = context.now();
    const done = await transaction
      .updateTable('receipt_outbox')
      .set({ done_at: at, outcome: delivery.outcome, last_error: null, leased_by: null })
      .where('id', '=', outboxId)
      .where('done_at', 'is', null)
      .returning('attempts')
      .executeTakeFirst();
    if (!done) return;
    const event: HistoryEvent =
      delivery.outcome === 'sent'
        ? { kind: 'receipt-sent', details: { messageId, attempts: done.attempts } }
        : { kind: 'receipt-refused', details: { code: delivery.code } };
    await addHistoryEntry(transaction, claim, at, event);
  });
}
