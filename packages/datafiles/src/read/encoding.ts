import type { Encoding } from '../report.ts';

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

/** The last position up to `end` that does not split a UTF-8 character. */
export function endOfWholeCharacter(bytes: Uint8Array, end: number): number {
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

/** Whether decoded text is really binary: mostly NULs, or with control characters. */
export function isBinary(text: string): boolean {
  let controls = 0;
  let nuls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x20) continue;
    if (code === 0) nuls++;
    // Tab, line feeds and returns, the DOS end mark, escapes.
    else if (!((code >= 0x09 && code <= 0x0d) || code === 0x1a || code === 0x1b)) controls++;
  }
  return controls > (text.length - nuls) * 0.01 || nuls > text.length * 0.3;
}
