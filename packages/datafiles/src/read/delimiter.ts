import type { FileFormat } from '../report.ts';
import { type DataRules, normalizeSpelling, tableKinds } from '../rules.ts';

export type Delimiter = Extract<FileFormat, { kind: 'delimited' }>['delimiter'];

/** In order of preference. */
const delimiters: readonly Delimiter[] = ['|', '\t', ',', ';'];

/**
 * Finds the character that occurs equally often in most lines, and of several the one that
 * separates known headers. A few other lines (a title, a total, a comma in a name) do not matter.
 * `lines` are the first ones of a file that are not blank.
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
  // Bounded, because the expression takes quadratic time on a line of blanks.
  return line.replace(/[\t "]{0,9}[|,;][\t "]{0,9}/g, ',');
}

/** How many cells of a line are known headers. */
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

/** Counts by record: a line, or a few lines while a quote is open. */
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
