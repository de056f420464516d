import type { ChosenTable, DataReport, DecimalMark, TableReport } from '@redress/datafiles/report';
import { ColumnMapping, readingOf } from './column-mapping.tsx';
import type { DataCheck } from './data-check.ts';
import { Findings } from './findings.tsx';
import { Disclosure } from './disclosure.tsx';
import type { DataCheckContext, ReportViewProps } from './data-checker.ts';
import { Totals } from './totals.tsx';
import { summarizeReport } from './report-summary.ts';
import { Fragment, useId } from 'react';
import { bothReadings } from '@redress/datafiles/messages/message-values';

/** The results of a check: its summary first, then findings, totals, and how the file was read. */
export function CheckResults(props: ReportViewProps) {
  const { check, report, context } = props;
  const { messages } = context;
  const { tone, sentences } = summarizeReport(report, context);
  const [first, ...more] = sentences;
  const isMissingColumns = report.counts.some(({ code }) => code === 'column-missing');
  return (
    <>
      <div className={`data-summary note ${tone}`}>
        <p>
          <strong>{first}</strong> {more.join(' ')}
        </p>
        {tone === 'bad' && <p className="hint">{messages.summary.fileAnyway}</p>}
      </div>
      <DecimalsQuestion check={check} tables={report.tables} context={context} />
      <DetectedFormat report={report} context={context} />
      {isMissingColumns && <ColumnMapping check={check} tables={report.tables} context={context} />}
      {report.findings.length > 0 && <Findings check={check} report={report} context={context} />}
      <Totals report={report} context={context} />
      {!isMissingColumns && (
        <Disclosure heading={`${messages.columns.heading}…`}>
          {() => <ColumnMapping check={check} tables={report.tables} context={context} isInDisclosure />}
        </Disclosure>
      )}
    </>
  );
}

/** The format and the content that the check detected. */
function DetectedFormat({ report, context }: { readonly report: DataReport; readonly context: DataCheckContext }) {
  const { messages, dataMessages } = context;
  const { detectedFormat } = messages;
  const tables = report.tables.filter(({ kind }) => kind !== 'none');
  return (
    <dl className="data-format" aria-label={detectedFormat.heading}>
      <div>
        <dt>{detectedFormat.format}</dt>
        <dd>{dataMessages.format(report.format)}</dd>
      </div>
      {tables.map((table, index) => (
        <Fragment key={index}>
          <div>
            <dt>{table.sheet === undefined ? detectedFormat.table : detectedFormat.sheet(table.sheet)}</dt>
            <dd>
              {dataMessages.kinds[table.kind]}, {detectedFormat.rows(table.rows)}
            </dd>
          </div>
          {table.dates && (
            <div>
              <dt>{detectedFormat.dates}</dt>
              <dd>{dataMessages.dates(table.dates)}</dd>
            </div>
          )}
          {table.decimals && (
            <div>
              <dt>{detectedFormat.decimals}</dt>
              <dd>{dataMessages.decimals(table.decimals)}</dd>
            </div>
          )}
        </Fragment>
      ))}
    </dl>
  );
}

/** Asks how to read an ambiguous number. The answer applies to all undecided tables. */
function DecimalsQuestion(props: {
  readonly check: DataCheck;
  readonly tables: readonly TableReport[];
  readonly context: DataCheckContext;
}) {
  const { check, tables, context } = props;
  const id = useId();
  const ambiguous = tables.find(({ decimals }) => decimals?.mark === 'unknown');
  const example = ambiguous?.decimals?.example;
  if (!ambiguous || example === undefined) return null;
  const labels = context.messages.decimals;
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
