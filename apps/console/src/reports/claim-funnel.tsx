import { formatFigureCell } from '@redress/contract/console/format-figure';
import { claimFlags, reviewStatuses } from '@redress/contract/console/review';
import { BarChart } from '@redress/ui/charts/bar-chart.tsx';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { Link } from 'react-router';
import { useCan, useSession } from '../api/use-session.ts';
import { cellOf, findFigure, type PartProps } from './figures.ts';

const complete = { 'documents-missing': 'no' };
const noFlags = Object.fromEntries(claimFlags.map((flag) => [flag, 'no']));

/**
 * Shows how many class members filed a claim, and how many of those claims are complete. Each step
 * links to its list.
 */
export function ClaimFunnel({ dashboard, listOf }: PartProps) {
  const { settlement } = useSession();
  const seesMembers = useCan('search');
  const { noticeForms } = dashboard;
  if (noticeForms.length === 0) return null;
  const figure = findFigure(dashboard, 'funnel');
  const first = { form: noticeForms, duplicate: 'no' };
  const cases = new Set(settlement.forms.filter(({ id }) => noticeForms.includes(id)).map(({ caseId }) => caseId));
  const [caseId = ''] = cases;
  // The steps have the order of the figure's rows.
  const lists = [
    seesMembers
      ? `/members${cases.size === 1 ? `?${new URLSearchParams({ case: caseId }).toString()}` : ''}`
      : undefined,
    listOf({ ...first, status: reviewStatuses }),
    listOf({ ...first, status: reviewStatuses, ...complete }),
    listOf({ ...first, status: reviewStatuses, ...noFlags }),
  ];
  const linkOf = (index: number, text: string) => {
    const list = lists[index];
    return list === undefined ? text : <Link to={list}>{text}</Link>;
  };
  const bars = figure.rows.map((row, index) => {
    const step = String(row[0]);
    const count = cellOf(figure, row, 'count');
    const share = cellOf(figure, row, 'share');
    const text = `${formatFigureCell('count', count)}${share === null || index === 0 ? '' : ` (${formatFigureCell('share', share)})`}`;
    return { key: step, label: linkOf(index, step), value: Number(count), text };
  });
  return (
    <div className="dashboard-wide">
      <ChartFigure
        figure={figure}
        empty="This chart appears after class members are imported or a claim is filed under a notice."
        linkOf={linkOf}
        chart={<BarChart bars={bars} label={figure.title} />}
      />
    </div>
  );
}
