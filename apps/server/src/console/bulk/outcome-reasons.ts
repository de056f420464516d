import type { BulkOutcome } from '@redress/contract/console/bulk';

/** Why a claim of an action was skipped or failed, by the code in `bulk_job_claims.reason`. */
const outcomeReasons = {
  decided: 'It is already decided or was returned to the claimant',
  'in-review': 'A reviewer has it open',
  'waiting-documents': 'Documents are missing',
  closed: 'It is withdrawn, void, or final',
  purged: 'Its personal data was deleted',
  changed: 'It changed after it was selected: a new document, check, correction, score, finding, or rule',
  'amount-changed': 'Its recognized amount has changed since it was approved',
  'not-in-force': 'No decision is in force: it is open, or its decision has not taken effect yet',
  'decided-since': 'It was decided again after it was selected',
  reopened: 'It was reopened, so a reviewer must decide it',
  'own-dispute':
    'The claimant disputes a decision of the person who requested or approved this action, so someone else must decide it',
  'already-queued': 'A rule has already queued it',
  'no-amount': 'Its recognized amount needs a reviewer',
  'wrong-reason': 'The reason doesn’t apply to this claim or its form',
  'not-a-duplicate':
    'It is itself the claim that counts, or that claim belongs to another case or is denied, withdrawn or void',
  'no-earlier-claim': 'No earlier claim of the same claimant can count instead',
  'not-a-reviewer': 'The person doesn’t decide claims in its case',
  assigned: 'It is already assigned',
  'no-reviewer': 'None of these people can take it: they have decided it before, or do not decide claims in its case',
  'no-letter-due': 'Its decision needs no letter, or one is queued already',
  'no-address': 'It has neither an email address nor a whole postal address',
  'nothing-to-do': 'No change needed',
} as const;
export type OutcomeReason = keyof typeof outcomeReasons;

export interface ClaimOutcome {
  readonly claimId: string;
  readonly outcome: BulkOutcome;
  /** Null for `done`. */
  readonly reason: OutcomeReason | null;
}

/** Describes a reason in words. A failed claim has an error code instead. */
export function describeOutcome(reason: string): string {
  const [, text] = Object.entries(outcomeReasons).find(([code]) => code === reason) ?? [];
  return text ?? `An error occurred (${reason}). Try again, and tell your operator if it fails again`;
}
