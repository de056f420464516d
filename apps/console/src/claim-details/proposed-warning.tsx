import type { ClaimDetails } from '@redress/contract/console/claim-details';

/** Says that a change stops a decision which hasn't taken effect. */
export const ProposedWarning = ({ claim }: { readonly claim: Pick<ClaimDetails, 'status'> }) =>
  claim.status === 'proposed' && (
    <p className="notice notice-warn">
      A decision on this claim isn’t in effect yet. After this change, it can’t take effect, and the claim must be
      decided again.
    </p>
  );
