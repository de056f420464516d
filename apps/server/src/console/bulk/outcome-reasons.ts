import type { BulkOutcome } from '@redress/contract/console/bulk';

/** Why a claim of an action was skipped or failed, by the code in `bulk_job_claims.reason`. */
const outcomeReasons = {
  decided: 'It is decided or was sent back to the claimant',
  'in-review': 'A reviewer has it open',
  'waiting-documents': 'Documents are missing',
  closed: 'It is withdrawn, void or final',
  purged: 'Its personal data was deleted',
  changed:
    'Something new arrived after it was chosen: a document, a check, a correction, a score, a verdict, or a rule queued it',
  'amount-changed': 'Its recognized amount has changed since it was approved',
  'not-in-force': 'No decision is in force: it is open, or its decision has not taken effect yet',
  'decided-since': 'It was decided again after it was chosen',
  reopened: 'It came back after a decision, and a person has to look at it again',
  'already-queued': 'A rule has queued it already',
  'no-amount': 'Only a person can say its recognized amount',
  'wrong-reason': 'The reason is not for claims of this form, or not for this claim',
  'not-a-duplicate': 'It is the claim that counts itself, or that claim is of another case, denied, withdrawn or void',
  'not-a-reviewer': 'The person does not decide claims of its case',
  assigned: 'It is assigned already',
  'no-reviewer': 'None of these people can take it: they have decided it before, or do not decide claims of its case',
  'nothing-to-do': 'It was so already',
} as const;
export type OutcomeReason = keyof typeof outcomeReasons;

/** What became of a claim. */
export interface ClaimOutcome {
  readonly claimId: string;
  readonly outcome: BulkOutcome;
  /** `done` has none. */
  readonly reason: OutcomeReason | null;
}

/** A failed claim has the code of an error instead. */
export function describeOutcome(reason: string): string {
  const [, text] = Object.entries(outcomeReasons).find(([code]) => code === reason) ?? [];
  return text ?? `An error (${reason}). Try again, and tell your operator if it fails once more`;
}
