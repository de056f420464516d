import { type ByteSource, readBytes, throwIfAborted } from '../byte-source.ts';
import { UnreadableFileError } from '../opened-file.ts';
import type { UnreadableReason } from '../report.ts';
import { inflateChunks } from './inflate.ts';

/** The sizes in an archive's directory are only claims until the entry is read. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/** No workbook has more parts. */
const maxEntries = 10_000;
const maxDirectoryBytes = 8 * 1024 * 1024;

/**
 * Reads the directory of a zip archive. The keys are in lower case, because Office ignores case.
 */
export async function readZipDirectory(
  source: ByteSource,
): Promise<{ readonly entries: ReadonlyMap<string, ZipEntry> } | { readonly reason: UnreadableReason }> {
  // The end record, and the longest comment that may follow it.
  const tailStart = Math.max(0, source.size - 22 - 0xffff - zip64LocatorBytes);
  const tail = await readBytes(source, tailStart, source.size);
  const view = viewOf(tail);
  let end = tail.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== signature.end) end--;
  if (end < 0) return { reason: 'damaged' };
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let offset = view.getUint32(end + 16, true);
  const locator = end - zip64LocatorBytes;
  if ((count === 0xffff || size === maxUint32 || offset === maxUint32) && locator >= 0) {
    if (view.getUint32(locator, true) !== signature.zip64Locator) return { reason: 'damaged' };
    const recordAt = uint64(view, locator + 8);
    const record = viewOf(await readBytes(source, recordAt, recordAt + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== signature.zip64End) return { reason: 'damaged' };
    count = uint64(record, 32);
    size = uint64(record, 40);
    offset = uint64(record, 48);
  }
  if (count > maxEntries || size > maxDirectoryBytes) return { reason: 'too-much-inside' };
  const directory = await readBytes(source, offset, offset + size);
  const entries = directory.length === size ? parseDirectory(directory, count) : undefined;
  return entries ? { entries } : { reason: 'damaged' };
}

const maxUint32 = 0xffffffff;
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
    // The extra field has them in this order, and only those that 32 bits do not hold.
    const numbers = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)].map(
      (number) => (number === maxUint32 ? (large.shift() ?? number) : number),
    );
    const [bytes = 0, packedBytes = 0, offset = 0] = numbers;
    entries.set(name.toLowerCase(), {
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

/** Numbers of more than 32 bits are in an extra field. */
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

/** The result is exact up to 2^53. No file is larger. */
function uint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

interface UnpackOptions {
  /** The limit of the output, whatever the archive says. */
  readonly maxBytes: number;
  /** Called with the position in the file. */
  readonly onRead?: (bytesRead: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** An entry that inflates beyond this ratio and size is a zip bomb. */
const maxRatio = 1000;
const minSuspectBytes = 100 * 1024 * 1024;

/** Throws `too-much-inside` beyond the limits, `damaged` if the directory does not match. */
export async function* unpackEntry(
  source: ByteSource,
  entry: ZipEntry,
  { maxBytes, onRead, signal }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  checkSize(entry, entry.bytes, maxBytes);
  const start = await startOf(source, entry);
  const packed = packedPieces(source, start, entry.packedBytes, onRead, signal);
  let bytes = 0;
  for await (const piece of entry.method === 8 ? inflateChunks(packed) : packed) {
    bytes += piece.length;
    checkSize(entry, bytes, maxBytes);
    if (bytes > entry.bytes) throw new UnreadableFileError('damaged');
    yield piece;
  }
  if (bytes !== entry.bytes) throw new UnreadableFileError('damaged');
}

function checkSize({ packedBytes }: ZipEntry, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes || (bytes > minSuspectBytes && bytes > packedBytes * maxRatio))
    throw new UnreadableFileError('too-much-inside');
}

async function startOf(source: ByteSource, { offset, encrypted, method, packedBytes }: ZipEntry): Promise<number> {
  if (encrypted) throw new UnreadableFileError('encrypted');
  const header = await readBytes(source, offset, offset + 30);
  if (header.length < 30 || (method !== 0 && method !== 8)) throw new UnreadableFileError('damaged');
  const view = viewOf(header);
  const start = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (view.getUint32(0, true) !== 0x04034b50 || start + packedBytes > source.size)
    throw new UnreadableFileError('damaged');
  return start;
}

async function* packedPieces(
  source: ByteSource,
  start: number,
  length: number,
  onRead?: (bytesRead: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  if (length === 0) return;
  for await (const piece of source.stream(start, start + length)) {
    throwIfAborted(signal);
    read += piece.length;
    onRead?.(start + read);
    yield piece;
  }
  if (read !== length) throw new UnreadableFileError('damaged');
}

export async function unpackText(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<string> {
  checkSize(entry, entry.bytes, maxBytes);
  const bytes = new Uint8Array(entry.bytes);
  let filled = 0;
  for await (const chunk of unpackEntry(source, entry, { maxBytes })) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}
