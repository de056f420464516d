import type { DataReport } from '@redress/datafiles/report';
import { ColumnsView } from './columns-view.tsx';
import type { DataCheck } from './data-check.ts';
import { DecimalsQuestion } from './decimals-question.tsx';
import { FindingsView } from './findings-view.tsx';
import { FoldedByItself } from './disclosure.tsx';
import type { RoomParts } from './data-check-parts.ts';
import { TakenAs } from './detected-format.tsx';
import { TotalsView } from './totals-view.tsx';
import { verdictOf } from './verdict.ts';

/** What came of a check: the verdict first, then what was found, what the rows come to, and how the file was read. */
export function CheckedView(props: {
  readonly check: DataCheck;
  readonly report: DataReport;
  readonly room: RoomParts;
}) {
  const { check, report, room } = props;
  const { messages } = room;
  const { tone, sentences } = verdictOf(report, room);
  const [first, ...more] = sentences;
  const isMissingColumns = report.counts.some(({ code }) => code === 'column-missing');
  return (
    <>
      <div className={`data-verdict note ${tone}`}>
        <p>
          <strong>{first}</strong> {more.join(' ')}
        </p>
        {tone === 'bad' && <p className="hint">{messages.verdict.fileAnyway}</p>}
      </div>
      <DecimalsQuestion check={check} tables={report.tables} room={room} />
      <TakenAs report={report} room={room} />
      {isMissingColumns && <ColumnsView check={check} tables={report.tables} room={room} />}
      {report.findings.length > 0 && <FindingsView check={check} report={report} room={room} />}
      <TotalsView report={report} room={room} />
      {!isMissingColumns && (
        <FoldedByItself heading={`${messages.columns.heading}…`}>
          {() => <ColumnsView check={check} tables={report.tables} room={room} isFolded />}
        </FoldedByItself>
      )}
    </>
  );
}
