import type { FileFormat, ReadProblem, UnreadableReason } from './report.ts';
import type { TableKind } from './rules.ts';

/** Text files have only text. A formula has its stored result. */
export type Cell = string | number | boolean | Date | null;

/**
 * Rows come in batches, because passing them one at a time would take longer than checking them.
 */
export interface RowBatch {
  /** Each row's line in a text file or row in a sheet, from 1. */
  readonly lines: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** A workbook does not show these rows, for example because they are filtered out. */
  readonly hiddenLines?: ReadonlySet<number>;
  /** Problems are in the order of reading. */
  readonly problems?: readonly ReadProblem[];
  /** The same rows before splitting, if only delimiters separate cells. */
  readonly unsplit?: UnsplitLines;
  /** Bytes of the file up to here. */
  readonly bytesRead: number;
}

/** Lines are whole, and end with LF or CRLF, or with the file. Blank lines are not rows. */
export interface UnsplitLines {
  readonly text: string;
  readonly delimiter: string;
  readonly firstLine: number;
}

/** A text file has one table, a workbook one for each sheet. */
export interface OpenedTable {
  readonly sheet?: string;
  /** The lists of the template's drop-downs, for example, are hidden. */
  readonly hidden?: boolean;
  /** Numbers of days count from 1904, as in Excel for the Mac. */
  readonly from1904?: boolean;
  /** Only fixed-width files have a known kind. */
  readonly kind?: TableKind;
  batches(): AsyncIterable<RowBatch>;
}

/** The days from the first day of the usual count to that of the count from 1904. */
export const daysBefore1904 = 1_462;

/** Each call of `tables` reads the file again. */
export type OpenedFile =
  | { readonly readable: true; readonly format: FileFormat; tables(): AsyncIterable<OpenedTable> }
  | { readonly readable: false; readonly reason: UnreadableReason };

/** Thrown when a file turns out to be unreadable only while it is read. */
export class UnreadableFileError extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`The file cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}
