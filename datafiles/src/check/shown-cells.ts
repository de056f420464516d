import type { FaultyRow } from '../report.ts';
import type { Cell } from '../rows.ts';
import type { ColumnKey } from '../rules.ts';
import { cellText, isBlankCell, maskLikelyTaxIds, maskPossibleTaxIds, maskTaxId } from './cell-text.ts';
import { formatDay, readDay } from './dates.ts';
import type { ColumnPlaces } from './table-columns.ts';

const shownCharacters = 100;
const sampleCharacters = 40;
/** A line of nothing but separators has thousands of columns. */
const shownColumns = 256;

/** A cell as a finding shows it. */
export function showCell(key: ColumnKey, cell: Cell | undefined): string {
  const text = columnText(key, cell);
  return (key === 'planFein' ? maskTaxId(text) : maskLikelyTaxIds(text)).slice(0, shownCharacters);
}

/** The header line as a person is shown it. */
export function showHeaders(row: readonly Cell[]): readonly string[] {
  return row
    .slice(0, Math.min(widthOf(row), shownColumns))
    .map((cell) => maskPossibleTaxIds(cellText(cell)).slice(0, shownCharacters));
}

/** The first row of data as a person is shown it. Of columns that we do not know, anything may be a tax ID. */
export function showSample(row: readonly Cell[], places: ColumnPlaces): readonly string[] {
  const keys = new Map([...places].map(([key, place]) => [place, key]));
  return row.slice(0, Math.min(widthOf(row), shownColumns)).map((cell, place) => {
    const key = keys.get(place);
    const shown = key === undefined ? maskPossibleTaxIds(cellText(cell)) : showCell(key, cell);
    return shown.slice(0, sampleCharacters);
  });
}

/** A row as it stands, to be mended. */
export function describeFaultyRow(table: number, line: number, row: readonly Cell[], places: ColumnPlaces): FaultyRow {
  const cells: { [Key in ColumnKey]?: string } = {};
  for (const [key, place] of places) cells[key] = columnText(key, row[place]);
  return { table, line, cells };
}

/** Cells up to the last one that is not blank. */
export function widthOf(row: readonly Cell[]): number {
  let width = row.length;
  while (width > 0 && isBlankCell(row[width - 1])) width -= 1;
  return width;
}

/** A day that a workbook keeps as a number is a day to people. */
function columnText(key: ColumnKey, cell: Cell | undefined): string {
  const text = cellText(cell);
  const day = key === 'date' && typeof cell === 'number' ? readDay(cell, text) : undefined;
  return day ? formatDay(day.day) : text;
}
