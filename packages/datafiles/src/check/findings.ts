import type { Finding, FindingCode, FindingCount, Severity } from '../report.ts';
import { findingCodes, maxFindings, severityOf } from '../report.ts';

export type FindingList = ReturnType<typeof createFindingList>;
export type FindingDetails = Pick<Finding, 'line' | 'column' | 'value' | 'detail'>;

/** By code and column: notes ask for nothing, so a few examples are enough. */
const maxNotesOfOneKind = 20;

/** Counts all findings of a file and keeps the first ones of each severity. */
export function createFindingList() {
  const counts = new Map<FindingCode, number>();
  const kept: Readonly<Record<Severity, Finding[]>> = { error: [], warning: [], note: [] };
  const notes = new Map<string, number>();
  /** Once errors fill the list, nothing else will be in it. */
  const isFull = (severity: Severity) =>
    kept[severity].length >= maxFindings || (severity !== 'error' && kept.error.length >= maxFindings);

  return {
    /** Calls `describe` only if it keeps the finding. Returns whether it kept one that is no note. */
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
        // Stable: the findings of a line stay in the order of severity and column.
        .sort((one, other) => one.table - other.table || (one.line ?? 0) - (other.line ?? 0)),
  };
}
