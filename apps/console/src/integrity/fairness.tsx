import { formatFigureCell } from '@redress/contract/console/format-figure';
import type { IntegrityFairness } from '@redress/contract/console/integrity';
import { formatCount } from '../ui/format.ts';
import { type Column, numeric, Table } from '../ui/table.tsx';

type Group = IntegrityFairness['groups'][number];

const groupNames: Readonly<Record<Group['by'], string>> = {
  script: 'JavaScript',
  language: 'Language',
  unit: 'Apartment or unit',
  helper: 'Helper named',
  'surname-frequency': 'Last name',
};

const columns: readonly Column[] = [
  'Group',
  numeric('Confirmed genuine'),
  numeric('Of these, with a flag'),
  numeric('False positive rate'),
  numeric('95% interval'),
  { header: 'Interval', kind: 'hidden' },
];

/** The rate of false flags by group: how many of the claims found genuine had one. */
export function Fairness({ fairness: { groups } }: { readonly fairness: IntegrityFairness }) {
  const hasVerdicts = groups.some(({ genuine }) => genuine > 0);
  return (
    <section className="panel" aria-labelledby="fairness">
      <h2 id="fairness">Fairness</h2>
      <p className="soft">
        Shows how many claims confirmed genuine had a flag. Random samples represent the claims that weren’t reviewed.
        If two intervals don’t overlap, the groups are treated differently.
      </p>
      {hasVerdicts ? (
        <Table label="False positive rates by group" columns={columns}>
          {groups.map((group) => (
            <tr key={`${group.by} ${group.value}`}>
              <th scope="row">
                {groupNames[group.by]}: {group.value}
              </th>
              <td className="number">{formatCount(group.genuine)}</td>
              <td className="number">{formatCount(group.flagged)}</td>
              <td className="number">{formatFigureCell('share', group.rate)}</td>
              <td className="number nowrap">
                {group.low === null || group.high === null
                  ? '—'
                  : `${formatFigureCell('share', group.low)} – ${formatFigureCell('share', group.high)}`}
              </td>
              <td>
                <Interval group={group} />
              </td>
            </tr>
          ))}
        </Table>
      ) : (
        <p>Not enough data: no claim in this case has been confirmed genuine.</p>
      )}
    </section>
  );
}

/**
 * From 0 to 100%: a line for the interval and a dot for the rate. The cells beside it have the
 * numbers.
 */
function Interval({ group: { rate, low, high } }: { readonly group: Group }) {
  if (rate === null || low === null || high === null) return null;
  const at = (share: number) => `${2 + share * 96}%`;
  return (
    <svg className="interval" aria-hidden="true" focusable="false">
      <line className="chart-grid" x1={at(0)} x2={at(1)} y1="50%" y2="50%" />
      <line className="interval-line" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
      <circle className="interval-point" cx={at(rate)} cy="50%" r={4.5} />
    </svg>
  );
}
