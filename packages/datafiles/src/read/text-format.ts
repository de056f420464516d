import type { FileFormat } from '../report.ts';
import { type DataRules, type ColumnRules, type TableKind, normalizeSpelling, tableKinds } from '../rules.ts';
import { createStateFinder } from '../us-states.ts';
import type { SplitRows } from './delimited-rows.ts';

export type Delimiter = Extract<FileFormat, { kind: 'delimited' }>['delimiter'];

/** Delimiters are in order of preference. */
const delimiters: readonly Delimiter[] = ['|', '\t', ',', ';'];

/**
 * Finds the character that occurs equally often in most lines. If there are several, known headers
 * decide. A few other lines (a title, a total, a comma in a name) do not matter. `lines` are the
 * first ones of a file that are not blank.
 */
export function findDelimiter(lines: readonly string[], rules: DataRules): Delimiter | undefined {
  const known = new Set(
    tableKinds.flatMap((kind) =>
      rules.tables[kind].flatMap(({ header, spellings }) => [header, ...spellings].map(normalizeSpelling)),
    ),
  );
  // A short table may have more title lines above it than rows.
  return (
    findAgreeing(lines, known) ??
    findAgreeing(
      lines.filter((line) => /[|\t,;]/.test(line)),
      known,
    )
  );
}

function findAgreeing(lines: readonly string[], known: ReadonlySet<string>): Delimiter | undefined {
  const candidates = delimiters.flatMap((delimiter) => {
    const score = scoreOf(lines, delimiter);
    return score > 0 ? [{ delimiter, score, headers: Math.max(...lines.map(countHeaders(delimiter, known))) }] : [];
  });
  // A single known word may be part of a title.
  const maxHeaders = Math.max(2, ...candidates.map(({ headers }) => headers));
  const withHeaders = candidates.filter(({ headers }) => headers === maxHeaders);
  const [best] = (withHeaders.length > 0 ? withHeaders : candidates).sort((one, other) => other.score - one.score);
  return best?.delimiter;
}

/** Grows with the share of lines that agree and their number of columns; 0 if too few agree. */
function scoreOf(lines: readonly string[], delimiter: Delimiter): number {
  const counts =
    delimiter === ',' || delimiter === ';'
      ? countOutsideQuotes(lines, delimiter)
      : countIn(delimiter === '\t' ? lines.map(withoutTabsBeside) : lines, delimiter);
  const share = new Map<number, number>();
  for (const count of counts) share.set(count, (share.get(count) ?? 0) + 1);
  const scores = [...share].map(([count, linesWithIt]) => {
    const agreeing = linesWithIt / counts.length;
    return count === 0 || agreeing < 0.4 ? 0 : agreeing * Math.log2(1 + count);
  });
  return Math.max(0, ...scores);
}

/** People add a tab next to another delimiter so that spreadsheets keep leading zeros. */
function withoutTabsBeside(line: string): string {
  // The counts are bounded, because the regular expression takes quadratic time on a line of
  // blanks.
  return line.replace(/[\t "]{0,9}[|,;][\t "]{0,9}/g, ',');
}

