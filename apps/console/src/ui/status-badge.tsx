import { statusLabels } from '@redress/contract/console/claim-labels';
import type { ListedClaim } from '@redress/contract/console/claim-list';

/** The status of a claim. Each has the same color on every screen. */
export const StatusBadge = ({ status }: { readonly status: ListedClaim['status'] }) => (
  <span className="status-badge" data-status={status}>
    {statusLabels[status]}
  </span>
);
