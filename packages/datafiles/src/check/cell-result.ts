import type { FindingCode } from '../report.ts';
import { severityOf } from '../report.ts';
import type { Shown } from './value-formats.ts';

/** What a cell was read as, and what is to be said of it. */
export interface Judgement {
  /**
   * By column: the place of a drug's or a state's name in its list, a day as 20090105, an amount in ten-thousandths, a year, a number of
   * members. NaN where nothing could be read, and for text.
   */
  readonly value: number;
  readonly problems: readonly CellProblem[];
  /** What it says of how its column is written; nothing where it is absent. */
  readonly shown?: Shown;
}
export interface CellProblem {
  readonly code: FindingCode;
  /** What it was taken for. */
  readonly detail?: string;
}

export const isNote = 1;
export const isWarning = 2;
export const isError = 4;
/** A bit of its own: nothing stands there. */
export const isBlank = 8;
const weights = { note: isNote, warning: isWarning, error: isError } as const;

/** A judgement that is remembered with the cell it is of. */
export interface Verdict extends Judgement {
  /** Bits of all that is to be said. */
  readonly weight: number;
  readonly shown: Shown;
  /** Trimmed; cut where it is only told apart by it. */
  readonly text: string;
  /** Of `text`, for finding equal rows. */
  readonly print1: number;
  readonly print2: number;
  /** The place of `text` among the groups by name, once it was looked up; -1 before. */
  group: number;
}

export function weighProblems(problems: readonly CellProblem[]): number {
  return problems.reduce((weight, { code }) => weight | weights[severityOf[code]], 0);
}
