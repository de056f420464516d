import { flagLabels } from '@redress/contract/console/claim-labels';
import type { Figure } from '@redress/contract/console/figures';
import { queueReasons, reviewableStatuses } from '@redress/contract/console/review';
import { type CountedFlags, hasReason } from '../review/queue-counts.ts';
import type { FigureLabels } from './figure-labels.ts';

/** A group of claims with the same form and flags. */
export interface CountedClaim extends CountedFlags {
  readonly form_id: string;
  readonly status: string;
  readonly claims: number;
}

export const sumClaims = (counts: readonly CountedClaim[]): number =>
  counts.reduce((total, { claims }) => total + claims, 0);

/** Claims that can be reviewed now, by form and reason, as in the queues. */
export function claimsToReview(counts: readonly CountedClaim[], labels: FigureLabels): Figure {
  const reviewable = counts.filter(({ status }) => reviewableStatuses.some((each) => each === status));
  const cellsOf = (rows: readonly CountedClaim[]) => [
    sumClaims(rows),
    ...queueReasons.map((reason) => sumClaims(rows.filter((row) => hasReason(row, reason)))),
  ];
  return {
    name: 'claims-to-review',
    title: 'Claims to review',
    definition:
      'Claims that can be decided, also while documents are missing, by form and flag. A claim with several flags counts once in each column.',
    columns: [
      { name: 'form', header: 'Form', kind: 'text' },
      { name: 'claims', header: 'Claims', kind: 'count' },
      ...queueReasons.map((reason) => ({
        name: reason,
        header: reason === 'none' ? 'No flags' : flagLabels[reason],
        kind: 'count' as const,
      })),
    ],
    rows: labels.forms.map(({ id, title }) => [title, ...cellsOf(reviewable.filter((row) => row.form_id === id))]),
    total: [null, ...cellsOf(reviewable)],
  };
}
