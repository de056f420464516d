import { type RowColumn, type RowValue, writeRowWorkbook } from '@redress/documents/row-workbook';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { ExportFormat } from '@redress/contract/console/exports';
import { byteOrderMark, formatCell } from '../../platform/csv/csv-text.ts';
import type { ExportColumn, ExportRow } from './export-list.ts';

/** Rows that are written in one turn, so that requests do not wait. */
const rowsPerTurn = 250;

export interface WrittenExport {
  readonly format: ExportFormat;
  readonly sheet: string;
  readonly columns: readonly ExportColumn[];
  /** The cases whose contact details may be seen. */
  readonly contactCases: readonly string[];
  /** For tests of several sheets. */
  readonly maxRowsPerSheet?: number;
}

/** The bytes of a file with a header and these rows. */
export function writeExport(
  options: WrittenExport,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncIterable<Uint8Array> {
  const rows = cellsOf(options, batches);
  if (options.format === 'csv') return writeCsv(options.columns, rows);
  const { sheet, columns, maxRowsPerSheet } = options;
  return writeRowWorkbook({
    sheet,
    columns: columns.map(({ header, width, format }) => ({ header, width, format: formatInSheet[format] })),
    rows: flatten(rows),
    ...(maxRowsPerSheet !== undefined && { maxRowsPerSheet }),
  });
}

const formatInSheet: Readonly<Record<ExportColumn['format'], RowColumn['format']>> = {
  text: 'text',
  day: 'day',
  time: 'text',
  amount: 'amount',
  'yes-no': 'text',
};

/** In turns of some rows. */
async function* cellsOf(
  { columns, contactCases }: WrittenExport,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<readonly (readonly RowValue[])[]> {
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += rowsPerTurn) {
      yield batch.slice(from, from + rowsPerTurn).map(({ caseId, values }) =>
        columns.map(({ key, kind }): RowValue => {
          const value = values[key] ?? null;
          if (kind === 'contact' && !contactCases.includes(caseId)) return null;
          return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
        }),
      );
      await yieldToRequests();
    }
}

async function* flatten<Row>(turns: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const rows of turns) yield* rows;
}

async function* writeCsv(
  columns: readonly ExportColumn[],
  turns: AsyncIterable<readonly (readonly RowValue[])[]>,
): AsyncGenerator<Uint8Array> {
  const line = (values: readonly RowValue[]) => `${values.map(csvCell).join(',')}\r\n`;
  yield Buffer.from(byteOrderMark + line(columns.map(({ header }) => header)));
  for await (const rows of turns) yield Buffer.from(rows.map(line).join(''));
}

function csvCell(value: RowValue): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : formatCell(value);
}
