import type { ReadProblem } from '../report.ts';
import type { SplitRows } from './delimited-rows.ts';
import { splitPlainLines } from './delimited-rows.ts';
import { maxLineLength } from './text-blocks.ts';

/** A record that is longer was opened by a stray quote. */
const maxRecordLines = 20;

export interface QuotedCut {
  /** The number of the line after the last that was taken. */
  readonly nextLine: number;
  /** The beginning of a record whose end is still to come; it begins at `nextLine`. */
  readonly rest: string;
}

/**
 * Cuts lines (ended by LF) into cells as RFC 4180 has them: a cell that begins with a quote goes on to its closing quote, over delimiters and
 * lines. A quote that is not closed within a record's bounds, or after whose closing more follows, is taken for a character, and its line
 * for a row: told as `stray-quote`. So it costs its own row at most. Time is linear in the text, whatever it is.
 */
export function splitQuotedLines(
  text: string,
  delimiter: string,
  firstLine: number,
  isLast: boolean,
  into: SplitRows,
  problems: ReadProblem[],
): QuotedCut {
  const { rows, lines } = into;
  const length = text.length;
  let line = firstLine;
  let nextQuote = -1;
  let nextDelimiter = -1;
  for (let start = 0; start < length;) {
    const lineEnd = placeOf('\n', start);
    if (nextQuote < start) nextQuote = placeOf('"', start);
    if (nextQuote > lineEnd) {
      // Up to the line of the next quote, nothing is quoted.
      const end = nextQuote === length ? length : text.lastIndexOf('\n', nextQuote) + 1;
      line = splitPlainLines(text.slice(start, end), delimiter, line, into);
      start = end;
      continue;
    }
    const record = readRecord(start, lineEnd);
    if (record === 'open' && !isLast && length - start <= maxLineLength)
      return { nextLine: line, rest: text.slice(start) };
    if (typeof record === 'string') {
      // Without its value: what stands around a stray quote may be a tax ID.
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

  function placeOf(character: string, from: number): number {
    const at = text.indexOf(character, from);
    return at === -1 ? length : at;
  }

  function readRecord(
    start: number,
    firstLineEnd: number,
  ): { row: string[]; next: number; lineCount: number } | 'open' | 'malformed' {
    const row: string[] = [];
    let lineEnd = firstLineEnd;
    let lineCount = 1;
    for (let at = start; ;) {
      if (text.charCodeAt(at) !== quote) {
        if (nextDelimiter < at) nextDelimiter = placeOf(delimiter, at);
        const end = Math.min(nextDelimiter, lineEnd);
        row.push(text.slice(at, end));
        if (end === lineEnd) return { row, next: lineEnd + 1, lineCount };
        at = end + 1;
        continue;
      }
      let closing = at;
      let doubled = false;
      for (;;) {
        closing = text.indexOf('"', closing + 1);
        const seenTo = closing === -1 ? length : closing;
        while (lineEnd < seenTo) {
          if (++lineCount > maxRecordLines) return 'malformed';
          lineEnd = placeOf('\n', lineEnd + 1);
        }
        if (seenTo - start > maxLineLength) return 'malformed';
        if (closing === -1) return 'open';
        if (text.charCodeAt(closing + 1) !== quote) break;
        doubled = true;
        closing++;
      }
      const cell = text.slice(at + 1, closing);
      row.push(doubled ? cell.replace(doubledQuotes, '"') : cell);
      at = closing + 1;
      while (at < lineEnd && text.charCodeAt(at) === space) at++;
      if (at >= lineEnd) return { row, next: lineEnd + 1, lineCount };
      if (text.charAt(at) !== delimiter) return 'malformed';
      at++;
    }
  }
}

const quote = 34;
const space = 32;
const doubledQuotes = /""/g;
