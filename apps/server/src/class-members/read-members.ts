import { type Info, parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import type { NoticeIds } from '../keys/encrypted-fields.ts';

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
}
export type ReadRow = { readonly line: number; readonly row: MemberRow } | BadRow;

/** The file has no usable header, so no row can be read. */
export class MembersFileError extends Error {
  override readonly name = 'MembersFileError';
}

const maxTextLength = 200;
const optionalColumns: ReadonlySet<MemberColumn> = new Set(['first_name', 'street', 'city', 'state', 'zip']);

/**
 * Reads a CSV file of class members row by row, in constant memory.
 * @throws MembersFileError columns are missing
 */
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
  // With `info`, each record comes with the number of its last line.
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
  const read = (column: MemberColumn) =>
    (record[positions[memberColumns.indexOf(column)] ?? -1] ?? '').normalize('NFC').trim();
  const row: MemberRow = {
    notice_id: read('notice_id'),
    unique_id: read('unique_id').toUpperCase(),
    first_name: read('first_name'),
    last_name: read('last_name'),
    street: read('street'),
    city: read('city'),
    state: read('state'),
    zip: read('zip'),
    case: read('case'),
  };
  const reason = findRowProblem(row, cases);
  return reason === undefined ? { line, row } : { line, reason };
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

/** The IDs of the first class member in a CSV file whose first two columns are the IDs. */
export function demonstrationLogin(csv: string): NoticeIds | undefined {
  const [, first = ''] = csv.split(/\r?\n/);
  const [noticeId = '', uniqueId = ''] = first.split(',');
  return noticeId === '' || uniqueId === '' ? undefined : { noticeId, uniqueId };
}
