import type { ByteSource } from '../byte-source.ts';
import type { ReadProblem } from '../report.ts';
import type { RowBatch } from '../opened-file.ts';
import { throwIfAborted } from './chunks.ts';
import { findDateFormats } from './date-formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { SheetContext } from './sheet-reader.ts';
import { SheetReader } from './sheet-reader.ts';
import { unpackEntry, unpackText } from './unpack-entry.ts';
import type { SheetPart, WorkbookParts } from './workbook-parts.ts';
import { scanText, textUpToTags } from './xml.ts';

/** Of all sheets together. */
export const maxSheetBytes = 4 * 1024 ** 3;
const maxSharedStringsBytes = 256 * 1024 * 1024;
const maxStylesBytes = 32 * 1024 * 1024;
/** Few, as with the pieces of text files: what waits in a batch is what garbage collection finds alive. */
const batchRows = 256;
const batchCells = 8 * 1024;

/** What the cells of all sheets of a workbook refer to. */
export async function readSheetContext(
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
 * The rows of a sheet. A date is a Date whose UTC parts are what the sheet shows, in any time zone; a formula is the value kept with it; rows
 * without a value are left out. Formulas and merged cells are told once for the sheet, with the first row of each; of merged cells
 * with the last one, too: above the headers they do no harm.
 */
export async function* readSheetRows(
  source: ByteSource,
  context: SheetContext,
  { entry }: SheetPart,
  maxBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch> {
  const reader = new SheetReader(context);
  let bytesRead = 0;
  let isFormulaTold = false;
  const takeBatch = (isLast: boolean): RowBatch => {
    const problems: ReadProblem[] = [];
    if (reader.formulaLine !== undefined && !isFormulaTold) {
      isFormulaTold = true;
      problems.push({ code: 'formula-cells', line: reader.formulaLine });
    }
    const { mergedLine: line, lastMergedLine: lastLine } = reader;
    if (line !== undefined && isLast)
      problems.push({ code: 'merged-cells', line, ...(lastLine > line ? { lastLine } : {}) });
    const { rows, lines } = reader;
    reader.rows = [];
    reader.lines = [];
    reader.cellCount = 0;
    return { rows, lines, bytesRead, ...(problems.length > 0 ? { problems } : {}) };
  };
  const onRead = (bytes: number) => (bytesRead = bytes);
  for await (const text of textUpToTags(unpackEntry(source, entry, { maxBytes, onRead, signal }))) {
    scanText(text, reader);
    if (reader.rows.length >= batchRows || reader.cellCount >= batchCells) yield takeBatch(false);
    throwIfAborted(signal);
  }
  yield takeBatch(true);
}
