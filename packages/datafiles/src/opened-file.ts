import type { FileFormat, ReadProblem, UnreadableReason } from './report.ts';
import type { TableKind } from './rules.ts';

/** A cell as the file has it: text from text files; what a workbook's cell holds (of a formula, the value that was kept with it). */
export type Cell = string | number | boolean | Date | null;

/** Rows that follow each other, many at a time: one at a time would cost more than checking them. */
export interface RowBatch {
  /** From 1: the line of a text file, the row of a sheet. Of each row in `rows`. */
  readonly lines: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** What reading them met, in order. */
  readonly problems?: readonly ReadProblem[];
  /** The same rows before they are cut, where a cell is no more than what stands between two delimiters. */
  readonly unsplit?: UnsplitLines;
  /** How much of the file has been read by now, in bytes. */
  readonly bytesRead: number;
}

/** Whole lines, each ended by LF or CRLF, the last one perhaps by nothing; no other CR is among them. Blank lines make no row. */
export interface UnsplitLines {
  readonly text: string;
  readonly delimiter: string;
  readonly firstLine: number;
}

/** One table of a file: a text file has one, a workbook one for each sheet. */
export interface OpenedTable {
  /** Of a sheet. */
  readonly sheet?: string;
  /** Nobody sees this sheet unless it is brought to light: the drop-down lists of the template. */
  readonly hidden?: boolean;
  /** Where a fixed layout says it. */
  readonly kind?: TableKind;
  batches(): AsyncIterable<RowBatch>;
}

/**
 * A file that can be read, or the reason why it cannot. Each call of `tables` reads all tables
 * anew.
 */
export type OpenedFile =
  | { readonly readable: true; readonly format: FileFormat; tables(): AsyncIterable<OpenedTable> }
  | { readonly readable: false; readonly reason: UnreadableReason };

/** Ends reading in the middle, where only then is seen that a file cannot be read. */
export class UnreadableFileError extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}
