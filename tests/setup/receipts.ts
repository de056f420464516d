import { settlement } from '@redress/content/settlement';
import type { Mail } from '@redress/server/platform/mail/mail';
import { readReceipt } from '@redress/server/claims/receipts/read-receipt';
import { sendReceipt } from '@redress/server/claims/receipts/send-receipt';
import { execFileSync } from 'node:child_process';
import type { TestServer } from './test-server.ts';

/** Reads the current content of a claim's receipt. */
export async function receiptOf({ database, now }: TestServer, claimNumber: string) {
  const receipt = await readReceipt({ database, settlement }, claimNumber, now);
  if (!receipt) throw new Error('There is no receipt');
  return receipt.content;
}

/** Reads the words of the receipt's PDF, with single spaces. */
export async function printedReceiptOf(server: TestServer, claimNumber: string): Promise<string> {
  const input = await server.pdfRenderer.renderReceipt(await receiptOf(server, claimNumber));
  return execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' }).replace(/\s+/g, ' ');
}

/** Emails the receipt like its job. Returns the outcome, with the mail if one was sent. */
export async function mailReceiptOf(server: TestServer, claimNumber: string, now = server.now) {
  const sent: Mail[] = [];
  const mailer = {
    async send(mail: Mail) {
      sent.push(mail);
      return { outcome: 'sent' as const };
    },
    close() {},
  };
  const [row] = await server.query<{ id: string }>(
    'select receipt_outbox.id from receipt_outbox join claims on claims.id = claim_id where number = $1',
    [claimNumber],
  );
  const { database, pdfRenderer } = server;
  const from = { name: '', address: 'no-reply@example.com' };
  const publicUrl = new URL('https://claims.example.com');
  const context = { database, settlement, isScanned: false, pdfRenderer, mailer, from, publicUrl };
  const outcome = await sendReceipt({ ...context, now: () => now }, row?.id ?? '');
  return { outcome, mail: sent[0] };
}
