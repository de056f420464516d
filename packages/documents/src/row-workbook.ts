import { type CellStyle, type CellValue, writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';

export interface RowColumn {
  readonly header: string;
  /** The width in characters. */
  readonly width: number;
  /**
   * A `day` is `YYYY-MM-DD`, written as a date. An `amount` is a decimal string, written as a
   * number.
   */
  readonly format: 'text' | 'day' | 'amount' | 'count';
}
export type RowValue = string | number | null;

interface RowWorkbook {
  readonly sheet: string;
  readonly columns: readonly RowColumn[];
  /** Each row has a value for each column. */
  readonly rows: AsyncIterable<readonly RowValue[]>;
  /** Includes the header. The default is Excel's limit; more rows go to further sheets. */
  readonly maxRowsPerSheet?: number;
}

const styles: Readonly<Record<RowColumn['format'], CellStyle>> = {
  text: { numFmt: '@' },
  day: { numFmt: 'yyyy-mm-dd' },
  amount: { numFmt: '#,##0.00' },
  count: { numFmt: '0' },
};

/** Writes an `.xlsx` file of any number of rows with little memory. Text is never a formula. */
export async function* writeRowWorkbook({
  sheet,
  columns,
  rows,
  maxRowsPerSheet = XLSX_MAX_ROWS_PER_SHEET,
}: RowWorkbook): AsyncGenerator<Uint8Array> {
  const cells = async function* (): AsyncGenerator<CellValue[]> {
    for await (const row of rows) yield row.map((value, index) => cellOf(value, columns[index]?.format ?? 'text'));
  };
  const stream = writeXlsxStream(cells(), {
    name: sheet,
    columns: columns.map(({ header, width, format }) => ({ header, width, style: styles[format] })),
    freezePane: { rows: 1 },
    maxRowsPerSheet,
    // Every program since 2007 reads it, and a sheet of a million rows may exceed 4 GB.
    zip64: true,
  });
  yield* stream;
}

/** Spreadsheet programs limit the length of a cell, and XML forbids some characters. */
const maxCellLength = 32_767;
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const dayMilliseconds = 24 * 60 * 60 * 1_000;
/** The day that spreadsheets count from. */
const dayZero = Date.UTC(1899, 11, 30);

function cellOf(value: RowValue, format: RowColumn['format']): CellValue {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return value;
  if (format === 'day') return (Date.parse(value) - dayZero) / dayMilliseconds;
  // A number that a float would round stays text.
  if (format === 'amount' && /^-?\d{1,11}(\.\d{1,4})?$/.test(value)) return Number(value);
  const text = value
    .toWellFormed()
    // A workbook's XML has a carriage return only as `_x000D_`, which many programs show literally.
    .replaceAll(/\r\n?/g, '\n')
    .replace(notInXml, '');
  // Without the mark, a number that is cut would look like another one.
  const shown = text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;
  return shown.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}
