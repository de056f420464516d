import { cellText, withHyphens } from '@redress/datafiles/check/cell-text';
import type { Cell } from '@redress/datafiles/opened-file';
import { readDelimitedRows } from '@redress/datafiles/read/open-text';
import type { Readable } from 'node:stream';
import { StartError } from '../../platform/errors/start-error.ts';
import { findState, isZipWithZero } from '../integrity/us-places.ts';

/** The columns of a file of class members, in any order. */
export const memberColumns = [
  'notice_id',
  'unique_id',
  'first_name',
  'last_name',
  'street',
  'city',
  'state',
  'zip',
  'case',
] as const;
export type MemberColumn = (typeof memberColumns)[number];
export type MemberRow = Readonly<Record<MemberColumn, string>>;

export interface BadRow {
  readonly line: number;
  readonly reason: string;
  /** What the row has in that column. Absent if its columns cannot be told apart. */
  readonly noticeId?: string;
}
/**
 * A row to import, and what of it is not as the file has it: a state or ZIP code as forms write it;
 * `cells`, what a spreadsheet had written around text.
 */
interface GoodRow {
  readonly line: number;
  readonly row: MemberRow;
  readonly repaired: Readonly<Record<'state' | 'zip' | 'cells', boolean>>;
}
export type ReadRow = GoodRow | BadRow;

const maxTextLength = 200;
/** A Notice ID, or one with digits too many or too few. */
const possibleId = /^\d{1,12}$/;
const optionalColumns: ReadonlySet<MemberColumn> = new Set(['first_name', 'street', 'city', 'state', 'zip']);

/**
 * Reads a CSV file of class members row by row, in constant memory, as the readers of claims' data
 * files do. Skips rows without any text.
 * @throws StartError columns are missing
 */
export async function* readMembers(csv: Readable, cases: ReadonlySet<string>): AsyncGenerator<ReadRow> {
  const parts: AsyncIterable<Buffer | string> = csv;
  async function* stream() {
    for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
  }
  const source = { name: '', size: Number.POSITIVE_INFINITY, stream };
  let columns: readonly (MemberColumn | undefined)[] | undefined;
  for await (const { rows, lines, problems = [] } of readDelimitedRows(source, ',')) {
    const broken = new Set(problems.flatMap(({ code, line }) => (code === 'characters-broken' ? [] : [line])));
    for (const [index, cells] of rows.entries()) {
      const line = lines[index] ?? 0;
      const texts = cells.map(readCell);
      if (texts.every((text) => text === '')) continue;
      if (columns) yield readRow(cells, line, columns, cases, broken.has(line));
      else columns = readHeader(texts);
    }
  }
  if (!columns) throw new StartError('The file is empty.');
}

const readCell = (cell: Cell | undefined): string => cellText(cell).normalize('NFC');
const idColumns: readonly MemberColumn[] = ['notice_id', 'unique_id'];

function readRow(
  cells: readonly Cell[],
  line: number,
  columns: readonly (MemberColumn | undefined)[],
  cases: ReadonlySet<string>,
  isBroken: boolean,
): ReadRow {
  if (isBroken) return { line, reason: 'a quotation mark is out of place, the row is far too long, or it holds a NUL' };
  if (cells.length !== columns.length)
    return { line, reason: `has ${cells.length} columns instead of ${columns.length}` };
  const fileText = (column: MemberColumn) => String(cells[columns.indexOf(column)] ?? '').trim();
  // No ID begins with an apostrophe: it protects the ID from a spreadsheet, and so do the others of the row.
  const isProtected = idColumns.some((column) => fileText(column).startsWith("'"));
  const textOf = (column: MemberColumn) => readCell(fileText(column).replace(isProtected ? /^'/ : '', ''));
  const { state, zip, ...given }: MemberRow = {
    notice_id: textOf('notice_id'),
    unique_id: textOf('unique_id').toUpperCase(),
    first_name: textOf('first_name'),
    last_name: textOf('last_name'),
    street: textOf('street'),
    city: textOf('city'),
    state: textOf('state'),
    zip: textOf('zip'),
    case: textOf('case'),
  };
  const row: MemberRow = { ...given, state: findState(state)?.name ?? state, zip: repairZip(zip, state) };
  const problems = findRowProblems(row, cases);
  if (problems.length > 0) return { line, reason: problems.join('; '), noticeId: describeGivenId(row.notice_id) };
  const cleaned = memberColumns.some((column) => textOf(column) !== fileText(column).normalize('NFC'));
  return { line, row, repaired: { state: row.state !== state, zip: row.zip !== zip, cells: cleaned } };
}

/**
 * `021101234` and `02110–1234` become `02110-1234`, and `02110-` becomes `02110`; so do `2110` and
 * `2110.0`, which is certain in a state of such ZIP codes.
 */
function repairZip(zip: string, state: string): string {
  const [, code = '', more = ''] = /^(\d{3,5})(?:[\s-]*(\d{4})|-|\.0*)?$/.exec(withHyphens(zip)) ?? [];
  const whole = code.padStart(5, '0');
  if (code === '' || (code.length < 5 && !isZipWithZero(whole, state))) return zip;
  return more === '' ? whole : `${whole}-${more}`;
}

/** Other texts than numbers may be names or tax IDs, where the columns of a file are mixed up. */
function describeGivenId(text: string): string {
  return text === '' || possibleId.test(text) ? text : `(${text.length} characters)`;
}

/** The name of each column; undefined for one that is not read. */
function readHeader(header: readonly string[]): (MemberColumn | undefined)[] {
  const names = header.map((name) => name.toLowerCase());
  const missing = memberColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new StartError(`The first line must name the columns. Missing: ${missing.join(', ')}.`);
  return names.map((name) => memberColumns.find((one) => one === name));
}

/** What is wrong with each column, at most one thing. */
function findRowProblems(row: MemberRow, cases: ReadonlySet<string>): string[] {
  return memberColumns.flatMap((column) => findColumnProblem(column, row[column], cases) ?? []);
}

function findColumnProblem(column: MemberColumn, text: string, cases: ReadonlySet<string>): string | undefined {
  if (text === '') return optionalColumns.has(column) ? undefined : `${column} is empty`;
  if (text.length > maxTextLength) return `${column} is longer than ${maxTextLength} characters`;
  if (text.includes('\uFFFD')) return `${column} is not UTF-8 text`;
  switch (column) {
    case 'notice_id':
      return /^\d{9}$/.test(text) ? undefined : 'notice_id is not 9 digits';
    case 'unique_id':
      return /^[A-Z0-9]{8}$/.test(text) ? undefined : 'unique_id is not 8 letters or digits';
    case 'state':
      return findState(text) ? undefined : 'state isn’t a U.S. state or territory';
    case 'zip':
      return /^\d{5}(?:-\d{4})?$/.test(text) ? undefined : 'zip is not 5 or 9 digits';
    case 'case':
      return cases.has(text) ? undefined : `case is none of: ${[...cases].join(', ')}`;
    default:
      return undefined;
  }
}
