import { type ByteSource, chunkBytes, readChunks } from '../byte-source.ts';
import type { ReadProblem, Encoding } from '../report.ts';

/** The limit is in characters. The rest of a longer line is dropped and reported. */
export const maxLineLength = 64 * 1024;

interface TextBlock {
  readonly text: string;
  readonly bytesRead: number;
}

/** Splits a text file into blocks of whole lines, which end with LF or CRLF, or with the file. */
export async function* textBlocks(
  source: ByteSource,
  { encoding, bomLength }: FoundEncoding,
  signal?: AbortSignal,
): AsyncGenerator<TextBlock> {
  const chunks = readChunks(source, bomLength, signal);
  yield* encoding === 'utf-8' || encoding === 'windows-1252'
    ? blocksOfBytes(chunks, encoding)
    : blocksOfPairs(chunks, encoding);
}

/** Longer lines are too long in any encoding: a UTF-16 unit takes at most 3 bytes. */
const maxLineBytes = maxLineLength * 4;

/** Decoding whole lines at once is several times faster than as a stream. */
async function* blocksOfBytes(
  chunks: ReturnType<typeof readChunks>,
  encoding: 'utf-8' | 'windows-1252',
): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  // Holds the beginning of a line, the CR that may have ended it, and a chunk.
  const buffer = new Uint8Array(maxLineBytes + 1 + chunkBytes);
  let pending = 0;
  let isTooLong = false;
  let bytesRead = 0;
  for await (const { bytes, end } of chunks) {
    bytesRead = end;
    // Only the end of an overlong line matters.
    const from: number = isTooLong ? indexOfLineEnd(bytes) : 0;
    isTooLong = from === bytes.length;
    buffer.set(from === 0 ? bytes : bytes.subarray(from), pending);
    const filled = pending + bytes.length - from;
    const cut = endOfLastLine(buffer.subarray(0, filled));
    if (cut > 0) {
      yield { text: decoder.decode(buffer.subarray(0, cut)), bytesRead };
      buffer.copyWithin(0, cut, filled);
    }
    pending = filled - cut;
    if (pending > maxLineBytes + 1) {
      pending = encoding === 'utf-8' ? endOfWholeCharacter(buffer, maxLineBytes) : maxLineBytes;
      isTooLong = true;
    }
  }
  if (pending > 0) yield { text: decoder.decode(buffer.subarray(0, pending)), bytesRead };
}

/** Returns the length of the bytes if no line ends in them. */
function indexOfLineEnd(bytes: Uint8Array): number {
  const places = [bytes.indexOf(lf), bytes.indexOf(cr)].filter((place) => place !== -1);
  return Math.min(bytes.length, ...places);
}

const lf = 10;
const cr = 13;

/** Lines end with LF, or with CR if there is no LF, as in files of old Macs. */
function endOfLastLine(bytes: Uint8Array): number {
  const afterLf = bytes.lastIndexOf(lf) + 1;
  if (afterLf > 0) return afterLf;
  // A CR at the very end may be half of a CRLF.
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(cr, bytes.length - 2) + 1;
}

async function* blocksOfPairs(
  chunks: ReturnType<typeof readChunks>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let pending = '';
  let bytesRead = 0;
  for await (const { bytes, end } of chunks) {
    bytesRead = end;
    const text = decoder.decode(bytes, { stream: true });
    const afterLf = text.lastIndexOf('\n') + 1;
    const cut = afterLf > 0 ? afterLf : text.length < 2 ? 0 : text.lastIndexOf('\r', text.length - 2) + 1;
    if (cut === 0) {
      pending = appendLine(pending, text);
      continue;
    }
    yield { text: appendLine(pending, text.slice(0, cut)), bytesRead };
    pending = text.slice(cut);
  }
  pending = appendLine(pending, decoder.decode());
  if (pending) yield { text: pending, bytesRead };
}

