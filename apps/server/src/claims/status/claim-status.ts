import { type Kysely, type Selectable, sql } from 'kysely';
import { filingStateAt } from '@redress/contract/claim-forms';
import type { ClaimStatus } from '@redress/contract/claim-status';
import { formatDay, type Language } from '@redress/contract/language';
import { type DatedText, findForm, type ReceiptMessages, type Settlement } from '@redress/contract/settlement';
import { claimFormIn, receiptMessagesIn } from '@redress/contract/translations';
import { dayIn } from '@redress/forms/court-day';
import type { ClaimForm } from '@redress/forms/definition';
import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import type { ClaimsContext } from '../context.ts';
import { maskEmail } from '../filing/masks.ts';
import type { ClaimsTable } from '../filing/tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { claimStatusMessages } from './claim-status-messages.ts';

type StatusContext = Pick<ClaimsContext, 'database' | 'settlement' | 'now'>;

/** Throws when `content/` has no receipt messages for a case. The server checks this at startup. */
export function requireReceiptMessages(settlement: Settlement, caseId: string, language: Language): ReceiptMessages {
  const messages = receiptMessagesIn(settlement, caseId, language);
  if (!messages) throw new Error(`The settlement has no receipt messages for the case ${caseId}`);
  return messages;
}

interface ClaimWithStatus {
  readonly claim: Selectable<ClaimsTable>;
  readonly form: ClaimForm;
  readonly messages: ReceiptMessages;
  /** The number of uploads received. */
  readonly documents: number;
  readonly status: ClaimStatus;
}

/**
 * Reads a claim and what its claimant should know now, by default in the language of the claim.
 * Undefined if the claim does not exist or was purged.
 */
