import type { Figure } from '@redress/contract/console/figures';
import type { IntegrityDrift } from '@redress/contract/console/integrity';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { BarChart } from '@redress/ui/charts/bar-chart.tsx';
import { formatCounted } from '../ui/format.ts';

/** Of fewer claims, shares say nothing. */
const minClaims = 30;
const week = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** How often each signal spoke for claims of the last week, compared with the weeks before. */
export function Drift({ drift: { weeks, claims, signals } }: { readonly drift: IntegrityDrift }) {
  const [last] = weeks;
  const lastClaims = claims[0] ?? 0;
  // Then the weeks before are all there is to show.
  const isFew = lastClaims < minClaims && weeks.length > 1;
  const fired = signals.filter(({ fired: counts }) => counts.some((count) => count > 0));
  const changed = fired.filter((signal) => signal.changed);
  const figure: Figure = {
    name: 'drift',
    title: 'Signals of the last week',
    definition:
      last === undefined
        ? 'Share of claims with each signal.'
        : isFew
          ? `In the week of ${week.format(new Date(last))}, ${lastClaims === 1 ? '1 claim was' : `${lastClaims} claims were`} filed: too few to compare. The bars show the ${formatCounted(weeks.length - 1, 'week')} before.`
          : `Share of the ${formatCounted(lastClaims, 'claim')} of the week of ${week.format(new Date(last))} with each signal${weeks.length > 1 ? `, compared with the ${formatCounted(weeks.length - 1, 'week')} before` : ''}.`,
    columns: [
      { name: 'signal', header: 'Signal', kind: 'text' },
      { name: 'claims', header: 'Claims', kind: 'count' },
      { name: 'last', header: 'Last week', kind: 'share' },
      { name: 'before', header: 'Before', kind: 'share' },
      { name: 'changed', header: 'More than chance', kind: 'text' },
    ],
    rows: fired.map((signal) => [
      signal.title,
      signal.fired[0] ?? 0,
      signal.last,
      weeks.length > 1 ? signal.before : null,
      signal.changed ? 'Changed' : 'No',
    ]),
  };
  const bars = fired.map(({ signal, title, last: share, before, changed: hasChanged }) => ({
    key: signal,
    label: (
      <>
        {title} {hasChanged && <span className="tag tag-warn">Changed</span>}
      </>
    ),
    value: isFew ? before : share,
    text: isFew
      ? formatFigureCell('share', before)
      : `${formatFigureCell('share', share)}${weeks.length > 1 ? `, before ${formatFigureCell('share', before)}` : ''}`,
  }));
  return (
    <>
      {changed.length > 0 && (
        <div className="notice notice-warn">
          <p>
            {changed.length === 1 ? 'One signal differs' : `${changed.length} signals differ`} from the weeks before by
            more than chance explains. A campaign may have begun, or the form or a browser has changed.
          </p>
        </div>
      )}
      <ChartFigure
        figure={figure}
        empty={last === undefined ? 'No claim is scored yet.' : 'No claim has any signal.'}
        chart={<BarChart bars={bars} label={figure.title} />}
      />
    </>
  );
}
