import type { NotationCounts, NotationReason, TableReport } from '../report.ts';
import { cellText } from './cell-text.ts';
import type { FileCheck } from './check-context.ts';
import type { Judges } from './cell-validators.ts';
import type { TableNotation, TableWatches } from './value-formats.ts';
import { NotationWatch, either, onlyOther, onlyUsual, saysNothing } from './value-formats.ts';
import type { NumberedRow, TableLayout } from './table-layout.ts';

/** What the first rows of a table show of how they are written. */
export function watchRows(
  rows: readonly NumberedRow[],
  { places, firstLine }: TableLayout,
  judges: Judges,
): TableWatches {
  const watches: TableWatches = { dates: new NotationWatch(), decimals: new NotationWatch() };
  for (const key of ['date', 'amount', 'members'] as const) {
    const place = places.get(key);
    if (place === undefined) continue;
    const watch = key === 'date' ? watches.dates : watches.decimals;
    for (const { line, row } of rows) {
      const cell = row[place];
      const text = cellText(cell);
      if (cell === undefined || text === '' || line < firstLine) continue;
      watch.see(judges.of[key](cell, text).shown ?? saysNothing, text);
    }
  }
  return watches;
}

const exampleCharacters = 40;

function describe(watch: NotationWatch, why: NotationReason, shown: number): NotationCounts {
  const example = watch.example.slice(0, exampleCharacters);
  return { why, shown, open: watch.counts[either], ...(example === '' ? {} : { example }) };
}

/** Nothing of columns that could be read in one way only, and that the usual one. */
function isWorthTelling({ counts }: NotationWatch, why: NotationReason): boolean {
  return counts[either] > 0 || counts[onlyOther] > 0 || (why === 'chosen' && counts[onlyUsual] > 0);
}

/** How a table was read, for its report. */
export function describeNotation(
  watches: TableWatches,
  { dates: { order, why: whyOrder }, decimals: { mark, why: whyMark } }: TableNotation,
): Pick<TableReport, 'dates' | 'decimals'> {
  const { dates, decimals } = watches;
  const ofOrder = dates.counts[order === 'day-first' ? onlyOther : onlyUsual];
  const ofMark = mark === 'unknown' ? 0 : decimals.counts[mark === 'comma' ? onlyOther : onlyUsual];
  return {
    ...(isWorthTelling(dates, whyOrder) ? { dates: { order, ...describe(dates, whyOrder, ofOrder) } } : {}),
    ...(isWorthTelling(decimals, whyMark) ? { decimals: { mark, ...describe(decimals, whyMark, ofMark) } } : {}),
  };
}

/** Findings on how a table was read, where the filer did not choose it. */
export function tellNotation(
  { findings }: FileCheck,
  table: number,
  isMembership: boolean,
  { dates, decimals }: Pick<TableReport, 'dates' | 'decimals'>,
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
      column: isMembership ? 'members' : 'amount',
      detail: decimals.shown,
    }));
}