export async function readClaimStatus(
  context: StatusContext,
  claimNumber: string,
  language?: Language,
): Promise<ClaimWithStatus | undefined> {
  const { database, settlement } = context;
  const claim = await database
    .selectFrom('claims')
    .leftJoin('receipt_outbox', (join) =>
      join.onRef('receipt_outbox.claim_id', '=', 'claims.id').on('receipt_outbox.kind', '=', 'receipt'),
    )
    .selectAll('claims')
    .select(['receipt_outbox.id as receiptId', 'receipt_outbox.outcome'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  if (!claim) return undefined;
  const filedOn = findForm(settlement, claim.form_id, claim.form_version);
  if (!filedOn) throw new Error(`The form ${claim.form_id} has no version ${claim.form_version}`);
  const form = claimFormIn(settlement, filedOn, language ?? claim.language);
  const messages = requireReceiptMessages(settlement, form.caseId, language ?? claim.language);
  const uploads = (await readUploads(database, [claim.id])).get(claim.id) ?? noUploads;
  const { receiptId, outcome, ...row } = claim;
  const delivery = receiptId === null ? undefined : (outcome ?? 'queued');
  const status = describeClaim({ ...row, form, messages, uploads, delivery }, context.now());
  return { claim: row, form, messages, documents: uploads.stored, status };
}

export const noUploads = {
  stored: 0,
  /** The stored uploads without a virus. */
  readable: 0,
  hasMembership: false,
  hasPurchases: false,
  /**
   * The content of a data file without a virus is unknown, because its check has not ended or has
   * failed.
   */
  hasUnchecked: false,
};
export type Uploads = Readonly<typeof noUploads>;

/** The uploads of these claims, by claim ID. Claims without uploads are not in the map. */
export async function readUploads(
  database: Kysely<Tables>,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, Uploads>> {
  const has = (kind: string) =>
    sql<boolean>`coalesce(bool_or(report #> ${sql.lit(`{report,${kind}}`)} is not null), false)`;
  const rows = await database
    .selectFrom('claim_documents')
    .leftJoin('data_checks', 'data_checks.document_id', 'claim_documents.id')
    .select('claim_documents.claim_id')
    .select((column) => column.fn.countAll<string>().as('stored'))
    .select((column) => column.fn.countAll<string>().filterWhere('scan', '<>', 'infected').as('readable'))
    .select([has('membership').as('hasMembership'), has('purchases').as('hasPurchases')])
    .select(
      sql<boolean>`coalesce(bool_or(
        data_checks.document_id is not null and report is null and scan <> 'infected'
      ), false)`.as('hasUnchecked'),
    )
    .where('claim_documents.claim_id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .where('claim_documents.status', '=', 'stored')
    .groupBy('claim_documents.claim_id')
    .execute();
  return new Map(
    rows.map(({ claim_id: id, stored, readable, ...data }) => [
      id,
      { ...data, stored: Number(stored), readable: Number(readable) },
    ]),
  );
}

interface DescribedClaim extends Pick<
  Selectable<ClaimsTable>,
  'number' | 'late' | 'notice_id' | 'email' | 'answers' | 'documents_expected'
> {
  /** The form and `messages` are in the language of the description. */
  readonly form: ClaimForm;
  readonly messages: ReceiptMessages;
  readonly uploads: Uploads;
  /** The outcome of the email with the receipt; undefined if it is no longer known. */
  readonly delivery: 'queued' | 'sent' | 'refused' | undefined;
}

/** Describes a claim for its claimant, as of `now`. */
export function describeClaim(claim: DescribedClaim, now: Date): ClaimStatus {
  const { form, messages, uploads, email, delivery, documents_expected: announced } = claim;
  const language = form.language ?? 'en';
  const { late, noneArrived, someArrived, sending, receipt } = claimStatusMessages[language];
  const reference = `${form.referencePrefix}${claim.number}`;
  const deadline = formatDay(form.deadline, language);
  const kinds = listDue(claim);
  const isSaid = uploads.stored === 0 && kinds.includes('documents');
  const due = [
    ...kinds.flatMap((kind) => messages.due?.[kind] ?? []),
    ...(uploads.stored < announced && !isSaid
      ? [uploads.stored === 0 ? noneArrived(announced) : someArrived(uploads.stored, announced)]
      : []),
  ];
  const isOpen = filingStateAt(form, now) === 'open';
  const today = dayIn(form.timeZone, now);
  return {
    reference,
    settlement: messages.settlement,
    ...(claim.late && { lateNotice: [late(deadline), messages.late ?? ''].join(' ').trim() }),
    due,
    ...(due.length > 0 &&
      messages.due && {
        sending: {
          text: isOpen ? sending.byDeadline(deadline, reference) : sending.afterDeadline(reference),
          address: [...messages.due.address],
        },
      }),
    ...(email === null ? { receipt: receipt.noEmail } : delivery && { receipt: receipt[delivery](maskEmail(email)) }),
    next: messages.next.flatMap((text) => (typeof text === 'string' ? text : isOn(text, today) ? text.text : [])),
  };
}

const isOn = ({ from, before }: DatedText, day: string): boolean =>
  (from === undefined || day >= from) && (before === undefined || day < before);

/** The kinds of documents that these answers require and that have not arrived yet. */
export function listDue({
  form,
  answers,
  notice_id: noticeId,
  uploads,
}: Pick<DescribedClaim, 'form' | 'answers' | 'notice_id' | 'uploads'>) {
  const context = form.login === 'required' && noticeId !== null ? { noticeId } : {};
  const due = documentsDue(evaluateForm(form, answers, context), context);
  const hasArrived = {
    documents: uploads.readable > 0,
    membership: uploads.hasMembership || uploads.hasUnchecked,
    purchases: uploads.hasPurchases || uploads.hasUnchecked,
  };
  return [...new Set(due.map(({ data = 'documents' as const }) => data))].filter((kind) => !hasArrived[kind]);
}

/** Amounts have four decimals in the database, and only cents are used. */
export const inCents = (amount: string): string => amount.replace(/(\.\d\d)00$/, '$1');
