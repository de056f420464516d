import { useRef, useState } from 'react';
import { type FindingFilter, FindingTable } from './finding-table.tsx';
import { Disclosure } from './disclosure.tsx';
import { type DataCheckContext, useDataCheckContext } from './data-check-context.ts';
import type { ReportViewProps } from './data-checker.ts';
import { LinkButton } from '../ui/link-button.tsx';
import type { DataReport, FindingCode, FindingCount, Severity, TableReport } from '@redress/datafiles/report';

/** The kinds of findings, a filtered table of their places, and all as a spreadsheet. */
export function Findings({ check, report }: ReportViewProps) {
  const labels = useDataCheckContext().messages.findings;
  const [filter, setFilter] = useState<FindingFilter>({});
  const places = useRef<HTMLDetailsElement>(null);
  const showKind = (code: FindingCode) => {
    setFilter({ code });
    if (!places.current) return;
    places.current.open = true;
    places.current.querySelector('summary')?.focus();
  };
  return (
    <div className="data-findings" role="group" aria-label={labels.heading}>
      <h3>{labels.heading}</h3>
      <FindingKinds report={report} onShow={showKind} />
      {hasRowsToFix(report) && <DownloadFindings check={check} report={report} />}
      <Disclosure heading={labels.places} ref={places}>
        {() => <FindingTable report={report} filter={filter} onFilter={setFilter} />}
      </Disclosure>
    </div>
  );
}

/** Findings about headers or the whole file have no row to fix. */
function hasRowsToFix({ findings, tables }: DataReport): boolean {
  return findings.some(
    ({ severity, line, table }) => severity === 'error' && line !== undefined && line !== tables[table]?.headerLine,
  );
}

interface KindsProps {
  readonly report: DataReport;
  readonly onShow: (code: FindingCode) => void;
}

/** Each kind of finding with its severity, count and fix: errors first, notes collapsed. */
function FindingKinds(props: KindsProps) {
  const { messages } = useDataCheckContext();
  const of = (severity: Severity) => props.report.counts.filter((count) => count.severity === severity);
  const toFix = [...of('error'), ...of('warning')];
  const notes = of('note');
  return (
    <>
      {toFix.length > 0 && <Kinds {...props} counts={toFix} label={messages.findings.kinds} />}
      {notes.length > 0 && (
        <Disclosure heading={messages.findings.notes(notes.length)}>
          {() => <Kinds {...props} counts={notes} label={messages.findings.severities.note} />}
        </Disclosure>
      )}
    </>
  );
}

function Kinds(props: KindsProps & { readonly counts: readonly FindingCount[]; readonly label: string }) {
  const { report, onShow, counts, label } = props;
  const context = useDataCheckContext();
  const { messages, dataMessages } = context;
  return (
    <ul className="data-kinds" aria-label={label}>
      {counts.map((count) => (
        <li key={count.code} className={`of-${count.severity}`}>
          <p className="data-kind">
            <span className="data-severity">{messages.findings.severityOf[count.severity]}</span>{' '}
            <strong>{dataMessages.titles[count.code]}</strong>{' '}
            <span className="figures">{messages.write(count.count)}</span>
          </p>
          <p className="hint">{howToFix(count, report, context)}</p>
          {report.findings.some(({ code }) => code === count.code) && (
            <LinkButton
              label={messages.findings.showNamed(dataMessages.titles[count.code])}
              text={messages.findings.show}
              onClick={() => onShow(count.code)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Explains how to fill in a column, if all findings of a kind are in it. */
function howToFix({ code }: FindingCount, report: DataReport, { dataMessages, rules }: DataCheckContext): string {
  const found = report.findings.filter((finding) => finding.code === code);
  const [first] = found;
  const isOneColumn = found.every(({ column }) => column === first?.column);
  const table = report.tables[first?.table ?? 0] ?? noTable;
  return dataMessages.fix(
    { code, ...(isOneColumn && first?.column ? { column: first.column } : {}) },
    { table, rules },
  );
}

const noTable: TableReport = { kind: 'none', headers: [], sample: [], columns: [], rows: 0 };

/** Offers the rows to fix as a spreadsheet, created on demand. */
function DownloadFindings({ check, report }: ReportViewProps) {
  const labels = useDataCheckContext().messages.findings;
  const [stage, setStage] = useState<'ready' | 'creating' | 'created' | 'failed'>('ready');
  const download = async () => {
    if (stage === 'creating') return;
    setStage('creating');
    const workbook = await check.makeWorkbook();
    if (workbook) save(workbook, labels.downloadName(check.file.name.replace(/\.[^.]*$/, '')));
    setStage(workbook ? 'created' : 'failed');
  };
  const status = { ready: '', creating: labels.downloading, created: labels.downloaded, failed: labels.downloadFailed };
  return (
    <div className="data-download">
      <button type="button" className="button quiet" onClick={() => void download()}>
        {labels.download}
      </button>
      <p className="hint">{holdsAllErrors(report) ? labels.downloadHint : labels.downloadHintSome}</p>
      <p role="status">{status[stage]}</p>
    </div>
  );
}

function save(content: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the URL long after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** With more errors than the report lists, only the original file can be fixed and sent again. */
function holdsAllErrors({ counts, findings }: DataReport): boolean {
  const errors = counts.filter(({ severity }) => severity === 'error').reduce((sum, { count }) => sum + count, 0);
  return findings.filter(({ severity }) => severity === 'error').length === errors;
}
