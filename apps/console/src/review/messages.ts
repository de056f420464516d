import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatLimit } from '@redress/contract/console/format-figure';
import type { ClaimReview, Outcome, QueueReason, SecondPersonCause } from '@redress/contract/console/review';

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  approve: 'Approve',
  reduce: 'Reduce',
  deficient: 'Deficient',
  deny: 'Deny',
};

const proposalLabels: Readonly<Record<Outcome, string>> = {
  approve: 'Propose approval',
  reduce: 'Propose reduction',
  deficient: outcomeLabels.deficient,
  deny: 'Propose denial',
};

/** The label of an outcome's button. A reviewer only proposes what a second person decides. */
export const labelOutcome = (outcome: Outcome, needsSecond: boolean): string =>
  (needsSecond ? proposalLabels : outcomeLabels)[outcome];

export const queueReasonLabels: Readonly<Record<QueueReason, string>> = { ...flagLabels, none: 'No flags' };

/**
 * Reasons that a decision needs a second person. They complete “A second person has to approve: …”.
 */
export function describeCause(cause: SecondPersonCause, { options }: Pick<ClaimReview, 'options'>): string {
  switch (cause) {
    case 'fraud':
      return 'the reason is fraud';
    case 'late':
      return 'the claim was filed after the deadline';
    case 'high-value':
      return options.secondPersonFrom === null
        ? 'the amount is high'
        : `the amount is ${formatLimit(options.secondPersonFrom)} or more`;
    case 'expired':
      return 'the deficiency wasn’t cured in time';
    case 'together':
      return 'the denial was prepared in a batch';
  }
}
