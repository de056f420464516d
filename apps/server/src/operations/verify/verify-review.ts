import { isDeepStrictEqual } from 'node:util';
import { parseAmount } from '../../console/review/recognized-amount.ts';
import type { ClaimRecords } from './read-claim-records.ts';

type Entry = ClaimRecords['history'][number];

/** The parts of a claim's review that follow from its history. */
interface RecordedReview {
  readonly status: string;
  /** The decision in force. */
  readonly decision: Entry['details'] | undefined;
  readonly assignee: string | null;
  /** The last day to cure a deficiency whose letter is out. */
  readonly cureDue: string | null;
}

/** A lease, or an arriving document, changes one of these to another without an entry. */
const openStatuses = ['received', 'waiting-documents', 'ready', 'in-review'];

function replayReview(history: readonly Entry[]): RecordedReview & { readonly isTouched: boolean } {
  let recorded: RecordedReview = { status: 'ready', decision: undefined, assignee: null, cureDue: null };
  let isTouched = false;
  for (const { kind, details } of history) {
    const status = String(details['to']);
    const before = recorded;
    const isLetter =
      details['letter'] === 'deficiency' &&
      recorded.status === 'deficient' &&
      details['decisionId'] === recorded.decision?.['decisionId'];
    if (isLetter && kind === 'letter-mailed') recorded = { ...recorded, cureDue: String(details['dueOn']) };
    else if (isLetter && kind === 'letter-returned') recorded = { ...recorded, cureDue: null };
    else if (kind === 'claim-assigned')
      recorded = { ...recorded, assignee: details['to'] === undefined ? null : String(details['to']) };
    else if (kind === 'claim-decided') recorded = { ...recorded, status, decision: details, cureDue: null };
    else if (kind === 'decision-released') recorded = { ...recorded, status };
    else if (kind === 'decision-undone' || kind === 'decision-declined')
      recorded = { ...recorded, status, decision: undefined };
    else if (kind === 'status-changed')
      recorded = { ...recorded, status, decision: status === 'final' ? recorded.decision : undefined };
    if (recorded !== before) isTouched = true;
  }
  return { ...recorded, isTouched };
}

/** Compares a claim's review with its history. */
export function* compareReview({ row, history, reviews }: ClaimRecords): Generator<string> {
  const { isTouched, ...recorded } = replayReview(history);
  const [review] = reviews;
  if (!review) {
    if (isTouched) yield 'has lost its review, which its history names.';
    return;
  }
  const { decision } = recorded;
  const isOpen = openStatuses.includes(recorded.status);
  const isStatusSame =
    recorded.status === review.status ||
    (isOpen && openStatuses.includes(review.status)) ||
    (recorded.status === 'disputed' && review.status === 'in-review');
  const reasons = String(decision?.['reasons'] ?? '');
  const comparison = {
    case: [row.case_id, review.case_id],
    status: [true, isStatusSame],
    decision: [decision?.['decisionId'] ?? null, review.decision_id],
    reasons: [reasons === '' ? [] : reasons.split(' '), review.reasons],
    'recognized amount': [amountOf(decision?.['amount']), amountOf(review.recognized_amount)],
    'last day to cure': [recorded.status === 'deficient' ? recorded.cureDue : null, review.cure_due],
    assignee: [recorded.assignee, review.assignee],
  };
  for (const [name, [expected, stored]] of Object.entries(comparison))
    if (!isDeepStrictEqual(expected, stored)) yield `has a review with a different ${name} than in its history.`;
}

const amountOf = (decimal: Entry['details'][string] | null | undefined) =>
  decimal === undefined || decimal === null ? null : parseAmount(String(decimal));
