import type { CheckedFile, DataReport, Group, Severity, Sum, TableReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import { formatAmount, displayValue } from '@redress/datafiles/messages/finding-facts';

export interface ReportTelling {
  readonly rules: DataRules;
  readonly words: DataMessages;
  /** Sets text in a style of the terminal, or leaves it as it is where there is none. */
  readonly paint: (style: Style, text: string) => string;
  /** How many findings and how many plans are listed; of all there are counts. */
  readonly most: number;
}
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green';

const severityStyles: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', note: 'dim' };

/** Names of drugs and plans are told apart by their ends. */
const longestName = 80;

/** What the check of a file found, as lines for a terminal. Values of the file are shown without what a terminal would obey. */
export function tellChecked(checked: CheckedFile, telling: ReportTelling): string[] {
  const { words, paint } = telling;
  if (checked.outcome === 'unreadable') return [paint('red', words.unreadable[checked.reason])];
  const { format, tables } = checked.outcome === 'checked' ? checked.report : checked;
  const opening = [`Format: ${words.format(format)}`, ...tables.flatMap((table) => tellTable(table, telling))];
  if (checked.outcome === 'no-data')
    return [...opening, '', paint('yellow', 'Nothing in this file looks like purchases or membership data.')];
  const { report } = checked;
  return [
    ...opening,
    ...tellPurchases(report, telling),
    ...tellMembership(report, telling),
    ...tellCounts(report, telling),
    ...tellFindings(report, telling),
  ];
}

function tellTable(table: TableReport, { words, paint }: ReportTelling): string[] {
  const sheet = table.sheet === undefined ? '' : ` “${displayValue(table.sheet)}”`;
  const header = table.headerLine === undefined ? 'no header' : `header in line ${table.headerLine}`;
  const title = `${words.kinds[table.kind]}${sheet}`;
  if (table.kind === 'none') return ['', paint('bold', title)];
  const columns = table.columns.map(({ key, index }): string[] => {
    const found = table.headers[index];
    return [
      words.columns[key],
      `column ${index + 1}${found === undefined ? '' : `, “${displayValue(found, longestName)}”`}`,
    ];
  });
  const written = [
    ...(table.dates ? [['Dates', words.dates(table.dates)]] : []),
    ...(table.decimals ? [['Numbers', words.decimals(table.decimals)]] : []),
  ];
  return ['', `${paint('bold', title)}, ${countRows(table.rows)}, ${header}`, ...inColumns([...columns, ...written])];
}

function tellPurchases({ purchases }: DataReport, { paint, most }: ReportTelling): string[] {
  if (purchases === undefined) return [];
  const { counted, faulty, reversals, duplicates } = purchases;
  const sums: [string, Sum][] = [
    ['Rows that count', counted],
    ['Rows with errors', faulty],
    ['Reversals', reversals],
    [duplicates.estimated ? 'Same row again (estimated)' : 'Same row again', duplicates],
  ];
  return [
    '',
    paint('bold', `Purchases come to ${formatAmount(counted.amount)}`),
    ...inColumns(
      sums.map(([name, { rows, amount }]) => [name, countRows(rows), formatAmount(amount)]),
      [1, 2],
    ),
    ...tellGroups('By state', purchases.byState, paint),
    ...tellGroups('By year', purchases.byYear, paint),
    ...tellGroups('By drug', purchases.byDrug, paint),
    ...tellGroups('By plan or payor', purchases.byPlan, paint, most),
  ];
}

function tellGroups(
  title: string,
  groups: readonly Group[],
  paint: ReportTelling['paint'],
  most = Number.POSITIVE_INFINITY,
): string[] {
  if (groups.length === 0) return [];
  const rows = groups
    .slice(0, most)
    .map(({ name, rows: count, amount }) => [
      name === '' ? 'All others' : displayValue(name, longestName),
      countRows(count),
      formatAmount(amount),
    ]);
  const left = groups.length - rows.length;
  return ['', paint('bold', title), ...inColumns(rows, [1, 2]), ...(left > 0 ? [`  … and ${left} more`] : [])];
}

function tellMembership({ membership }: DataReport, { paint }: ReportTelling): string[] {
  if (membership === undefined) return [];
  const years = membership.byYear.map(({ year, members }) => [year, `${members.toLocaleString('en-US')} members`]);
  return [
    '',
    paint(
      'bold',
      `Membership data: ${membership.counted.toLocaleString('en-US')} of ${countRows(membership.rows)} count`,
    ),
    ...inColumns(years, [1]),
  ];
}

function tellCounts({ counts }: DataReport, { words, paint }: ReportTelling): string[] {
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return ['', paint('green', 'Nothing to mend, and nothing to know.')];
  const sums = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = found.reduce((sum, one) => (one.severity === severity ? sum + one.count : sum), 0);
    return count === 0 ? [] : [paint(severityStyles[severity], words.severities[severity](count))];
  });
  const bySeverity = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    found.filter((one) => one.severity === severity),
  );
  return [
    '',
    sums.join(', '),
    ...inColumns(
      bySeverity.map(({ code, severity, count }) => [count.toLocaleString('en-US'), words.titles[code], severity]),
      [0],
    ).map((line, index) => paint(severityStyles[bySeverity[index]?.severity ?? 'note'], line)),
  ];
}

function tellFindings({ findings, tables }: DataReport, { words, rules, paint, most }: ReportTelling): string[] {
  const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
  const worst = findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]).slice(0, most);
  if (worst.length === 0) return [];
  const told = worst.flatMap((finding) => {
    const table = tables[finding.table];
    if (table === undefined) return [];
    const line = finding.line === undefined ? 'whole table' : `line ${finding.line}`;
    const place = [table.sheet === undefined ? '' : `“${displayValue(table.sheet)}”`, line].filter(Boolean).join(', ');
    const column = finding.column === undefined ? '' : `, ${words.columns[finding.column]}`;
    return [
      `  ${paint(severityStyles[finding.severity], `${place}${column}`)}: ${words.explain(finding, { table, rules })}`,
      `      ${paint('dim', words.fix(finding, { table, rules }))}`,
    ];
  });
  return ['', paint('bold', worst.length === findings.length ? 'Findings' : 'The first findings'), ...told];
}

function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
}

/** Cells below each other; `right` says which columns are numbers, and end together. */
function inColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    `  ${row
      .map((cell, index) =>
        right.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')}`.trimEnd(),
  );
}
