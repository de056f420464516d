import type { Cell } from '../opened-file.ts';
import { maxFindings } from '../report.ts';
import type { CellResult } from './cell-result.ts';

/** `column` is its index among the results. `times` is the number of rows that the call stands for. */
type ReportMissing = (column: number, line: number, row: readonly Cell[], times: number) => void;

const noRows: readonly { readonly line: number; readonly row: readonly Cell[] }[] = [];

/**
 * Finds rows that leave a plan column blank in a table that uses it. Most claimants use none, so
 * blank rows are reported only once a filled cell follows.
 */
export function createMissingPlanFinder(columns: readonly number[], reportMissing: ReportMissing) {
  const plans = columns.map((column) => ({ column, isUsed: false, blankRows: 0, waiting: noRows }));
  let isSettled = plans.length === 0;
  return {
    /** All columns are in use: from now on only rows that leave one blank matter. */
    get isSettled(): boolean {
      return isSettled;
    },
    /** Calls `splitRow` only if the row may be reported. */
    check(results: readonly CellResult[], line: number, splitRow: () => readonly Cell[]): void {
      for (const plan of plans) {
        const isBlank = results[plan.column]?.text === '';
        if (!isBlank && !plan.isUsed) {
          plan.isUsed = true;
          isSettled = plans.every(({ isUsed }) => isUsed);
          const dropped = plan.blankRows - plan.waiting.length;
          plan.waiting.forEach((missing, index) =>
            reportMissing(plan.column, missing.line, missing.row, index === 0 ? 1 + dropped : 1),
          );
          plan.waiting = noRows;
        } else if (isBlank && plan.isUsed) reportMissing(plan.column, line, splitRow(), 1);
        else if (isBlank) {
          plan.blankRows += 1;
          if (plan.waiting.length < maxFindings) plan.waiting = [...plan.waiting, { line, row: splitRow() }];
        }
      }
    },
  };
}
