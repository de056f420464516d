import type { ByteSource } from '../byte-source.ts';
import { UnreadableFileError } from '../opened-file.ts';
import { readBytes, throwIfAborted } from './chunks.ts';
import { inflateChunks } from './inflate.ts';
import type { ZipEntry } from './zip.ts';
import { viewOf } from './zip.ts';

export interface UnpackOptions {
  /** No more bytes than this come out, whatever the archive says. */
  readonly maxBytes: number;
  /** How far into the file has been read. */
  readonly onRead?: (bytesRead: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What unpacks to more than this many times its size, and to more than `suspectBytes`, holds nothing but repetitions. */
const maxRatio = 1000;
const suspectBytes = 100 * 1024 * 1024;

/**
 * Unpacks an entry piece by piece, counting what really comes out: an archive's own figures are only claims. Ends with
 * `UnreadableFileError`: `too-much-inside` for what no workbook holds, `damaged` for what is not what the archive says.
 */
export async function* unpackEntry(
  source: ByteSource,
  entry: ZipEntry,
  { maxBytes, onRead, signal }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  refuseTooLarge(entry, entry.bytes, maxBytes);
  const start = await startOf(source, entry);
  const packed = packedPieces(source, start, entry.packedBytes, onRead, signal);
  let bytes = 0;
  for await (const piece of entry.method === 8 ? inflateChunks(packed) : packed) {
    bytes += piece.length;
    refuseTooLarge(entry, bytes, maxBytes);
    if (bytes > entry.bytes) throw new UnreadableFileError('damaged');
    yield piece;
  }
  if (bytes !== entry.bytes) throw new UnreadableFileError('damaged');
}

function refuseTooLarge({ packedBytes }: ZipEntry, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes || (bytes > suspectBytes && bytes > packedBytes * maxRatio))
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

/** All of an entry's text, for the small parts of a workbook. */
export async function unpackText(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await unpackBytes(source, entry, maxBytes));
}

export async function unpackBytes(source: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  refuseTooLarge(entry, entry.bytes, maxBytes);
  const bytes = new Uint8Array(entry.bytes);
  let filled = 0;
  for await (const piece of unpackEntry(source, entry, { maxBytes })) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}
