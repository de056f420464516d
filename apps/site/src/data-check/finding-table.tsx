import type { DataReport, Finding, FindingCode, Severity, TableReport } from '@redress/datafiles/report';
import type { ColumnKey } from '@redress/datafiles/rules';
import { displayValue } from '@redress/datafiles/messages/message-values';
import { useState } from 'react';
import { OptionalSelect } from './disclosure.tsx';
import { type DataCheckContext, useDataCheckContext } from './data-check-context.ts';

export interface FindingFilter {
  readonly severity?: Severity | undefined;
  readonly code?: FindingCode | undefined;
  readonly column?: ColumnKey | undefined;
}

const severities = ['error', 'warning', 'note'] as const;
/** More rows at once would block the page. */
const pageSize = 50;

export function filterFindings(findings: readonly Finding[], filter: FindingFilter): readonly Finding[] {
  return findings.filter(
    ({ severity, code, column }) =>
      (filter.severity === undefined || severity === filter.severity) &&
      (filter.code === undefined || code === filter.code) &&
      (filter.column === undefined || column === filter.column),
  );
}

/** The filtered findings with their places, one page at a time. */
export function FindingTable(props: {
  readonly report: DataReport;
  readonly filter: FindingFilter;
  readonly onFilter: (filter: FindingFilter) => void;
}) {
  const { report, filter, onFilter } = props;
  const { findings: labels, write } = useDataCheckContext().messages;
  /** A new filter begins at the first page. */
  const [paging, setPaging] = useState({ filter, from: 0 });
  const from = paging.filter === filter ? paging.from : 0;
  const found = filterFindings(report.findings, filter);
  const to = Math.min(from + pageSize, found.length);
  const all = report.counts.reduce((sum, { count }) => sum + count, 0);
  const turnButton = (label: string, next: number) => {
    const isPage = next >= 0 && next < found.length;
    const turn = () => isPage && setPaging({ filter, from: next });
    // `disabled` would lose the focus.
    return (
      <button type="button" className="button quiet" aria-disabled={!isPage} onClick={turn}>
        {label}
      </button>
    );
  };
  return (
    <>
      {all > report.findings.length && <p className="hint">{labels.kept(report.findings.length, all)}</p>}
      <Filters report={report} filter={filter} onFilter={onFilter} />
      <p className="data-range" role="status">
        {labels.range(from + 1, to, found.length)}
      </p>
      {found.length > 0 && (
        <table className="data-findings-table">
          <caption>{labels.places}</caption>
          <thead>
            <tr>
              {[labels.where, labels.column, labels.value, labels.wrong].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(from, to).map((finding, index) => (
              <FindingRow key={from + index} finding={finding} report={report} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > pageSize && (
        <div className="data-line">
          {turnButton(labels.previous, from - pageSize)}
          <span className="hint figures" aria-hidden="true">
            {`${write(from + 1)}–${write(to)} / ${write(found.length)}`}
          </span>
          {turnButton(labels.next, from + pageSize)}
        </div>
      )}
    </>
  );
}

function Filters({ report, filter, onFilter }: Parameters<typeof FindingTable>[0]) {
  const { messages, dataMessages } = useDataCheckContext();
  const { findings } = messages;
  return (
    <div className="data-filters">
      <OptionalSelect
        label={findings.severity}
        none={findings.all}
        values={severities.filter((one) => report.findings.some(({ severity }) => severity === one))}
        names={findings.severities}
        selected={filter.severity}
        onSelect={(severity) => onFilter({ ...filter, severity })}
      />
      <OptionalSelect
        label={findings.kind}
        none={findings.all}
        values={[...new Set(report.findings.map(({ code }) => code))]}
        names={dataMessages.titles}
        selected={filter.code}
        onSelect={(code) => onFilter({ ...filter, code })}
      />
      <OptionalSelect
        label={findings.column}
        none={findings.all}
        values={[...new Set(report.findings.flatMap(({ column }) => column ?? []))]}
        names={dataMessages.columns}
        selected={filter.column}
        onSelect={(column) => onFilter({ ...filter, column })}
      />
    </div>
  );
}

function FindingRow({ finding, report }: { readonly finding: Finding; readonly report: DataReport }) {
  const { messages, dataMessages, rules } = useDataCheckContext();
  const { findings } = messages;
  const table = report.tables[finding.table];
  if (!table) return null;
  return (
    <tr className={`of-${finding.severity}`}>
      <th scope="row">
        <span>{formatPlace(finding, table, messages)}</span>
        <span className="data-severity">{findings.severityOf[finding.severity]}</span>
      </th>
      <td data-label={findings.column}>{finding.column && dataMessages.columns[finding.column]}</td>
      <td data-label={findings.value}>
        {finding.value !== undefined && finding.value !== '' && <code>{displayValue(finding.value)}</code>}
      </td>
      <td data-label={findings.wrong}>{dataMessages.explain(finding, { table, rules })}</td>
    </tr>
  );
}

function formatPlace({ line }: Finding, { sheet }: TableReport, messages: DataCheckContext['messages']): string {
  const { findings } = messages;
  if (line === undefined) return sheet === undefined ? findings.wholeFile : findings.wholeSheet(sheet);
  return sheet === undefined ? `${findings.line} ${messages.write(line)}` : findings.sheetRow(sheet, line);
}
