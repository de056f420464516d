import type { Finding, FindingCode, FindingCount, Severity } from '../report.ts';
import { findingCodes, keptFindings, severityOf } from '../report.ts';

/** Counts every finding and keeps the first ones of each severity. */
export interface FindingsKeeper {
  /** Counts; `describe` is called only if it is kept. True when it was kept and is no note: the row is worth mending. */
  add(code: FindingCode, table: number, describe?: () => FindingPlaceAndValue, times?: number): boolean;
  counts(): readonly FindingCount[];
  findings(): readonly Finding[];
}
export type FindingPlaceAndValue = Pick<Finding, 'line' | 'column' | 'value' | 'detail'>;

/** Of one code in one column: what is understood needs no long list. */
const keptNotesEach = 20;

export function keepFindings(): FindingsKeeper {
  const counts = new Map<FindingCode, number>();
  const kept: Readonly<Record<Severity, Finding[]>> = { error: [], warning: [], note: [] };
  const notes = new Map<string, number>();
  /** When errors fill the list, nothing else will be in it. */
  const hasRoom = (severity: Severity) =>
    kept[severity].length < keptFindings && (severity === 'error' || kept.error.length < keptFindings);

  return {
    add(code, table, describe, times = 1) {
      counts.set(code, (counts.get(code) ?? 0) + times);
      const severity = severityOf[code];
      if (!hasRoom(severity)) return false;
      const finding: Finding = { code, severity, table, ...describe?.() };
      if (severity === 'note') {
        const kind = `${code} ${finding.column ?? ''}`;
        const before = notes.get(kind) ?? 0;
        if (before >= keptNotesEach) return false;
        notes.set(kind, before + 1);
      }
      kept[severity].push(finding);
      return severity !== 'note';
    },
    counts: () =>
      findingCodes.flatMap((code) => {
        const count = counts.get(code);
        return count === undefined ? [] : [{ code, severity: severityOf[code], count }];
      }),
    findings: () =>
      [...kept.error, ...kept.warning, ...kept.note]
        .slice(0, keptFindings)
        // Stable: what is of one line stays in the order of its columns within a severity.
        .sort((one, other) => one.table - other.table || (one.line ?? 0) - (other.line ?? 0)),
  };
}
