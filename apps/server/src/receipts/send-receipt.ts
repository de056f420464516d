import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '@redress/contract/language';
import type { Settlement, SiteManifest } from '@redress/contract/manifest';
import { pageIn } from '@redress/contract/translations';
import { addEntry } from '../claims/claim-history.ts';
import { hasPendingFiles } from '../data-checks/claim-data-checks.ts';
import type { Database } from '../database/pool.ts';
import type { Delivery, Mailer, Sender } from '../mail/mailer.ts';
import { MailError } from '../mail/mailer.ts';
import { composeReceiptMail } from './receipt-mail.ts';
import type { Receipt } from './receipt-of-claim.ts';
import { readReceipt } from './receipt-of-claim.ts';
import type { ReceiptRenderer } from './receipt-renderer.ts';

export interface PostRoom {
  readonly database: Database;
  readonly settlement: Settlement;
  readonly receiptRenderer: ReceiptRenderer;
  readonly mailer: Mailer;
  readonly from: Sender;
  readonly publicUrl: URL;
  readonly now: () => Date;
  /** A virus scanner is configured: a receipt waits for it a while, to tell of what it found. */
  readonly isScanned?: boolean;
  readonly log: FastifyBaseLogger;
  /** Milliseconds to wait after the first, second, … failed attempt; the last one goes on for ever. */
  readonly retryDelays?: readonly number[];
}

const second = 1_000;
const minute = 60 * second;
const defaultRetryDelays = [10 * second, minute, 5 * minute, 15 * minute, 60 * minute];

/**
 * Sends the receipt that a row of the outbox stands for, and writes into the claim's history that it went out. It is sent at least once: a
 * process that dies between sending and writing sends it again, under the same message id. A failed attempt is put back with a delay that
 * grows; it is never given up, because a receipt that is owed stays owed. Only an address that the mail server refuses for good ends it.
 */
export async function sendReceipt(context: PostRoom, outboxId: string): Promise<void> {
  const row = await context.database
    .selectFrom('outbox')
    .innerJoin('claims', 'claims.id', 'outbox.claim_id')
    .select(['outbox.attempts', 'outbox.created_at', 'claims.id', 'claims.number'])
    .where('outbox.id', '=', outboxId)
    .where('outbox.done_at', 'is', null)
    .executeTakeFirst();
  // Done before, by a process that died before it could take the job off the queue.
  if (!row) return;
  try {
    if (await isWorthWaiting(context, row)) return await waitForFiles(context, outboxId);
    const receipt = await readReceipt(context, row.number, context.now());
    if (!receipt || receipt.email === null) throw new Error('A receipt is owed for a claim that has no e-mail address');
    const pdf = await context.receiptRenderer.render(receipt.content);
    const { site } = context.settlement;
    const home = homeAddress(site, receipt.language, context.publicUrl);
    const settings = { from: context.from, publicUrl: context.publicUrl, home, phone: site.phone };
    const mail = composeReceiptMail(receipt, receipt.email, pdf, settings);
    const delivery = await context.mailer.send(mail);
    await recordDelivery(context, outboxId, receipt, delivery, mail.messageId);
  } catch (error) {
    const code = error instanceof MailError ? error.message : 'internal';
    context.log.warn(
      { err: error, outboxId, attempts: row.attempts + 1 },
      'a receipt could not be sent; it is tried again',
    );
    await putBack(context, outboxId, row.attempts, code);
  }
}

/** Most data files have come and are checked within minutes; a receipt that takes longer than this to come would be missed. */
const longestWait = 10 * minute;
const waitForFilesMilliseconds = 15 * second;

/** Whether a file is on its way or being checked that the receipt can soon tell of. */
async function isWorthWaiting(
  { database, now, isScanned }: PostRoom,
  { id, created_at: createdAt }: { readonly id: string; readonly created_at: Date },
): Promise<boolean> {
  return now().getTime() - createdAt.getTime() < longestWait && (await hasPendingFiles(database, id, isScanned));
}

/** No attempt: nothing has failed. */
async function waitForFiles({ database, now }: PostRoom, outboxId: string): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ queued_at: null, due_at: new Date(now().getTime() + waitForFilesMilliseconds) })
    .where('id', '=', outboxId)
    .where('done_at', 'is', null)
    .execute();
}

/** Without a slash at the end. */
function homeAddress(site: SiteManifest, language: Language, { origin }: URL): string {
  const home = site.pages.find(({ path }) => path === '/');
  const path = (home && pageIn(site, home, language)?.path) ?? '/';
  return path === '/' ? origin : `${origin}${path}`;
}

async function recordDelivery(
  context: PostRoom,
  outboxId: string,
  { claim }: Receipt,
  delivery: Delivery,
  messageId: string,
): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('claims').select('id').where('id', '=', claim.id).forNoKeyUpdate().executeTakeFirst();
    const at = context.now();
    const done = await transaction
      .updateTable('outbox')
      .set((set) => ({ done_at: at, outcome: delivery.outcome, attempts: set('attempts', '+', 1), last_error: null }))
      .where('id', '=', outboxId)
      .where('done_at', 'is', null)
      .returning('attempts')
      .executeTakeFirst();
    if (!done) return;
    await addEntry(
      transaction,
      claim,
      at,
      delivery.outcome === 'sent'
        ? { kind: 'receipt-sent', details: { messageId, attempts: done.attempts } }
        : { kind: 'receipt-refused', details: { code: delivery.code } },
    );
  });
}

async function putBack(context: PostRoom, outboxId: string, attempts: number, code: string): Promise<void> {
  const delays = context.retryDelays ?? defaultRetryDelays;
  const delay = delays[Math.min(attempts, delays.length - 1)] ?? 0;
  await context.database
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      last_error: code,
      queued_at: null,
      due_at: new Date(context.now().getTime() + delay),
    })
    .where('id', '=', outboxId)
    .where('done_at', 'is', null)
    .execute();
}
