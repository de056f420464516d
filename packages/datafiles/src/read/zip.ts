import type { ByteSource } from '../byte-source.ts';
import type { UnreadableReason } from '../report.ts';
import { readBytes } from './chunks.ts';

/** A file inside a zip archive, as the archive's directory tells of it: nothing of this is true until it is read. */
export interface ZipEntry {
  readonly name: string;
  /** 0: as it is; 8: deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its own header begins. */
  readonly offset: number;
}

/** No workbook has more parts. */
const maxEntries = 10_000;
const maxDirectoryBytes = 8 * 1024 * 1024;

/** The entries of a zip archive by name, without reading what is in them. */
export async function readZipDirectory(
  source: ByteSource,
): Promise<{ readonly entries: ReadonlyMap<string, ZipEntry> } | { readonly refusal: UnreadableReason }> {
  // The end record, and the longest comment that may follow it.
  const tailStart = Math.max(0, source.size - 22 - 0xffff - zip64LocatorBytes);
  const tail = await readBytes(source, tailStart, source.size);
  const view = viewOf(tail);
  let end = tail.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== signature.end) end--;
  if (end < 0) return { refusal: 'damaged' };
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let offset = view.getUint32(end + 16, true);
  const locator = end - zip64LocatorBytes;
  if ((count === 0xffff || size === all32 || offset === all32) && locator >= 0) {
    if (view.getUint32(locator, true) !== signature.zip64Locator) return { refusal: 'damaged' };
    const recordAt = uint64(view, locator + 8);
    const record = viewOf(await readBytes(source, recordAt, recordAt + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== signature.zip64End) return { refusal: 'damaged' };
    count = uint64(record, 32);
    size = uint64(record, 40);
    offset = uint64(record, 48);
  }
  if (count > maxEntries || size > maxDirectoryBytes) return { refusal: 'too-much-inside' };
  const directory = await readBytes(source, offset, offset + size);
  const entries = directory.length === size ? parseDirectory(directory, count) : undefined;
  return entries ? { entries } : { refusal: 'damaged' };
}

const all32 = 0xffffffff;
const zip64LocatorBytes = 20;
const signature = {
  entry: 0x02014b50,
  end: 0x06054b50,
  zip64Locator: 0x07064b50,
  zip64End: 0x06064b50,
} as const;

function parseDirectory(directory: Uint8Array, count: number): Map<string, ZipEntry> | undefined {
  const view = viewOf(directory);
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  for (let at = 0, index = 0; index < count; index++) {
    if (at + 46 > directory.length || view.getUint32(at, true) !== signature.entry) return undefined;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > directory.length) return undefined;
    const name = decoder
      .decode(directory.subarray(at + 46, nameEnd))
      .split('\\')
      .join('/');
    const large = largeNumbers(view, nameEnd, extraEnd);
    // In this order, and only those that 32 bits do not hold.
    const numbers = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)].map(
      (number) => (number === all32 ? (large.shift() ?? number) : number),
    );
    const [bytes = 0, packedBytes = 0, offset = 0] = numbers;
    entries.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      packedBytes,
      bytes,
      offset,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Numbers of more than 32 bits stand in an extra field of their own. */
function largeNumbers(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const end = Math.min(to, at + 4 + length);
      const numbers: number[] = [];
      for (let place = at + 4; place + 8 <= end && numbers.length < 3; place += 8) numbers.push(uint64(view, place));
      return numbers;
    }
    at += 4 + length;
  }
  return [];
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Exact up to 2^53; no file is larger. */
function uint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}
