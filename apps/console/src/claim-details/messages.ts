import type { Dispute } from '@redress/contract/console/letters';
import type { ClaimDocument, ClaimDetails, RelatedBy } from '@redress/contract/console/claim-details';

const statusMeanings: Readonly<Record<ClaimDetails['status'], string>> = {
  received: 'Filed. The check for missing items finishes in a moment.',
  ready: 'Filed and complete. Ready for a decision.',
  'in-review': 'In review: open with a reviewer, or returned without a decision.',
  deficient: 'Something is missing. The time to send it counts from the mailing of the letter.',
  proposed: 'Decided. It takes effect after ten seconds, or once a second person approves it.',
  approved: 'The claim is approved.',
  reduced: 'The claim is approved for part of its amount.',
  denied: 'The claim is denied.',
  disputed: 'The claimant disputed the decision. It will be reviewed again.',
  withdrawn: 'The claimant withdrew the claim.',
  void: 'The claim doesn’t count, for example because it was a test.',
  final: 'The decision is part of a frozen allocation.',
  'waiting-documents': 'Filed. Documents that the form asks for haven’t arrived.',
  purged: 'The retention period ended. Only the number, dates, flags, and history remain.',
};

/** A claim is also ready if its deficiency was cured with fewer documents than its form asks for. */
export const describeStatus = (status: ClaimDetails['status'], { due }: Pick<ClaimDetails, 'due'>): string =>
  status === 'ready' && due.length > 0
    ? 'Ready for a decision, although not everything that the claimant was asked for has arrived.'
    : statusMeanings[status];

/** The grounds and the statement of the open dispute, if there is one. */
export function describeDispute(
  disputes: readonly Pick<Dispute, 'grounds' | 'statement' | 'outcome'>[],
): string | undefined {
  const open = disputes.find(({ outcome }) => outcome === null);
  return open && [open.grounds.join('; '), open.statement].filter(Boolean).join(': ');
}

export const scanLabels: Readonly<Record<ClaimDocument['scan'], string>> = {
  clean: 'No virus found',
  'not-configured': 'Not scanned',
  waiting: 'In quarantine until it is scanned',
  infected: 'Virus found: withheld',
  'unscanned-too-large': 'Too large to scan: withheld',
};

/** Values that two claims share. */
export const relatedLabels: Readonly<Record<RelatedBy, string>> = {
  'notice-id': 'Notice ID',
  'tax-id': 'tax ID',
  email: 'email address',
  phone: 'phone number',
  address: 'address',
  'name-and-zip': 'name and ZIP code',
};

/** Names of file types. Other types keep their short name. */
export const typeLabels: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  jpg: 'JPG picture',
  png: 'PNG picture',
  heic: 'HEIC picture',
  tif: 'TIF picture',
  docx: 'Word document',
  xlsx: 'Excel workbook',
  csv: 'CSV file',
  txt: 'Text file',
};
