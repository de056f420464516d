import type { ByteSource } from '../byte-source.ts';
import type { FoundEncoding } from './encoding.ts';
import { endOfWholeCharacter } from './encoding.ts';
import { readChunks, chunkBytes } from './chunks.ts';

/** No row is longer: what goes on is left out, and said. In characters. */
export const maxLineLength = 64 * 1024;

/** Whole lines, each ended by LF or CRLF; only the last line of a file may end without. */
export interface TextBlock {
  readonly text: string;
  readonly bytesRead: number;
}

/** Cuts a text file into blocks of whole lines. What a line has beyond any row's length is not kept. */
export async function* textBlocks(
  source: ByteSource,
  { encoding, bomLength }: FoundEncoding,
  signal?: AbortSignal,
): AsyncGenerator<TextBlock> {
  const pieces = readChunks(source, bomLength, signal);
  yield* encoding === 'utf-8' || encoding === 'windows-1252'
    ? blocksOfBytes(pieces, encoding)
    : blocksOfPairs(pieces, encoding);
}

/** A line of this many bytes is too long whatever its characters are: none takes more than 3 bytes for each unit of its length. */
const keptLineBytes = maxLineLength * 4;

/**
 * Cut before decoding: whole lines are decoded at once, which is several times faster than as a stream. One buffer serves all pieces: a new
 * one for each would be memory that nobody collects in time.
 */
async function* blocksOfBytes(
  pieces: AsyncIterable<{ bytes: Uint8Array; end: number }>,
  encoding: 'utf-8' | 'windows-1252',
): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  // The beginning of a line, the CR that may have ended it, and a piece.
  const buffer = new Uint8Array(keptLineBytes + 1 + chunkBytes);
  let begun = 0;
  let isTooLong = false;
  let bytesRead = 0;
  for await (const { bytes, end } of pieces) {
    bytesRead = end;
    // Of a line that is too long already, its end alone is of interest.
    const from: number = isTooLong ? placeOfLineEnd(bytes) : 0;
    isTooLong = from === bytes.length;
    buffer.set(from === 0 ? bytes : bytes.subarray(from), begun);
    const filled = begun + bytes.length - from;
    const cut = endOfLastLine(buffer.subarray(0, filled));
    if (cut > 0) {
      yield { text: decoder.decode(buffer.subarray(0, cut)), bytesRead };
      buffer.copyWithin(0, cut, filled);
    }
    begun = filled - cut;
    if (begun > keptLineBytes + 1) {
      begun = encoding === 'utf-8' ? endOfWholeCharacter(buffer, keptLineBytes) : keptLineBytes;
      isTooLong = true;
    }
  }
  if (begun > 0) yield { text: decoder.decode(buffer.subarray(0, begun)), bytesRead };
}

/** Where the first line ends that ends in these bytes; their length when none does. */
function placeOfLineEnd(bytes: Uint8Array): number {
  const places = [bytes.indexOf(lf), bytes.indexOf(cr)].filter((place) => place !== -1);
  return Math.min(bytes.length, ...places);
}

const lf = 10;
const cr = 13;

/** Where the last line that ends in these bytes ends: after its LF; after a CR only where no LF is, as in files of old Macs. */
function endOfLastLine(bytes: Uint8Array): number {
  const afterLf = bytes.lastIndexOf(lf) + 1;
  if (afterLf > 0) return afterLf;
  // A CR at the very end may be half of a CRLF.
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(cr, bytes.length - 2) + 1;
}

async function* blocksOfPairs(
  pieces: AsyncIterable<{ bytes: Uint8Array; end: number }>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let begun = '';
  let bytesRead = 0;
  for await (const { bytes, end } of pieces) {
    bytesRead = end;
    const text = decoder.decode(bytes, { stream: true });
    const afterLf = text.lastIndexOf('\n') + 1;
    const cut = afterLf > 0 ? afterLf : text.length < 2 ? 0 : text.lastIndexOf('\r', text.length - 2) + 1;
    if (cut === 0) {
      begun = keepOfText(begun, text);
      continue;
    }
    yield { text: keepOfText(begun, text.slice(0, cut)), bytesRead };
    begun = text.slice(cut);
  }
  begun = keepOfText(begun, decoder.decode());
  if (begun) yield { text: begun, bytesRead };
}

function keepOfText(line: string, more: string): string {
  if (line.length <= maxLineLength * 2) return line + more;
  const end = more.search(/[\r\n]/);
  return end === -1 ? line : line.slice(0, maxLineLength * 2) + more.slice(end);
}
