import type { Cell } from '../opened-file.ts';
import type { DecimalMarkOrUnknown } from './amounts.ts';
import { blankFlag, type CellResult, type CellValidator, severityFlags, type Validation } from './cell-validators.ts';
import { cellText } from './cell-text.ts';
import { fingerprintText, newFingerprint } from './duplicate-rows.ts';
import type { LineCells } from './line-cells.ts';
import { HintCounter, ambiguous, noHint, usualOnly } from './value-formats.ts';

/** The number of entries is a power of two. */
const cacheSlots = 8_192;
const maxProbes = 4;
/** Longer cells are rare and would take too much memory. */
const maxCachedLength = 200;

/**
 * Reads the cells of one column. Caches results by 64-bit fingerprint, because a column repeats a
 * few values a million times. A result is valid until the next cell is read.
 */
export class CachingReader {
  private readonly validator: CellValidator;
  private readonly isRequired: boolean;
  private readonly fingerprint = newFingerprint();
  /** Each slot has two hashes. */
  private readonly hashes = new Int32Array(cacheSlots * 2);
  private readonly results: (CellResult | undefined)[] = [];

  constructor(validator: CellValidator, isRequired: boolean) {
    this.validator = validator;
    this.isRequired = isRequired;
    for (let slot = 0; slot < cacheSlots; slot += 1) this.results.push(undefined);
  }

  read(cell: Cell | undefined): CellResult {
    const key = typeof cell === 'string' ? cell : cacheKey(cell);
    if (key.length > maxCachedLength) return validateCell(cell, this.validator, this.isRequired);
    const { fingerprint } = this;
    fingerprintText(key, fingerprint);
    const hash1 = fingerprint[0] ?? 0;
    const hash2 = fingerprint[1] ?? 0;
    const slot = this.slotOf(hash1, hash2);
    return this.resultAt(slot, hash1, hash2) ?? this.addToCache(cell, key, slot, hash1, hash2);
  }

  readAt(cells: LineCells, index: number): CellResult {
    if (index >= cells.count) return this.read(undefined);
    const hash1 = cells.hashes1[index] ?? 0;
    const hash2 = cells.hashes2[index] ?? 0;
    const slot = this.slotOf(hash1, hash2);
    const result = this.resultAt(slot, hash1, hash2);
    if (result !== undefined) return result;
    const text = cells.textOf(index);
    if (text.length > maxCachedLength) return validateCell(text, this.validator, this.isRequired);
    return this.addToCache(text, text, slot, hash1, hash2);
  }

  /** The slot that holds this fingerprint, or the one to put it in. */
  private slotOf(hash1: number, hash2: number): number {
    const first = hash1 ^ (hash1 >>> 15) ^ (hash2 >>> 13);
    const { hashes, results } = this;
    for (let next = 0; next < maxProbes; next += 1) {
      const slot = (first + next) & (cacheSlots - 1);
      if (results[slot] === undefined || (hashes[slot * 2] === hash1 && hashes[slot * 2 + 1] === hash2)) return slot;
    }
    return first & (cacheSlots - 1);
  }
  private resultAt(slot: number, hash1: number, hash2: number): CellResult | undefined {
    const { hashes } = this;
    return hashes[slot * 2] === hash1 && hashes[slot * 2 + 1] === hash2 ? this.results[slot] : undefined;
  }

  private addToCache(cell: Cell | undefined, key: string, slot: number, hash1: number, hash2: number): CellResult {
    const result = validateCell(typeof cell === 'string' ? detachedCopy(key) : cell, this.validator, this.isRequired);
    this.results[slot] = result;
    this.hashes[slot * 2] = hash1;
    this.hashes[slot * 2 + 1] = hash2;
    return result;
  }
}

/** Control characters keep the keys of numbers and dates apart from those of text. */
function cacheKey(cell: Exclude<Cell, string> | undefined): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? `\u0001${cell.getTime()}` : `\u0002${String(cell)}`;
}

/**
 * V8 keeps alive the text that a longer substring was sliced from, which here is a chunk of the
 * file.
 */
function detachedCopy(text: string): string {
  return text.length < 13 ? text : text.split('').join('');
}

function validateCell(cell: Cell | undefined, validator: CellValidator, isRequired: boolean): CellResult {
  const text = cellText(cell);
  const fingerprint = newFingerprint();
  fingerprintText(text, fingerprint);
  const blank: Validation = { value: Number.NaN, problems: isRequired ? [{ code: 'value-missing' }] : [] };
  const { value, problems, hint = noHint } = text === '' ? blank : validator(cell ?? text, text);
  const flags = severityFlags(problems) | (text === '' ? blankFlag : 0);
  return { value, problems, hint, flags, text, hash1: fingerprint[0] ?? 0, hash2: fingerprint[1] ?? 0, nameIndex: -1 };
}

