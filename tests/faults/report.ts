import type { Fault } from './fault.ts';
import type { RunResult } from './run-fault.ts';

const columns = [
  'fault',
  'runs',
  'claims answered',
  'sent, never answered',
  'documents answered',
  'requests sent again',
  'losses',
  'back after, longest',
] as const;

/** Writes the table of all runs in Markdown. A skipped fault has its reason. */
export function describeRuns(faults: readonly Fault[], results: readonly RunResult[]): string {
  const rows = faults.map((fault) => {
    const skipReason = fault.skipReason?.();
    const runs = results.filter((result) => result.fault === fault.name);
    if (runs.length === 0)
      return [
        fault.title,
        skipReason === undefined ? '0' : `skipped: ${skipReason}`,
        ...columns.slice(2).map(() => ''),
      ];
    const sum = (count: (run: RunResult) => number) =>
      runs.reduce((total, run) => total + count(run), 0).toLocaleString('en-US');
    return [
      fault.title,
      String(runs.length),
      sum((run) => run.claimsAnswered),
      sum((run) => run.claimsUnanswered),
      sum((run) => run.documentsAnswered),
      sum((run) => run.repeats),
      fault.isControl ? `${sum((run) => run.lostByControl)} claims` : sum((run) => run.findings.length),
      describeLongest(runs.map((run) => run.recoveredAfterMilliseconds)),
    ];
  });
  const aligned = columns.map((_name, index) => (index === 0 ? '---' : '---:'));
  return [columns, aligned, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function describeLongest(times: readonly (number | undefined)[]): string {
  const known = times.filter((time) => time !== undefined);
  if (known.length < times.length) return 'never';
  return `${(Math.max(...known) / 1_000).toFixed(1)} s`;
}

const begin = '<!-- fault table -->';
const end = '<!-- end of the fault table -->';

/** Replaces the table of the documentation. */
export function replaceTable(text: string, table: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The place of the table is not marked: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}
