import type { Finding, FindingCode, FindingCount, Severity } from '../report.ts';
import { findingCodes, maxFindings, severityOf } from '../report.ts';
import type { Cell } from '../opened-file.ts';
import type { CellResult } from './cell-validators.ts';

export type FindingList = ReturnType<typeof createFindingList>;
type FindingDetails = Pick<Finding, 'line' | 'column' | 'value' | 'detail'>;

/** Notes ask for nothing, so a few examples of each code and column are enough. */
const maxNotesOfOneKind = 20;

/** Counts all findings of a file and keeps the first ones of each severity. */
export function createFindingList() {
  const counts = new Map<FindingCode, number>();
  const kept: Readonly<Record<Severity, Finding[]>> = { error: [], warning: [], note: [] };
  const notes = new Map<string, number>();
  /** Errors displace all other findings from a full list. */
  const isFull = (severity: Severity) =>
    kept[severity].length >= maxFindings || (severity !== 'error' && kept.error.length >= maxFindings);

  return {
    /** Calls `describe` if it keeps the finding. Returns whether it kept an error or warning. */
    add(code: FindingCode, table: number, describe?: () => FindingDetails, times = 1): boolean {
      counts.set(code, (counts.get(code) ?? 0) + times);
      const severity = severityOf[code];
      if (isFull(severity)) return false;
      const finding: Finding = { code, severity, table, ...describe?.() };
      if (severity === 'note') {
        const kind = `${code} ${finding.column ?? ''}`;
        const before = notes.get(kind) ?? 0;
        if (before >= maxNotesOfOneKind) return false;
        notes.set(kind, before + 1);
      }
      kept[severity].push(finding);
      return severity !== 'note';
    },
    counts: (): readonly FindingCount[] =>
      findingCodes.flatMap((code) => {
        const count = counts.get(code);
        return count === undefined ? [] : [{ code, severity: severityOf[code], count }];
      }),
    findings: (): readonly Finding[] =>
      [...kept.error, ...kept.warning, ...kept.note]
        .slice(0, maxFindings)
        // The sort is stable: findings of a line stay in the order of severity and column.
        .sort((one, other) => one.table - other.table || (one.line ?? 0) - (other.line ?? 0)),
  };
}

/** `column` is its index among the results, `times` the number of rows that the call reports. */
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
    /** True once all columns are in use. From then on only rows that leave one blank matter. */
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
