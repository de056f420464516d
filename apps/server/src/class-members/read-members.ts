import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import type { Readable } from 'node:stream';

/** The columns of a file of class members; they may stand in any order, under these names. */
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
}
export type ReadRow = { readonly line: number; readonly row: MemberRow } | BadRow;

/** The file has no usable header: no row of it can be read. */
export class MembersFileError extends Error {
  override readonly name = 'MembersFileError';
}

const longestText = 200;
const mayBeEmpty: ReadonlySet<MemberColumn> = new Set(['first_name', 'street', 'city', 'state', 'zip']);

/** Reads a CSV file of class members row by row, in constant memory. Throws `MembersFileError` when columns are missing. */
export async function* readMembers(csv: Readable, cases: ReadonlySet<string>): AsyncGenerator<ReadRow> {
  const skipped: BadRow[] = [];
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: 20_000,
    on_skip: (error) => {
      skipped.push({
        line: Number(error?.['lines'] ?? 0),
        reason: 'a quotation mark is out of place, or the row is far too long',
      });
      return undefined;
    },
  });
  csv.once('error', (error) => parser.destroy(error));
  csv.pipe(parser);

  let positions: readonly number[] | undefined;
  let width = 0;
  // With `info` each record comes with the line it ends on.
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    yield* skipped.splice(0);
    if (!positions) {
      positions = readHeader(record);
      width = record.length;
      continue;
    }
    yield readRow(record, info.lines, positions, width, cases);
  }
  yield* skipped.splice(0);
  if (!positions) throw new MembersFileError('The file is empty.');
}

function readHeader(header: readonly string[]): number[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = memberColumns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new MembersFileError(`The first line must name the columns. Missing: ${missing.join(', ')}.`);
  return memberColumns.map((column) => names.indexOf(column));
}

function readRow(
  record: readonly string[],
  line: number,
  positions: readonly number[],
  width: number,
  cases: ReadonlySet<string>,
): ReadRow {
  if (record.length !== width) return { line, reason: `has ${record.length} columns instead of ${width}` };
  const take = (column: MemberColumn) =>
    (record[positions[memberColumns.indexOf(column)] ?? -1] ?? '').normalize('NFC').trim();
  const row: MemberRow = {
    notice_id: take('notice_id'),
    unique_id: take('unique_id').toUpperCase(),
    first_name: take('first_name'),
    last_name: take('last_name'),
    street: take('street'),
    city: take('city'),
    state: take('state'),
    zip: take('zip'),
    case: take('case'),
  };
  const reason = faultOf(row, cases);
  return reason === undefined ? { line, row } : { line, reason };
}

function faultOf(row: MemberRow, cases: ReadonlySet<string>): string | undefined {
  for (const column of memberColumns) {
    const text = row[column];
    if (text === '' && !mayBeEmpty.has(column)) return `${column} is empty`;
    if (text.length > longestText) return `${column} is longer than ${longestText} characters`;
    if (text.includes('\uFFFD')) return `${column} is not UTF-8 text`;
    if (/\p{Cc}/u.test(text)) return `${column} holds a control character`;
  }
  if (!/^\d{9}$/.test(row.notice_id)) return 'notice_id is not 9 digits';
  if (!/^[A-Z0-9]{8}$/.test(row.unique_id)) return 'unique_id is not 8 letters or digits';
  if (!cases.has(row.case)) return `case is none of: ${[...cases].join(', ')}`;
  return undefined;
}
