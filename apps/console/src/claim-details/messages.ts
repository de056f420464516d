import type {
  CallTopic,
  ClaimDocument,
  ClaimRecord,
  documentSources,
  RelatedBy,
} from '@redress/contract/console/claim-details';

export const topicLabels: Readonly<Record<CallTopic, string>> = {
  'status-told': 'Status of the claim',
  'documents-explained': 'Documents explained',
  'form-explained': 'Help with the form',
  'lost-ids': 'Lost IDs',
  address: 'Address or contact data',
  payment: 'Question about payment',
  complaint: 'Complaint',
  other: 'Other',
};

export const statusMeanings: Readonly<Record<ClaimRecord['status'], string>> = {
  received: 'The claim is filed. What is missing will be known in a moment.',
  ready: 'The claim is filed, and nothing that its form asks for is missing. It can be decided.',
  'in-review': 'Somebody decides the claim now, or left it undecided.',
  deficient: 'Something is missing. The claimant has until the day below to send it.',
  proposed: 'The claim is decided. The decision takes effect when it is released.',
  approved: 'The claim is approved.',
  reduced: 'The claim is approved for a part of its amount.',
  denied: 'The claim is denied.',
  disputed: 'The claimant disagrees with the decision. It will be reviewed again.',
  withdrawn: 'The claimant withdrew the claim.',
  void: 'The claim does not count, for example because it was a test.',
  final: 'The decision is part of a frozen allocation.',
  'waiting-documents': 'The claim is filed, and documents that its form asks for have not arrived.',
  purged: 'The time for keeping it is over. Number, dates, flags and history are all that is left.',
};

export const scanLabels: Readonly<Record<ClaimDocument['scan'], string>> = {
  clean: 'No virus found',
  'not-configured': 'Not scanned',
  waiting: 'In quarantine until it is scanned',
  infected: 'Virus found: withheld',
  'unscanned-too-large': 'Too large to scan: withheld',
};

export const relatedLabels: Readonly<Record<RelatedBy, string>> = {
  'notice-id': 'Same Notice ID',
  'tax-id': 'Same tax ID',
  email: 'Same email address',
  phone: 'Same phone number',
  address: 'Same address',
  'name-and-zip': 'Same name and ZIP code',
};

/** What a file type is called. Others keep their short name. */
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

export const documentSourceLabels: Readonly<Record<(typeof documentSources)[number], string>> = {
  mail: 'By mail',
  email: 'By email',
  'in-person': 'In person',
};
