import type { FileFormat } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { normalizeSpelling, tableKinds } from '../rules.ts';

export type Delimiter = Extract<FileFormat, { kind: 'delimited' }>['delimiter'];

/** In the order in which they are taken when nothing else decides. */
const delimiters: readonly Delimiter[] = ['|', '\t', ',', ';'];

/**
 * The character that stands as many times in most of the lines, and of several such the one that
 * parts headers of the template; undefined when none does. Lines are a file's first ones, without
 * blank ones. Few strays (a title above, a total below, a comma in a name) do not count against
 * many that agree.
 */
export function findDelimiter(lines: readonly string[], rules: DataRules): Delimiter | undefined {
  const known = new Set(
    tableKinds.flatMap((kind) =>
      rules.tables[kind].flatMap(({ header, spellings }) => [header, ...spellings].map(normalizeSpelling)),
    ),
  );
  // A short table may stand below more lines of a title than it has itself.
  return (
    findAgreed(lines, known) ??
    findAgreed(
      lines.filter((line) => /[|\t,;]/.test(line)),
      known,
    )
  );
}

function findAgreed(lines: readonly string[], known: ReadonlySet<string>): Delimiter | undefined {
  const candidates = delimiters.flatMap((delimiter) => {
    const score = scoreOf(lines, delimiter);
    return score > 0 ? [{ delimiter, score, headers: Math.max(...lines.map(countHeaders(delimiter, known))) }] : [];
  });
  // A single word may stand in any title.
  const most = Math.max(2, ...candidates.map(({ headers }) => headers));
  const parting = candidates.filter(({ headers }) => headers === most);
  const [best] = (parting.length > 0 ? parting : candidates).sort((one, other) => other.score - one.score);
  return best?.delimiter;
}

/** How many lines agree, and on how many columns; 0 when too few do. */
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

/** A tab beside another delimiter is a blank: people add it so that a spreadsheet keeps zeros. */
function withoutTabsBeside(line: string): string {
  // Bounded: what searches a line of nothing but blanks would take for ever.
  return line.replace(/[\t "]{0,9}[|,;][\t "]{0,9}/g, ',');
}

/** How many cells of a line are headers that we know. */
function countHeaders(delimiter: Delimiter, known: ReadonlySet<string>): (line: string) => number {
  return (line) => {
    const cells = line.slice(0, longestHeaderLine).split(delimiter);
    // A row of data is no header line, and normalizing it costs.
    if (cells.filter((cell) => /^["\s]*\d/.test(cell)).length * 2 >= cells.length) return 0;
    return cells.filter((cell) => known.has(normalizeSpelling(cell))).length;
  };
}
const longestHeaderLine = 4_096;

function countIn(lines: readonly string[], delimiter: string): number[] {
  return lines.map((line) => line.split(delimiter).length - 1);
}

/** Of each record: a line, or several when a quote is open at its end; but not so many that a stray quote would hide all. */
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
