import type { Column, Sheet } from '@redress/contract/published-documents';
import type { Language } from '@redress/contract/language';
import type { Cell, CellStyle, CellValue, WriteOptions, WriteSheet } from 'hucre/xlsx';
import { colToLetter, rangeRef } from 'hucre/xlsx';
import { checkColumn } from './workbook-checks.ts';
import type { ChoiceList } from './workbook-choices.ts';
import { rowHeight } from './workbook-heights.ts';
import { bodyStyle, headerStyle, headingStyle, lineStyle, titleStyle } from './workbook-look.ts';

type NamedRanges = NonNullable<WriteOptions['namedRanges']>;

/** A sheet as the writer takes it, with the names that spreadsheet programs keep its print set-up and its filter under. */
interface SetSheet {
  readonly written: WriteSheet;
  readonly namedRanges: NamedRanges;
}
interface Surroundings {
  readonly choices: readonly ChoiceList[];
  readonly title: string;
  readonly language: Language;
}
/** A row as it is written: values from the left, the style of each where it is not its column's, and the height where it is not a line's. */
interface SetRow {
  readonly values: readonly CellValue[];
  readonly styles?: readonly CellStyle[];
  readonly height?: number;
}

const footers: Readonly<Record<Language, string>> = { en: 'Page &P of &N', es: 'Página &P de &N' };
const lastRow = 1_048_575;
/** Between lines of text, in points. */
const lineGap = 4;
/** Of a sheet without a table, in characters: a measure that is easy to read. */
const textWidth = 90;

/** Sets one sheet: its text, its table, the rows to fill in with their checks, and how it is printed. */
export function setSheet(sheet: Sheet, { choices, title, language }: Surroundings): SetSheet {
  const { columns, intro = [] } = sheet;
  const widths = columns.length > 0 ? columns.map((column) => column.width) : [textWidth];
  const headerRow = columns.length > 0 ? intro.length : undefined;
  const isText = intro.length > 0;
  const rows = [...introRows(intro, widths), ...(columns.length > 0 ? tableRows(sheet, isText) : [])];
  return {
    namedRanges: headerRow === undefined ? [] : nameRanges(sheet, headerRow, rows.length),
    written: {
      name: sheet.name,
      columns: widths.map((width, index) => ({ width, style: bodyStyle(columns[index]?.format ?? 'text', isText) })),
      rows: rows.map(({ values }) => [...values]),
      cells: new Map(rows.flatMap(styledCells)),
      rowDefs: new Map(rows.flatMap(({ height }, row) => (height === undefined ? [] : [[row, { height }]]))),
      // A line above a table goes over its whole width. Header cells are never merged: screen readers lose their columns by it.
      merges:
        columns.length > 1
          ? intro.map((_, row) => ({ startRow: row, endRow: row, startCol: 0, endCol: columns.length - 1 }))
          : [],
      dataValidations:
        headerRow === undefined
          ? []
          : columns.flatMap((column, index) =>
              checkColumn(column, rangeRef(headerRow + 1, index, lastRow, index), choices),
            ),
      // A header far down must not hold the text above it in view, and instructions are not sorted.
      ...(headerRow === 0
        ? {
            freezePane: { rows: 1 },
            autoFilter: { range: rangeRef(0, 0, Math.max(rows.length - 1, 1), columns.length - 1) },
          }
        : {}),
      pageSetup: { paperSize: 'letter', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      headerFooter: { oddFooter: `&L${title.replaceAll('&', '&&')}&R${footers[language]}` },
    },
  };
}

/** The header that is repeated on each printed page; and what is filtered, without which LibreOffice shows no filter. */
function nameRanges({ name, columns }: Sheet, headerRow: number, rowCount: number): NamedRanges {
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const header = headerRow + 1;
  const titles = { name: '_xlnm.Print_Titles', range: `${quoted}!$${header}:$${header}`, scope: name };
  if (headerRow > 0) return [titles];
  const filtered = `${quoted}!$A$1:$${colToLetter(columns.length - 1)}$${Math.max(rowCount, 2)}`;
  return [{ name: '_xlnm._FilterDatabase', range: filtered, scope: name }, titles];
}

function introRows(intro: NonNullable<Sheet['intro']>, widths: readonly number[]): SetRow[] {
  const width = widths.reduce((sum, one) => sum + one, 0);
  return intro.map((line, index) => {
    const text = typeof line === 'string' ? line : line.heading;
    if (index === 0) return { values: [text], styles: [titleStyle], height: 26 };
    if (typeof line !== 'string') return { values: [text], styles: [headingStyle], height: 26 };
    return { values: [text], styles: [lineStyle], height: rowHeight([{ text, width }]) + lineGap };
  });
}

function tableRows({ columns, rows = [], blankRows = 0 }: Sheet, isText: boolean): SetRow[] {
  const header: SetRow = {
    values: columns.map((column) => column.header),
    styles: columns.map((column) => headerStyle(column.format, isText)),
    height: rowHeight(columns.map(({ header: text, width }) => ({ text, width, isBold: true }))),
  };
  const filled = rows.map((row): SetRow => {
    const values = row.map((value, index) => cellValue(value, columns[index]?.format ?? 'text'));
    if (!isText) return { values };
    const texts = row.map((value, index) => ({ text: String(value), width: columns[index]?.width ?? textWidth }));
    return { values, height: rowHeight(texts) };
  });
  // Blank cells are written too: only a cell that is there has the text format that keeps leading zeros.
  const blank: SetRow = { values: columns.map(() => null) };
  return [header, ...filled, ...Array.from({ length: blankRows }, () => blank)];
}

function styledCells({ styles = [] }: SetRow, row: number): [string, Partial<Cell>][] {
  return styles.map((style, column) => [`${row},${column}`, { style }]);
}

function cellValue(value: string | number, format: Column['format']): CellValue {
  if (format !== 'date') return value;
  const day = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) throw new Error(`A date is written YYYY-MM-DD, not "${value}".`);
  return day;
}
