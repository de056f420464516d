import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import { displayValue, formatAmount } from '@redress/datafiles/messages/message-values';
import type { CheckedFile, DataReport, Group, Severity, Sum, TableReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';

export interface FormatOptions {
  readonly rules: DataRules;
  readonly messages: DataMessages;
  /** Applies a terminal style, or returns the text unchanged. */
  readonly paint: (style: Style, text: string) => string;
  /** Maximum number of findings, and of plans. Counts and sums cover all. */
  readonly maxPrinted: number;
}
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green';

const severities = ['error', 'warning', 'note'] as const;
const severityStyles: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', note: 'dim' };

/** Long enough for names of drugs and plans that differ only at the end. */
const maxNameLength = 80;

/** The report of a checked file as lines for a terminal, without control characters. */
export function formatCheckedFile(checked: CheckedFile, options: FormatOptions): string[] {
  const { messages, paint } = options;
  if (checked.outcome === 'unreadable') return [paint('red', messages.unreadable[checked.reason])];
  const { format, tables } = checked.outcome === 'checked' ? checked.report : checked;
  const opening = [`Format: ${messages.format(format)}`, ...tables.flatMap((table) => formatTable(table, options))];
  if (checked.outcome === 'no-data')
    return [...opening, '', paint('yellow', 'Nothing in this file looks like purchases or membership data.')];
  const { report } = checked;
  return [
    ...opening,
    ...formatPurchases(report, options),
    ...formatMembership(report, options),
    ...formatFindingCounts(report, options),
    ...formatFindings(report, options),
  ];
}

function formatTable(table: TableReport, { messages, paint }: FormatOptions): string[] {
  const sheet = table.sheet === undefined ? '' : ` “${displayValue(table.sheet)}”`;
  const header = table.headerLine === undefined ? 'no header' : `header in line ${table.headerLine}`;
  const title = `${messages.kinds[table.kind]}${sheet}`;
  if (table.kind === 'none') return ['', paint('bold', title)];
  const columns = table.columns.map(({ key, index }) => {
    const heading = table.headers[index];
    const quoted = heading === undefined ? '' : `, “${displayValue(heading, maxNameLength)}”`;
    return [messages.columns[key], `column ${index + 1}${quoted}`];
  });
  const formats = [
    ...(table.dates ? [['Dates', messages.dates(table.dates)]] : []),
    ...(table.decimals ? [['Numbers', messages.decimals(table.decimals)]] : []),
  ];
  return [
    '',
    `${paint('bold', title)}, ${formatRowCount(table.rows)}, ${header}`,
    ...alignColumns([...columns, ...formats]),
  ];
}

function formatPurchases({ purchases }: DataReport, { paint, maxPrinted }: FormatOptions): string[] {
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
    ...alignColumns(
      sums.map(([name, { rows, amount }]) => [name, formatRowCount(rows), formatAmount(amount)]),
      [1, 2],
    ),
    ...formatGroups('By state', purchases.byState, paint),
    ...formatGroups('By year', purchases.byYear, paint),
    ...formatGroups('By drug', purchases.byDrug, paint),
    ...formatGroups('By plan or payor', purchases.byPlan, paint, maxPrinted),
  ];
}

function formatGroups(
  title: string,
  groups: readonly Group[],
  paint: FormatOptions['paint'],
  maxGroups = Number.POSITIVE_INFINITY,
): string[] {
  if (groups.length === 0) return [];
  const rows = groups
    .slice(0, maxGroups)
    .map(({ name, rows: count, amount }) => [
      name === '' ? 'All others' : displayValue(name, maxNameLength),
      formatRowCount(count),
      formatAmount(amount),
    ]);
  const omitted = groups.length - rows.length;
  return ['', paint('bold', title), ...alignColumns(rows, [1, 2]), ...(omitted > 0 ? [`  … and ${omitted} more`] : [])];
}

function formatMembership({ membership }: DataReport, { paint }: FormatOptions): string[] {
  if (membership === undefined) return [];
  const { counted, rows, byYear } = membership;
  const title = `Membership data: ${counted.toLocaleString('en-US')} of ${formatRowCount(rows)} count`;
  const years = byYear.map(({ year, members }) => [year, `${members.toLocaleString('en-US')} members`]);
  return ['', paint('bold', title), ...alignColumns(years, [1])];
}

function formatFindingCounts({ counts }: DataReport, { messages, paint }: FormatOptions): string[] {
  const bySeverity = severities.flatMap((severity) =>
    counts.filter((each) => each.severity === severity && each.count > 0),
  );
  if (bySeverity.length === 0) return ['', paint('green', 'Nothing to fix, and nothing to know.')];
  const sums = severities.flatMap((severity) => {
    const sum = bySeverity.reduce((total, each) => total + (each.severity === severity ? each.count : 0), 0);
    return sum === 0 ? [] : [paint(severityStyles[severity], messages.severities[severity](sum))];
  });
  const lines = alignColumns(
    bySeverity.map(({ code, severity, count }) => [count.toLocaleString('en-US'), messages.titles[code], severity]),
    [0],
  );
  return [
    '',
    sums.join(', '),
    ...lines.map((line, index) => paint(severityStyles[bySeverity[index]?.severity ?? 'note'], line)),
  ];
}

function formatFindings({ findings, tables }: DataReport, options: FormatOptions): string[] {
  const { messages, rules, paint, maxPrinted } = options;
  const worst = findings
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
    .slice(0, maxPrinted);
  if (worst.length === 0) return [];
  const lines = worst.flatMap((finding) => {
    const table = tables[finding.table];
    if (table === undefined) return [];
    const sheet = table.sheet === undefined ? '' : `“${displayValue(table.sheet)}”, `;
    const line = finding.line === undefined ? 'whole table' : `line ${finding.line}`;
    const column = finding.column === undefined ? '' : `, ${messages.columns[finding.column]}`;
    const place = paint(severityStyles[finding.severity], `${sheet}${line}${column}`);
    return [
      `  ${place}: ${messages.explain(finding, { table, rules })}`,
      `      ${paint('dim', messages.fix(finding, { table, rules }))}`,
    ];
  });
  return ['', paint('bold', worst.length === findings.length ? 'Findings' : 'The first findings'), ...lines];
}

function formatRowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
}

/** @param numeric indexes of columns to align at the right */
function alignColumns(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  const align = (cell: string, index: number) =>
    numeric.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => `  ${row.map(align).join('  ')}`.trimEnd());
}
