import { type ByteSource, readBytes } from '../byte-source.ts';
import type { UnreadableReason } from '../report.ts';
import { viewOf } from './zip.ts';

/** Finds why an OLE container cannot be read, by the names in its directory. */
export async function findOleReason(source: ByteSource): Promise<UnreadableReason> {
  const head = await readBytes(source, 0, 512);
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
