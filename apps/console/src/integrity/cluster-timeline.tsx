import { addDays, formatFigureCell, mondayOf } from '@redress/contract/console/format-figure';
import type { Figure } from '@redress/contract/console/figures';
import type { Cluster } from '@redress/contract/console/integrity';
import { formatDay } from '@redress/contract/language';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { dayTicks } from '@redress/ui/charts/day-ticks';
import { StackedBarChart } from '@redress/ui/charts/stacked-bar-chart.tsx';
import { timeTicks } from '@redress/ui/charts/time-ticks';
import { useSession } from '../api/use-session.ts';
import { formatCounted } from '../ui/format.ts';

/**
 * Shows when the claims were filed, by minute, hour, day, week or month, depending on their span.
 */
export function ClusterTimeline({ cluster }: { readonly cluster: Cluster }) {
  const { timeZone } = useSession().settlement;
  const { bars, unit } = groupTimes(cluster.perMinute, timeZone);
  const nameOf = namesOf(unit, timeZone);
  const names = bars.map(({ from }) => nameOf(from));
  const figure: Figure = {
    name: 'filed',
    title: 'When they were filed',
    definition: `Claims by ${unit}, in the court’s time.`,
    columns: [
      { name: 'from', header: 'From', kind: 'text' },
      { name: 'claims', header: 'Claims', kind: 'count' },
    ],
    rows: bars.flatMap(({ claims }, index) => (claims > 0 ? [[names[index] ?? '', claims]] : [])),
  };
  const ticksOf = (fitting: number) =>
    isByClock(unit)
      ? timeTicks(
          bars.map(({ from }) => Number(from)),
          timeZone,
          fitting,
        )
      : dayTicks(
          bars.map(({ from }) => String(from)),
          fitting,
        );
  return (
    <ChartFigure
      figure={figure}
      empty="No claims to show."
      chart={
        <StackedBarChart
          label="Claims by time"
          places={names}
          ticksOf={ticksOf}
          series={[{ name: 'Claims', values: bars.map(({ claims }) => claims) }]}
          describe={(index) => `${names[index] ?? ''}: ${formatCounted(bars[index]?.claims ?? 0, 'claim')}`}
        />
      }
    />
  );
}

type Unit = 'minute' | '5 minutes' | '15 minutes' | 'hour' | 'day' | 'week' | 'month';

interface TimeBar {
  /** The start of the bar: a moment (milliseconds) or a day of the court. */
  readonly from: number | string;
  readonly claims: number;
}
interface Timeline {
  readonly unit: Unit;
  readonly bars: readonly TimeBar[];
}

const maxBars = 60;
const minuteMilliseconds = 60_000;
const minutesOf = { minute: 1, '5 minutes': 5, '15 minutes': 15, hour: 60 } as const;
const isByClock = (unit: Unit): unit is keyof typeof minutesOf => unit in minutesOf;

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const steps = [
  ['day', (day: string) => day, (day: string) => addDays(day, 1)],
  ['week', mondayOf, (day: string) => addDays(day, 7)],
  ['month', firstOf, (day: string) => firstOf(addDays(day, 31))],
] as const;

/** Bars of equal length without gaps, at most a few dozen, that start at round times. */
export function groupTimes(perMinute: Cluster['perMinute'], timeZone: string): Timeline {
  const times = perMinute.map(({ at, claims }) => ({ at: Date.parse(at), claims }));
  const span = (times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0);
  for (const unit of ['minute', '5 minutes', '15 minutes', 'hour'] as const) {
    const length = minutesOf[unit] * minuteMilliseconds;
    if (span / length >= maxBars) continue;
    const beginOf = (at: number) => Math.floor(at / length) * length;
    return {
      unit,
      bars: fill(
        times,
        ({ at }) => beginOf(at),
        (from) => from + length,
      ),
    };
  }
  // The Canadian format of a day is YYYY-MM-DD.
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = times.map(({ at, claims }) => ({ day: dayOf.format(at), claims }));
  const byStep = steps.map(([unit, beginOf, next]) => ({ unit, bars: fill(days, ({ day }) => beginOf(day), next) }));
  return byStep.find(({ bars }) => bars.length <= maxBars) ?? byStep[2] ?? { unit: 'month', bars: [] };
}

function fill<Time extends { readonly claims: number }, From extends number | string>(
  times: readonly Time[],
  fromOf: (time: Time) => From,
  next: (from: From) => From,
): TimeBar[] {
  const claims = new Map<From, number>();
  for (const time of times) claims.set(fromOf(time), (claims.get(fromOf(time)) ?? 0) + time.claims);
  const [first, last] = [times[0], times.at(-1)];
  const bars: TimeBar[] = [];
  if (!first || !last) return bars;
  for (let from = fromOf(first); from <= fromOf(last); from = next(from))
    bars.push({ from, claims: claims.get(from) ?? 0 });
  return bars;
}

function namesOf(unit: Unit, timeZone: string): (from: number | string) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return (from) => {
    if (typeof from === 'number') return format.format(from).replaceAll('\u202f', ' ');
    if (unit === 'month') return formatDay(from, 'en', { month: 'long', year: 'numeric' });
    return formatFigureCell(unit === 'week' ? 'week' : 'day', from);
  };
}
