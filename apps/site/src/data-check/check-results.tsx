import type { ChosenTable, DecimalMark } from '@redress/datafiles/report';
import { ColumnMapping, readingOf } from './column-mapping.tsx';
import { Findings } from './findings.tsx';
import { Disclosure } from './disclosure.tsx';
import { useDataCheckContext } from './data-check-context.ts';
import type { ReportViewProps } from './data-checker.ts';
import { Totals } from './totals.tsx';
import { summarizeReport } from './report-summary.ts';
import { useId } from 'react';
import { bothReadings } from '@redress/datafiles/messages/message-values';

/** The results of a check: its summary first, then findings, totals, and how the file was read. */
export function CheckResults({ check, report }: ReportViewProps) {
  const context = useDataCheckContext();
  const { messages } = context;
  const { tone, sentences } = summarizeReport(report, context);
  const [first, ...more] = sentences;
  const isMissingColumns = report.counts.some(({ code }) => code === 'column-missing');
  return (
    <>
      <div className={`data-summary note ${tone}`}>
        <p>
          <strong>{first}</strong> <span>{more.join(' ')}</span>
        </p>
        {tone === 'bad' && <p className="hint">{messages.summary.fileAnyway}</p>}
      </div>
      <DecimalsQuestion check={check} report={report} />
      <DetectedFormat report={report} />
      {isMissingColumns && <ColumnMapping check={check} tables={report.tables} />}
      {report.findings.length > 0 && <Findings check={check} report={report} />}
      <Totals report={report} />
      {!isMissingColumns && (
        <Disclosure heading={`${messages.columns.heading}…`}>
          {() => <ColumnMapping check={check} tables={report.tables} isInDisclosure />}
        </Disclosure>
      )}
    </>
  );
}

/** The format and the content that the check detected. */
function DetectedFormat({ report }: Pick<ReportViewProps, 'report'>) {
  const { messages, dataMessages } = useDataCheckContext();
  const labels = messages.detectedFormat;
  const tables = report.tables.filter(({ kind }) => kind !== 'none');
  const facts = [
    [labels.format, dataMessages.format(report.format)],
    ...tables.flatMap(({ sheet, kind, rows, dates, decimals }) => [
      [sheet === undefined ? labels.table : labels.sheet(sheet), `${dataMessages.kinds[kind]}, ${labels.rows(rows)}`],
      ...(dates ? [[labels.dates, dataMessages.dates(dates)]] : []),
      ...(decimals ? [[labels.decimals, dataMessages.decimals(decimals)]] : []),
    ]),
  ];
  return (
    <dl className="data-format" aria-label={labels.heading}>
      {facts.map(([label, fact], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks how to read an ambiguous number. The answer applies to all undecided tables. */
function DecimalsQuestion({ check, report: { tables } }: ReportViewProps) {
  const labels = useDataCheckContext().messages.decimals;
  const id = useId();
  const ambiguous = tables.find(({ decimals }) => decimals?.mark === 'unknown');
  const example = ambiguous?.decimals?.example;
  if (!ambiguous || example === undefined) return null;
  const [thousands, decimals] = bothReadings(example, ambiguous.kind === 'purchases');
  const whole = Math.floor(Number(decimals.replace('$', '')));
  const hasComma = example.includes(',');
  const choose = (mark: DecimalMark) => {
    const before = check.chosen() ?? [];
    const now = tables.map((table, index): ChosenTable | undefined => {
      const known = before.find((one) => one.table === index);
      if (table.decimals?.mark !== 'unknown') return known;
      return { ...(known ?? { table: index, ...readingOf(table) }), decimals: mark };
    });
    check.correct(now.flatMap((one) => one ?? []));
  };
  return (
    <div className="data-question note warn" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <h3 id={id}>{labels.heading(example)}</h3>
      <p id={`${id}-hint`}>{labels.hint}</p>
      <button type="button" className="button quiet" onClick={() => choose(hasComma ? 'point' : 'comma')}>
        {labels.thousands(example, thousands)}
      </button>
      <button type="button" className="button quiet" onClick={() => choose(hasComma ? 'comma' : 'point')}>
        {labels.decimals(example, decimals, whole)}
      </button>
    </div>
  );
}
