import type { Allocation, AllocationSummary } from '@redress/contract/console/allocations';
import { describeLimits, describeSummary, sizesFigure, sizesOf } from '@redress/contract/console/allocation-figures';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatCourtDay, localeOf } from '@redress/contract/language';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { LineChart } from '@redress/ui/charts/line-chart.tsx';
import { StackedBarChart } from '@redress/ui/charts/stacked-bar-chart.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/choices.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { Table } from '../ui/table.tsx';
import { allocationsQuery, changesQuery } from './allocation-queries.ts';

/** More scenarios beside this one could not be told apart in the chart. */
const maxOthers = 4;

interface Computed extends Allocation {
  readonly summary: AllocationSummary;
  readonly netFund: string;
}
const isComputed = (allocation: Allocation): allocation is Computed =>
  allocation.summary !== null && allocation.netFund !== null;

const isSupplement = ({ supplements }: Allocation) => supplements !== null;
const isOfPlan = (each: Allocation) => Object.keys(each.limits).length === 0 && !isSupplement(each);

/**
 * Shows this scenario beside others of its fund: those that the address names, or the plan’s own
 * one, except beside a supplement.
 */
export function CompareScenarios({ allocation }: { readonly allocation: Allocation }) {
  const [parameters, setParameters] = useSearchParams();
  const query = useQuery(allocationsQuery(allocation.fund.id));
  if (!isComputed(allocation)) return null;
  return (
    <QueryState query={query}>
      {({ allocations, funds }) => {
        const all = allocations.filter(isComputed).filter(({ id }) => id !== allocation.id);
        const own = isOfPlan(allocation) || isSupplement(allocation) ? undefined : all.find(isOfPlan)?.id;
        const chosen = parameters.has('with') ? parameters.getAll('with') : [own];
        const others = all.filter(({ id }) => chosen.includes(id)).slice(0, maxOthers);
        const shown = nameApart([allocation, ...others]);
        // A supplement adds to an allocation, so it takes nothing away from its claims.
        const changed = shown.slice(1).filter((each) => isSupplement(each) === isSupplement(allocation));
        const pools = funds.find(({ id }) => id === allocation.fund.id)?.pools ?? [];
        const compare = (ids: readonly string[]) =>
          setParameters(new URLSearchParams((ids.length === 0 ? [''] : ids).map((id) => ['with', id])), {
            replace: true,
          });
        const ids = others.map(({ id }) => id);
        return (
          <>
            <section aria-labelledby="side-by-side">
              <h2 id="side-by-side">{others.length === 0 ? 'Figures' : 'Side by side'}</h2>
              {all.length > 0 && (
                <div className="row toolbar filters">
                  {others.length < maxOthers && (
                    <Select
                      label="Compare with"
                      empty="Choose a scenario"
                      options={all.filter(({ id }) => !ids.includes(id)).map((each) => [each.id, describeChoice(each)])}
                      value=""
                      onChange={(id) => id !== '' && compare([...ids, id])}
                    />
                  )}
                  {shown.slice(1).map(({ id, name }) => (
                    <Button key={id} onClick={() => compare(ids.filter((each) => each !== id))}>
                      {`Remove “${name}”`}
                    </Button>
                  ))}
                </div>
              )}
              <SideBySide shown={shown} pools={pools} />
            </section>
            {changed.length > 0 && <Changes allocation={allocation} others={changed} />}
            <Sizes shown={shown} />
          </>
        );
      }}
    </QueryState>
  );
}

/** Names of scenarios may repeat. */
const nameApart = (shown: readonly Computed[]): Computed[] =>
  shown.map((each, index) =>
    shown.slice(0, index).some(({ name }) => name === each.name)
      ? { ...each, name: `${each.name} (${index + 1})` }
      : each,
  );

const describeChoice = ({ name, asOf, status }: Allocation) =>
  `${name}, ${formatCourtDay(asOf)}${status === 'frozen' ? ', frozen' : ''}`;

