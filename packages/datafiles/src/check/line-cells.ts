import type { UnsplitLines } from '../opened-file.ts';
import { isMark, isPrintable, space } from './cell-text.ts';

const lineFeed = 10;
const carriageReturn = 13;
/** A chunk of a file has fewer characters. */
const initialCharacters = 300_000;
/** The reader truncates longer lines. */
const maxCells = 64 * 1024 + 1;

/** Splits lines into cells without creating strings, because most cells repeat a known value. */
export class LineCells {
  codes: Uint8Array | Uint16Array = new Uint8Array(0);
  /** Lines count from 1. */
  line = 0;
  count = 0;
  /** The positions of cells. One more entry is one past the end of the last cell. */
  readonly starts = new Int32Array(maxCells + 1);
  /** The fingerprint of each cell's raw text. */
  readonly hashes1 = new Int32Array(maxCells);
  readonly hashes2 = new Int32Array(maxCells);
  /** ASCII is in bytes, which are faster, and everything else in 16-bit units. */
  private narrow = new Uint8Array(0);
  private wide = new Uint16Array(0);
  private text = '';
  private delimiter = 0;
  private at = 0;
  private nextLine = 1;

  load({ text, delimiter, firstLine }: UnsplitLines): void {
    const { length } = text;
    this.codes = this.encode(text);
    // Terminates a last line without a line end.
    this.codes[length] = lineFeed;
    this.text = text;
    this.delimiter = delimiter.charCodeAt(0);
    this.at = 0;
    this.nextLine = firstLine;
  }

  /** Moves to the next line that is not blank. Returns false at the end. */
  next(): boolean {
    const { codes, delimiter } = this;
    // These constants repeat those of `fingerprintText`, because importing them slows this loop by
    // a third.
    const start1 = 0x3c6ef372;
    const start2 = 0x2545f491;
    const factor1 = 0x9e3779b1 | 0;
    const factor2 = 0x5f356495;
    const { length } = this.text;
    const { starts, hashes1, hashes2 } = this;
    let { at } = this;
    while (at < length) {
      const lineStart = at;
      let count = 0;
      let hash1 = start1;
      let hash2 = start2;
      let code = 0;
      starts[0] = at;
      for (;;) {
        code = codes[at] ?? lineFeed;
        at += 1;
        if (code === delimiter) {
          hashes1[count] = hash1;
          hashes2[count] = hash2;
          hash1 = start1;
          hash2 = start2;
          count += 1;
          starts[count] = at;
        } else if (code === lineFeed || code === carriageReturn) break;
        else {
          hash1 = Math.imul(hash1 ^ code, factor1);
          hash2 = Math.imul(hash2 ^ code, factor2);
        }
      }
      hashes1[count] = hash1;
      hashes2[count] = hash2;
      starts[count + 1] = at;
      const isBlank = at === lineStart + 1;
      // The reader leaves CR only before LF.
      if (code === carriageReturn) at += 1;
      this.line = this.nextLine;
      this.nextLine += 1;
      if (isBlank) continue;
      this.count = count + 1;
      this.at = at;
      return true;
    }
    this.at = at;
    return false;
  }

  textOf(cell: number): string {
    return this.text.slice(this.starts[cell], (this.starts[cell + 1] ?? 1) - 1);
  }
  toRow(): readonly string[] {
    const texts: string[] = [];
    for (let cell = 0; cell < this.count; cell += 1) texts.push(this.textOf(cell));
    return texts;
  }
  /** True if a cell's text may differ from its raw characters. */
  needsNormalizing(cell: number): boolean {
    const { codes } = this;
    const start = this.starts[cell] ?? 0;
    const end = (this.starts[cell + 1] ?? 1) - 1;
    if (end > start && (isMark(codes[start] ?? 0) || codes[end - 1] === space)) return true;
    for (let at = start; at < end; at += 1) if (!isPrintable(codes[at] ?? 0)) return true;
    return false;
  }

  private encode(text: string): Uint8Array | Uint16Array {
    const { length } = text;
    if (encoder) {
      if (this.narrow.length <= length) this.narrow = new Uint8Array(Math.max(length + 1, initialCharacters));
      const { read, written } = encoder.encodeInto(text, this.narrow);
      // Characters beyond ASCII take more than one byte each.
      if (read === length && written === length) return this.narrow;
    }
    if (this.wide.length <= length) this.wide = new Uint16Array(Math.max(length + 1, initialCharacters));
    const { wide } = this;
    for (let at = 0; at < length; at += 1) wide[at] = text.charCodeAt(at);
    return wide;
  }
}

/** Safari 13 has no `encodeInto`. */
const encoder =
  typeof TextEncoder !== 'undefined' && 'encodeInto' in TextEncoder.prototype ? new TextEncoder() : undefined;
