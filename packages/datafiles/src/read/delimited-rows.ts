import type { RowBatch, UnsplitLines } from '../opened-file.ts';
import type { ReadProblem } from '../report.ts';
import { maxLineLength } from './text-blocks.ts';

/** `lines` has the line of each row of a block. */
export interface SplitRows {
  readonly rows: string[][];
  readonly lines: number[];
}

/**
 * Splits whole lines into cells; quotes have no meaning. Skips blank lines. Returns the number of
 * the line after the last. This is faster than splitting into lines first, or looking for quotes.
 */
export function splitPlainLines(text: string, delimiter: string, firstLine: number, into: SplitRows): number {
  const { rows, lines } = into;
  const length = text.length;
  let line = firstLine;
  let nextDelimiter = indexOf(text, delimiter, 0);
  for (let at = 0; at < length; line++) {
    const lineFeed = indexOf(text, '\n', at);
    const end = lineFeed > at && text.charCodeAt(lineFeed - 1) === 13 ? lineFeed - 1 : lineFeed;
    if (end > at) {
      const row: string[] = [];
      while (nextDelimiter < end) {
        row.push(text.slice(at, nextDelimiter));
        at = nextDelimiter + 1;
        nextDelimiter = indexOf(text, delimiter, at);
      }
      row.push(text.slice(at, end));
      rows.push(row);
      lines.push(line);
    }
    at = lineFeed + 1;
  }
  return line;
}

/** Returns the length of the text if the character does not occur. */
function indexOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at === -1 ? text.length : at;
}

/**
 * Makes a batch whose lines are split only when its rows are read, which the check avoids if it
 * can.
 */
export function createUnsplitBatch(
  unsplit: UnsplitLines,
  bytesRead: number,
  problems: readonly ReadProblem[],
): RowBatch {
  let split: SplitRows | undefined;
  const splitNow = (): SplitRows => {
    if (!split) {
      split = { rows: [], lines: [] };
      splitPlainLines(unsplit.text, unsplit.delimiter, unsplit.firstLine, split);
    }
    return split;
  };
  return {
    unsplit,
    bytesRead,
    problems,
    get rows() {
      return splitNow().rows;
    },
    get lines() {
      return splitNow().lines;
    },
  };
}

/** A longer record was opened by a stray quote. */
const maxRecordLines = 20;

export interface SplitResult {
  /** The number of the line after the last one that was split. */
  readonly nextLine: number;
  /** The beginning of a record that the next block continues, starting at the line `nextLine`. */
  readonly rest: string;
}

/**
 * Splits lines, which end with LF, by RFC 4180: a cell that begins with a quote continues to its
 * closing quote, across delimiters and lines. Spaces or an equals sign may precede the quote. If
 * the closing quote is missing within the limits of a record, or more text follows it, the quote
 * counts as a character and its line as a row, with a `stray-quote` problem: it costs at most its
 * own row. The same applies if a cell between tabs would hold both tabs and line ends. Takes linear
 * time.
 */
export function splitQuotedLines(
  text: string,
  delimiter: string,
  firstLine: number,
  isLast: boolean,
  into: SplitRows,
  problems: ReadProblem[],
): SplitResult {
  const { rows, lines } = into;
  const length = text.length;
  let line = firstLine;
  let nextQuote = -1;
  let nextDelimiter = -1;
  for (let start = 0; start < length;) {
    const lineEnd = indexOf(text, '\n', start);
    if (nextQuote < start) nextQuote = indexOf(text, '"', start);
    if (nextQuote > lineEnd) {
      // Nothing is quoted up to the line of the next quote.
      const end = nextQuote === length ? length : text.lastIndexOf('\n', nextQuote) + 1;
      line = splitPlainLines(text.slice(start, end), delimiter, line, into);
      start = end;
      continue;
    }
    const record = readRecord(start, lineEnd);
    if (record === 'open' && !isLast && length - start <= maxLineLength)
      return { nextLine: line, rest: text.slice(start) };
    if (typeof record === 'string') {
      // The problem has no value, because the text around a stray quote may be a tax ID.
      problems.push({ code: 'stray-quote', line });
      line = splitPlainLines(text.slice(start, lineEnd), delimiter, line, into);
      start = lineEnd + 1;
      continue;
    }
    rows.push(record.row);
    lines.push(line);
    line += record.lineCount;
    start = record.next;
  }
  return { nextLine: line, rest: '' };

  function readRecord(
    start: number,
    firstLineEnd: number,
  ): { row: string[]; next: number; lineCount: number } | 'open' | 'malformed' {
    const row: string[] = [];
    let lineEnd = firstLineEnd;
    let lineCount = 1;
    for (let at = start; ;) {
      const quoted = readQuoted(at);
      if (quoted === 'open') return quoted;
      if (quoted === 'malformed' && text.charCodeAt(at) === quote) return quoted;
      if (typeof quoted === 'object') {
        row.push(quoted.cell);
        ({ lineEnd, lineCount } = quoted);
        at = quoted.end;
        if (at >= lineEnd) return { row, next: lineEnd + 1, lineCount };
      } else {
        if (nextDelimiter < at) nextDelimiter = indexOf(text, delimiter, at);
        const end = Math.min(nextDelimiter, lineEnd);
        row.push(text.slice(at, end));
        if (end === lineEnd) return { row, next: lineEnd + 1, lineCount };
        at = end;
      }
      at++;
    }

    /**
     * Undefined for a cell without a quote at its start. `end` is the delimiter or the line end.
     */
    function readQuoted(from: number) {
      let opening = from;
      while (isPadding(text.charCodeAt(opening)) && text.charAt(opening) !== delimiter) opening++;
      if (text.charCodeAt(opening) === equals) opening++;
      if (text.charCodeAt(opening) !== quote) return undefined;
      const read = { cell: '', end: opening, lineEnd, lineCount };
      let closing = opening;
      let doubled = false;
      for (;;) {
        closing = text.indexOf('"', closing + 1);
        const seenTo = closing === -1 ? length : closing;
        while (read.lineEnd < seenTo) {
          if (++read.lineCount > maxRecordLines) return 'malformed';
          read.lineEnd = indexOf(text, '\n', read.lineEnd + 1);
        }
        if (seenTo - start > maxLineLength) return 'malformed';
        if (closing === -1) return 'open';
        if (text.charCodeAt(closing + 1) !== quote) break;
        doubled = true;
        closing++;
      }
      read.cell = text.slice(opening + 1, closing);
      if (doubled) read.cell = read.cell.replace(doubledQuotes, '"');
      // Programs quote cells that hold tabs only within a line: two stray quotes would hide whole
      // rows.
      if (delimiter === '\t' && read.lineCount > lineCount && read.cell.indexOf('\t') !== -1) return 'malformed';
      read.end = closing + 1;
      while (read.end < read.lineEnd && text.charCodeAt(read.end) === space) read.end++;
      return read.end >= read.lineEnd || text.charAt(read.end) === delimiter ? read : 'malformed';
    }
  }
}

/** Padding may precede an opening quote, and a byte order mark the first one. */
const isPadding = (code: number): boolean => code === space || code === 9 || code === 0xfeff;
const quote = 34;
const equals = 61;
const space = 32;
const doubledQuotes = /""/g;
