import type { FileFormat, ReadProblem, UnreadableReason } from './report.ts';
import type { TableKind } from './rules.ts';

/** Text files have only text. A formula has its stored result. */
export type Cell = string | number | boolean | Date | null;

/** Consecutive rows. In batches, because one at a time would cost more than checking them. */
export interface RowBatch {
  /** Of each row, from 1: the line of a text file or the row of a sheet. */
  readonly lines: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** The lines of rows that a workbook does not show, as when they are filtered out. */
  readonly hiddenLines?: ReadonlySet<number>;
  /** Problems while reading, in order. */
  readonly problems?: readonly ReadProblem[];
  /** The same rows before splitting, if cells are simply what is between two delimiters. */
  readonly unsplit?: UnsplitLines;
  /** The position in the file, in bytes. */
  readonly bytesRead: number;
}

/** Whole lines that end with LF or CRLF, or with the file. Blank lines are no rows. */
export interface UnsplitLines {
  readonly text: string;
  readonly delimiter: string;
  readonly firstLine: number;
}

/** A text file has one table, a workbook one for each sheet. */
export interface OpenedTable {
  readonly sheet?: string;
  /** A hidden sheet, such as the lists of the template's drop-downs. */
  readonly hidden?: boolean;
  /** Known only for fixed-width files. */
  readonly kind?: TableKind;
  batches(): AsyncIterable<RowBatch>;
}

/** Each call of `tables` reads the file again. */
export type OpenedFile =
  | { readonly readable: true; readonly format: FileFormat; tables(): AsyncIterable<OpenedTable> }
  | { readonly readable: false; readonly reason: UnreadableReason };

/** Thrown while reading, if only then a file turns out to be unreadable. */
export class UnreadableFileError extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}