function countHeaders(delimiter: Delimiter, known: ReadonlySet<string>): (line: string) => number {
  return (line) => {
    const cells = line.slice(0, maxHeaderLength).split(delimiter);
    // Skips rows of data, because normalizing takes time.
    if (cells.filter((cell) => /^["\s]*\d/.test(cell)).length * 2 >= cells.length) return 0;
    return cells.filter((cell) => known.has(normalizeSpelling(cell))).length;
  };
}
const maxHeaderLength = 4_096;

function countIn(lines: readonly string[], delimiter: string): number[] {
  return lines.map((line) => line.split(delimiter).length - 1);
}

/** A record is a line, or a few lines while a quote is open. */
function countOutsideQuotes(lines: readonly string[], delimiter: string): number[] {
  const counts: number[] = [];
  for (let first = 0; first < lines.length;) {
    let record = lines[first] ?? '';
    let after = first + 1;
    while (isOpen(record) && after < lines.length && after - first < 5) record += `\n${lines[after++] ?? ''}`;
    if (isOpen(record)) {
      record = (lines[first] ?? '').split('"').join('');
      after = first + 1;
    }
    counts.push(record.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    first = after;
  }
  return counts;
}

function isOpen(record: string): boolean {
  return record.split('"').length % 2 === 0;
}

/** The template has a fixed-width layout. */
export interface FixedLayout {
  readonly kind: TableKind;
  /** The end of each column, from 0. */
  readonly ends: readonly number[];
  /** Tests whether a line's cells belong in their columns. */
  readonly isFitting: (cells: readonly string[]) => boolean;
}

/** Decides by the values at the positions of dates, years, amounts and states. */
export function findFixedLayout(lines: readonly string[], rules: DataRules): FixedLayout | undefined {
  const findState = createStateFinder(rules.regions);
  const looksRight = (key: ColumnRules['key'], cell: string) => {
    if (key === 'date') return /^\d{1,4}[-/.]?\d{1,2}[-/.]?\d{1,4}$/.test(cell);
    if (key === 'year') return /^(19|20)\d\d$/.test(cell);
    if (key === 'amount' || key === 'members') return /^[-+$(]*\s*\d[\d,.]*\)?(?:-|\s*[CD]R)?$|^[$\s]*-$/i.test(cell);
    return findState(cell) !== undefined;
  };
  for (const kind of tableKinds) {
    const all: readonly ColumnRules[] = rules.tables[kind];
    const common = all.filter(({ from }) => from === 'everyone');
    const width = endsOf(common)[common.length - 1] ?? 0;
    const ends = endsOf(lines.some((line) => line.slice(width).trim() !== '') ? all : common);
    const checked = all.flatMap(({ key }, index) =>
      typicalColumns.some((one) => one === key) ? [{ key, index }] : [],
    );
    const isFitting = (cells: readonly string[]) => {
      const right = checked.filter(({ key, index }) => looksRight(key, cells[index] ?? '')).length;
      return cells.length <= ends.length && right >= checked.length - 1 && right > 1;
    };
    const layout = { kind, ends, isFitting };
    const fitting = lines.filter((line) => isFitting(splitFixedLine(line, layout)));
    if (fitting.length > 0 && fitting.length >= lines.length / 2) return layout;
  }
  return undefined;
}

const typicalColumns = ['date', 'stateOfPurchase', 'stateOfInsured', 'amount', 'year', 'state', 'members'] as const;

function endsOf(columns: readonly ColumnRules[]): number[] {
  let end = 0;
  return columns.map(({ length }) => (end += length));
}

/** Splits whole lines, except blank ones. Returns the number of the line after the last. */
export function splitFixedLines(text: string, layout: FixedLayout, firstLine: number, into: SplitRows): number {
  let line = firstLine;
  for (let at = 0; at < text.length; line++) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const cells = splitFixedLine(text.slice(at, end), layout);
    if (cells.some((cell) => cell !== '')) {
      into.rows.push(cells);
      into.lines.push(line);
    }
    at = end + 1;
  }
  return line;
}

/**
 * Returns a trimmed cell for each column, and one more if text follows the last column. Programs
 * count widths in characters or in bytes of UTF-8. The values of a line show which.
 */
function splitFixedLine(line: string, { ends, isFitting }: FixedLayout): string[] {
  const cells = splitAt(line, ends);
  if (isFitting(cells) || !/[^\0-\x7f]/.test(line)) return cells;
  const inBytes = splitAt(line.replace(beyondAscii, padToBytes), ends).map((cell) => cell.split('\0').join('').trim());
  return isFitting(inBytes) ? inBytes : cells;
}

const beyondAscii = /[\ud800-\udbff][\udc00-\udfff]|[^\0-\x7f]/g;

/** Gives a character as many units as it has bytes in UTF-8. The text of a line has no NULs. */
function padToBytes(character: string): string {
  const bytes = character.length > 1 ? 4 : character < '\u0800' ? 2 : 3;
  return character.padEnd(bytes, '\0');
}

function splitAt(line: string, ends: readonly number[]): string[] {
  let from = 0;
  const cells = ends.map((end) => {
    const cell = line.slice(from, end).trim();
    from = end;
    return cell;
  });
  const more = line.slice(from).trim();
  if (more) cells.push(more);
  return cells;
}
