import { type ByteSource, readBytes, throwIfAborted } from '../byte-source.ts';
import type { OpenedFile } from '../opened-file.ts';
import type { UnreadableReason } from '../report.ts';
import type { DataRules } from '../rules.ts';
import { openText } from './open-text.ts';
import { openWorkbook } from './open-workbook.ts';
import { viewOf } from './zip.ts';

/**
 * Opens a workbook, delimited text or a fixed-width file, detected by content and never by name.
 * Reading takes bounded memory. Rejects if the source cannot be read, and with the signal's reason.
 * Problems in the file are returned, or thrown as `UnreadableFileError` if found while reading.
 */
export async function openDataFile(source: ByteSource, rules: DataRules, signal?: AbortSignal): Promise<OpenedFile> {
  throwIfAborted(signal);
  const head = await readBytes(source, 0, headBytes);
  if (head.length === 0) return { readable: false, reason: 'empty' };
  if (isOleContainer(head)) return { readable: false, reason: await findOleReason(source, head) };
  if (isZip(head)) return openWorkbook(source, signal);
  if (isKnownBinary(head)) return { readable: false, reason: 'not-a-table' };
  return openText(source, head, rules, signal);
}

/** Enough to detect the format. */
const headBytes = 256 * 1024;

/** Binary formats that may begin like text. */
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

/** An archive's first entry, or the end of an empty archive. */
function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}

const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Office files before 2007, and also encrypted workbooks. */
function isOleContainer(head: Uint8Array): boolean {
  return magic.every((byte, index) => head[index] === byte);
}

/** Decides by the names in the container's directory. */
async function findOleReason(source: ByteSource, head: Uint8Array): Promise<UnreadableReason> {
  if (head.length < 512) return 'damaged';
  const view = viewOf(head);
  const sectorBytes = 1 << Math.min(view.getUint16(30, true), 12);
  const start = (view.getUint32(48, true) + 1) * sectorBytes;
  // An entry has 128 bytes and begins with a name of 32 characters. A workbook has only a few.
  const directory = await readBytes(source, start, start + 16 * 1024);
  const names = new Set<string>();
  for (let at = 0; at + 128 <= directory.length; at += 128)
    names.add(new TextDecoder('utf-16le').decode(directory.subarray(at, at + 64)).split('\0')[0] ?? '');
  if (names.has('EncryptedPackage')) return 'encrypted';
  return names.has('WordDocument') || names.has('PowerPoint Document') ? 'not-a-table' : 'old-excel';
}
