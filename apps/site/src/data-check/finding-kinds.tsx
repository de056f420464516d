import type { DataReport, FindingCode, FindingCount, Severity, TableReport } from '@redress/datafiles/report';
import { FoldedByItself } from './disclosure.tsx';
import type { RoomParts } from './data-check-parts.ts';

interface Props {
  readonly report: DataReport;
  readonly room: RoomParts;
  readonly onShow: (code: FindingCode) => void;
}

/** Each kind of finding: how serious it is, how often it came, and how to mend it. Errors first; what asks for nothing is folded. */
export function FindingKinds(props: Props) {
  const { messages } = props.room;
  const of = (severity: Severity) => props.report.counts.filter((count) => count.severity === severity);
  const toMend = [...of('error'), ...of('warning')];
  const notes = of('note');
  return (
    <>
      {toMend.length > 0 && <Kinds {...props} counts={toMend} label={messages.findings.kinds} />}
      {notes.length > 0 && (
        <FoldedByItself heading={messages.findings.notes(notes.length)}>
          {() => <Kinds {...props} counts={notes} label={messages.findings.severities.note} />}
        </FoldedByItself>
      )}
    </>
  );
}

function Kinds(props: Props & { readonly counts: readonly FindingCount[]; readonly label: string }) {
  const { report, room, onShow, counts, label } = props;
  const { messages, words } = room;
  return (
    <ul className="data-kinds" aria-label={label}>
      {counts.map((count) => (
        <li key={count.code} className={`of-${count.severity}`}>
          <p className="data-kind">
            <span className="data-severity">{messages.findings.severityOf[count.severity]}</span>{' '}
            <strong>{words.titles[count.code]}</strong> <span className="figures">{messages.write(count.count)}</span>
          </p>
          <p className="hint">{howToMend(count, report, room)}</p>
          {report.findings.some(({ code }) => code === count.code) && (
            <button
              type="button"
              className="link-button"
              aria-label={messages.findings.showNamed(words.titles[count.code])}
              onClick={() => onShow(count.code)}
            >
              {messages.findings.show}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where all findings of a kind are in one column, how that column is filled in. */
function howToMend({ code }: FindingCount, report: DataReport, { words, rules }: RoomParts): string {
  const found = report.findings.filter((finding) => finding.code === code);
  const [first] = found;
  const isOneColumn = found.every(({ column }) => column === first?.column);
  const table = report.tables[first?.table ?? 0] ?? noTable;
  return words.fix({ code, ...(isOneColumn && first?.column ? { column: first.column } : {}) }, { table, rules });
}

const noTable: TableReport = { kind: 'none', headers: [], sample: [], columns: [], rows: 0 };
