import { type FindingCode, severityOf } from '../report.ts';
import type { FormatHint } from './value-formats.ts';

/** What a validator makes of a cell. */
export interface Validation {
  /**
   * The index of a drug or region, a day as 20090105, an amount in ten-thousandths of a dollar, a
   * year or a number of members. NaN for text and for what could not be read.
   */
  readonly value: number;
  readonly problems: readonly CellProblem[];
  readonly hint?: FormatHint;
}
export interface CellProblem {
  readonly code: FindingCode;
  /** How the cell was understood. */
  readonly detail?: string;
}

/** A validation with what the check of its row needs; cached for all cells that hold the same. */
export interface CellResult extends Validation {
  /** The severities of its problems, as bits, and whether the cell is blank. */
  readonly flags: number;
  readonly hint: FormatHint;
  /** Trimmed. */
  readonly text: string;
  /** The fingerprint of `text`, for finding equal rows. */
  readonly hash1: number;
  readonly hash2: number;
  /** Caches the index of `text` among the names of plans; -1 until it was looked up. */
  nameIndex: number;
}

export const noteFlag = 1;
export const warningFlag = 2;
export const errorFlag = 4;
export const blankFlag = 8;
const flags = { note: noteFlag, warning: warningFlag, error: errorFlag } as const;

export function severityFlags(problems: readonly CellProblem[]): number {
  return problems.reduce((bits, { code }) => bits | flags[severityOf[code]], 0);
}
