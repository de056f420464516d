import { blobSource, type ByteSource, readBytes } from '@redress/datafiles/byte-source';
import { numberText } from '@redress/datafiles/check/cell-text';
import { type Cell, type OpenedTable, UnreadableFileError } from '@redress/datafiles/opened-file';
import { openText } from '@redress/datafiles/read/open-text';
import { openWorkbook } from '@redress/datafiles/read/open-workbook';
import { decodeHead, findEncoding } from '@redress/datafiles/read/text-blocks';
import type { TableType } from './messages.ts';

/** A sheet of a workbook, a table in a text file, or a plain text file. */
export interface TablePage {
  readonly title: string;
  /** The number of each row in its sheet, or of each line in its file. */
  readonly lines: readonly number[];
  readonly rows: readonly (readonly string[])[];
  /** The content, if the file is plain text. */
  readonly text?: string;
  /** Sentences that name the parts left out. */
  readonly notes: readonly string[];
}

const maxSheets = 20;
/** Maximum rows of a table. */
const maxRows = 1_000;
const maxColumns = 100;
const maxCells = 30_000;
/** Maximum characters in a cell. */
const maxCellLength = 500;
const maxTextBytes = 256 * 1024;

/** Only data checks look for the columns of a template. */
const noRules = {
  period: { from: '', to: '' },
  regions: [],
  drugs: [],
  drugNames: [],
  tables: { purchases: [], membership: [] },
};

/**
 * Reads the beginning of a text file, a CSV file or a workbook, with bounded memory. Formulas show
 * their stored results.
 * @throws UnreadableFileError
 */
export async function readPages(bytes: ArrayBuffer, type: TableType): Promise<TablePage[]> {
  const source = blobSource(new Blob([bytes]), 'document');
  const empty = [{ title: '', lines: [], rows: [], notes: ['The file is empty.'] }];
  if (source.size === 0) return empty;
  if (type === 'txt') return [await readText(source)];
  const opened =
    type === 'csv'
      ? await openText(source, await readBytes(source, 0, maxTextBytes), noRules)
      : await openWorkbook(source);
  if (!opened.readable && opened.reason === 'empty') return empty;
  if (!opened.readable) throw new UnreadableFileError(opened.reason);
  const pages: TablePage[] = [];
  for await (const table of opened.tables()) {
    if (pages.length < maxSheets) pages.push(await readTable(table));
    else
      return pages.map((page) => ({
        ...page,
        notes: [...page.notes, `Only the first ${maxSheets} sheets are shown.`],
      }));
  }
  return pages;
}

async function readText(source: ByteSource): Promise<TablePage> {
  const head = await readBytes(source, 0, maxTextBytes);
  const notes = source.size > head.length ? [`Only the first ${maxTextBytes / 1024} kB of the text are shown.`] : [];
  return { title: '', lines: [], rows: [], text: decodeHead(head, findEncoding(head)), notes };
}

async function readTable(table: OpenedTable): Promise<TablePage> {
  const lines: number[] = [];
  const rows: string[][] = [];
  const notes = new Set<string>();
  let cells = 0;
  for await (const [line, row] of rowsOf(table)) {
    if (rows.length === maxRows || cells >= maxCells) {
      notes.add(`Only the first ${rows.length.toLocaleString('en-US')} rows are shown.`);
      break;
    }
    if (row.length > maxColumns) notes.add(`Only the first ${maxColumns} columns are shown.`);
    const texts = row.slice(0, maxColumns).map(formatCell);
    if (texts.some(({ length }) => length > maxCellLength))
      notes.add(`Only the first ${maxCellLength} characters of long cells are shown.`);
    rows.push(texts.map((text) => text.slice(0, maxCellLength)));
    lines.push(line);
    cells += texts.length;
  }
  if (rows.length === 0) notes.add('There are no rows.');
  const { sheet = '', hidden = false } = table;
  return { title: hidden ? `${sheet} (hidden)` : sheet, lines, rows, notes: [...notes] };
}

async function* rowsOf(table: OpenedTable): AsyncGenerator<readonly [line: number, row: readonly Cell[]]> {
  for await (const { lines, rows } of table.batches())
    for (const [index, row] of rows.entries()) yield [lines[index] ?? 0, row];
}

/** Formats a date’s UTC parts, which the sheet shows. */
function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : formatDate(cell.toISOString());
  if (typeof cell === 'number') return numberText(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

const formatDate = (iso: string): string => iso.replace('T00:00:00.000Z', '').replace('T', ' ').slice(0, 19);
