import { statusLabels } from '@redress/contract/console/claim-labels';
import type { ListedClaim } from '@redress/contract/console/claim-list';
import type { ReactNode } from 'react';

/** The status of a claim. Each has the same color on every screen. */
export const StatusBadge = ({ status }: { readonly status: ListedClaim['status'] }) => (
  <span className="status-badge" data-status={status}>
    {statusLabels[status]}
  </span>
);

/**
 * Whether something ended well, waits for a person, ended badly, goes on, is being reviewed, or is
 * no longer of use.
 */
export type Tone = 'good' | 'warn' | 'bad' | 'open' | 'in-review' | 'past';

/** The state of anything but a claim. */
export const StateBadge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className="status-badge" data-status={tone}>
    {children}
  </span>
);
