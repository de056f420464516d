import { formatDay, type Language, localeOf } from '@redress/contract/language';
import type { ReceiptMessages, Settlement } from '@redress/contract/settlement';
import { claimFormIn, receiptMessagesIn } from '@redress/contract/translations';
import type { ReceiptContent } from '@redress/documents/receipt';
import { describeClaimDataChecks } from '../data-checks/claim-data-checks.ts';
import { formatFindings } from '../data-checks/format-data-checks.ts';
import type { AppContext } from '../context.ts';
import { receiptMessages } from '../messages/receipt-messages.ts';

/** A claim's receipt, and what it takes to send it. */
export type Receipt = NonNullable<Awaited<ReturnType<typeof readReceipt>>>;

/** Throws when `content/` has no receipt messages for a case. The server checks this at startup. */
export function requireReceiptMessages(settlement: Settlement, caseId: string, language: Language): ReceiptMessages {
  const messages = receiptMessagesIn(settlement, caseId, language);
  if (!messages) throw new Error(`The settlement has no receipt messages for the case ${caseId}`);
  return messages;
}

/** Reads a claim's receipt as of now; undefined if the claim does not exist or was purged. */
export async function readReceipt(
  { database, settlement }: Pick<AppContext, 'database' | 'settlement'>,
  claimNumber: string,
  now: Date,
) {
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
  const checkContext = { database, settlement, now: () => now, isScanned: false };
  const checks = await describeClaimDataChecks(checkContext, claimNumber, language);
  const messages = receiptMessages[language];
  const caseMessages = requireReceiptMessages(settlement, form.caseId, language);
  const counts = {
    isAsked: form.sections.some(({ items }) => items.some(({ kind }) => kind === 'documents')),
    stored: stored.length,
    announced: claim.documents_expected,
    due: claim.documents_due,
  };
  const content: ReceiptContent = {
    lang: localeOf[language],
    siteName: caseMessages.settlement,
    caption: caseMessages.caption,
    heading: caseMessages.heading,
    formTitle: form.title,
    reference: `${form.referencePrefix}${claim.number}`,
    date: formatMoment(claim.filed_at, form.timeZone, language),
    notice: claim.late ? messages.late(formatDay(form.deadline, language)) : undefined,
    next: caseMessages.next,
    sections: claim.summary,
    documents: stored.map(({ name, size, sha256 }) => ({
      name,
      size: formatSize(Number(size)),
      sha256: sha256?.toString('hex') ?? '',
    })),
    dataFiles: checks && {
      files: checks.files.map((file) => ({
        name: file.name,
        result: file.message,
        findings: formatFindings(file, language),
      })),
      notes: [...checks.review, ...(checks.mending === undefined ? [] : [checks.mending])],
    },
    documentNotes: [
      ...describeUploads(counts, formatMoment(now, form.timeZone, language), language),
      ...stored.flatMap(({ name, given_name: given }) =>
        given === null ? [] : [messages.documents.renamed(given, name)],
      ),
    ],
    messages: messages.pdf,
  };
  const { id, number, name, email } = claim;
  return { claim: { id, number }, name, email, language, content };
}

interface UploadCounts {
  /** The form asks for uploads. */
  readonly isAsked: boolean;
  readonly stored: number;
  readonly announced: number;
  readonly due: boolean;
}

/** The notes of a receipt about missing uploads; none if the form does not ask for uploads. */
export function describeUploads(
  { isAsked, stored, announced, due }: UploadCounts,
  moment: string,
  language: Language,
): string[] {
  const messages = receiptMessages[language].documents;
  if (stored === 0 && !isAsked) return [];
  if (stored === 0) return [messages.none(moment), ...(due ? [messages.due] : [])];
  return stored < announced ? [messages.someMissing(stored, announced, moment)] : [];
}

/** `640 kB`, `1.2 MB`, in units of 1,024, as phones and computers show them. */
function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const timeFormat = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** `Jul 17, 2025, 3:42 PM EDT`; `17 de julio de 2025, 3:42 p. m. EDT` with nonbreaking spaces. */
export function formatMoment(moment: Date, timeZone: string, language: Language): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf[language], { ...options, timeZone }).format(moment);
  if (language === 'en') return format({ month: 'short', day: 'numeric', year: 'numeric', ...timeFormat });
  // Versions of `Intl` differ in the space of `p. m.`.
  const time = format(timeFormat).replace(/([ap])\.\s?m\./, '$1. m.');
  return `${format({ dateStyle: 'long' })}, ${time.replaceAll(/\s/g, '\u00a0')}`;
}
