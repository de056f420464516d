import type { BulkKind } from './bulk.ts';
import type { CallTopic } from './claim-details.ts';
import type { ClaimFlag, Outcome, SecondPersonCause } from './review.ts';
import type { ClaimColumn, ClaimFilters, ClaimSort, ListedClaim } from './claim-list.ts';
import type { LetterKind, LetterStatus } from '../letters.ts';
import type { Dispute } from './letters.ts';
import type { documentSources } from './schema-parts.ts';
import { shortenFormTitle } from './form-title.ts';
import type { StaffSession } from './staff.ts';

// The console is in English only.

export const bulkLabels: Readonly<Record<BulkKind, string>> = {
  assign: 'Assign',
  approve: 'Approve',
  deficient: 'Mark as deficient',
  deny: 'Propose denial of',
  reopen: 'Reopen',
  letter: 'Queue letters for',
};
/** @param claims for example `3 claims` */
export const describeBulk = (kind: BulkKind, claims: string): string =>
  kind === 'deficient' ? `Mark ${claims} as deficient` : `${bulkLabels[kind]} ${claims}`;

export const letterLabels: Readonly<Record<LetterKind, string>> = {
  deficiency: 'Deficiency',
  reminder: 'Reminder',
  approved: 'Approval',
  reduced: 'Reduction',
  denied: 'Denial',
  'answer-received': 'Answer received',
  'file-refused': 'File with a virus',
  'contact-changed': 'Contact information changed',
  'dispute-decision': 'Decision about a dispute',
};
export const disputeOutcomeLabels: Readonly<Record<NonNullable<Dispute['outcome']>, string>> = {
  upheld: 'Upheld: the same decision',
  changed: 'Changed: another decision',
  withdrawn: 'The claim was withdrawn',
};
export const documentSourceLabels: Readonly<Record<(typeof documentSources)[number], string>> = {
  mail: 'By mail',
  email: 'By email',
  'in-person': 'In person',
};
/** How staff received a dispute. Empty for one from the status page. */
export const describeChannel = (channel: string): string =>
  Object.entries(documentSourceLabels)
    .find(([source]) => source === channel)?.[1]
    .toLowerCase() ?? '';
/** Nothing says that a letter arrived. */
export const letterStatusLabels: Readonly<Record<LetterStatus, string>> = {
  queued: 'Queued',
  sent: 'Emailed',
  'in-batch': 'In a batch',
  mailed: 'Mailed',
  returned: 'Returned',
  bounced: 'Bounced',
  cancelled: 'Canceled',
  undeliverable: 'Undeliverable',
};

/**
 * The labels of the buttons that decide, or propose what a second person decides, and of decisions.
 * A deficiency never awaits a second person.
 */
export const decisionLabels = {
  decide: { approve: 'Approve', reduce: 'Reduce', deficient: 'Deficient', deny: 'Deny' },
  propose: { approve: 'Propose approval', reduce: 'Propose reduction', deficient: 'Deficient', deny: 'Propose denial' },
  waiting: {
    approve: 'Approval proposed',
    reduce: 'Reduction proposed',
    deficient: 'Deficient',
    deny: 'Denial proposed',
  },
  decided: { approve: 'Approved', reduce: 'Reduced', deficient: 'Deficient', deny: 'Denied' },
} as const satisfies Readonly<Record<string, Readonly<Record<Outcome, string>>>>;

/** @param isWaiting whether a second person has yet to approve the decision */
export const describeOutcome = (outcome: Outcome, isWaiting: boolean): string =>
  decisionLabels[isWaiting ? 'waiting' : 'decided'][outcome];

/** Why a decision needs a second person. They complete “A second person must approve it, because …”. */
export const causeLabels: Readonly<Record<SecondPersonCause, string>> = {
  fraud: 'the reason is fraud',
  late: 'the claim was filed after the deadline',
  'high-value': 'the amount is high',
  expired: 'the deficiency wasn’t cured in time',
  together: 'the denial was prepared in a batch',
};

