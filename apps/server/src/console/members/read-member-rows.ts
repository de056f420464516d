import {
  type MemberColumn,
  memberColumns,
  type MemberMapping,
  optionalMemberColumns,
} from '@redress/contract/console/member-imports';
import { cellText, withHyphens } from '@redress/datafiles/check/cell-text';
import type { Cell } from '@redress/datafiles/opened-file';
import { readDelimitedRows } from '@redress/datafiles/read/open-text';
import type { Delimiter } from '@redress/datafiles/read/text-format';
import type { Readable } from 'node:stream';
import { StartError } from '../../platform/errors/start-error.ts';
import { findState, isZipAssigned, isZipOfOtherState, isZipWithZero } from '../integrity/us-places.ts';

export type MemberRow = Readonly<Record<MemberColumn, string>>;

export interface BadRow {
  readonly line: number;
  readonly reason: string;
  /** The row's text in that column. Undefined if the row's columns cannot be told apart. */
  readonly noticeId?: string;
}
/**
 * A row to import, with the repairs made to it: a state or ZIP code in the spelling of the forms;
 * `cells`, text without the characters that a spreadsheet put around it.
 */
interface GoodRow {
  readonly line: number;
  readonly row: MemberRow;
  readonly repaired: Readonly<Record<'state' | 'zip' | 'cells', boolean>>;
}
export type ReadRow = GoodRow | BadRow;

const maxTextLength = 200;
/** A Notice ID, or one with too many or too few digits. */
const possibleId = /^\d{1,12}$/;
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
/** This is enough for a first line, which shows how columns are separated. */
const maxHeadBytes = 64 * 1024;

/**
 * Reads a CSV file of class members row by row, in constant memory, like the readers of claims'
 * data files. Skips rows without any text.
 * @param mapping undefined: the file has the template's columns
 * @throws StartError columns are missing
 */
export async function* readMembers(
  csv: Readable,
  cases: ReadonlySet<string>,
  mapping?: MemberMapping,
): AsyncGenerator<ReadRow> {
  let columns: FileColumns | undefined;
  for await (const { cells, line, isBroken } of readRows(csv)) {
    if (columns) yield readRow(cells, line, columns, cases, isBroken);
    else columns = readHeader(cells.map(readCell), mapping);
  }
  if (!columns) throw new StartError('The file is empty.');
}

/** Yields the rows that have text, including the first line. */
export async function* readRows(csv: Readable) {
  const parts: AsyncIterable<Buffer | string, undefined> = csv;
  const iterator = parts[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = await iterator.next();
    return typeof value === 'string' ? Buffer.from(value) : value;
  };
  let head = Buffer.of();
  while (head.length < maxHeadBytes && !/\S[^\n\r]*[\n\r]/.test(head.toString())) {
    const part = await next();
    if (!part) break;
    head = Buffer.concat([head, part]);
  }
  async function* stream() {
    yield head;
    for (let part = await next(); part; part = await next()) yield part;
  }
  const source = { name: '', size: Number.POSITIVE_INFINITY, stream };
  for await (const { rows, lines, problems = [] } of readDelimitedRows(source, findDelimiter(head.toString()))) {
    const broken = new Set(problems.flatMap(({ code, line }) => (code === 'characters-broken' ? [] : [line])));
    for (const [index, cells] of rows.entries()) {
      const line = lines[index] ?? 0;
      if (cells.some((cell) => readCell(cell) !== '')) yield { cells, line, isBroken: broken.has(line) };
    }
  }
}

/** Returns the separator that the first line has most often. */
function findDelimiter(head: string): Delimiter {
  const line = /\S[^\n\r]*/.exec(head.replaceAll(/"[^"]*"/g, ''))?.[0] ?? '';
  return delimiters.reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best));
}

export const readCell = (cell: Cell | undefined): string => cellText(cell).normalize('NFC');
const idColumns: readonly MemberColumn[] = ['notice_id', 'unique_id'];

function readRow(
  cells: readonly Cell[],
  line: number,
  { caseId, count, indexes, names }: FileColumns,
  cases: ReadonlySet<string>,
  isBroken: boolean,
): ReadRow {
  if (isBroken)
    return { line, reason: 'a quotation mark is out of place, the row is far too long, or it contains a NUL' };
  if (cells.length !== count) return { line, reason: `has ${cells.length} columns instead of ${count}` };
  const fileText = (column: MemberColumn) => String(cells[indexes[column] ?? -1] ?? '').trim();
  // No ID begins with an apostrophe: it protects the row's cells from a spreadsheet.
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
    case: caseId ?? textOf('case'),
  };
  const row: MemberRow = { ...given, state: findState(state)?.name ?? state, zip: repairZip(zip, state) };
  const problems = findRowProblems(row, cases, names);
  if (problems.length > 0) return { line, reason: problems.join('; '), noticeId: describeGivenId(row.notice_id) };
  const cleaned = memberColumns.some((column) => textOf(column) !== fileText(column).normalize('NFC'));
  return { line, row, repaired: { state: row.state !== state, zip: row.zip !== zip, cells: cleaned } };
}

