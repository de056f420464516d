import type { FileFormat } from '../report.ts';

export type Delimiter = Extract<FileFormat, { kind: 'delimited' }>['delimiter'];

/** In the order in which they are taken when nothing else decides. */
const delimiters: readonly Delimiter[] = ['|', '\t', ',', ';'];

/**
 * The character that stands as many times in most of the lines; undefined when none does. Lines are a file's first ones, without blank
 * ones. Few strays (a title above, a total below, a comma in a name) do not count against many that agree.
 */
export function findDelimiter(lines: readonly string[]): Delimiter | undefined {
  // A short table may stand below more lines of a title than it has itself.
  return findAgreed(lines) ?? findAgreed(lines.filter((line) => /[|\t,;]/.test(line)));
}

function findAgreed(lines: readonly string[]): Delimiter | undefined {
  let best: { readonly delimiter: Delimiter; readonly score: number } | undefined;
  for (const delimiter of delimiters) {
    const counts =
      delimiter === ',' || delimiter === ';' ? countOutsideQuotes(lines, delimiter) : countIn(lines, delimiter);
    const share = new Map<number, number>();
    for (const count of counts) share.set(count, (share.get(count) ?? 0) + 1);
    for (const [count, linesWithIt] of share) {
      const agreeing = linesWithIt / counts.length;
      if (count === 0 || agreeing < 0.4) continue;
      const score = agreeing * Math.log2(1 + count);
      if (!best || score > best.score) best = { delimiter, score };
    }
  }
  return best?.delimiter;
}

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
