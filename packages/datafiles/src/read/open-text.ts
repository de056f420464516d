import { type ByteSource, throwIfAborted } from '../byte-source.ts';
import type { OpenedFile, RowBatch } from '../opened-file.ts';
import type { ReadProblem } from '../report.ts';
import type { DataRules } from '../rules.ts';
import type { SplitResult, SplitRows } from './delimited-rows.ts';
import { createUnsplitBatch, splitPlainLines, splitQuotedLines } from './delimited-rows.ts';
import { type Delimiter, type FixedLayout, findDelimiter, findFixedLayout, splitFixedLines } from './text-format.ts';
import { type FoundEncoding, decodeHead, findEncoding, cleanLines, countLineFeeds, textBlocks } from './text-blocks.ts';

/** A file with a longer first line is not a table. */
const maxFirstLineBytes = 16 * 1024 * 1024;
/** This many lines show the format. Printed reports begin with pages of titles and remarks. */
const sampleLines = 300;
const fixedSampleLines = 50;
const batchRows = 4096;

/** Opens delimited text, or text in the template's fixed-width layout. */
export async function openText(
  source: ByteSource,
  head: Uint8Array,
  rules: DataRules,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const found = findEncoding(head);
  const text = decodeHead(head, found);
  const isWhole = source.size <= head.length;
  if (isWhole && text.replace(/[\s\0\u001a]+/g, '') === '') return { readable: false, reason: 'empty' };
  if (!/[\r\n]/.test(text) && (await isEndless(source, signal))) return { readable: false, reason: 'endless-line' };
  const lines = sampleOf(text, isWhole);
  const layout = findFixedLayout(lines.slice(0, fixedSampleLines), rules);
  const delimiter = findDelimiter(lines, rules) ?? ',';
  return {
    readable: true,
    format: layout
      ? { kind: 'fixed-width', encoding: found.encoding }
      : { kind: 'delimited', delimiter, encoding: found.encoding },
    async *tables() {
      const splitter = layout ? fixedWidthSplitter(layout) : delimitedSplitter(delimiter);
      yield { ...(layout && { kind: layout.kind }), batches: () => readBatches(source, found, splitter, signal) };
    },
  };
}

/** Skips blank lines, and the last one of a head, which may be incomplete. */
function sampleOf(text: string, isWhole: boolean): string[] {
  const lines = text
    .split('\0')
    .join('')
    .split(/\r\n?|\n/);
  if (!isWhole && lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, sampleLines);
}

/** Tests whether the first line is longer than any real one. */
async function isEndless(source: ByteSource, signal?: AbortSignal): Promise<boolean> {
  if (source.size < maxFirstLineBytes) return false;
  for await (const bytes of source.stream(0, maxFirstLineBytes)) {
    throwIfAborted(signal);
    if (bytes.indexOf(10) !== -1 || bytes.indexOf(13) !== -1) return false;
  }
  return true;
}

/** Splits one block of clean lines after another. A record may continue in the next block. */
interface Splitter {
  /** With a delimiter between cells, lines without quotes can be split later. */
  readonly delimiter?: Delimiter;
  split(text: string, firstLine: number, isLast: boolean, into: SplitRows, problems: ReadProblem[]): SplitResult;
}

function fixedWidthSplitter(layout: FixedLayout): Splitter {
  return {
    split: (text, firstLine, _, into) => ({ nextLine: splitFixedLines(text, layout, firstLine, into), rest: '' }),
  };
}

function delimitedSplitter(delimiter: Delimiter): Splitter {
  // Programs that write pipes quote nothing. A quote there may be the inches of a package.
  if (delimiter === '|')
    return {
      delimiter,
      split: (text, firstLine, _, into) => ({
        nextLine: splitPlainLines(text, delimiter, firstLine, into),
        rest: '',
      }),
    };
  return {
    delimiter,
    split: (text, ...rest) => splitQuotedLines(text.replace(/\r\n/g, '\n'), delimiter, ...rest),
  };
}

/** Reads text in UTF-8 with this delimiter. A byte order mark is part of the first cell. */
export const readDelimitedRows = (source: ByteSource, delimiter: Delimiter): AsyncGenerator<RowBatch> =>
  readBatches(source, { encoding: 'utf-8', bomLength: 0 }, delimitedSplitter(delimiter));

async function* readBatches(
  source: ByteSource,
  found: FoundEncoding,
  { split, delimiter }: Splitter,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch> {
  let line = 1;
  let rest = '';
  let restLines = 0;
  let bytesRead = 0;
  function* process(block: string, isLast: boolean): Generator<RowBatch> {
    const { text, problems } = cleanLines(block, line + restLines);
    if (delimiter !== undefined && rest === '' && text.indexOf('"') === -1) {
      const unsplit = { text: withoutEndMark(text), delimiter, firstLine: line };
      line += countLineFeeds(text, text.length);
      if (!text.endsWith('\n')) line += 1;
      yield createUnsplitBatch(unsplit, bytesRead, problems);
      return;
    }
    const into: SplitRows = { rows: [], lines: [] };
    ({ nextLine: line, rest } = split(rest + text, line, isLast, into, problems));
    restLines = countLineFeeds(rest, rest.length);
    dropEndMark(into);
    yield* inBatches(into, problems, bytesRead);
  }
  for await (const block of textBlocks(source, found, signal)) {
    bytesRead = block.bytesRead;
    yield* process(block.text, false);
  }
  if (rest) yield* process('', true);
  throwIfAborted(signal);
}

/** DOS and mainframes end a file with Ctrl-Z. */
function dropEndMark({ rows, lines }: SplitRows): void {
  const last = rows[rows.length - 1];
  if (last?.length === 1 && last[0] === '\u001a') {
    rows.pop();
    lines.pop();
  }
}

function withoutEndMark(text: string): string {
  const mark = /\u001a(\r?\n)?$/.exec(text.slice(-3))?.[0];
  if (mark === undefined) return text;
  const lines = text.slice(0, -mark.length);
  return lines === '' || lines.endsWith('\n') ? lines : text;
}

function* inBatches(
  { rows, lines }: SplitRows,
  problems: readonly ReadProblem[],
  bytesRead: number,
): Generator<RowBatch> {
  for (let from = 0; from === 0 || from < rows.length; from += batchRows) {
    yield {
      rows: rows.slice(from, from + batchRows),
      lines: lines.slice(from, from + batchRows),
      ...(from === 0 && { problems }),
      bytesRead,
    };
  }
}
