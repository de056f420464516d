import type { ReadProblem } from '../report.ts';
import type { RowBatch, UnsplitLines } from '../opened-file.ts';

/** Rows as they are cut from a block, and the line of each. */
export interface SplitRows {
  readonly rows: string[][];
  readonly lines: number[];
}

/**
 * Cuts whole lines into cells, quotes being characters like any other. Blank lines make no row. Gives the number of the line after the last.
 * Faster than cutting into lines first, and than a parser that looks for quotes.
 */
export function splitPlainLines(text: string, delimiter: string, firstLine: number, into: SplitRows): number {
  const { rows, lines } = into;
  const length = text.length;
  let line = firstLine;
  let nextDelimiter = placeOf(text, delimiter, 0);
  for (let at = 0; at < length; line++) {
    const lineFeed = placeOf(text, '\n', at);
    const end = lineFeed > at && text.charCodeAt(lineFeed - 1) === 13 ? lineFeed - 1 : lineFeed;
    if (end > at) {
      const row: string[] = [];
      while (nextDelimiter < end) {
        row.push(text.slice(at, nextDelimiter));
        at = nextDelimiter + 1;
        nextDelimiter = placeOf(text, delimiter, at);
      }
      row.push(text.slice(at, end));
      rows.push(row);
      lines.push(line);
    }
    at = lineFeed + 1;
  }
  return line;
}

/** Where the character stands from `from` on; the end of the text where it does not. */
function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at === -1 ? text.length : at;
}

/**
 * Takes away the quotes around whole cells, which spreadsheets write even where only tabs or pipes count. A cell never grows by it: a stray
 * quote stays what it is.
 */
export function unwrapQuotes(rows: readonly string[][]): void {
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      const cell = row[index] ?? '';
      if (cell.length < 2 || cell.charCodeAt(0) !== quote || cell.charCodeAt(cell.length - 1) !== quote) continue;
      const inner = cell.slice(1, -1).split('""');
      if (inner.every((part) => part.indexOf('"') === -1)) row[index] = inner.join('"');
    }
  }
}

const quote = 34;

/** Lines that need no more than to be cut, which is done when their rows are asked for: the check does without these, where it can. */
export class PlainBatch implements RowBatch {
  readonly unsplit: UnsplitLines;
  readonly bytesRead: number;
  readonly problems?: readonly ReadProblem[];
  private cut: SplitRows | undefined;

  constructor(unsplit: UnsplitLines, bytesRead: number, problems: readonly ReadProblem[]) {
    this.unsplit = unsplit;
    this.bytesRead = bytesRead;
    if (problems.length > 0) this.problems = problems;
  }

  get rows(): readonly (readonly string[])[] {
    return this.cutNow().rows;
  }
  get lines(): readonly number[] {
    return this.cutNow().lines;
  }

  private cutNow(): SplitRows {
    if (!this.cut) {
      const { text, delimiter, firstLine } = this.unsplit;
      this.cut = { rows: [], lines: [] };
      splitPlainLines(text, delimiter, firstLine, this.cut);
    }
    return this.cut;
  }
}
