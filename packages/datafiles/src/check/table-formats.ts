import type { FormatEvidence, FormatReason, TableReport } from '../report.ts';
import { cellText } from './cell-text.ts';
import type { CellValidators } from './cell-validators.ts';
import type { FindingList } from './findings.ts';
import type { NumberedRow, TableLayout } from './table-layout.ts';
import type { HintCounters, TableFormats } from './value-formats.ts';
import { HintCounter, ambiguous, noHint, otherOnly, usualOnly } from './value-formats.ts';

/** Counts the hints of the first rows of a table. */
export function countHints(
  rows: readonly NumberedRow[],
  { columns, firstLine }: TableLayout,
  validators: CellValidators,
): HintCounters {
  const hints: HintCounters = { dates: new HintCounter(), decimals: new HintCounter() };
  for (const key of ['date', 'amount', 'members'] as const) {
    const index = columns.get(key);
    if (index === undefined) continue;
    const counter = key === 'date' ? hints.dates : hints.decimals;
    for (const { line, row } of rows) {
      const cell = row[index];
      const text = cellText(cell);
      if (cell === undefined || text === '' || line < firstLine) continue;
      counter.add(validators.byColumn[key](cell, text).hint ?? noHint, text);
    }
  }
  return hints;
}

const maxExampleLength = 40;

function evidenceOf(hints: HintCounter, why: FormatReason, shown: number): FormatEvidence {
  const example = hints.example.slice(0, maxExampleLength);
  return { why, shown, open: hints.counts[ambiguous], ...(example === '' ? {} : { example }) };
}

/** Columns that are plainly in the usual format are not reported. */
function isReported({ counts }: HintCounter, why: FormatReason): boolean {
  return counts[ambiguous] > 0 || counts[otherOnly] > 0 || (why === 'chosen' && counts[usualOnly] > 0);
}

/** How a table was read, for its report. */
export function describeFormats(
  { dates, decimals }: HintCounters,
  { dates: { order, why: orderReason }, decimals: { mark, why: markReason } }: TableFormats,
): Pick<TableReport, 'dates' | 'decimals'> {
  const ofOrder = dates.counts[order === 'day-first' ? otherOnly : usualOnly];
  const ofMark = mark === 'unknown' ? 0 : decimals.counts[mark === 'comma' ? otherOnly : usualOnly];
  return {
    ...(isReported(dates, orderReason) ? { dates: { order, ...evidenceOf(dates, orderReason, ofOrder) } } : {}),
    ...(isReported(decimals, markReason) ? { decimals: { mark, ...evidenceOf(decimals, markReason, ofMark) } } : {}),
  };
}

/** Adds findings on how a table was read, unless the claimant chose that. */
export function addFormatFindings(
  findings: FindingList,
  table: number,
  { kind, dates, decimals }: Pick<TableReport, 'kind' | 'dates' | 'decimals'>,
): void {
  if (dates?.order === 'day-first' && dates.why !== 'chosen')
    findings.add('dates-day-first', table, () => ({ column: 'date', detail: dates.shown }));
  if (dates?.why === 'undecided')
    findings.add('dates-undecided', table, () => ({
      column: 'date',
      ...(dates.example === undefined ? {} : { value: dates.example }),
    }));
  if (decimals?.mark === 'comma' && decimals.why !== 'chosen')
    findings.add('decimals-comma', table, () => ({
      column: kind === 'membership' ? 'members' : 'amount',
      detail: decimals.shown,
    }));
}
