import type { ReceiptTexts, Settlement } from '@redress/contract/manifest';
import type { ReceiptContent } from '@redress/documents/receipt';
import type { ClaimForm } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import { formatSize, receiptWords } from './receipt-words.ts';

/** A claim's receipt, and what sending it needs. */
export interface Receipt {
  readonly claim: { readonly id: string; readonly number: string };
  readonly name: string | null;
  readonly email: string | null;
  readonly content: ReceiptContent;
}

/** What the receipts of a case say. Throws when `content/` says nothing for a case: each form's is asked for at the start. */
export function receiptTextsOf({ receipts }: Settlement, caseId: string): ReceiptTexts {
  const texts = receipts[caseId];
  if (!texts) throw new Error(`The settlement has no receipt texts for the case ${caseId}`);
  return texts;
}

/** A claim as it is told to its claimant, with the documents that are there by now; undefined when there is no such claim. */
export async function readReceipt(
  { database, settlement }: { readonly database: Database; readonly settlement: Settlement },
  claimNumber: string,
  now: Date,
): Promise<Receipt | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version', 'filed_at', 'late', 'name', 'email', 'summary'])
    .select(['documents_expected', 'documents_due'])
    .where('number', '=', claimNumber)
    .executeTakeFirst();
  if (!claim) return undefined;
  const form = settlement.claimForms.find(({ id, version }) => id === claim.form_id && version === claim.form_version);
  if (!form) throw new Error(`The form ${claim.form_id} has no version ${claim.form_version}`);
  const stored = await database
    .selectFrom('claim_documents')
    .select(['name', 'size', 'sha256'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .orderBy('stored_at')
    .execute();
  const texts = receiptTextsOf(settlement, form.caseId);
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
    content: {
      lang: 'en-US',
      siteName: texts.settlement,
      ...(texts.caption === undefined ? {} : { caption: texts.caption }),
      heading: texts.heading,
      formTitle: form.title,
      reference: `${form.referencePrefix}${claim.number}`,
      date: momentIn(form.timeZone, claim.filed_at),
      ...(claim.late ? { notice: receiptWords.late(describeDeadline(form)) } : {}),
      next: texts.next,
      sections: claim.summary,
      documents: stored.map(({ name, size, sha256 }) => ({
        name,
        size: formatSize(Number(size)),
        sha256: sha256?.toString('hex') ?? '',
      })),
      documentNotes: describeDocuments(counts, momentIn(form.timeZone, now)),
      words: receiptWords.paper,
    },
  };
}

/** `Jul 17, 2025, 3:42 PM EDT`. */
function momentIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(moment);
}

function describeDeadline(form: ClaimForm): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(form.deadline));
}

interface DocumentCounts {
  /** The form asks for documents. */
  readonly isAsked: boolean;
  readonly stored: number;
  readonly announced: number;
  readonly due: boolean;
}

/** What a receipt says of a claim's documents besides listing them; nothing where the form asks for none. */
export function describeDocuments({ isAsked, stored, announced, due }: DocumentCounts, moment: string): string[] {
  const words = receiptWords.documents;
  if (stored === 0 && !isAsked) return [];
  if (stored === 0) return [words.none(moment), ...(due ? [words.due] : [])];
  return stored < announced ? [words.someMissing(stored, announced, moment)] : [];
}
