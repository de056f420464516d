import { cellText, withHyphens } from '@redress/datafiles/check/cell-text';
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
/** A row to import, and what of it was not as forms have it. */
interface GoodRow {
  readonly line: number;
  readonly row: MemberRow;
  readonly repaired: Readonly<Record<'state' | 'zip', boolean>>;
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
      const texts = cells.map((cell) => cellText(cell).normalize('NFC'));
      if (texts.every((text) => text === '')) continue;
      if (columns) yield readRow(texts, line, columns, cases, broken.has(line));
      else columns = readHeader(texts);
    }
  }
  if (!columns) throw new StartError('The file is empty.');
}

function readRow(
  texts: readonly string[],
  line: number,
  columns: readonly (MemberColumn | undefined)[],
  cases: ReadonlySet<string>,
  isBroken: boolean,
): ReadRow {
  if (isBroken) return { line, reason: 'a quotation mark is out of place, the row is far too long, or it holds a NUL' };
  if (texts.length !== columns.length)
    return { line, reason: `has ${texts.length} columns instead of ${columns.length}` };
  const textOf = (column: MemberColumn) => texts[columns.indexOf(column)] ?? '';
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
  const reason = findRowProblem(row, cases);
  if (reason !== undefined) return { line, reason, noticeId: describeGivenId(row.notice_id) };
  return { line, row, repaired: { state: row.state !== state, zip: row.zip !== zip } };
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

function findRowProblem(row: MemberRow, cases: ReadonlySet<string>): string | undefined {
  for (const column of memberColumns) {
    const text = row[column];
    if (text === '' && !optionalColumns.has(column)) return `${column} is empty`;
    if (text.length > maxTextLength) return `${column} is longer than ${maxTextLength} characters`;
    if (text.includes('\uFFFD')) return `${column} is not UTF-8 text`;
  }
  if (!/^\d{9}$/.test(row.notice_id)) return 'notice_id is not 9 digits';
  if (!/^[A-Z0-9]{8}$/.test(row.unique_id)) return 'unique_id is not 8 letters or digits';
  if (row.state !== '' && !findState(row.state)) return 'state is no state or territory of the United States';
  if (row.zip !== '' && !/^\d{5}(?:-\d{4})?$/.test(row.zip)) return 'zip is not 5 or 9 digits';
  if (!cases.has(row.case)) return `case is none of: ${[...cases].join(', ')}`;
  return undefined;
}
