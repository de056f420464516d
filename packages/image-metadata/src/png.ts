import { crc32 } from 'node:zlib';
import type { Edit, Plan } from './edits.ts';
import { blank } from './edits.ts';
import { leastExif, readOrientation } from './exif.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks that a picture is made of (PNG, third edition, and its extensions). Others are about it, and decoders pass over them. */
const kept = new Set(
  'PLTE tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT oFFs pCAL sCAL sTER iDOT'.split(
    ' ',
  ),
);
const critical = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Ours, and by its letters ancillary, private and safe to copy: no decoder looks into it. */
const blankType = 'blNk';

/** Metadata of a PNG file: Exif (but for how the picture is turned), texts, times, and what follows the picture. Checksums are made anew. */
export function planPng(bytes: Buffer): Plan {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const edits: Edit[] = [];
  for (let at = signature.length; ;) {
    // Cut off: all that is there of the picture was looked at.
    if (at + 8 > bytes.length) return edits;
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) return undefined;
    const isCritical = /^[A-Z]/.test(type);
    if (isCritical && !critical.has(type)) return undefined;
    const end = at + 12 + length;
    if (!isCritical && !kept.has(type)) edits.push(...blankChunk(bytes, at, length, type));
    at = end;
    if (type === 'IEND') return [...edits, blank(Math.min(end, bytes.length), bytes.length)];
  }
}

function blankChunk(bytes: Buffer, at: number, length: number, type: string): Edit[] {
  const dataEnd = Math.min(bytes.length, at + 8 + length);
  const data = new Uint8Array(dataEnd - at - 8);
  const orientation = type === 'eXIf' ? readOrientation(bytes.subarray(at + 8, dataEnd)) : undefined;
  if (orientation !== undefined) data.set(leastExif(orientation));
  const chunk = Buffer.concat([Buffer.from(orientation === undefined ? blankType : type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(chunk));
  const edit = { at: at + 4, bytes: Buffer.concat([chunk, checksum]) };
  return [{ at: edit.at, bytes: edit.bytes.subarray(0, bytes.length - edit.at) }];
}
