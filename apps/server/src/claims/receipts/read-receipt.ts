import type { Selectable } from 'kysely';
import { maskName } from '../filing/masks.ts';
import type { ClaimsTable } from '../filing/tables.ts';
import { type Language, localeOf } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import { pathOfKind } from '@redress/contract/translations';
import type { ReceiptContent } from '@redress/documents/receipt';
import { readClaimStatus } from '../status/claim-status.ts';
import { describeClaimDataChecks } from '../documents/claim-data-checks.ts';
import { formatFindings } from '../documents/format-data-checks.ts';
import type { ClaimsContext } from '../context.ts';
import { receiptMessages } from './receipt-messages.ts';

/** A claim's receipt, with the addressee and the language of its email. */
export type Receipt = NonNullable<Awaited<ReturnType<typeof readReceipt>>>;

/** Reads a claim's receipt as of now; undefined if the claim does not exist or was purged. */
export async function readReceipt(
  { database, settlement }: Pick<ClaimsContext, 'database' | 'settlement'>,
  claimNumber: string,
  now: Date,
) {
  const context = { database, settlement, now: () => now, isScanned: false };
  const found = await readClaimStatus(context, claimNumber);
  if (!found) return undefined;
  const { claim, form, status, messages: caseMessages } = found;
  const { language } = claim;
  const stored = await database
    .selectFrom('claim_documents')
    .select(['name', 'given_name', 'size', 'sha256'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .orderBy('stored_at')
    .execute();
  const checks = await describeClaimDataChecks(context, claimNumber, language);
  const messages = receiptMessages[language];
  const counts = {
    isAsked: form.sections.some(({ items }) => items.some(({ kind }) => kind === 'documents')),
    stored: stored.length,
    announced: claim.documents_expected,
  };
  const content: ReceiptContent = {
    lang: localeOf[language],
    siteName: caseMessages.settlement,
    caption: caseMessages.caption,
    heading: caseMessages.heading,
    formTitle: form.title,
    reference: status.reference,
    referenceUse: messages.referenceUse(titleOfStatusPage(settlement.site, language)),
    date: formatMoment(claim.filed_at, form.timeZone, language),
    notice: status.lateNotice,
    due: status.due,
    sending: status.sending,
    next: status.next,
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
  const { id, number, email } = claim;
  return { claim: { id, number }, name: nameInEmail(claim), email, language, content };
}

/**
 * The name of a claimant in an email. It goes to the address that the claimant typed, and shows no
 * more of a name than the receipt does.
 * @param shown the name as it was corrected since
 */
export function nameInEmail(
  { name, summary }: Pick<Selectable<ClaimsTable>, 'name' | 'summary'>,
  shown = name,
): string | null {
  const masked = name === null ? undefined : maskName(name);
  const isMasked = summary.some(({ rows }) => rows.some(({ value }) => value === masked));
  return isMasked && shown !== null ? maskName(shown) : shown;
}

function titleOfStatusPage(site: SiteManifest, language: Language): string {
  const path = pathOfKind(site, 'status', language);
  return site.pages.find((page) => page.path === path)?.title ?? '';
}

interface UploadCounts {
  /** The form asks for documents. */
  readonly isAsked: boolean;
  readonly stored: number;
  readonly announced: number;
}

/** A receipt's notes about missing uploads; none if the form does not ask for uploads. */
export function describeUploads(
  { isAsked, stored, announced }: UploadCounts,
  moment: string,
  language: Language,
): string[] {
  const messages = receiptMessages[language].documents;
  if (stored === 0 && !isAsked) return [];
  if (stored === 0) return [messages.none(moment)];
  return stored < announced ? [messages.someMissing(stored, announced, moment)] : [];
}

/** `640 kB`, `1.2 MB`, in units of 1,024, as phones and computers show them. */
function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const timeFormat = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** `Jul 17, 2025, 3:42 PM EDT`; `17 jul 2025, 3:42 p. m. EDT` with nonbreaking spaces. */
export function formatMoment(moment: Date, timeZone: string, language: Language): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf[language], { ...options, timeZone }).format(moment);
  if (language === 'en') return format({ month: 'short', day: 'numeric', year: 'numeric', ...timeFormat });
  // Versions of `Intl` put different spaces into `p. m.`.
  const time = format(timeFormat).replace(/([ap])\.\s?m\./, '$1. m.');
  return `${format({ dateStyle: 'medium' })}, ${time.replaceAll(/\s/g, '\u00a0')}`;
}
