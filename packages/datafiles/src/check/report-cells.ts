import type { Cell } from '../opened-file.ts';
import type { FaultyRow } from '../report.ts';
import type { ColumnKey } from '../rules.ts';
import { hintOfAmount, readAmount } from './amounts.ts';
import { cellText, isBlankCell, maskLikelyTaxIds, maskPossibleTaxIds, maskTaxId } from './cell-text.ts';
import { formatDay, readDay } from './dates.ts';
import { formatUnits } from './exact-sum.ts';
import type { ColumnIndexes } from './headers.ts';
import { ambiguous, noHint, type TableFormats } from './value-formats.ts';

const maxValueLength = 100;
const maxSampleLength = 40;
/** A line that has only separators has thousands of columns. */
export const maxReportedColumns = 256;

/** Nine digits in these columns are a number, or a code without its leading zeros. */
const numberColumns: readonly ColumnKey[] = ['drug', 'amount', 'members'];

/** Masks a cell for a finding. Columns may be mixed up, so any of them may hold a tax ID. */
export function reportedCell(key: ColumnKey, cell: Cell | undefined): string {
  const text = columnText(key, cell);
  const mask = key === 'planFein' ? maskTaxId : numberColumns.includes(key) ? maskLikelyTaxIds : maskPossibleTaxIds;
  return detachedText(mask(text), maxValueLength);
}

export function reportedHeaders(row: readonly Cell[], maxColumns: number = maxReportedColumns): readonly string[] {
  return row
    .slice(0, Math.min(filledWidth(row), maxColumns))
    .map((cell) => detachedText(maskPossibleTaxIds(cellText(cell)), maxValueLength));
}

/** Masks and shortens the first row of data for the report. */
export function reportedSample(row: readonly Cell[], columns: ColumnIndexes, maxColumns: number): readonly string[] {
  const keys = new Map([...columns].map(([key, index]) => [index, key]));
  return row.slice(0, Math.min(filledWidth(row), maxColumns)).map((cell, index) => {
    const key = keys.get(index);
    const text = key === undefined ? maskPossibleTaxIds(cellText(cell)) : reportedCell(key, cell);
    return detachedText(text, maxSampleLength);
  });
}

export function toFaultyRow(
  table: number,
  line: number,
  row: readonly Cell[],
  columns: ColumnIndexes,
  formats: TableFormats,
): FaultyRow {
  const cells: { [Key in ColumnKey]?: string } = {};
  for (const [key, index] of columns) cells[key] = detachedText(templateText(key, row[index], formats));
  return { table, line, cells };
}

/** Writes dates and numbers as the template does: these rows alone may not show a format. */
function templateText(key: ColumnKey, cell: Cell | undefined, { dates, decimals }: TableFormats): string {
  const text = columnText(key, cell);
  if (typeof cell !== 'string') return text;
  if (key === 'date' && dates.order === 'day-first') {
    const read = readDay(cell, text, dates.order);
    return read && read.hint !== noHint ? formatDay(read.day) : text;
  }
  const isNumber = key === 'amount' || key === 'members';
  if (!isNumber || (decimals.mark !== 'comma' && hintOfAmount(text) !== ambiguous)) return text;
  const read = readAmount(cell, text, decimals.mark);
  return typeof read === 'object' ? formatUnits(read.units).replace(/\.0000$/, '') : text;
}

/** Counts the cells up to the last one that is not blank. */
export function filledWidth(row: readonly Cell[]): number {
  let width = row.length;
  while (width > 0 && isBlankCell(row[width - 1])) width -= 1;
  return width;
}

/** Copies at most `maxLength` characters. A slice would keep a chunk of the file alive. */
function detachedText(text: string, maxLength = text.length): string {
  return text
    .slice(0, maxLength)
    .split('')
    .join('')
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Shows a date that a workbook stores as a number as a date. */
function columnText(key: ColumnKey, cell: Cell | undefined): string {
  const text = cellText(cell);
  const read = key === 'date' && typeof cell === 'number' ? readDay(cell, text) : undefined;
  return read ? formatDay(read.day) : text;
}
