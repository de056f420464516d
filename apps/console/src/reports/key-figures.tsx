import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import { reviewableStatuses } from '@redress/contract/console/review';
import { Link } from 'react-router';
import { cellOf, findFigure, type PartProps } from './figures.ts';

const reviewed = ['late', 'documents-missing', 'data-errors', 'duplicate', 'machine'] as const;

/** The totals. Each links to its claims. */
export function KeyFigures({ dashboard, listOf }: PartProps) {
  const status = findFigure(dashboard, 'claims-by-status');
  const review = findFigure(dashboard, 'claims-to-review');
  const amounts = findFigure(dashboard, 'amounts-claimed');
  const count = (figure: typeof status, column: string) =>
    formatFigureCell('count', cellOf(figure, figure.total, column));
  const toReview = { status: reviewableStatuses };
  const tiles = [
    { label: 'Claims', value: count(status, 'claims'), to: listOf({}) },
    { label: 'To review', value: count(review, 'claims'), to: listOf(toReview) },
    ...reviewed.map((flag) => ({
      label: `To review: ${flagLabels[flag]}`,
      value: count(review, flag),
      to: listOf({ ...toReview, [flag]: 'yes' }),
    })),
    {
      label: 'Amount claimed',
      value: formatFigureCell('money', cellOf(amounts, amounts.total, 'amount')),
      to: listOf({ sort: '-amount' }),
    },
  ];
  return (
    <ul className="plain-list key-figures" aria-label="Totals">
      {tiles.map(({ label, value, to }) => (
        <li key={label} className="panel">
          <Link to={to}>{label}</Link>
          <strong>{value}</strong>
        </li>
      ))}
    </ul>
  );
}
