import type { Group, PurchaseTotals } from '@redress/datafiles/report';
import { formatAmount } from '@redress/datafiles/messages/message-values';
import { useDataCheckContext } from './data-check-context.ts';
import type { ReportViewProps } from './data-checker.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { useState } from 'react';
import { Disclosure } from './disclosure.tsx';

/** Totals of the valid rows by state, year, drug and plan, each as a bar chart in a table. */
export function Totals({ report: { purchases, membership } }: Pick<ReportViewProps, 'report'>) {
  const { totals: labels, write } = useDataCheckContext().messages;
  const ofMembers = (name: string, members: number): BarRow => ({ name, size: members, cells: [write(members)] });
  if (!(purchases && purchases.counted.rows > 0) && !(membership && membership.counted > 0)) return null;
  return (
    <div className="data-totals" role="group" aria-label={labels.heading}>
      <h3>{labels.heading}</h3>
      {purchases && <Sums {...purchases} />}
      {purchases && purchases.counted.rows > 0 && (
        <>
          <Groups groups={purchases.byYear} heading={labels.byYear} column={labels.year} isOpen />
          <Groups groups={purchases.byState} heading={labels.byState} column={labels.state} namesIn="en" />
          <Groups groups={purchases.byDrug} heading={labels.byDrug} column={labels.drug} namesIn="en" />
          <Groups groups={purchases.byPlan} heading={labels.byPlan} column={labels.plan} />
        </>
      )}
      {membership && membership.counted > 0 && (
        <>
          <BarTable
            heading={labels.membersByYear}
            columns={[labels.year, labels.membersColumn]}
            rows={membership.byYear.map(({ year, members }) => ofMembers(year, members))}
            isOpen={!purchases}
          />
          <BarTable
            heading={labels.membersByState}
            columns={[labels.state, labels.membersColumn]}
            rows={membership.byState.map(({ state, members }) => ofMembers(state, members))}
            namesIn="en"
          />
        </>
      )}
    </div>
  );
}

function Sums({ counted, faulty, reversals, duplicates }: PurchaseTotals) {
  const { totals: labels, detectedFormat } = useDataCheckContext().messages;
  const labelOfDuplicates = duplicates.estimated ? `${labels.duplicates} ${labels.estimated}` : labels.duplicates;
  const sums = [
    { label: labels.counted, sum: counted },
    { label: labels.faulty, sum: faulty },
    { label: labels.reversals, sum: reversals },
    { label: labelOfDuplicates, sum: duplicates },
  ].filter(({ sum }) => sum === counted || sum.rows > 0);
  return (
    <dl className="data-sums">
      {sums.map(({ label, sum }) => (
        <div key={label}>
          <dt>
            <span>{label}</span> <span className="optional">{detectedFormat.rows(sum.rows)}</span>
          </dt>
          <dd className="figures">{formatAmount(sum.amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface GroupsProps extends Omit<BarTableProps, 'columns' | 'rows'> {
  readonly groups: readonly Group[];
  /** The header of the first column. */
  readonly column: string;
}

function Groups({ groups, column, ...others }: GroupsProps) {
  const { totals: labels, write } = useDataCheckContext().messages;
  return (
    <BarTable
      {...others}
      columns={[column, labels.rowsColumn, labels.amountColumn]}
      rows={groups.map(({ name, rows, amount }) => ({
        name: name === '' ? labels.others : name,
        size: Number(amount),
        cells: [write(rows), formatAmount(amount)],
      }))}
    />
  );
}

interface BarRow {
  readonly name: string;
  /** The value that the bar shows. */
  readonly size: number;
  /** The formatted figures. */
  readonly cells: readonly string[];
}

/** More rows at once would block the page. */
const rowsPerStep = 25;

interface BarTableProps {
  readonly heading: string;
  /** The language of the names, where it is not the language of the page. */
  readonly namesIn?: 'en';
  /** Headers of the name and of each cell. */
  readonly columns: readonly string[];
  readonly rows: readonly BarRow[];
  readonly isOpen?: boolean;
}

/** A bar chart as a table: each row has a bar under its name, and the figures. */
function BarTable({ heading, columns, rows, namesIn, isOpen = false }: BarTableProps) {
  const labels = useDataCheckContext().messages.totals;
  const [shown, setShown] = useState(rowsPerStep);
  const largest = rows.reduce((most, { size }) => Math.max(most, Math.abs(size)), 0);
  const [head, ...figures] = columns;
  if (rows.length === 0) return null;
  return (
    <Disclosure heading={heading} beginsOpen={isOpen}>
      {() => (
        <>
          {' '}
          <table className="data-bars">
            <caption>{heading}</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {figures.map((column) => (
                  <th key={column} scope="col" className="figures">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map(({ name, size, cells }, index) => (
                <tr key={index}>
                  <th scope="row">
                    <span lang={namesIn}>{name}</span>
                    <Bar share={barShare(size, largest)} isNegative={size < 0} />
                  </th>
                  {cells.map((cell, position) => (
                    <td key={position} className="figures">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > shown && (
            <div className="data-line">
              <span className="hint">{labels.more(shown, rows.length)}</span>
              <LinkButton
                label={labels.showMoreOf(heading)}
                text={labels.showMore}
                onClick={() => setShown(shown + rowsPerStep)}
              />
            </div>
          )}
        </>
      )}
    </Disclosure>
  );
}

/** An SVG, because browsers do not print background colors. */
function Bar({ share, isNegative }: { readonly share: number; readonly isNegative: boolean }) {
  return (
    <svg
      className={isNegative ? 'bar negative' : 'bar'}
      aria-hidden="true"
      focusable="false"
      preserveAspectRatio="none"
    >
      <rect width="100%" height="100%" className="bar-track" />
      <rect width={`${Math.max(share * 100, 0.5)}%`} height="100%" />
    </svg>
  );
}

/** The length of a bar, from 0 to 1, relative to the largest of its chart. */
export function barShare(value: number, largest: number): number {
  return largest > 0 ? Math.min(Math.abs(value) / largest, 1) : 0;
}
