import { crc32 } from 'node:zlib';
import { type Edit, type EditPlan, fillZeros } from './edits.ts';
import { minimalExif, readOrientation } from './tiff-structure.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const criticalChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** These ancillary chunks affect the display (PNG, third edition, and its extensions). */
const keptChunks = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT oFFs pCAL sCAL sTER iDOT'.split(' '),
);
/** The letter case makes emptied chunks ancillary and private, so decoders skip them. */
const blankType = 'blNk';

/**
 * Empties all other chunks, such as Exif (except the orientation), text and times, and zeros all
 * bytes after the image. Recomputes checksums. Undefined for a malformed chunk, or an unknown
 * critical one.
 */
export function planPng(bytes: Buffer): EditPlan {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const edits: Edit[] = [];
  for (let at = signature.length; ;) {
    // The file is cut off, and its chunks so far have been processed.
    if (at + 8 > bytes.length) return edits;
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) return undefined;
    if (/^[A-Z]/.test(type) && !criticalChunks.has(type)) return undefined;
    if (!criticalChunks.has(type) && !keptChunks.has(type)) edits.push(emptyChunk(bytes, at, length, type));
    at += 12 + length;
    if (type === 'IEND') return [...edits, fillZeros({ from: Math.min(at, bytes.length), to: bytes.length })];
  }
}

function emptyChunk(bytes: Buffer, at: number, length: number, type: string): Edit {
  const dataEnd = Math.min(bytes.length, at + 8 + length);
  const data = new Uint8Array(dataEnd - at - 8);
  const orientation = type === 'eXIf' ? readOrientation(bytes.subarray(at + 8, dataEnd)) : undefined;
  if (orientation !== undefined) data.set(minimalExif(orientation));
  const chunk = Buffer.concat([Buffer.from(orientation === undefined ? blankType : type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(chunk));
  return { at: at + 4, bytes: Buffer.concat([chunk, checksum]).subarray(0, bytes.length - at - 4) };
}
