import { type ByteSource, throwIfAborted } from '../byte-source.ts';
import { type OpenedFile, type RowBatch, UnreadableFileError } from '../opened-file.ts';
import type { ReadProblem } from '../report.ts';
import { readSharedStrings } from './shared-strings.ts';
import { type SheetContext, SheetReader } from './sheet-reader.ts';
import { unpackEntry, unpackText } from './zip.ts';
import { type SheetPart, type WorkbookParts, findDateFormats, findWorkbookParts } from './workbook-parts.ts';
import { scanText, textUpToTags } from './xml.ts';

/** Opens an .xlsx workbook. Problems inside a sheet show only when its rows are read. */
export async function openWorkbook(source: ByteSource, signal?: AbortSignal): Promise<OpenedFile> {
  const parts = await findWorkbookParts(source).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return { reason: error.reason };
    throw error;
  });
  if ('reason' in parts) return { readable: false, reason: parts.reason };
  return {
    readable: true,
    format: { kind: 'workbook' },
    async *tables() {
      const context = await readSheetContext(source, parts, signal);
      let bytesLeft = maxSheetBytes;
      for (const sheet of parts.sheets) {
        const maxBytes = bytesLeft;
        // A sheet never inflates to more than it declares.
        bytesLeft -= Math.min(bytesLeft, sheet.entry.bytes);
        yield {
          sheet: sheet.name,
          ...(sheet.hidden ? { hidden: true } : {}),
          ...(parts.from1904 ? { from1904: true } : {}),
          batches: () => readSheetRows(source, context, sheet, maxBytes, signal),
        };
      }
    },
  };
}

/** The limit is for all sheets together. */
const maxSheetBytes = 4 * 1024 ** 3;
const maxSharedStringsBytes = 256 * 1024 * 1024;
const maxStylesBytes = 32 * 1024 * 1024;
/** Batches are small, so that few rows survive a garbage collection. */
const batchRows = 256;
const batchCells = 8 * 1024;

async function readSheetContext(
  source: ByteSource,
  { sharedStrings, styles, from1904 }: WorkbookParts,
  signal?: AbortSignal,
): Promise<SheetContext> {
  return {
    sharedStrings:
      sharedStrings &&
      (await readSharedStrings(unpackEntry(source, sharedStrings, { maxBytes: maxSharedStringsBytes, signal }))),
    isDate: styles ? findDateFormats(await unpackText(source, styles, maxStylesBytes)) : [],
    from1904,
  };
}

/**
 * Yields the rows of a sheet. A date's UTC parts are what the sheet shows in any time zone; a
 * formula has its stored result. Skips rows without values. Reports formulas once, with the first
 * row, and merged cells at the end, with the first and the last row, because they do no harm above
 * the headers.
 */
async function* readSheetRows(
  source: ByteSource,
  context: SheetContext,
  { entry }: SheetPart,
  maxBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch> {
  const reader = new SheetReader(context);
  let bytesRead = 0;
  let isFormulaReported = false;
  const takeBatch = (isLast: boolean): RowBatch => {
    const problems: ReadProblem[] = [];
    if (reader.formulaLine !== undefined && !isFormulaReported) {
      isFormulaReported = true;
      problems.push({ code: 'formula-cells', line: reader.formulaLine });
    }
    const { mergedLine: line, lastMergedLine: lastLine } = reader;
    if (line !== undefined && isLast)
      problems.push({ code: 'merged-cells', line, ...(lastLine > line ? { lastLine } : {}) });
    const { rows, lines, hiddenLines } = reader;
    reader.rows = [];
    reader.lines = [];
    reader.hiddenLines = new Set();
    reader.cellCount = 0;
    return { rows, lines, hiddenLines, bytesRead, problems };
  };
  const onRead = (bytes: number) => (bytesRead = bytes);
  for await (const text of textUpToTags(unpackEntry(source, entry, { maxBytes, onRead, signal }))) {
    scanText(text, reader);
    if (reader.rows.length >= batchRows || reader.cellCount >= batchCells) yield takeBatch(false);
    throwIfAborted(signal);
  }
  yield takeBatch(true);
}
