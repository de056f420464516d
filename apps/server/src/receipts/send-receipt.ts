import type { Updateable } from 'kysely';
import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import { pageIn } from '@redress/contract/translations';
import { addHistoryEntry, type HistoryEvent, lockClaim } from '../claims/claim-history.ts';
import { hasPendingFiles } from '../data-checks/claim-data-checks.ts';
import type { AppContext } from '../context.ts';
import type { OutboxTable } from '../database/tables.ts';
import { type Delivery, type Mailer, MailError, type Sender } from '../mail/mail.ts';
import { composeReceiptMail } from './receipt-mail.ts';
import { readReceipt, type Receipt } from './read-receipt.ts';

export interface ReceiptContext extends Pick<
  AppContext,
  'settlement' | 'publicUrl' | 'database' | 'log' | 'now' | 'isScanned' | 'receiptRenderer'
> {
  readonly mailer: Mailer;
  readonly from: Sender;
  /** Milliseconds after the first, second, … failed attempt; the last one repeats forever. */
  readonly retryDelays?: readonly number[];
}

const second = 1_000;
const minute = 60 * second;
const defaultRetryDelays = [10 * second, minute, 5 * minute, 15 * minute, 60 * minute];

/**
 * Sends the receipt of an outbox row and records it in the claim's history. At least once: after a
 * crash in between, it is sent again with the same message ID. Failed attempts repeat, with growing
 * delays, until the mail server permanently rejects the address.
 */
export async function sendReceipt(context: ReceiptContext, outboxId: string): Promise<void> {
  const row = await context.database
    .selectFrom('outbox')
    .innerJoin('claims', 'claims.id', 'outbox.claim_id')
    .select(['outbox.attempts', 'outbox.created_at', 'claims.id', 'claims.number'])
    .where('outbox.id', '=', outboxId)
    .where('outbox.done_at', 'is', null)
    .executeTakeFirst();
  // A process sent it and died before it could remove the job from the queue.
  if (!row) return;
  try {
    // A file may still be arriving or being checked, so that the receipt can soon report on it.
    const canWait = context.now().getTime() - row.created_at.getTime() < maxWait;
    if (canWait && (await hasPendingFiles(context.database, row.id, context.isScanned)))
      return await postpone(context, outboxId, waitForFilesMilliseconds);
    const receipt = await readReceipt(context, row.number, context.now());
    if (!receipt || receipt.email === null) throw new Error('A receipt is due for a claim without an email address');
    const pdf = await context.receiptRenderer.render(receipt.content);
    const { from, publicUrl, settlement } = context;
    const home = homeAddress(settlement.site, receipt.language, publicUrl);
    const settings = { from, publicUrl, home, phone: settlement.site.phone };
    const mail = composeReceiptMail(receipt, receipt.email, pdf, settings);
    const delivery = await context.mailer.send(mail);
    await recordDelivery(context, outboxId, receipt, delivery, mail.messageId);
  } catch (error) {
    const attempts = row.attempts + 1;
    context.log.warn({ err: error, outboxId, attempts }, 'a receipt could not be sent; the server will try again');
    const delays = context.retryDelays ?? defaultRetryDelays;
    const delay = delays[Math.min(attempts, delays.length) - 1] ?? 0;
    const code = error instanceof MailError ? error.message : 'internal';
    await postpone(context, outboxId, delay, { attempts, last_error: code });
  }
}

/** Most data files arrive and are checked within minutes; claimants would miss a later receipt. */
const maxWait = 10 * minute;
const waitForFilesMilliseconds = 15 * second;

/** The address of the home page, without a trailing slash. */
function homeAddress(site: SiteManifest, language: Language, { origin }: URL): string {
  const home = site.pages.find(({ path }) => path === '/');
  const path = (home && pageIn(site, home, language)?.path) ?? '/';
  return path === '/' ? origin : `${origin}${path}`;
}

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
      .updateTable('outbox')
      .set((set) => ({ done_at: at, outcome: delivery.outcome, attempts: set('attempts', '+', 1), last_error: null }))
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

async function postpone(
  { database, now }: ReceiptContext,
  outboxId: string,
  milliseconds: number,
  failure: Pick<Updateable<OutboxTable>, 'attempts' | 'last_error'> = {},
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ ...failure, queued_at: null, due_at: new Date(now().getTime() + milliseconds) })
    .where('id', '=', outboxId)
    .where('done_at', 'is', null)
    .execute();
}
