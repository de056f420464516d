import { addDays, formatFigureCell } from '@redress/contract/console/format-figure';
import { formatDay } from '@redress/contract/language';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { dayTicks } from '@redress/ui/charts/day-ticks';
import { LineChart } from '@redress/ui/charts/line-chart.tsx';
import { StackedBarChart } from '@redress/ui/charts/stacked-bar-chart.tsx';
import { Link } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { cellOf, findFigure, formIdsOf, type PartProps } from './figures.ts';

/** More bars would be too thin to tell apart. */
const maxBars = 31;

/** Claims by day and form, or by week when the period is long. */
export function ClaimsOverTime({ dashboard, listOf }: PartProps) {
  const { settlement } = useSession();
  const figure = findFigure(dashboard, 'claims-by-day', 'claims-by-week');
  const kind = figure.columns[0]?.kind ?? 'day';
  const days = figure.rows.map(([day]) => String(day));
  const places = days.map((day) => formatDay(day, 'en', { month: 'short', day: 'numeric' }));
  const series = figure.columns.flatMap(({ name, header }, index) =>
    name.startsWith('form:') ? { name: header, values: figure.rows.map((row) => Number(row[index])) } : [],
  );
  const deadlines = formIdsOf(dashboard).flatMap(
    (id) => settlement.forms.find((form) => form.id === id)?.deadline ?? [],
  );
  const marks = [...new Set(deadlines)].flatMap((deadline) => {
    // The bar for the deadline: its day, or the week that contains it.
    const index = days.findLastIndex((day) => day <= deadline);
    const end = addDays(days.at(-1) ?? '', kind === 'week' ? 6 : 0);
    return index >= 0 && deadline <= end
      ? { index, label: `Deadline ${formatDay(deadline, 'en', { month: 'short', day: 'numeric' })}` }
      : [];
  });
  const nameOf = (index: number) => formatFigureCell(kind, figure.rows[index]?.[0]);
  const countOf = (index: number) => Number(cellOf(figure, figure.rows[index], 'claims'));
  function describe(index: number): string {
    const parts = series
      .filter(({ values }) => values[index] !== 0)
      .map(({ name, values }) => `${name} ${formatFigureCell('count', values[index])}`);
    const count = countOf(index);
    const claims = `${formatFigureCell('count', count)} ${count === 1 ? 'claim' : 'claims'}`;
    const ends = marks.some((mark) => mark.index === index) ? '; claim deadline' : '';
    return `${nameOf(index)}: ${claims}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}${ends}`;
  }
  function linkOf(index: number, text = 'List') {
    const from = String(figure.rows[index]?.[0]);
    const to = kind === 'week' ? addDays(from, 6) : from;
    return countOf(index) === 0 ? text : <Link to={listOf({ 'filed-from': from, 'filed-to': to })}>{text}</Link>;
  }
  const Chart = places.length > maxBars ? LineChart : StackedBarChart;
  return (
    <div className="dashboard-wide">
      <ChartFigure
        figure={figure}
        empty="No claims yet."
        linkOf={linkOf}
        chart={
          <Chart
            label={figure.title}
            places={places}
            ticksOf={(fitting) => dayTicks(days, fitting)}
            marks={marks}
            series={series}
            describe={describe}
            linkOf={(index) => (countOf(index) === 0 ? null : linkOf(index))}
          />
        }
      />
    </div>
  );
}
