import { flagLabels } from '@redress/contract/console/claim-labels';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import { Link } from 'react-router';
import { cellOf, findFigure, type PartProps } from './figures.ts';

const reviewed = [
  { column: 'late', label: flagLabels.late, filters: { late: 'yes' } },
  { column: 'documents-missing', label: flagLabels['documents-missing'], filters: { 'documents-missing': 'yes' } },
  { column: 'data-errors', label: flagLabels['data-errors'], filters: { 'data-errors': 'yes' } },
  { column: 'duplicate', label: flagLabels.duplicate, filters: { duplicate: 'yes' } },
  { column: 'machine', label: flagLabels.machine, filters: { machine: 'yes' } },
] as const;

/** The totals. Each leads to its claims. */
export function KeyFigures({ dashboard, listOf }: PartProps) {
  const status = findFigure(dashboard, 'claims-by-status');
  const review = findFigure(dashboard, 'claims-to-review');
  const amounts = findFigure(dashboard, 'amounts-claimed');
  const tiles = [
    { label: 'Claims', value: formatFigureCell('count', cellOf(status, status.total, 'claims')), to: listOf({}) },
    ...reviewed.map(({ column, label, filters }) => ({
      label,
      value: formatFigureCell('count', cellOf(review, review.total, column)),
      to: listOf(filters),
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
