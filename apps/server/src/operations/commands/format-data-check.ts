import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { displayValue, formatAmount } from '@redress/datafiles/messages/message-values';
import type { CheckedFile, DataReport, Group, Severity, Sum, TableReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { styleText } from 'node:util';
import { formatCount } from './command.ts';

const messages = dataMessages.en;
/** Findings and plans to print. Counts and sums cover all; the workbook has more. */
const maxPrinted = 20;
/** Long enough for names of drugs and plans that differ only at the end. */
const maxNameLength = 80;

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green';
const severityStyles = { error: 'red', warning: 'yellow', note: 'dim' } as const;
const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** The report of a checked file as lines for a terminal, without control characters. */
export function formatCheckedFile(checked: CheckedFile, rules: DataRules): string[] {
  if (checked.outcome === 'unreadable') return [paint('red', messages.unreadable[checked.reason])];
  const { format, tables } = checked.outcome === 'checked' ? checked.report : checked;
  const opening = [`Format: ${messages.format(format)}`, ...tables.flatMap(formatTable)];
  if (checked.outcome === 'no-data')
    return [...opening, '', paint('yellow', 'Nothing in this file looks like purchases or membership data.')];
  const { report } = checked;
  return [
    ...opening,
    ...formatPurchases(report),
    ...formatMembership(report),
    ...formatFindingCounts(report),
    ...formatFindings(report, rules),
  ];
}

function formatTable(table: TableReport): string[] {
  const sheet = table.sheet === undefined ? '' : ` “${displayValue(table.sheet)}”`;
  const header = table.headerLine === undefined ? 'no header' : `header in line ${table.headerLine}`;
  const title = paint('bold', `${messages.kinds[table.kind]}${sheet}`);
  if (table.kind === 'none') return ['', title];
  const columns = table.columns.map(({ key, index }) => {
    const heading = table.headers[index];
    const quoted = heading === undefined ? '' : `, “${displayValue(heading, maxNameLength)}”`;
    return [messages.columns[key], `column ${index + 1}${quoted}`];
  });
  if (table.dates) columns.push(['Dates', messages.dates(table.dates)]);
  if (table.decimals) columns.push(['Numbers', messages.decimals(table.decimals)]);
  return ['', `${title}, ${formatRowCount(table.rows)}, ${header}`, ...alignColumns(columns)];
}

function formatPurchases({ purchases }: DataReport): string[] {
  if (purchases === undefined) return [];
  const { counted, faulty, reversals, duplicates } = purchases;
  const named = (name: string, sum: Sum): Group => ({ ...sum, name });
  return [
    ...formatSums(`Purchases come to ${formatAmount(counted.amount)}`, [
      named('Rows that count', counted),
      named('Rows with errors', faulty),
      named('Reversals', reversals),
      named(duplicates.estimated ? 'Same row again (estimated)' : 'Same row again', duplicates),
    ]),
    ...formatSums('By state', purchases.byState),
    ...formatSums('By year', purchases.byYear),
    ...formatSums('By drug', purchases.byDrug),
    ...formatSums('By plan or payor', purchases.byPlan.slice(0, maxPrinted)),
    ...(purchases.byPlan.length > maxPrinted ? [`  … and ${purchases.byPlan.length - maxPrinted} more`] : []),
  ];
}

function formatSums(title: string, sums: readonly Group[]): string[] {
  if (sums.length === 0) return [];
  const rows = sums.map(({ name, rows: count, amount }) => [
    name === '' ? 'All others' : displayValue(name, maxNameLength),
    formatRowCount(count),
    formatAmount(amount),
  ]);
  return ['', paint('bold', title), ...alignColumns(rows, [1, 2])];
}

function formatMembership({ membership }: DataReport): string[] {
  if (membership === undefined) return [];
  const { counted, rows, byYear } = membership;
  const title = `Membership data: ${formatCount(counted)} of ${formatRowCount(rows)} count`;
  const years = byYear.map(({ year, members }) => [year, `${formatCount(members)} members`]);
  return ['', paint('bold', title), ...alignColumns(years, [1])];
}

function formatFindingCounts({ counts }: DataReport): string[] {
  const groups = severities.flatMap((severity) => {
    const found = counts.filter((each) => each.severity === severity && each.count > 0);
    return found.length === 0 ? [] : [{ style: severityStyles[severity], severity, found }];
  });
  if (groups.length === 0) return ['', paint('green', 'Nothing to fix, and nothing to know.')];
  const sums = groups.map(({ style, severity, found }) =>
    paint(style, messages.severities[severity](found.reduce((total, { count }) => total + count, 0))),
  );
  const kinds = groups.flatMap(({ style, severity, found }) => found.map((each) => ({ ...each, style, severity })));
  const lines = alignColumns(
    kinds.map(({ count, code, severity }) => [formatCount(count), messages.titles[code], severity]),
    [0],
  );
  return ['', sums.join(', '), ...lines.map((line, index) => paint(kinds[index]?.style ?? 'dim', line))];
}

function formatFindings({ findings, tables }: DataReport, rules: DataRules): string[] {
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

function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function formatRowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`;
}

/** @param numeric indexes of columns to align at the right */
function alignColumns(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string[] {
  const widthOf = (index: number) => Math.max(...rows.map((row) => row[index]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_cell, index) => widthOf(index));
  const align = (cell: string, index: number) =>
    numeric.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
  return rows.map((row) => `  ${row.map(align).join('  ')}`.trimEnd());
}