const zero = 48;
const nine = 57;
const point = 46;
const maxWholeDigits = 11;
/** The longest plain amount has eleven digits, the point and four digits. */
const maxPlainLength = 16;
const unitsOfLastDigit = [1, 10, 100, 1_000, 10_000];
/** Holds the smallest number without a leading zero, by the number of whole digits. */
const minWithThreeDecimals = [0, 1_000, 10_000, 100_000];

/**
 * Parses plain amounts (`118.4025`) digit by digit: most occur once, so caching would only take
 * time. Leaves other amounts, and those with a problem, to `fallback`. Counts the hints of the
 * column.
 */
export class AmountReader {
  private readonly fallback: CachingReader;
  private readonly hasComma: boolean;
  private readonly isMarkUnknown: boolean;
  private readonly hints: HintCounter;
  private readonly plain: { -readonly [Key in keyof CellResult]: CellResult[Key] } = {
    value: 0,
    problems: [],
    hint: noHint,
    flags: 0,
    text: '',
    hash1: 0,
    hash2: 0,
    nameIndex: -1,
  };
  private readonly fingerprint = newFingerprint();
  private digits = 0;
  private whole = 0;
  private decimals = -1;
  constructor(fallback: CachingReader, mark: DecimalMarkOrUnknown = 'point', hints = new HintCounter()) {
    this.fallback = fallback;
    this.hasComma = mark === 'comma';
    this.isMarkUnknown = mark === 'unknown';
    this.hints = hints;
  }

  read(cell: Cell | undefined): CellResult {
    // Equal rows are found by this text, even for numbers and for text with spaces around it.
    const text = cellText(cell);
    const { length } = text;
    if (length === 0 || length > maxPlainLength) return this.count(this.fallback.read(cell));
    this.begin();
    for (let at = 0; at < length; at += 1)
      if (!this.take(text.charCodeAt(at))) return this.count(this.fallback.read(cell));
    if (!this.isPlain()) return this.count(this.fallback.read(cell));
    const { plain, fingerprint } = this;
    fingerprintText(text, fingerprint);
    plain.hash1 = fingerprint[0] ?? 0;
    plain.hash2 = fingerprint[1] ?? 0;
    return plain;
  }

  readAt(cells: LineCells, index: number): CellResult {
    const start = cells.starts[index] ?? 0;
    const end = (cells.starts[index + 1] ?? 0) - 1;
    if (index >= cells.count || end === start || end - start > maxPlainLength)
      return this.count(this.fallback.readAt(cells, index));
    const { codes } = cells;
    this.begin();
    for (let at = start; at < end; at += 1)
      if (!this.take(codes[at] ?? 0)) return this.count(this.fallback.readAt(cells, index));
    if (!this.isPlain()) return this.count(this.fallback.readAt(cells, index));
    const { plain } = this;
    plain.hash1 = cells.hashes1[index] ?? 0;
    plain.hash2 = cells.hashes2[index] ?? 0;
    return plain;
  }

  private count(result: CellResult): CellResult {
    this.hints.add(result.hint, result.text);
    return result;
  }
  private begin(): void {
    this.digits = 0;
    this.whole = 0;
    this.decimals = -1;
  }
  /** Takes the next character. Returns false if a plain amount does not have it there. */
  private take(code: number): boolean {
    if (code >= zero && code <= nine) {
      this.digits = this.digits * 10 + (code - zero);
      if (this.decimals >= 0) this.decimals += 1;
      else this.whole += 1;
      return true;
    }
    if (code !== point || this.decimals >= 0) return false;
    this.decimals = 0;
    return true;
  }
  private isPlain(): boolean {
    const { digits, decimals, plain, whole } = this;
    if (digits === 0 || whole > maxWholeDigits || decimals > 4) return false;
    const { counts } = this.hints;
    if (decimals < 0) counts[noHint] += 1;
    else if (this.hasComma) return false;
    // `12.500` could be 12,500 with a thousands separator; `0.500` and `1200.500` could not.
    else if (decimals === 3 && whole > 0 && whole <= 3 && digits >= (minWithThreeDecimals[whole] ?? 0)) {
      if (this.isMarkUnknown) return false;
      counts[ambiguous] += 1;
    } else counts[usualOnly] += 1;
    plain.value = digits * (unitsOfLastDigit[4 - Math.max(decimals, 0)] ?? 0);
    return true;
  }
}
