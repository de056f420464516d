import { type ByteSource, readBytes } from '../byte-source.ts';

/** The list of objects, a trailer and the encryption dictionary each take fewer bytes. */
export const regionBytes = 64 * 1024;
/** Readers look for the end mark in these last bytes (ISO 32000-1, appendix H.3). */
const markBytes = 1024;

/**
 * Tests whether a PDF certainly lacks its end or its content, as after a download that stopped: its
 * last 64 kB do not say where its objects are, or it has none. A PDF that was saved for fast
 * display on the web also lacks its end if it is shorter than it says and has no end mark.
 */
export async function isCutOff(source: ByteSource): Promise<boolean> {
  const end = await readEnd(source);
  if (!/startxref|%%EOF/.test(end)) return true;
  if (source.size <= regionBytes && !end.includes('endobj')) return true;
  const start = await readLatin(source, 0, markBytes * 2);
  const length = Number(/\/Linearized\b[^>]*\/L\s+(\d+)/.exec(start)?.[1] ?? 0);
  return length > source.size && !end.slice(-markBytes).includes('%%EOF');
}

/** Turns each byte into one character. */
export const readLatin = async (source: ByteSource, from: number, to: number): Promise<string> =>
  toLatin(await readBytes(source, Math.min(from, source.size), to));

/** Reads the end of a file without the NULs that some programs append. */
export async function readEnd(source: ByteSource): Promise<string> {
  for (let to = source.size; to > 0; to -= regionBytes) {
    const bytes = await readBytes(source, Math.max(0, to - regionBytes), to);
    let filled = bytes.length;
    while (filled > 0 && bytes[filled - 1] === 0) filled -= 1;
    const end = to - bytes.length + filled;
    if (filled > 0) return readLatin(source, Math.max(0, end - regionBytes), end);
  }
  return '';
}

export function toLatin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
