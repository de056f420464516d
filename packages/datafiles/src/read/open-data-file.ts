import { type ByteSource, readBytes, throwIfAborted } from '../byte-source.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { DataRules } from '../rules.ts';
import { detectFormat } from './detect-format.ts';
import { openText } from './open-text.ts';
import { findOleReason } from './ole-container.ts';
import { openWorkbook } from './open-workbook.ts';
import { decodeHead, findEncoding } from './text-blocks.ts';

/**
 * Opens a workbook, delimited text or a fixed-width file, detected by content and never by name.
 * Reading takes bounded memory. Rejects if the source cannot be read, and with the signal's reason.
 * Problems in the file are returned, or thrown as `UnreadableFileError` if found while reading.
 */
export async function openDataFile(source: ByteSource, rules: DataRules, signal?: AbortSignal): Promise<OpenedFile> {
  throwIfAborted(signal);
  const head = await readBytes(source, 0, headBytes);
  if (head.length === 0) return { readable: false, reason: 'empty' };
  switch (detectFormat(head)) {
    case 'ole':
      return { readable: false, reason: await findOleReason(source) };
    case 'zip':
      return openWorkbook(source, signal);
    case 'text':
      return openText(source, head, rules, signal);
    default:
      return { readable: false, reason: isWorkbookOf2003(head) ? 'old-excel' : 'not-a-table' };
  }
}

/** The format is detected from this many bytes. */
const headBytes = 256 * 1024;

const isWorkbookOf2003 = (head: Uint8Array): boolean =>
  decodeHead(head, findEncoding(head)).indexOf('progid="Excel.Sheet"') !== -1;