function SideBySide({
  shown,
  pools,
}: {
  readonly shown: readonly Computed[];
  readonly pools: Parameters<typeof describeLimits>[1];
}) {
  const lines = shown.map(({ netFund, summary }) => describeSummary(netFund, summary));
  const labels = new Map(lines.flat().map(({ label, hint }) => [label, hint]));
  const row = (
    label: string,
    hint: string | undefined,
    cells: readonly (readonly [value: string, note?: string | undefined])[],
  ) => (
    <tr key={label}>
      <th scope="row">
        {label}
        {hint !== undefined && <div className="soft">{hint}</div>}
      </th>
      {cells.map(([value, note], index) => (
        <td key={shown[index]?.id} className="number">
          {value}
          {note !== undefined && <div className="soft">{note}</div>}
        </td>
      ))}
    </tr>
  );
  return (
    <Table
      label="Figures of the scenarios"
      className="side-by-side"
      columns={['Figure', ...shown.map(({ name }) => ({ header: name, kind: 'number' }) as const)]}
    >
      {row(
        'Differences from the plan',
        undefined,
        shown.map(({ limits }) => [describeLimits(limits, pools).join('; ') || 'None']),
      )}
      {row(
        'As of',
        undefined,
        shown.map(({ asOf, seal }) => [formatCourtDay(asOf), `seal ${formatCount(seal.position)}`]),
      )}
      {[...labels].map(([label, hint]) =>
        row(
          label,
          hint,
          lines.map((each) => {
            const line = each.find((one) => one.label === label);
            return [line?.value ?? '—', line?.note];
          }),
        ),
      )}
    </Table>
  );
}

const changeColumns = [
  'Compared with',
  { header: 'More, or only here', kind: 'number' },
  { header: 'Less, or nothing', kind: 'number' },
  { header: 'Of these, paid only here', kind: 'number' },
  { header: 'Of these, not paid here', kind: 'number' },
  { header: 'Unchanged', kind: 'number' },
] as const;

/** Shows who gets more or less than in each of the others. */
function Changes({ allocation, others }: { readonly allocation: Computed; readonly others: readonly Computed[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{`What “${allocation.name}” changes`}</h2>
      <Table label="Changes" columns={changeColumns}>
        {others.map((other) => (
          <ChangesFrom key={other.id} id={allocation.id} other={other} />
        ))}
      </Table>
    </section>
  );
}

function ChangesFrom({ id, other }: { readonly id: string; readonly other: Computed }) {
  const query = useQuery(changesQuery(id, other.id));
  const { data } = query;
  const cell = (group: { readonly claims: number; readonly amount: string }, most: string | null = null) => (
    <td className="number">
      {formatCounted(group.claims, 'claim')}
      {group.claims > 0 && <div className="soft">{formatMoney(group.amount)}</div>}
      {most !== null && <div className="soft">{`at most ${formatMoney(most)}`}</div>}
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <Link to={`/allocations/${other.id}`}>{other.name}</Link>
      </th>
      {data ? (
        <>
          {cell(data.more, data.largestGain)}
          {cell(data.less, data.largestLoss)}
          {cell(data.added)}
          {cell(data.dropped)}
          <td className="number">{formatCounted(data.same, 'claim')}</td>
        </>
      ) : (
        <td colSpan={changeColumns.length - 1}>
          <QueryState query={query}>{() => null}</QueryState>
        </td>
      )}
    </tr>
  );
}

const compact = new Intl.NumberFormat(localeOf.en, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Bars for one scenario, and lines for several. Each size is about twice the one before. */
function Sizes({ shown }: { readonly shown: readonly Computed[] }) {
  const figure = sizesFigure(shown);
  const sizes = sizesOf(shown);
  const series = shown.map(({ name, summary: { total } }) => ({
    name,
    values: sizes.map(({ from }) => total.histogram.find((each) => each.from === from)?.claims ?? 0),
  }));
  const countOf = (index: number, { name, values }: (typeof series)[number]) => {
    const people = values[index] ?? 0;
    return series.length > 1
      ? `${name} ${formatCount(people)}`
      : `${formatCount(people)} ${people === 1 ? 'person' : 'people'}`;
  };
  const Chart = series.length === 1 ? StackedBarChart : LineChart;
  return (
    <ChartFigure
      figure={figure}
      empty="No payments."
      chart={
        <Chart
          label={figure.title}
          places={sizes.map(({ from }) => compact.format(Number(from)))}
          series={series}
          describe={(index) =>
            `${String(figure.rows[index]?.[0])}: ${series.map((each) => countOf(index, each)).join(', ')}`
          }
        />
      }
    />
  );
}
