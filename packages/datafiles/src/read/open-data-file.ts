import type { ByteSource } from '../byte-source.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { DataRules } from '../rules.ts';
import { readBytes, throwIfAborted } from './chunks.ts';
import { isOleContainer, refuseOleContainer } from './ole-container.ts';
import { openText } from './open-text.ts';
import { openWorkbook } from './open-workbook.ts';

/**
 * Opens a data file: a workbook, delimited text or the template's fixed-width layout, told apart by what is in it, never by its name.
 * Reading it then takes memory that does not grow with the file. Rejects when the source cannot be read, and with the signal's reason;
 * whatever stands in the file is told as a value, or by `UnreadableFileError` where it shows only in the middle.
 */
export async function openDataFile(source: ByteSource, rules: DataRules, signal?: AbortSignal): Promise<OpenedFile> {
  throwIfAborted(signal);
  const head = await readBytes(source, 0, headBytes);
  if (head.length === 0) return { readable: false, reason: 'empty' };
  if (isOleContainer(head)) return { readable: false, reason: await refuseOleContainer(source, head) };
  if (isZip(head)) return openWorkbook(source, signal);
  if (isKnownBinary(head)) return { readable: false, reason: 'not-a-table' };
  return openText(source, head, rules, signal);
}

/** What is looked at to see what a file is. */
const headBytes = 256 * 1024;

/** Files that begin like text or may, and are none. */
const signatures: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x25, 0x21, 0x50, 0x53], // PostScript
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // RTF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x49, 0x49, 0x2a, 0x00], // TIFF
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x1f, 0x8b], // gzip
  [0x52, 0x61, 0x72, 0x21], // RAR
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0xff, 0xfe, 0x00, 0x00], // UTF-32
];

function isKnownBinary(head: Uint8Array): boolean {
  return signatures.some((signature) => signature.every((byte, index) => head[index] === byte));
}

/** PK, and the number of an entry or of an empty archive's end. */
function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}
