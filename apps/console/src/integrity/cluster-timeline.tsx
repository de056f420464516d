import type { Figure } from '@redress/contract/console/figures';
import type { Cluster } from '@redress/contract/console/integrity';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { StackedBarChart } from '@redress/ui/charts/stacked-bar-chart.tsx';
import { useSession } from '../api/use-session.ts';
import { formatCounted } from '../ui/format.ts';

const hourMilliseconds = 60 * 60 * 1_000;
/** Longer spans show days, or days in groups. */
const maxHours = 72;
const maxBars = 60;

/** When the claims were filed, by the hour or, over a longer time, by day. */
export function ClusterTimeline({ cluster }: { readonly cluster: Cluster }) {
  const { timeZone } = useSession().settlement;
  const bars = groupTimes(cluster.perHour);
  const isHourly = bars.length > 0 && bars[0]?.milliseconds === hourMilliseconds;
  const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
  });
  const nameOf = (at: number) => (isHourly ? hour : day).format(new Date(at)).replaceAll(/[\u2009\u202f]/g, ' ');
  const figure: Figure = {
    name: 'filed',
    title: 'When they were filed',
    definition: isHourly ? 'Claims by hour, in the court’s time.' : 'Claims by time, each bar as long as the others.',
    columns: [
      { name: 'from', header: 'From', kind: 'text' },
      { name: 'claims', header: 'Claims', kind: 'count' },
    ],
    rows: bars.filter(({ claims }) => claims > 0).map(({ at, claims }) => [nameOf(at), claims]),
  };
  return (
    <ChartFigure
      figure={figure}
      empty="No claim is shown."
      chart={
        <StackedBarChart
          label="Claims by time"
          places={bars.map(({ at }) => nameOf(at))}
          series={[{ name: 'Claims', values: bars.map(({ claims }) => claims) }]}
          describe={(index) => {
            const { at = 0, claims = 0 } = bars[index] ?? {};
            return `${nameOf(at)}: ${formatCounted(claims, 'claim')}`;
          }}
        />
      }
    />
  );
}

interface TimeBar {
  readonly at: number;
  readonly milliseconds: number;
  readonly claims: number;
}

/** Bars of equal length without gaps, at most some dozens. */
export function groupTimes(perHour: Cluster['perHour']): TimeBar[] {
  const times = perHour.map(({ at, claims }) => ({ at: Date.parse(at), claims }));
  const [first, last] = [times.at(0)?.at, times.at(-1)?.at];
  if (first === undefined || last === undefined) return [];
  const hours = (last - first) / hourMilliseconds + 1;
  const days = Math.ceil(hours / 24 / maxBars);
  const milliseconds = hourMilliseconds * (hours <= maxHours ? 1 : 24 * days);
  const bars = Array.from({ length: Math.floor((last - first) / milliseconds) + 1 }, () => 0);
  for (const { at, claims } of times) {
    const index = Math.floor((at - first) / milliseconds);
    bars[index] = (bars[index] ?? 0) + claims;
  }
  return bars.map((claims, index) => ({ at: first + index * milliseconds, milliseconds, claims }));
}
