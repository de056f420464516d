import { writeXlsx } from 'hucre/xlsx';
import type { CellValue, WriteSheet } from 'hucre/xlsx';
import type { CheckedFile, DataReport, FaultyRow, Finding } from './report.ts';
import type { ColumnRules, DataRules, TableKind } from './rules.ts';
import { tableKinds } from './rules.ts';
import type { DataMessages } from './messages/data-messages.ts';

/**
 * The bytes of an `.xlsx` file that tells what was found: a sheet for each kind of table with the rows to mend, which are those that do not count, in
 * the template's columns, so that it can be mended and sent again as it is; and a sheet with all findings that were kept. Cells hold text as it stands in the file: none
 * is a formula, and none loses its zeros.
 */
export async function makeFindingsWorkbook(
  checked: CheckedFile,
  faultyRows: readonly FaultyRow[],
  words: DataMessages,
  rules: DataRules,
): Promise<Uint8Array> {
  const sheets =
    checked.outcome === 'checked'
      ? [
          ...tableKinds.flatMap((kind) => rowsToFix(kind, checked.report, faultyRows, words, rules)),
          findingsSheet(checked.report, words, rules),
        ]
      : [refusalSheet(checked, words)];
  return writeXlsx({ sheets, properties: { created: made, modified: made } });
}

/** Files carry no time of their own: the same findings are the same bytes. */
const made = new Date('1980-01-01T00:00:00Z');

const headerStyle = {
  font: { name: 'Calibri', size: 11, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DCE6F1' } },
  alignment: { vertical: 'center', wrapText: true },
} as const;
const textStyle = { numFmt: '@', alignment: { vertical: 'top' } } as const;
const wrappedStyle = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } } as const;
const numberStyle = { numFmt: '0', alignment: { vertical: 'top', horizontal: 'left' } } as const;

interface SheetColumn {
  readonly header: string;
  readonly width: number;
  readonly style: typeof textStyle | typeof wrappedStyle | typeof numberStyle;
}

function rowsToFix(
  kind: TableKind,
  { tables, findings }: DataReport,
  faultyRows: readonly FaultyRow[],
  words: DataMessages,
  rules: DataRules,
): readonly WriteSheet[] {
  const { workbook, kinds } = words;
  const template: readonly ColumnRules[] = rules.tables[kind];
  const byPlace = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity === 'note' || finding.line === undefined) continue;
    const place = `${finding.table} ${finding.line}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), finding]);
  }
  const rows = new Map<string, FaultyRow>();
  for (const row of faultyRows) {
    const place = `${row.table} ${row.line}`;
    // A row that has warnings only counts already: sent again it would count twice.
    const hasError = byPlace.get(place)?.some(({ severity }) => severity === 'error') ?? false;
    if (tables[row.table]?.kind === kind && hasError) rows.set(place, row);
  }
  if (rows.size === 0) return [];
  const sorted = [...rows].sort(([, one], [, other]) => one.table - other.table || one.line - other.line);
  const hasOther = tables.some((table) => table.kind !== kind && table.kind !== 'none');
  return [
    setSheet(
      hasOther ? `${workbook.rowsToFix} (${kinds[kind].slice(0, 28 - workbook.rowsToFix.length)})` : workbook.rowsToFix,
      [
        ...template.map(({ header, length }) => ({
          header,
          width: Math.min(Math.max(length, 12), 32),
          style: textStyle,
        })),
        { header: workbook.line, width: 10, style: numberStyle },
        { header: workbook.whatToFix, width: 90, style: wrappedStyle },
      ],
      sorted.map(([place, row]) => [
        ...template.map(({ key }) => row.cells[key] ?? ''),
        row.line,
        (byPlace.get(place) ?? []).map((finding) => sayBoth(finding, tables, words, rules)).join('\n'),
      ]),
    ),
  ];
}

function findingsSheet({ tables, findings }: DataReport, words: DataMessages, rules: DataRules): WriteSheet {
  const { workbook } = words;
  return setSheet(
    workbook.findings,
    [
      { header: workbook.severity, width: 12, style: textStyle },
      { header: workbook.kind, width: 32, style: textStyle },
      { header: workbook.table, width: 20, style: textStyle },
      { header: workbook.line, width: 10, style: numberStyle },
      { header: workbook.column, width: 24, style: textStyle },
      { header: workbook.value, width: 24, style: textStyle },
      { header: workbook.whatIsWrong, width: 60, style: wrappedStyle },
      { header: workbook.howToFix, width: 60, style: wrappedStyle },
    ],
    findings.map((finding) => {
      const table = tables[finding.table];
      return [
        workbook.severities[finding.severity],
        words.titles[finding.code],
        table?.sheet ?? (table ? words.kinds[table.kind] : ''),
        finding.line ?? '',
        finding.column === undefined ? '' : words.columns[finding.column],
        finding.value ?? '',
        table ? words.explain(finding, { table, rules }) : '',
        table ? words.fix(finding, { table, rules }) : '',
      ];
    }),
  );
}

function refusalSheet(checked: Exclude<CheckedFile, { outcome: 'checked' }>, words: DataMessages): WriteSheet {
  const text = checked.outcome === 'unreadable' ? words.unreadable[checked.reason] : words.kinds.none;
  return setSheet(
    words.workbook.findings,
    [{ header: words.workbook.whatIsWrong, width: 90, style: wrappedStyle }],
    [[text]],
  );
}

function sayBoth(finding: Finding, tables: DataReport['tables'], words: DataMessages, rules: DataRules): string {
  const table = tables[finding.table];
  return table ? `${words.explain(finding, { table, rules })} ${words.fix(finding, { table, rules })}` : '';
}

function setSheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly (string | number)[])[],
): WriteSheet {
  return {
    name,
    columns: columns.map(({ width, style }) => ({ width, style })),
    rows: [columns.map(({ header }) => header), ...rows].map((row) => row.map(inertValue)),
    cells: new Map(columns.map((_, column) => [`0,${column}`, { style: headerStyle }])),
    freezePane: { rows: 1 },
    pageSetup: { paperSize: 'letter', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

/** Spreadsheet programs take no more characters in a cell, and XML has none of these at all. */
const mostCharacters = 32_767;
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Strings are written as strings, whatever they begin with: `=`, `+`, `-` and `@` make no formula of them. */
function inertValue(value: string | number): CellValue {
  return typeof value === 'string' ? value.replace(notInXml, '').slice(0, mostCharacters) : value;
}
