import { dataMessages } from '@redress/datafiles/messages/all-messages';
import { displayValue, formatAmount } from '@redress/datafiles/messages/message-values';
import type { CheckedFile, DataReport, Severity, Sum, TableReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { countFindings } from '../../claims/documents/format-data-checks.ts';
import { alignColumns, formatCount } from './command.ts';

const messages = dataMessages.en;
/** Maximum findings to print. Counts cover all, and the workbook has more. */
const maxPrinted = 20;
/** Some names of drugs and plans differ only at the end. */
const maxNameLength = 80;

const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** The report of a checked file as lines for a terminal, without control characters. */
export function formatCheckedFile(checked: CheckedFile, rules: DataRules): string[] {
  if (checked.outcome === 'unreadable') return [messages.unreadable[checked.reason]];
  const { format, tables } = checked.outcome === 'checked' ? checked.report : checked;
  const opening = [`Format: ${messages.format(format)}`, ...tables.flatMap(formatTable)];
  if (checked.outcome === 'no-data')
    return [...opening, '', 'Nothing in this file looks like purchases or membership data.'];
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
  const title = `${messages.kinds[table.kind]}${sheet}`;
  if (table.kind === 'none') return ['', title];
  const columns = table.columns.map(({ key, index }) => {
    const heading = table.headers[index];
    const quoted = heading === undefined ? '' : `, “${displayValue(heading, maxNameLength)}”`;
    return [messages.columns[key], `column ${index + 1}${quoted}`];
  });
  if (table.dates) columns.push(['Dates', messages.dates(table.dates)]);
  if (table.decimals) columns.push(['Numbers', messages.decimals(table.decimals)]);
  return ['', `${title}, ${formatRowCount(table.rows)}, ${header}`, ...indentColumns(columns)];
}

/** The totals. `--json` also has them by state, year, drug and plan. */
function formatPurchases({ purchases }: DataReport): string[] {
  if (purchases === undefined) return [];
  const { counted, faulty, reversals, duplicates } = purchases;
  const sums: [string, Sum][] = [
    ['Rows that count', counted],
    ['Rows with errors', faulty],
    ['Reversals', reversals],
    [duplicates.estimated ? 'Repeated rows (estimated)' : 'Repeated rows', duplicates],
  ];
  const rows = sums.map(([name, { rows: count, amount }]) => [name, formatRowCount(count), formatAmount(amount)]);
  return ['', `Purchases come to ${formatAmount(counted.amount)}`, ...indentColumns(rows, [1, 2])];
}

function formatMembership({ membership }: DataReport): string[] {
  if (membership === undefined) return [];
  const { counted, rows } = membership;
  return ['', `Membership data: ${formatCount(counted)} of ${formatRowCount(rows)} count`];
}

function formatFindingCounts(report: DataReport): string[] {
  const kinds = worstFirst(report.counts.filter(({ count }) => count > 0));
  if (kinds.length === 0) return ['', 'No errors, warnings or notes.'];
  const sums = [...new Set(kinds.map(({ severity }) => severity))].map((severity) =>
    messages.severities[severity](countFindings(report, severity)),
  );
  const lines = indentColumns(
    kinds.map(({ count, code, severity }) => [formatCount(count), messages.titles[code], severity]),
    [0],
  );
  return ['', sums.join(', '), ...lines];
}

function worstFirst<Kind extends { readonly severity: Severity }>(kinds: readonly Kind[]): Kind[] {
  return kinds.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function formatFindings({ findings, tables }: DataReport, rules: DataRules): string[] {
  const worst = worstFirst(findings).slice(0, maxPrinted);
  if (worst.length === 0) return [];
  const lines = worst.flatMap((finding) => {
    const table = tables[finding.table];
    if (table === undefined) return [];
    const sheet = table.sheet === undefined ? '' : `“${displayValue(table.sheet)}”, `;
    const line = finding.line === undefined ? 'whole table' : `line ${finding.line}`;
    const column = finding.column === undefined ? '' : `, ${messages.columns[finding.column]}`;
    return [
      `  ${sheet}${line}${column}: ${messages.explain(finding, { table, rules })}`,
      `      ${messages.fix(finding, { table, rules })}`,
    ];
  });
  return ['', worst.length === findings.length ? 'Findings' : 'The first findings', ...lines];
}

function formatRowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`;
}

function indentColumns(rows: readonly (readonly string[])[], numeric?: readonly number[]): string[] {
  return alignColumns(rows, numeric).map((line) => `  ${line}`);
}
