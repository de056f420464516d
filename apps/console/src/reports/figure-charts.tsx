import { statusLabels } from '@redress/contract/console/claim-labels';
import { claimStatuses } from '@redress/contract/console/claim-list';
import { addDays, formatFigureCell } from '@redress/contract/console/format-figure';
import { claimFlags, reviewableStatuses } from '@redress/contract/console/review';
import { BarChart } from '@redress/ui/charts/bar-chart.tsx';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { FigureTable } from '@redress/ui/charts/figure-table.tsx';
import { Histogram } from '@redress/ui/charts/histogram.tsx';
import { Link } from 'react-router';
import { cellOf, findFigure, formIdsOf, type PartProps } from './figures.ts';

const statuses = new Map(claimStatuses.map((status) => [statusLabels[status], status]));

export function ClaimsByStatus({ dashboard, listOf }: PartProps) {
  const figure = findFigure(dashboard, 'claims-by-status');
  const linkOf = (index: number, text: string) => {
    const status = statuses.get(String(figure.rows[index]?.[0]));
    return status === undefined ? text : <Link to={listOf({ status })}>{text}</Link>;
  };
  const bars = figure.rows.map((row, index) => {
    const name = String(row[0]);
    const claims = cellOf(figure, row, 'claims');
    const text = `${formatFigureCell('count', claims)} (${formatFigureCell('share', cellOf(figure, row, 'share'))})`;
    return { key: name, label: linkOf(index, name), value: Number(claims), text };
  });
  return (
    <ChartFigure
      figure={figure}
      empty="No claims yet."
      linkOf={linkOf}
      chart={<BarChart bars={bars} label={figure.title} />}
    />
  );
}

/** Links to the claims of a form, by the index of its row. */
function formLinks({ dashboard, listOf }: PartProps, filters: Readonly<Record<string, readonly string[]>> = {}) {
  const forms = formIdsOf(dashboard);
  return (index: number, text: string) => {
    const form = forms[index];
    return form === undefined ? text : <Link to={listOf({ form, ...filters })}>{text}</Link>;
  };
}

/** For several numbers per form, a table is clearer than a chart. */
export function ClaimsToReview(props: PartProps) {
  const figure = findFigure(props.dashboard, 'claims-to-review');
  const forms = formIdsOf(props.dashboard);
  const linkCell = (column: string, text: string, index?: number) => {
    const form = index === undefined ? undefined : forms[index];
    const flags = claimFlags.filter((flag) => column === flag || column === 'none');
    const filters = Object.fromEntries(flags.map((flag) => [flag, column === flag ? 'yes' : 'no']));
    const to = props.listOf({ status: reviewableStatuses, ...(form !== undefined && { form }), ...filters });
    return text === '0' ? text : <Link to={to}>{text}</Link>;
  };
  return (
    <section className="panel chart dashboard-wide claims-to-review" aria-labelledby="claims-to-review">
      <h2 id="claims-to-review">{figure.title}</h2>
      <p className="soft chart-definition">{figure.definition}</p>
      <FigureTable figure={figure} linkOf={formLinks(props, { status: reviewableStatuses })} linkCell={linkCell} />
    </section>
  );
}

export function AmountsByForm(props: PartProps) {
  const figure = findFigure(props.dashboard, 'amounts-claimed');
  const linkOf = formLinks(props);
  const bars = figure.rows.map((row, index) => {
    const name = String(row[0]);
    const amount = cellOf(figure, row, 'amount');
    return { key: name, label: linkOf(index, name), value: Number(amount), text: formatFigureCell('money', amount) };
  });
  return (
    <ChartFigure
      figure={figure}
      empty="No claims yet."
      linkOf={linkOf}
      chart={<BarChart bars={bars} label={figure.title} />}
    />
  );
}

export function WaitingByAge({ dashboard, listOf }: PartProps) {
  const figure = findFigure(dashboard, 'waiting-by-age');
  const bins = figure.rows.map(([from, to, count]) => ({
    from: Number(from),
    to: Number(to) + 1,
    count: Number(count),
  }));
  const describe = (index: number) => {
    const [from, to, count] = figure.rows[index] ?? [];
    return `${from} to ${to} days: ${formatFigureCell('count', count)} ${count === 1 ? 'claim' : 'claims'}`;
  };
  const linkOf = (index: number, text = 'List') => {
    const { from = 0, to = 1, count = 0 } = bins[index] ?? {};
    if (count === 0) return text;
    const days = { 'filed-from': addDays(dashboard.today, 1 - to), 'filed-to': addDays(dashboard.today, -from) };
    return <Link to={listOf({ status: 'waiting-documents', ...days })}>{text}</Link>;
  };
  return (
    <ChartFigure
      figure={figure}
      empty="No claims are waiting for documents."
      linkOf={linkOf}
      chart={
        <Histogram
          label={figure.title}
          bins={bins}
          unit="days"
          describe={describe}
          linkOf={(index) => (bins[index]?.count === 0 ? null : linkOf(index))}
        />
      }
    />
  );
}
