import type { FaultyRow } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import type { ColumnKey } from '../rules.ts';
import { cellText, isBlankCell, maskLikelyTaxIds, maskPossibleTaxIds, maskTaxId } from './cell-text.ts';
import { formatDay, readDay } from './dates.ts';
import type { ColumnPlaces } from './headers.ts';

const shownCharacters = 100;
const sampleCharacters = 40;
/** A line of nothing but separators has thousands of columns. */
export const shownColumns = 256;

/** Nine digits are a number there, or a code that lost its zeros. */
const numbers: readonly ColumnKey[] = ['drug', 'amount', 'members'];

/** A cell as a finding shows it. Columns may be mixed up: a tax ID may stand in any of them. */
export function showCell(key: ColumnKey, cell: Cell | undefined): string {
  const text = columnText(key, cell);
  const hide = key === 'planFein' ? maskTaxId : numbers.includes(key) ? maskLikelyTaxIds : maskPossibleTaxIds;
  return ownText(hide(text), shownCharacters);
}

/** The header line as a person is shown it, `most` cells of it. */
export function showHeaders(row: readonly Cell[], most: number = shownColumns): readonly string[] {
  return row
    .slice(0, Math.min(widthOf(row), most))
    .map((cell) => ownText(maskPossibleTaxIds(cellText(cell)), shownCharacters));
}

/** The first row of data as a person is shown it. Of columns that we do not know, anything may be a tax ID. */
export function showSample(row: readonly Cell[], places: ColumnPlaces, most: number): readonly string[] {
  const keys = new Map([...places].map(([key, place]) => [place, key]));
  return row.slice(0, Math.min(widthOf(row), most)).map((cell, place) => {
    const key = keys.get(place);
    const shown = key === undefined ? maskPossibleTaxIds(cellText(cell)) : showCell(key, cell);
    return ownText(shown, sampleCharacters);
  });
}

/** A row as it stands, to be mended. */
export function describeFaultyRow(table: number, line: number, row: readonly Cell[], places: ColumnPlaces): FaultyRow {
  const cells: { [Key in ColumnKey]?: string } = {};
  for (const [key, place] of places) cells[key] = ownText(columnText(key, row[place]));
  return { table, line, cells };
}

/** Cells up to the last one that is not blank. */
export function widthOf(row: readonly Cell[]): number {
  let width = row.length;
  while (width > 0 && isBlankCell(row[width - 1])) width -= 1;
  return width;
}

/**
 * At most so many characters, as a text of its own: one that is cut out of a file keeps the whole piece alive that it was cut from, for as long
 * as the report lives. Half a character at the end is left out.
 */
function ownText(text: string, most = text.length): string {
  return text
    .slice(0, most)
    .split('')
    .join('')
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** A day that a workbook keeps as a number is a day to people. */
function columnText(key: ColumnKey, cell: Cell | undefined): string {
  const text = cellText(cell);
  const day = key === 'date' && typeof cell === 'number' ? readDay(cell, text) : undefined;
  return day ? formatDay(day.day) : text;
}
