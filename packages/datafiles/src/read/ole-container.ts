import type { ByteSource } from '../byte-source.ts';
import type { UnreadableReason } from '../report.ts';
import { readBytes } from './chunks.ts';
import { viewOf } from './zip.ts';

const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The container of Office before 2007, in which Office puts encrypted workbooks too. */
export function isOleContainer(head: Uint8Array): boolean {
  return magic.every((byte, index) => head[index] === byte);
}

/** Why a container cannot be read, by the names in its directory: an encrypted package, an old workbook, or neither. */
export async function refuseOleContainer(source: ByteSource, head: Uint8Array): Promise<UnreadableReason> {
  if (head.length < 512) return 'damaged';
  const view = viewOf(head);
  const sectorBytes = 1 << Math.min(view.getUint16(30, true), 12);
  const start = (view.getUint32(48, true) + 1) * sectorBytes;
  // Names of 32 characters at the beginning of each 128 bytes. A container of one workbook needs a few of them.
  const directory = await readBytes(source, start, start + 16 * 1024);
  const names = new Set<string>();
  for (let at = 0; at + 128 <= directory.length; at += 128)
    names.add(new TextDecoder('utf-16le').decode(directory.subarray(at, at + 64)).split('\0')[0] ?? '');
  if (names.has('EncryptedPackage')) return 'encrypted';
  return names.has('WordDocument') || names.has('PowerPoint Document') ? 'not-a-table' : 'old-excel';
}
