import { type Info, parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { StartError } from '../errors/start-error.ts';

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
export type ReadRow = { readonly line: number; readonly row: MemberRow } | BadRow;

const maxTextLength = 200;
/** A Notice ID, or one with digits too many or too few. */
const possibleId = /^\d{1,12}$/;
const optionalColumns: ReadonlySet<MemberColumn> = new Set(['first_name', 'street', 'city', 'state', 'zip']);

/**
 * Reads a CSV file of class members row by row, in constant memory.
 * @throws StartError columns are missing
 */
export async function* readMembers(csv: Readable, cases: ReadonlySet<string>): AsyncGenerator<ReadRow> {
  const skipped: BadRow[] = [];
  let width = 0;
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: 20_000,
    columns(header: string[]) {
      width = header.length;
      return readHeader(header);
    },
    cast(value, { column }) {
      const text = value.normalize('NFC').trim();
      return column === 'unique_id' ? text.toUpperCase() : text;
    },
    on_skip(error) {
      const found: unknown = error?.['record'];
      const reason = Array.isArray(found)
        ? `has ${found.length} columns instead of ${width}`
        : 'a quotation mark is out of place, or the row is far too long';
      skipped.push({ line: Number(error?.['lines'] ?? 0), reason });
      return undefined;
    },
  });
  csv.once('error', (error) => parser.destroy(error));
  csv.pipe(parser);
  // With `info`, each record comes with the number of its last line.
  for await (const { record: row, info } of parser as AsyncIterable<{ record: MemberRow; info: Info }>) {
    yield* skipped.splice(0);
    const reason = findRowProblem(row, cases);
    yield reason === undefined
      ? { line: info.lines, row }
      : { line: info.lines, reason, noticeId: describeGivenId(row.notice_id) };
  }
  yield* skipped.splice(0);
  if (width === 0) throw new StartError('The file is empty.');
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
  return names.map((name, index) => memberColumns.find((one) => one === name && names.indexOf(name) === index));
}

function findRowProblem(row: MemberRow, cases: ReadonlySet<string>): string | undefined {
  for (const column of memberColumns) {
    const text = row[column];
    if (text === '' && !optionalColumns.has(column)) return `${column} is empty`;
    if (text.length > maxTextLength) return `${column} is longer than ${maxTextLength} characters`;
    if (text.includes('\uFFFD')) return `${column} is not UTF-8 text`;
    if (/\p{Cc}/u.test(text)) return `${column} holds a control character`;
  }
  if (!/^\d{9}$/.test(row.notice_id)) return 'notice_id is not 9 digits';
  if (!/^[A-Z0-9]{8}$/.test(row.unique_id)) return 'unique_id is not 8 letters or digits';
  if (!cases.has(row.case)) return `case is none of: ${[...cases].join(', ')}`;
  return undefined;
}
