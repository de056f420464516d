import { UnreadableFileError } from '../rows.ts';
import type { CodeTable } from './huffman-codes.ts';
import {
  codeLengthOrder,
  distanceBase,
  distanceExtra,
  fixedDistances,
  fixedLiterals,
  lengthBase,
  lengthExtra,
  makeCodeTable,
} from './huffman-codes.ts';

const windowBytes = 32 * 1024;
const outBytes = 4 * windowBytes;
/** The longest match, and what one symbol may put out. */
const maxMatch = 258;
/** A symbol with all that follows it takes 48 bits at most; the tables of a block take less than this. */
const symbolBytes = 7;
const tablesBytes = 1024;

/**
 * Unpacks DEFLATE (RFC 1951) piece by piece, for browsers of before 2023 that have no `DecompressionStream` for it. Memory is bounded by the
 * window; what is no DEFLATE ends with `UnreadableFileError`.
 */
export class InflateByHand {
  finished = false;
  private input: Uint8Array = new Uint8Array(0);
  private at = 0;
  private bits = 0;
  private bitCount = 0;
  /** The window of what came out last, and after it what is to be given. */
  private readonly out = new Uint8Array(windowBytes + outBytes);
  private end = 0;
  private given = 0;
  private block: 'header' | 'stored' | 'codes' = 'header';
  private isLastBlock = false;
  private storedLeft = 0;
  private literals: CodeTable = fixedLiterals;
  private distances: CodeTable = fixedDistances;

  /** What the next packed bytes unpack to. `isLast`: no more bytes follow. */
  *push(piece: Uint8Array, isLast: boolean): Generator<Uint8Array> {
    const left = this.input.subarray(this.at);
    const input = new Uint8Array(left.length + piece.length);
    input.set(left);
    input.set(piece, left.length);
    this.input = input;
    this.at = 0;
    while (!this.finished && this.step(isLast)) {
      if (this.end > windowBytes + outBytes - maxMatch - 1) yield this.give();
    }
    if (this.end > this.given) yield this.give();
    if (isLast && !this.finished) throw new UnreadableFileError('damaged');
  }

  /** Works on until the output is full or the input too short; false for the latter. */
  private step(isLast: boolean): boolean {
    if (this.block === 'header') return this.readHeader(isLast);
    return this.block === 'stored' ? this.copyStored() : this.readSymbols(isLast);
  }

  private give(): Uint8Array {
    const piece = this.out.slice(this.given, this.end);
    if (this.end > windowBytes) {
      this.out.copyWithin(0, this.end - windowBytes, this.end);
      this.end = windowBytes;
    }
    this.given = this.end;
    return piece;
  }

  private endBlock(): void {
    this.block = 'header';
    this.finished = this.isLastBlock;
  }

  private readHeader(isLast: boolean): boolean {
    if (!isLast && this.input.length - this.at < tablesBytes) return false;
    this.isLastBlock = this.take(1) === 1;
    const type = this.take(2);
    if (type === 0) {
      // Whole bytes that were read ahead are given back.
      this.at -= this.bitCount >> 3;
      this.bits = 0;
      this.bitCount = 0;
      const length = this.take(16);
      if (length !== (this.take(16) ^ 0xffff)) throw new UnreadableFileError('damaged');
      this.storedLeft = length;
      this.block = 'stored';
    } else if (type === 1) {
      this.literals = fixedLiterals;
      this.distances = fixedDistances;
      this.block = 'codes';
    } else if (type === 2) {
      this.readTables();
      this.block = 'codes';
    } else {
      throw new UnreadableFileError('damaged');
    }
    return true;
  }

  private copyStored(): boolean {
    const room = this.out.length - this.end;
    const length = Math.min(this.storedLeft, this.input.length - this.at, room);
    this.out.set(this.input.subarray(this.at, this.at + length), this.end);
    this.at += length;
    this.end += length;
    this.storedLeft -= length;
    if (this.storedLeft === 0) this.endBlock();
    else if (this.at === this.input.length) return false;
    return true;
  }

  private readTables(): void {
    const literalCount = this.take(5) + 257;
    const distanceCount = this.take(5) + 1;
    const lengthCount = this.take(4) + 4;
    const lengthLengths = new Uint8Array(19);
    for (let index = 0; index < lengthCount; index++) lengthLengths[codeLengthOrder[index] ?? 0] = this.take(3);
    const lengthCodes = makeCodeTable(lengthLengths);
    const lengths = new Uint8Array(literalCount + distanceCount);
    for (let index = 0; index < lengths.length;) {
      const symbol = this.decode(lengthCodes);
      if (symbol < 16) {
        lengths[index++] = symbol;
        continue;
      }
      const repeated = symbol === 16 ? lengths[index - 1] : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (repeated === undefined || index + times > lengths.length) throw new UnreadableFileError('damaged');
      lengths.fill(repeated, index, index + times);
      index += times;
    }
    this.literals = makeCodeTable(lengths.subarray(0, literalCount));
    this.distances = makeCodeTable(lengths.subarray(literalCount));
  }

  private readSymbols(isLast: boolean): boolean {
    const out = this.out;
    const full = out.length - maxMatch;
    while (this.end < full) {
      if (!isLast && this.input.length - this.at < symbolBytes) return false;
      const symbol = this.decode(this.literals);
      if (symbol < 256) {
        out[this.end++] = symbol;
        continue;
      }
      if (symbol === 256) {
        this.endBlock();
        return true;
      }
      const length = (lengthBase[symbol - 257] ?? 0) + this.take(lengthExtra[symbol - 257] ?? 0);
      const distanceSymbol = this.decode(this.distances);
      const distance = (distanceBase[distanceSymbol] ?? 0) + this.take(distanceExtra[distanceSymbol] ?? 0);
      if (length === 0 || distance === 0 || distance > this.end) throw new UnreadableFileError('damaged');
      for (let index = 0; index < length; index++) {
        out[this.end] = out[this.end - distance] ?? 0;
        this.end++;
      }
    }
    return true;
  }

  /** The next bits, up to 16, the first one lowest. */
  private take(count: number): number {
    while (this.bitCount < count) {
      if (this.at >= this.input.length) throw new UnreadableFileError('damaged');
      this.bits |= (this.input[this.at++] ?? 0) << this.bitCount;
      this.bitCount += 8;
    }
    const taken = this.bits & ((1 << count) - 1);
    this.bits >>>= count;
    this.bitCount -= count;
    return taken;
  }

  private decode({ symbols, maxLength }: CodeTable): number {
    while (this.bitCount < maxLength && this.at < this.input.length) {
      this.bits |= (this.input[this.at++] ?? 0) << this.bitCount;
      this.bitCount += 8;
    }
    const found = symbols[this.bits & ((1 << maxLength) - 1)] ?? 0;
    const length = found & 15;
    if (length === 0 || length > this.bitCount) throw new UnreadableFileError('damaged');
    this.bits >>>= length;
    this.bitCount -= length;
    return found >> 4;
  }
}
