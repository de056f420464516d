import { randomUUID } from 'node:crypto';
import { type Language, localeOf } from '@redress/contract/language';
import { emailCodeSeconds, maxEmailCodeTries } from '@redress/contract/status-page';
import type { Settlement } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { readRecipients } from '../../claims/letters/recipients.ts';
import { receiptMessages } from '../../claims/receipts/receipt-messages.ts';
import { requireReceiptMessages } from '../../claims/status/claim-status.ts';
import type { Database } from '../../platform/database/pool.ts';
import { equalTexts } from '../../platform/http/signed-cookies.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { jobLeases } from '../../platform/jobs/job-leases.ts';
import type { JobOutcome, JobSource } from '../../platform/jobs/job-runner.ts';
import { acceptedKeys, keyedHash, type Keys } from '../../platform/keys/keys.ts';
import type { Mail, Mailer, Sender } from '../../platform/mail/mail.ts';
import { escape, fact, htmlDocument, mailText, paragraph, style } from '../../platform/mail/mail-layout.ts';
import type { SiteContext } from '../context.ts';
import { emailCodeMessages } from './email-code-messages.ts';

/** The code of a request. It follows from the ID, so that it is not stored and can be sent again. */
const codeOf = (id: string, key: Buffer): string =>
  String(keyedHash(key, `status code ${id}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

const oldestOf = (now: Date) => new Date(now.getTime() - emailCodeSeconds * 1_000);

/**
 * Stores a request for a code, whether the claim exists or not: the job looks it up, so that the
 * time of the answer tells nothing. Returns the ID of the request.
 */
export async function requestEmailCode(
  { database, now }: Pick<SiteContext, 'database' | 'now'>,
  claimNumber: string,
  language: Language,
): Promise<string> {
  const id = randomUUID();
  const at = now();
  await database
    .insertInto('status_codes')
    .values({ id, typed_number: claimNumber, language, requested_at: at, due_at: at })
    .execute();
  return id;
}

/** The number of the claim that a code opens, once. Each try counts, also with a right code. */
export async function useEmailCode(
  { database, keys, settlement, now }: Pick<SiteContext, 'database' | 'keys' | 'settlement' | 'now'>,
  id: string,
  code: string,
): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const at = now();
  const isRight = acceptedKeys(keys, 'completion-codes').some((key) => equalTexts(codeOf(id, key), code));
  const request = await database
    .updateTable('status_codes')
    .set({ tries: sql`tries + 1`, ...(isRight && { used_at: at }) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('tries', '<', maxEmailCodeTries)
    .where('requested_at', '>', oldestOf(at))
    .returning('typed_number')
    .executeTakeFirst();
  // Only a right code is looked up further, so that the time tells nothing.
  const found = isRight && request ? await findRecipient(database, settlement, request.typed_number, at) : undefined;
  return found?.number;
}

/** Whom a code reaches: letters go to the same corrected address, which may replace a mistyped one. */
async function findRecipient(database: Database, settlement: Settlement, claimNumber: string, now: Date) {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'case_id', 'form_id', 'form_version', 'notice_id', 'answers', 'name'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  const email = claim && (await readRecipients(database, settlement, [claim], now)).get(claim.id)?.email;
  return email ? { number: claim.number, caseId: claim.case_id, email } : undefined;
}

interface EmailCodeContext extends Pick<SiteContext, 'database' | 'keys' | 'settlement' | 'publicUrl' | 'now'> {
  readonly mailer: Mailer;
  readonly from: Sender;
}

/** Emails the codes. A code that could not be sent within its time is given up. */
export function emailCodeJobs(context: EmailCodeContext): JobSource {
  return {
    name: 'status-code',
    leases: jobLeases(context.database, 'status-code'),
    concurrency: 2,
    pauseSeconds: [2, 5, 15, 30, 60],
    maxAttempts: 20,
    run: (id) => sendEmailCode(context, id),
    giveUp: (id) => endRequest(context, id),
  };
}

async function sendEmailCode(context: EmailCodeContext, id: string): Promise<JobOutcome> {
  const request = await context.database
    .selectFrom('status_codes')
    .select(['typed_number', 'language', 'requested_at'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  const isValid = request && request.requested_at > oldestOf(context.now());
  const recipient =
    isValid && (await findRecipient(context.database, context.settlement, request.typed_number, context.now()));
  if (recipient) await context.mailer.send(composeMail(context, id, { ...recipient, language: request.language }));
  await endRequest(context, id);
  return 'done';
}

async function endRequest({ database, now }: EmailCodeContext, id: string): Promise<void> {
  await database.updateTable('status_codes').set({ done_at: now(), leased_by: null }).where('id', '=', id).execute();
}

/** The message IDs of the codes for a claim begin so. A purge finds their files by it. */
export const codeMessageIdName = (claimNumber: string): string => `status-code-${claimNumber}`;

function composeMail(
  { keys, settlement, publicUrl, from }: EmailCodeContext & { readonly keys: Keys },
  id: string,
  {
    number,
    email,
    caseId,
    language,
  }: { readonly number: string; readonly email: string; readonly caseId: string; readonly language: Language },
): Mail {
  const messages = emailCodeMessages[language];
  const { settlement: caseName } = requireReceiptMessages(settlement, caseId, language);
  const code = codeOf(id, keys['completion-codes']);
  const { phone } = receiptMessages[language].mail;
  const blocks = [
    { html: `<p style="${style.name}">${escape(caseName)}</p>` },
    { html: `<h1 style="${style.heading}">${escape(messages.heading)}</h1>` },
    { text: `${messages.code}: ${code}`, html: fact(messages.code, [code], style.reference) },
    paragraph(messages.lasts),
    paragraph(messages.notYou),
    paragraph(`${phone}: ${settlement.site.phone}`),
  ];
  return {
    messageId: `${codeMessageIdName(number)}-${id}@${publicUrl.hostname}`,
    lang: localeOf[language],
    from: { ...from, name: from.name || caseName },
    to: email,
    subject: messages.subject(caseName),
    text: mailText(blocks),
    html: htmlDocument(localeOf[language], messages.heading, blocks),
  };
}
