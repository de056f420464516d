import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import type { ReceiptMessages, Settlement } from '@redress/contract/manifest';
import { claimFormIn, receiptMessagesIn } from '@redress/contract/translations';
import type { ReceiptContent } from '@redress/documents/receipt';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { formatFindings } from '../data-checks/format-data-checks.ts';
import type { Database } from '../database/pool.ts';
import { writeDay, writeMoment } from './receipt-dates.ts';
import { formatSize, receiptWords } from './receipt-messages.ts';

/** A claim's receipt, and what sending it needs. */
export interface Receipt {
  readonly claim: { readonly id: string; readonly number: string };
  readonly name: string | null;
  readonly email: string | null;
  /** What the claim was filed in. */
  readonly language: Language;
  readonly content: ReceiptContent;
}

/** What the receipts of a case say. Throws when `content/` says nothing for a case: each form's is asked for at the start. */
export function receiptMessagesOf(settlement: Settlement, caseId: string, language: Language): ReceiptMessages {
  const messages = receiptMessagesIn(settlement, caseId, language);
  if (!messages) throw new Error(`The settlement has no receipt messages for the case ${caseId}`);
  return messages;
}

/** A claim as it is told to its claimant, in the language that it was filed in, with the documents that are there by now; undefined when there is no such claim, or it was purged. */
export async function readReceipt(
  { database, settlement }: { readonly database: Database; readonly settlement: Settlement },
  claimNumber: string,
  now: Date,
): Promise<Receipt | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version', 'filed_at', 'late', 'name', 'email', 'summary'])
    .select(['documents_expected', 'documents_due', 'language'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  if (!claim) return undefined;
  const { language } = claim;
  const filedOn = settlement.claimForms.find(
    ({ id, version }) => id === claim.form_id && version === claim.form_version,
  );
  if (!filedOn) throw new Error(`The form ${claim.form_id} has no version ${claim.form_version}`);
  const form = claimFormIn(settlement, filedOn, language);
  const stored = await database
    .selectFrom('claim_documents')
    .select(['name', 'given_name', 'size', 'sha256'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .orderBy('stored_at')
    .execute();
  const told = await describeClaimDataChecks(
    { database, settlement, now: () => now, isScanned: false },
    claim.number,
    language,
  );
  const words = receiptWords[language];
  const messages = receiptMessagesOf(settlement, form.caseId, language);
  const counts = {
    isAsked: form.sections.some(({ items }) => items.some(({ kind }) => kind === 'documents')),
    stored: stored.length,
    announced: claim.documents_expected,
    due: claim.documents_due,
  };
  return {
    claim: { id: claim.id, number: claim.number },
    name: claim.name,
    email: claim.email,
    language,
    content: {
      lang: localeOf[language],
      siteName: messages.settlement,
      ...(messages.caption === undefined ? {} : { caption: messages.caption }),
      heading: messages.heading,
      formTitle: form.title,
      reference: `${form.referencePrefix}${claim.number}`,
      date: writeMoment(claim.filed_at, form.timeZone, language),
      ...(claim.late ? { notice: words.late(writeDay(form.deadline, language)) } : {}),
      next: messages.next,
      sections: claim.summary,
      documents: stored.map(({ name, size, sha256 }) => ({
        name,
        size: formatSize(Number(size)),
        sha256: sha256?.toString('hex') ?? '',
      })),
      ...(told
        ? {
            dataFiles: {
              files: told.files.map((file) => ({
                name: file.name,
                result: file.message,
                findings: formatFindings(file, language),
              })),
              notes: [...told.review, ...(told.mending === undefined ? [] : [told.mending])],
            },
          }
        : {}),
      documentNotes: [
        ...describeDocuments(counts, writeMoment(now, form.timeZone, language), language),
        ...stored.flatMap(({ name, given_name: given }) =>
          given === null ? [] : [words.documents.renamed(given, name)],
        ),
      ],
      messages: words.paper,
    },
  };
}

interface DocumentCounts {
  /** The form asks for documents. */
  readonly isAsked: boolean;
  readonly stored: number;
  readonly announced: number;
  readonly due: boolean;
}

/** What a receipt says of a claim's documents besides listing them; nothing where the form asks for none. */
export function describeDocuments(
  { isAsked, stored, announced, due }: DocumentCounts,
  moment: string,
  language: Language,
): string[] {
  const words = receiptWords[language].documents;
  if (stored === 0 && !isAsked) return [];
  if (stored === 0) return [words.none(moment), ...(due ? [words.due] : [])];
  return stored < announced ? [words.someMissing(stored, announced, moment)] : [];
}
