import { type Cell, UnreadableFileError, daysBefore1904 } from '../opened-file.ts';
import type { SharedStrings } from './shared-strings.ts';
import { type XmlReader, decodeExcelEscapes } from './xml.ts';

/** Excel has these limits. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
/** Counts blank cells before a filled one: a short row may have a cell in Excel's last column. */
const maxPendingCells = 8 * 1024 * 1024;
/** Excel allows 32,767 characters. */
const maxCellLength = 1024 * 1024;

export interface SheetContext {
  readonly sharedStrings: SharedStrings | undefined;
  /** The indexes are those of cell styles. */
  readonly isDate: readonly boolean[];
  readonly from1904: boolean;
}

/** Collects a sheet's rows in `rows`, `lines` and `hiddenLines`, which the caller empties. */
export class SheetReader implements XmlReader {
  rows: Cell[][] = [];
  /** Lines count from 1. */
  lines: number[] = [];
  hiddenLines = new Set<number>();
  /** Counts the cells of the collected rows. */
  cellCount = 0;
  wantsText = false;
  /** The row of the first formula. */
  formulaLine: number | undefined;
  /** The first row of merged cells, which follow the rows in the XML. */
  mergedLine: number | undefined;
  lastMergedLine = 0;

  private readonly context: SheetContext;
  private row: Cell[] | undefined;
  private line = 0;
  private isFilled = false;
  private isHidden = false;
  private column = -1;
  private type = '';
  private style = -1;
  private value = '';
  private inString = false;
  private inPhonetics = false;

  constructor(context: SheetContext) {
    this.context = context;
  }

  open(name: string, text: string, from: number, to: number): void {
    if (name === 'c') this.openCell(text, from, to);
    else if (name === 'v') this.wantsText = this.row !== undefined;
    else if (name === 'row') this.openRow(text.slice(from, to));
    else if (name === 'f') this.formulaLine ??= this.row && this.line;
    else if (name === 'is') this.inString = true;
    else if (name === 'rPh') this.inPhonetics = true;
    else if (name === 't') this.wantsText = this.inString && !this.inPhonetics;
    else if (name === 'mergeCell') this.addMerged(text.slice(from, to));
  }

  close(name: string): void {
    if (name === 'c') this.closeCell();
    else if (name === 'v' || name === 't') this.wantsText = false;
    else if (name === 'row') this.closeRow();
    else if (name === 'is') this.inString = false;
    else if (name === 'rPh') this.inPhonetics = false;
  }

  characters(text: string): void {
    this.value = this.value === '' ? text : this.value + text;
    if (this.value.length > maxCellLength) throw new UnreadableFileError('damaged');
  }

  private addMerged(attributes: string): void {
    const line = Number(/\bref\s*=\s*["'][A-Z]+(\d+)/i.exec(attributes)?.[1] ?? 0);
    if (line > 0) this.mergedLine = Math.min(line, this.mergedLine ?? line);
    this.lastMergedLine = Math.max(line, this.lastMergedLine);
  }

  private openRow(attributes: string): void {
    const given = /\br\s*=\s*["'](\d{1,9})["']/.exec(attributes)?.[1];
    this.line = given === undefined ? this.line + 1 : Number(given);
    if (this.line > maxRows) throw new UnreadableFileError('too-much-inside');
    this.row = [];
    this.isFilled = false;
    this.isHidden = hiddenRow.test(attributes);
    this.column = -1;
  }

  private closeRow(): void {
    if (this.row && this.isFilled) {
      this.rows.push(this.row);
      this.lines.push(this.line);
      if (this.isHidden) this.hiddenLines.add(this.line);
      this.cellCount += this.row.length;
      if (this.cellCount > maxPendingCells) throw new UnreadableFileError('too-much-inside');
    }
    this.row = undefined;
  }

  /** Parses by hand, because cell attributes are most of a workbook. */
  private openCell(text: string, from: number, to: number): void {
    this.type = '';
    this.style = -1;
    this.value = '';
    this.column++;
    for (let at = from; at < to;) {
      const code = text.charCodeAt(at);
      if (code <= space) {
        at++;
        continue;
      }
      const equals = text.indexOf('=', at);
      if (equals === -1 || equals >= to) return;
      let open = equals + 1;
      while (open < to && text.charCodeAt(open) <= space) open++;
      const close = text.indexOf(text.charAt(open), open + 1);
      if (close === -1 || close > to) return;
      const isShort = equals - at === 1 || text.charCodeAt(at + 1) <= space;
      if (isShort && code === letter.r) this.column = columnOf(text, open + 1, close);
      else if (isShort && code === letter.t) this.type = text.slice(open + 1, close);
      else if (isShort && code === letter.s) this.style = Number(text.slice(open + 1, close));
      at = close + 1;
    }
  }

  private closeCell(): void {
    const { row, column } = this;
    if (!row) return;
    const cell = this.cell();
    if (cell === null || cell === '') return;
    if (!(column >= 0 && column < maxColumns)) throw new UnreadableFileError('damaged');
    while (row.length < column) row.push(null);
    row[column] = cell;
    this.isFilled = true;
  }

  private cell(): Cell {
    const { value, type, context } = this;
    switch (type) {
      case 's':
        return value === '' ? null : sharedText(context, value);
      case 'str':
      case 'inlineStr':
        return decodeExcelEscapes(value);
      case 'b':
        return value === '' ? null : value === '1' || value === 'true';
      case 'e':
        return value;
      default: {
        if (value === '') return null;
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return context.isDate[this.style] === true ? (dateOfSerial(number, context.from1904) ?? number) : number;
      }
    }
  }
}

/** Rows are hidden by hand, by a filter or an outline, or by a height of zero. */
const hiddenRow = /\s(?:hidden\s*=\s*["'](?:1|true)["']|ht\s*=\s*["']0(?:\.0*)?["'])/;
const space = 32;
const letter = { r: 114, s: 115, t: 116 } as const;

/** Reads `C12` as 2, and an invalid reference as -1. */
function columnOf(text: string, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at) & ~0x20;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > maxColumns) return maxColumns;
  }
  return column - 1;
}

/** A missing string would look like a blank cell, and count as the claimant's error. */
function sharedText({ sharedStrings }: SheetContext, index: string): string {
  const text = sharedStrings?.get(Number(index));
  if (text === undefined) throw new UnreadableFileError('damaged');
  return text;
}

const dayMilliseconds = 86_400_000;
/** 9999-12-31, the last day of spreadsheets. */
const lastDay = 2_958_465;

/**
 * The date is in UTC, because a sheet has no time zone. Undefined for numbers that show no date.
 */
function dateOfSerial(serial: number, from1904: boolean): Date | undefined {
  const days = from1904 ? serial + daysBefore1904 : serial;
  if (!(days >= 0 && days <= lastDay + 1)) return undefined;
  // Excel's 1900 has a February 29, so earlier days count from December 31, 1899, and later ones
  // from December 30.
  const first = Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(first + Math.round(days * dayMilliseconds));
}
