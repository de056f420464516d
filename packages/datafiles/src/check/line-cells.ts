import type { UncutLines } from '../opened-file.ts';

const lineFeed = 10;
const carriageReturn = 13;
/** Room from the beginning for the characters of a piece of the file. */
const usualCharacters = 300_000;
/** No line has more: reading cuts lines that are longer than that. */
const mostCells = 64 * 1024 + 1;

/**
 * The cells of one line after the other: where they stand, and their prints. Most cells say what was said before, and so never become texts
 * of their own that somebody has to collect. One for all batches of a table.
 */
export class LineCells {
  /** Of all lines. */
  codes: Uint8Array | Uint16Array = new Uint8Array(0);
  /** The line that `next` found, from 1. */
  line = 0;
  /** How many cells it has. */
  count = 0;
  /** Where each cell begins, and behind the last one where another one would begin. */
  readonly starts = new Int32Array(mostCells + 1);
  /** The print of each cell as it stands. */
  readonly lanes1 = new Int32Array(mostCells);
  readonly lanes2 = new Int32Array(mostCells);
  /** For ASCII, which takes less time, and for all else. */
  private narrow = new Uint8Array(0);
  private wide = new Uint16Array(0);
  private text = '';
  private delimiter = 0;
  private at = 0;
  private nextLine = 1;

  /** Takes other lines. */
  take({ text, delimiter, firstLine }: UncutLines): void {
    const { length } = text;
    this.codes = this.encode(text);
    // Ends a last line that nothing ends.
    this.codes[length] = lineFeed;
    this.text = text;
    this.delimiter = delimiter.charCodeAt(0);
    this.at = 0;
    this.nextLine = firstLine;
  }

  /** Finds the next line that is not blank; false when there is none. */
  next(): boolean {
    const { codes, delimiter } = this;
    // As `printText` has them. Numbers that the compiler sees take a third less time than what is imported.
    const start1 = 0x3c6ef372;
    const start2 = 0x2545f491;
    const factor1 = 0x9e3779b1 | 0;
    const factor2 = 0x5f356495;
    const { length } = this.text;
    const { starts, lanes1, lanes2 } = this;
    let { at } = this;
    while (at < length) {
      const lineStart = at;
      let count = 0;
      let lane1 = start1;
      let lane2 = start2;
      let code = 0;
      starts[0] = at;
      for (;;) {
        code = codes[at] ?? lineFeed;
        at += 1;
        if (code === delimiter) {
          lanes1[count] = lane1;
          lanes2[count] = lane2;
          lane1 = start1;
          lane2 = start2;
          count += 1;
          starts[count] = at;
        } else if (code === lineFeed || code === carriageReturn) break;
        else {
          lane1 = Math.imul(lane1 ^ code, factor1);
          lane2 = Math.imul(lane2 ^ code, factor2);
        }
      }
      lanes1[count] = lane1;
      lanes2[count] = lane2;
      starts[count + 1] = at;
      const isBlank = at === lineStart + 1;
      // Reading left no CR but those before an LF.
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
  /** The line as texts. */
  cut(): readonly string[] {
    const texts: string[] = [];
    for (let cell = 0; cell < this.count; cell += 1) texts.push(this.textOf(cell));
    return texts;
  }
  /**
   * Whether a cell's text may differ from its characters: blanks around it, invisible ones in it.
   */
  mayLookOtherwise(cell: number): boolean {
    const { codes } = this;
    const start = this.starts[cell] ?? 0;
    const end = (this.starts[cell + 1] ?? 1) - 1;
    if (end > start && !(isVisible(codes[start]) && isVisible(codes[end - 1]))) return true;
    if (codes === this.narrow) return false;
    for (let at = start; at < end; at += 1) if ((codes[at] ?? 0) > 126) return true;
    return false;
  }

  private encode(text: string): Uint8Array | Uint16Array {
    const { length } = text;
    if (encoder) {
      if (this.narrow.length <= length) this.narrow = new Uint8Array(Math.max(length + 1, usualCharacters));
      const { read, written } = encoder.encodeInto(text, this.narrow);
      // Characters beyond ASCII take more than one byte each.
      if (read === length && written === length) return this.narrow;
    }
    if (this.wide.length <= length) this.wide = new Uint16Array(Math.max(length + 1, usualCharacters));
    const { wide } = this;
    for (let at = 0; at < length; at += 1) wide[at] = text.charCodeAt(at);
    return wide;
  }
}

/** Beyond ASCII there are other spaces. */
function isVisible(code = 0): boolean {
  return code > 32 && code < 127;
}

/** Safari 13 cannot encode into memory that is there. */
const encoder =
  typeof TextEncoder !== 'undefined' && 'encodeInto' in TextEncoder.prototype ? new TextEncoder() : undefined;
