import { isClosed } from '@redress/contract/console/review';
import type { ConsoleContext } from '../context.ts';
import type { LockReviewForClaimant } from '../../site/context.ts';
import { setAssignee } from './assign-claim.ts';
import { changeStatus, lockReviewAndApproval, withoutDecision, withoutLease } from './change-status.ts';
import { isDisputedOfOwn } from './refuse-to-decide.ts';

/** Locks a claim and its review for a change by the claimant, who has no account. */
export function lockReviewForClaimant(
  context: Pick<ConsoleContext, 'keys' | 'now' | 'settlement'>,
): LockReviewForClaimant {
  return async (transaction, claim) => {
    const { review, withdraw } = await lockReviewAndApproval(transaction, context, claim);
    return {
      review,
      async change(to, cause) {
        const at = context.now();
        await withdraw({ at, reason: 'The claimant withdrew the claim.' });
        await changeStatus(transaction, claim, review, at, {
          to,
          set: { ...withoutDecision, ...withoutLease, reopened: !isClosed(to) },
          event: (moved) => ({ kind: 'status-changed', details: { ...moved, cause } }),
        });
        // Otherwise, no reviewer would be offered the claim.
        if (review.assignee !== null && (await isDisputedOfOwn(transaction, claim.id, review.assignee)))
          await setAssignee(transaction, claim, at, { to: null });
      },
    };
  };
}
