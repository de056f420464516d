import type { DataReport } from '@redress/contract/console/claim-details';
import { formatMoney } from '@redress/contract/console/format-figure';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../ui/choices.tsx';
import { Button } from '../ui/button.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { QueryState } from '../ui/query-state.tsx';
import { Table } from '../ui/table.tsx';
import { dataReportsQuery } from './claim-queries.ts';

const findingsPerStep = 10;

/** The reports of the claim's data files, which load when they are opened. */
export function DataReports({ number }: { readonly number: string }) {
  const [wasOpened, setOpened] = useState(false);
  const query = useQuery({ ...dataReportsQuery(number), enabled: wasOpened });
  return (
    <details className="spaced finger-summary" onToggle={() => setOpened(true)}>
      <summary>Data file reports</summary>
      {wasOpened && (
        <QueryState query={query}>
          {({ review, files }) => (
            <>
              {review.length > 0 && (
                <div className="notice notice-warn">
                  <p>All data files combined, compared with the answers:</p>
                  <ul>
                    {review.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                </div>
              )}
              {files.map((file) => (
                <FileReport key={file.documentId} file={file} />
              ))}
            </>
          )}
        </QueryState>
      )}
    </details>
  );
}

function FileReport({ file }: { readonly file: DataReport }) {
  const { name, message, format, tables, purchases, membership } = file;
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <p>{message}</p>
      <Facts
        rows={[
          format !== undefined && ['Format', format],
          ...tables.map((table): Fact => [table.name, [formatCounted(table.rows, 'row'), ...table.read].join('. ')]),
        ]}
      />
      <Findings file={file} />
      {purchases && <Purchases purchases={purchases} />}
      {membership && (
        <>
          <p>{`${formatCounted(membership.rows, 'row')} of membership data, ${formatCount(membership.counted)} without an error.`}</p>
          <BarTable
            caption="Members by year"
            rows={membership.byYear.map(({ name: year, members }) => [year, members])}
          />
          <BarTable
            caption="Members by state"
            rows={membership.byState.map(({ name: state, members }) => [state, members])}
          />
        </>
      )}
    </section>
  );
}

function Purchases({ purchases }: { readonly purchases: NonNullable<DataReport['purchases']> }) {
  const { counted, faulty, reversals, duplicates, withoutPlan } = purchases;
  const sums = [
    ['Counted', counted],
    ['With an error', faulty],
    ['Reversals among the counted', reversals],
    ['Repeated rows among the counted', duplicates],
  ] as const;
  const charts = [
    ['By year', purchases.byYear],
    ['By state', purchases.byState],
    ['By drug', purchases.byDrug],
    ['By plan', purchases.byPlan],
  ] as const;
  return (
    <>
      <Facts
        rows={[
          ...sums.map(([label, { rows, amount }]): Fact => [
            label,
            `${formatCounted(rows, 'row')}, ${formatMoney(amount)}`,
          ]),
          withoutPlan > 0 && ['Without a plan', formatCounted(withoutPlan, 'row')],
        ]}
      />
      {charts.map(([caption, groups]) => (
        <BarTable
          key={caption}
          caption={`Amounts ${caption.toLowerCase()}`}
          rows={groups.map(({ name, amount }) => [
            name === '' ? 'All others' : name,
            Number(amount),
            formatMoney(amount),
          ])}
        />
      ))}
    </>
  );
}

/** Counts each kind of finding, then lists every finding with its place, or those of one kind. */
function Findings({ file: { counts, findings } }: { readonly file: DataReport }) {
  const [code, setCode] = useState('');
  const [shown, setShown] = useState(findingsPerStep);
  if (counts.length === 0) return <p>No problems found.</p>;
  const chosen = code === '' ? findings : findings.filter((finding) => finding.code === code);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Select
        label={formatCounted(total, 'finding')}
        empty="All kinds"
        options={counts.map((each) => [
          each.code,
          `${severityLabels[each.severity]}: ${each.title} (${formatCount(each.count)})`,
        ])}
        value={code}
        onChange={(chosen) => {
          setCode(chosen);
          setShown(findingsPerStep);
        }}
      />
      <Table label="Findings" columns={['Place', 'Finding']}>
        {chosen.slice(0, shown).map((finding, index) => (
          <tr key={index}>
            <td className="nowrap">{finding.place}</td>
            <td>
              <span className={finding.severity === 'error' ? 'tag tag-bad' : 'tag'}>
                {severityLabels[finding.severity]}
              </span>{' '}
              {finding.explanation}
            </td>
          </tr>
        ))}
      </Table>
      {findings.length < total && (
        <p className="soft">The report lists the first {formatCount(findings.length)} findings, most severe first.</p>
      )}
      {chosen.length > shown && (
        <Button look="link" onClick={() => setShown(shown + 10 * findingsPerStep)}>
          Show more of {formatCount(chosen.length)}
        </Button>
      )}
    </>
  );
}

const severityLabels = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

type BarRow = readonly [name: string, value: number, formatted?: string];

const rowsPerStep = 12;

/**
 * A table of values, each with a bar. The table is the chart, so that screen readers read nothing
 * twice.
 */
function BarTable({ caption, rows }: { readonly caption: string; readonly rows: readonly BarRow[] }) {
  const [shown, setShown] = useState(rowsPerStep);
  if (rows.length === 0) return null;
  const largest = Math.max(...rows.map(([, value]) => Math.abs(value)), 1);
  return (
    <div className="bar-table">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.slice(0, shown).map(([name, value, formatted = formatCount(value)]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <svg className="bar" aria-hidden="true" focusable="false" preserveAspectRatio="none">
                  <rect className="bar-track" width="100%" height="100%" />
                  <rect
                    className={value < 0 ? 'bar-negative' : undefined}
                    width={`${Math.max((Math.abs(value) / largest) * 100, 0.5)}%`}
                    height="100%"
                  />
                </svg>
              </th>
              <td className="number">{formatted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button look="link" onClick={() => setShown(rows.length)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </div>
  );
}
