import { type CellStyle, type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { CheckedFile, DataReport, FaultyRow, Finding } from '../report.ts';
import { type ColumnRules, type DataRules, type TableKind, tableKinds } from '../rules.ts';
import type { DataMessages } from '../messages/data-messages.ts';

/**
 * Makes an `.xlsx` file with the rows that do not count, in the columns of the template, to be
 * fixed and sent, and with all kept findings. Cells are text: no formulas, and no lost zeros.
 */
export async function makeFindingsWorkbook(
  checked: CheckedFile,
  faultyRows: readonly FaultyRow[],
  messages: DataMessages,
  rules: DataRules,
): Promise<Uint8Array> {
  const sheets: WriteSheet[] = [];
  if (checked.outcome === 'checked') {
    for (const kind of tableKinds) sheets.push(...rowsToFix(kind, checked.report, faultyRows, messages, rules));
    sheets.push(findingsSheet(checked.report, messages, rules));
  } else {
    const text = checked.outcome === 'unreadable' ? messages.unreadable[checked.reason] : messages.kinds.none;
    const { findings, whatIsWrong } = messages.workbook;
    sheets.push(createSheet(findings, [{ header: whatIsWrong, width: 90, style: wrappedStyle }], [[text]]));
  }
  return writeXlsx({ sheets, properties: { created: createdAt, modified: createdAt } });
}

/** A constant date makes equal bytes for equal findings. */
const createdAt = new Date('1980-01-01T00:00:00Z');

const headerStyle = {
  font: { name: 'Calibri', size: 11, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DCE6F1' } },
  alignment: { vertical: 'center', wrapText: true },
} as const;
const textStyle = { numFmt: '@', alignment: { vertical: 'top' } } as const;
const wrappedStyle = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } } as const;
const numberStyle = { numFmt: '0', alignment: { vertical: 'top', horizontal: 'left' } } as const;

function rowsToFix(
  kind: TableKind,
  { tables, findings }: DataReport,
  faultyRows: readonly FaultyRow[],
  messages: DataMessages,
  rules: DataRules,
): readonly WriteSheet[] {
  const { workbook, kinds } = messages;
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
    // A row that has only warnings counts already, and would count twice if it were sent again.
    const hasError = byPlace.get(place)?.some(({ severity }) => severity === 'error') ?? false;
    if (tables[row.table]?.kind === kind && hasError) rows.set(place, row);
  }
  if (rows.size === 0) return [];
  const sorted = [...rows].sort(([, one], [, other]) => one.table - other.table || one.line - other.line);
  const hasOther = tables.some((table) => table.kind !== kind && table.kind !== 'none');
  return [
    createSheet(
      hasOther ? `${workbook.rowsToFix} (${kinds[kind].slice(0, 28 - workbook.rowsToFix.length)})` : workbook.rowsToFix,
      [
        ...template.map(({ header, length }) => {
          return { header, width: Math.min(Math.max(length, 12), 32), style: textStyle };
        }),
        { header: workbook.line, width: 10, style: numberStyle },
        { header: workbook.whatToFix, width: 90, style: wrappedStyle },
      ],
      sorted.map(([place, row]) => {
        const table = tables[row.table];
        const explanations = (byPlace.get(place) ?? []).map((finding) =>
          table ? `${messages.explain(finding, { table, rules })} ${messages.fix(finding, { table, rules })}` : '',
        );
        return [...template.map(({ key }) => row.cells[key] ?? ''), row.line, explanations.join('\n')];
      }),
    ),
  ];
}

function findingsSheet({ tables, findings }: DataReport, messages: DataMessages, rules: DataRules): WriteSheet {
  const { workbook } = messages;
  return createSheet(
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
        messages.titles[finding.code],
        table?.sheet ?? (table ? messages.kinds[table.kind] : ''),
        finding.line ?? '',
        finding.column === undefined ? '' : messages.columns[finding.column],
        finding.value ?? '',
        table ? messages.explain(finding, { table, rules }) : '',
        table ? messages.fix(finding, { table, rules }) : '',
      ];
    }),
  );
}

function createSheet(
  name: string,
  columns: readonly { readonly header: string; readonly width: number; readonly style: CellStyle }[],
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

/** Spreadsheet programs have this limit. */
const maxCellLength = 32_767;
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Keeps text as text, even if it begins with `=`, `+`, `-` or `@`. */
function inertValue(value: string | number): CellValue {
  return typeof value === 'string' ? value.replace(notInXml, '').slice(0, maxCellLength) : value;
}