/**
 * `021101234` and `02110–1234` become `02110-1234`, and `02110-` becomes `02110`. In a state whose
 * ZIP codes begin with a zero, `2110` and `2110.0` become `02110`, too.
 */
function repairZip(zip: string, state: string): string {
  const [, code = '', more = ''] = /^(\d{3,5})(?:[\s-]*(\d{4})|-|\.0*)?$/.exec(withHyphens(zip)) ?? [];
  const whole = code.padStart(5, '0');
  if (code === '' || (code.length < 5 && !isZipWithZero(whole, state))) return zip;
  return more === '' ? whole : `${whole}-${more}`;
}

/**
 * Shows the text only if it can be a Notice ID. In a file with mixed-up columns, it may be a name
 * or a tax ID.
 */
function describeGivenId(text: string): string {
  return text === '' || possibleId.test(text) ? text : `(${text.length} characters)`;
}

/** Maximum characters of a column's name in the reasons of bad rows. */
const maxNameLength = 60;

/** The position of each column in a row. */
interface FileColumns {
  readonly count: number;
  readonly indexes: Readonly<Partial<Record<MemberColumn, number>>>;
  /** The columns' names in the file. */
  readonly names: Readonly<Partial<Record<MemberColumn, string>>>;
  readonly caseId: string | undefined;
}

function readHeader(header: readonly string[], mapping?: MemberMapping): FileColumns {
  const lowerCase = header.map((name) => name.toLowerCase());
  const names: Partial<Record<MemberColumn, string>> = {};
  const indexes: Partial<Record<MemberColumn, number>> = {};
  const missing: string[] = [];
  for (const column of memberColumns) {
    // An empty header means that the file has no such column.
    const name = (mapping ? mapping.headers[column] : column) || undefined;
    const index = name === undefined ? -1 : lowerCase.indexOf(name.toLowerCase());
    const mayLack = optionalMemberColumns.has(column) || (column === 'case' && mapping?.caseId !== undefined);
    if (index >= 0) {
      indexes[column] = index;
      // It becomes part of reasons, which are stored: not endless, and without escapes.
      names[column] = (header[index] ?? column).slice(0, maxNameLength).replaceAll(/[\\\p{Cc}]/gu, ' ');
    } else if (name !== undefined || !mayLack) missing.push(name ?? column);
  }
  if (missing.length > 0) throw new StartError(`The first line must name the columns. Missing: ${missing.join(', ')}.`);
  return { count: header.length, indexes, names, caseId: indexes.case === undefined ? mapping?.caseId : undefined };
}

/** Finds at most one problem per column. */
function findRowProblems(row: MemberRow, cases: ReadonlySet<string>, names: FileColumns['names']): string[] {
  return memberColumns.flatMap((column) => {
    const problem = findColumnProblem(column, row, cases);
    return problem === undefined ? [] : [`${names[column] ?? column} ${problem}`];
  });
}

/** The problem completes a sentence that begins with the column's name. */
function findColumnProblem(column: MemberColumn, row: MemberRow, cases: ReadonlySet<string>): string | undefined {
  const text = row[column];
  if (text === '') return optionalMemberColumns.has(column) ? undefined : 'is empty';
  if (text.length > maxTextLength) return `is longer than ${maxTextLength} characters`;
  if (text.includes('\uFFFD')) return 'is not UTF-8 text';
  switch (column) {
    case 'notice_id':
      return /^\d{9}$/.test(text) ? undefined : 'is not 9 digits';
    case 'unique_id':
      return /^[A-Z0-9]{8}$/.test(text) ? undefined : 'is not 8 letters or digits';
    case 'state':
      return findState(text) ? undefined : 'isn’t a U.S. state or territory';
    case 'zip':
      if (!/^\d{5}(?:-\d{4})?$/.test(text)) return 'is not 5 or 9 digits';
      if (!isZipAssigned(text)) return 'does not exist: no place has ZIP codes that begin with these 3 digits';
      // A few places across a border share a ZIP code, so an empty one is offered, too.
      return isZipOfOtherState(text, row.state)
        ? 'is of another state: correct it or the state, or leave it empty'
        : undefined;
    case 'case':
      return cases.has(text) ? undefined : `is none of: ${[...cases].join(', ')}`;
    default:
      return undefined;
  }
}
