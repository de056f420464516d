import type { DataReport, Finding, FindingCode, Severity, TableReport } from '@redress/datafiles/report';
import type { ColumnKey } from '@redress/datafiles/rules';
import { displayValue } from '@redress/datafiles/messages/finding-facts';
import { useState } from 'react';
import { LabelledSelect } from './labelled-select.tsx';
import type { RoomParts } from './data-check-parts.ts';

export interface PlaceFilter {
  readonly severity?: Severity;
  readonly code?: FindingCode;
  readonly column?: ColumnKey;
}
export const everyPlace: PlaceFilter = {};

const severities = ['error', 'warning', 'note'] as const;
/** More at once would keep the page from answering. */
const placesOnPage = 50;

export function filterPlaces(findings: readonly Finding[], filter: PlaceFilter): readonly Finding[] {
  return findings.filter(
    ({ severity, code, column }) =>
      (filter.severity === undefined || severity === filter.severity) &&
      (filter.code === undefined || code === filter.code) &&
      (filter.column === undefined || column === filter.column),
  );
}

/** The places of what was found, a page at a time. */
export function FindingPlaces(props: {
  readonly report: DataReport;
  readonly room: RoomParts;
  readonly filter: PlaceFilter;
  readonly onFilter: (filter: PlaceFilter) => void;
}) {
  const { report, room, filter, onFilter } = props;
  const words = room.messages.findings;
  const { write } = room.messages;
  /** Belongs to its filter: another one begins at the first page. */
  const [paging, setPaging] = useState({ filter, from: 0 });
  const from = paging.filter === filter ? paging.from : 0;
  const found = filterPlaces(report.findings, filter);
  const to = Math.min(from + placesOnPage, found.length);
  const all = report.counts.reduce((sum, { count }) => sum + count, 0);
  const turn = (next: number) => {
    if (next >= 0 && next < found.length) setPaging({ filter, from: next });
  };
  return (
    <>
      {all > report.findings.length && <p className="hint">{words.kept(report.findings.length, all)}</p>}
      <Filters report={report} room={room} filter={filter} onFilter={onFilter} />
      <p className="data-range" role="status">
        {words.range(from + 1, to, found.length)}
      </p>
      {found.length > 0 && (
        <table className="data-places">
          <caption>{words.places}</caption>
          <thead>
            <tr>
              {[words.where, words.column, words.value, words.wrong].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(from, to).map((finding, index) => (
              <Place key={from + index} finding={finding} report={report} room={room} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > placesOnPage && (
        <div className="data-line">
          <button
            type="button"
            className="button quiet"
            // Not disabled: a button that is takes the focus away.
            aria-disabled={from === 0}
            onClick={() => turn(from - placesOnPage)}
          >
            {words.previous}
          </button>
          <span className="hint figures" aria-hidden="true">
            {`${write(from + 1)}–${write(to)} / ${write(found.length)}`}
          </span>
          <button
            type="button"
            className="button quiet"
            aria-disabled={to >= found.length}
            onClick={() => turn(from + placesOnPage)}
          >
            {words.next}
          </button>
        </div>
      )}
    </>
  );
}

function Filters({ report, room, filter, onFilter }: Parameters<typeof FindingPlaces>[0]) {
  const { messages, words } = room;
  const { findings } = messages;
  const all = ['', findings.all] as const;
  const found = {
    severities: severities.filter((one) => report.findings.some(({ severity }) => severity === one)),
    codes: [...new Set(report.findings.map(({ code }) => code))],
    columns: [...new Set(report.findings.flatMap(({ column }) => (column === undefined ? [] : [column])))],
  };
  return (
    <div className="data-filters">
      <LabelledSelect
        label={findings.severity}
        value={filter.severity ?? ''}
        options={[all, ...found.severities.map((one) => [one, findings.severities[one]] as const)]}
        onChange={(value) =>
          onFilter(
            withPart(
              filter,
              'severity',
              found.severities.find((one) => one === value),
            ),
          )
        }
      />
      <LabelledSelect
        label={findings.kind}
        value={filter.code ?? ''}
        options={[all, ...found.codes.map((code) => [code, words.titles[code]] as const)]}
        onChange={(value) =>
          onFilter(
            withPart(
              filter,
              'code',
              found.codes.find((one) => one === value),
            ),
          )
        }
      />
      <LabelledSelect
        label={findings.column}
        value={filter.column ?? ''}
        options={[all, ...found.columns.map((key) => [key, words.columns[key]] as const)]}
        onChange={(value) =>
          onFilter(
            withPart(
              filter,
              'column',
              found.columns.find((one) => one === value),
            ),
          )
        }
      />
    </div>
  );
}

/** A filter with one part set, or taken out. */
function withPart<K extends keyof PlaceFilter>(filter: PlaceFilter, part: K, value: PlaceFilter[K]): PlaceFilter {
  const { [part]: _, ...others } = filter;
  return value === undefined ? others : { ...others, [part]: value };
}

function Place(props: { readonly finding: Finding; readonly report: DataReport; readonly room: RoomParts }) {
  const { finding, report, room } = props;
  const { words, rules, messages } = room;
  const { findings } = messages;
  const table = report.tables[finding.table];
  if (!table) return null;
  return (
    <tr className={`of-${finding.severity}`}>
      <th scope="row">
        {placeOf(finding, table, room)}
        <span className="data-severity">{findings.severityOf[finding.severity]}</span>
      </th>
      <td data-label={findings.column}>{finding.column && words.columns[finding.column]}</td>
      <td data-label={findings.value}>
        {finding.value !== undefined && finding.value !== '' && <code>{displayValue(finding.value)}</code>}
      </td>
      <td data-label={findings.wrong}>{words.explain(finding, { table, rules })}</td>
    </tr>
  );
}

function placeOf({ line }: Finding, { sheet }: TableReport, { messages }: RoomParts): string {
  const { findings } = messages;
  if (line === undefined) return sheet === undefined ? findings.wholeFile : findings.wholeSheet(sheet);
  return sheet === undefined ? `${findings.line} ${messages.write(line)}` : findings.sheetRow(sheet, line);
}
