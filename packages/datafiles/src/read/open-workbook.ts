import type { ByteSource } from '../byte-source.ts';
import type { OpenedFile } from '../opened-file.ts';
import { UnreadableFileError } from '../opened-file.ts';
import { maxSheetBytes, readSheetContext, readSheetRows } from './sheet-rows.ts';
import { findWorkbookParts } from './workbook-parts.ts';

/** Opens a workbook of Excel 2007 and later. What is wrong inside a sheet shows when its rows are read. */
export async function openWorkbook(source: ByteSource, signal?: AbortSignal): Promise<OpenedFile> {
  const parts = await findWorkbookParts(source).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return { refusal: error.reason };
    throw error;
  });
  if ('refusal' in parts) return { readable: false, reason: parts.refusal };
  return {
    readable: true,
    format: { kind: 'workbook' },
    async *tables() {
      const context = await readSheetContext(source, parts, signal);
      let bytesLeft = maxSheetBytes;
      for (const sheet of parts.sheets) {
        const maxBytes = bytesLeft;
        // What a sheet unpacks to is never more than it declares.
        bytesLeft -= Math.min(bytesLeft, sheet.entry.bytes);
        yield {
          sheet: sheet.name,
          ...(sheet.hidden ? { hidden: true } : {}),
          batches: () => readSheetRows(source, context, sheet, maxBytes, signal),
        };
      }
    },
  };
}