export const columnLabels: Readonly<Record<ClaimColumn, string>> = {
  number: 'Number',
  filed: 'Filed',
  name: 'Name',
  case: 'Case',
  form: 'Form',
  state: 'State',
  language: 'Language',
  channel: 'Channel',
  amount: 'Claimed',
  recognized: 'Recognized',
  status: 'Status',
  flags: 'Flags',
  assignee: 'Assigned to',
  age: 'Age',
};
/** Only the headings of these columns sort the list. */
export const sortOfColumn: Readonly<Partial<Record<ClaimColumn, ClaimSort>>> = {
  number: 'number',
  filed: 'filed',
  name: 'name',
  amount: 'amount',
};
// Stored reports contain these labels, and running a report again must give an identical one.

export const statusLabels: Readonly<Record<ListedClaim['status'], string>> = {
  received: 'Received',
  'waiting-documents': 'Waiting for documents',
  ready: 'Ready',
  'in-review': 'In review',
  deficient: 'Deficient',
  proposed: 'Proposed',
  approved: 'Approved',
  reduced: 'Reduced',
  denied: 'Denied',
  disputed: 'Disputed',
  withdrawn: 'Withdrawn',
  void: 'Void',
  final: 'Final',
  purged: 'Deleted after retention',
};
export const flagLabels: Readonly<Record<ClaimFlag, string>> = {
  late: 'Late',
  duplicate: 'Possible duplicate',
  machine: 'Suspected machine',
  'documents-missing': 'Documents missing',
  'data-errors': 'Data findings',
  'high-value': 'High amount',
  rule: 'Queued by a rule',
  reopened: 'Reopened',
};
export const languageLabels: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish' };
export const channelLabels = { script: 'Website', 'no-script': 'Website, browser without JavaScript' } as const;

const filterLabels: Readonly<Record<keyof ClaimFilters, string>> = {
  case: 'Case',
  form: 'Form',
  'filed-from': 'Filed from',
  'filed-to': 'Filed to',
  'cure-due': 'Cure due by',
  state: 'State',
  language: 'Language',
  'amount-from': 'Amount from',
  'amount-to': 'Amount to',
  status: 'Status',
  reason: 'Reason',
  assignee: 'Assigned to',
  ...flagLabels,
  channel: 'Channel',
};

const valueLabels: Readonly<Record<string, string>> = { ...statusLabels, ...languageLabels, ...channelLabels };

/** Describes each filter in words, such as `State: Ohio, Texas`. */
export function describeClaimFilters(
  filters: ClaimFilters,
  { cases, forms }: Pick<StaffSession['settlement'], 'cases' | 'forms'>,
): string[] {
  const labels = new Map([
    ...cases.map(({ id, caption }) => [id, caption] as const),
    ...forms.map(({ id, title }) => [id, shortenFormTitle(title)] as const),
    ...Object.entries(valueLabels),
  ]);
  const values: Readonly<Record<string, string | readonly string[] | undefined>> = filters;
  const hasNoFlags = Object.keys(flagLabels).every((flag) => values[flag] === 'no');
  const described = Object.entries(filterLabels).flatMap(([name, label]) => {
    const value = values[name];
    return value === undefined || (hasNoFlags && name in flagLabels)
      ? []
      : `${label}: ${[value]
          .flat()
          .map((each) => labels.get(each) ?? each)
          .join(', ')}`;
  });
  return hasNoFlags ? [...described, 'No flags'] : described;
}

/** The topics of a call. */
export const topicLabels: Readonly<Record<CallTopic, string>> = {
  'status-told': 'Status of the claim',
  'documents-explained': 'Documents explained',
  'form-explained': 'Help with the form',
  'lost-ids': 'Lost IDs',
  address: 'Address or contact information',
  payment: 'Question about payment',
  complaint: 'Complaint',
  other: 'Other',
};
