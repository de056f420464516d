import { keptFindings } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import type { Verdict } from './cell-result.ts';

/** Finds the rows that leave a plan's column blank, in a table that uses it. */
export interface PlanWatch {
  /** Every column is used: only rows that leave one blank are to be seen. */
  readonly isSettled: boolean;
  /** `cutRow` is called only if the row is to be told of. */
  see(verdicts: readonly Verdict[], line: number, cutRow: () => readonly Cell[]): void;
}
/** `column`: its place among the verdicts. `times`: for how many rows it stands. */
type ReportMissing = (column: number, line: number, row: readonly Cell[], times: number) => void;

/**
 * The template has these columns for everyone, and most leave them blank altogether: only the first row that fills one in shows that it is
 * used. The blank rows before it are told of then; beyond those that can be kept they are only counted.
 */
const noRows: readonly { readonly line: number; readonly row: readonly Cell[] }[] = [];

export function watchPlans(columns: readonly number[], reportMissing: ReportMissing): PlanWatch {
  const watched = columns.map((column) => ({
    column,
    isUsed: false,
    blank: 0,
    waiting: noRows,
  }));
  let isSettled = watched.length === 0;
  return {
    get isSettled() {
      return isSettled;
    },
    see(verdicts, line, cutRow) {
      for (const plan of watched) {
        const isBlank = verdicts[plan.column]?.text === '';
        if (!isBlank && !plan.isUsed) {
          plan.isUsed = true;
          isSettled = watched.every(({ isUsed }) => isUsed);
          const uncounted = plan.blank - plan.waiting.length;
          plan.waiting.forEach((missing, index) =>
            reportMissing(plan.column, missing.line, missing.row, index === 0 ? 1 + uncounted : 1),
          );
          plan.waiting = noRows;
        } else if (isBlank && plan.isUsed) reportMissing(plan.column, line, cutRow(), 1);
        else if (isBlank) {
          plan.blank += 1;
          if (plan.waiting.length < keptFindings) plan.waiting = [...plan.waiting, { line, row: cutRow() }];
        }
      }
    },
  };
}