function appendLine(line: string, more: string): string {
  if (line.length <= maxLineLength * 2) return line + more;
  const end = more.search(/[\r\n]/);
  return end === -1 ? line : line.slice(0, maxLineLength * 2) + more.slice(end);
}

/** Removes NULs, lone CRs and the ends of overlong lines, and reports them by line. */
export function cleanLines(block: string, firstLine: number): { text: string; problems: ReadProblem[] } {
  const problems: ReadProblem[] = [];
  let text = hasLoneReturn(block) ? block.replace(anyReturn, '\n') : block;
  const nul = text.indexOf('\0');
  if (nul !== -1) {
    problems.push({ code: 'nul-bytes', line: firstLine + countLineFeeds(text, nul) });
    text = text.split('\0').join('');
  }
  // The decoder or an earlier program wrote these characters.
  const broken = text.indexOf('\uFFFD');
  if (broken !== -1) problems.push({ code: 'characters-broken', line: firstLine + countLineFeeds(text, broken) });
  if (hasLongLine(text)) text = truncateLongLines(text, firstLine, problems);
  return { text, problems };
}

const anyReturn = /\r\n?/g;
const lineFeed = 10;

/** This takes half the time of a regular expression. */
function hasLoneReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 2))
    if (text.charCodeAt(at + 1) !== lineFeed) return true;
  return false;
}

export function countLineFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Tests only the lines at every 64 KB: a longer one cannot hide between them. */
function hasLongLine(text: string): boolean {
  for (let at = maxLineLength; at < text.length; at += maxLineLength) {
    const end = text.indexOf('\n', at);
    if ((end === -1 ? text.length : end) - text.lastIndexOf('\n', at - 1) - 1 > maxLineLength) return true;
  }
  return false;
}

function truncateLongLines(text: string, firstLine: number, problems: ReadProblem[]): string {
  return text
    .split('\n')
    .map((line, index) => {
      if (line.length <= maxLineLength) return line;
      problems.push({ code: 'line-too-long', line: firstLine + index });
      return line.slice(0, maxLineLength);
    })
    .join('\n');
}

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** The length of the byte order mark. */
  readonly bomLength: number;
}

/** Detects a byte order mark, else the NULs of UTF-16, else valid UTF-8, else Windows-1252. */
export function findEncoding(head: Uint8Array): FoundEncoding {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', bomLength: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', bomLength: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', bomLength: 2 };
  return { encoding: byNuls(head) ?? (isUtf8(head) ? 'utf-8' : 'windows-1252'), bomLength: 0 };
}

/** In UTF-16, Latin letters and digits have a NUL in every other byte. */
function byNuls(head: Uint8Array): Encoding | undefined {
  const pairs = head.length >> 1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  if (pairs < 2) return undefined;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, endOfWholeCharacter(head, head.length)));
    return true;
  } catch {
    return false;
  }
}

/** Finds the last position up to `end` that does not split a UTF-8 character. */
function endOfWholeCharacter(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at >= 0 && at >= end - 4; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return at + length > end ? at : end;
    }
  }
  return end;
}

/** Decodes a file's first bytes, without a character that their end cuts. */
export function decodeHead(head: Uint8Array, { encoding, bomLength }: FoundEncoding): string {
  let end = head.length;
  if (encoding === 'utf-8') end = endOfWholeCharacter(head, end);
  else if (encoding !== 'windows-1252') end -= (end - bomLength) % 2;
  return new TextDecoder(encoding).decode(head.subarray(bomLength, end));
}

/** Tests whether decoded text is really binary: it has many NULs or control characters. */
export function isBinary(text: string): boolean {
  let controls = 0;
  let nuls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20) continue;
    if (code === 0) nuls++;
    // Text has tabs, line feeds and returns, the DOS end mark and escapes.
    else if (!((code >= 0x09 && code <= 0x0d) || code === 0x1a || code === 0x1b)) controls++;
  }
  return controls > (text.length - nuls) * 0.01 || nuls > text.length * 0.3;
}
