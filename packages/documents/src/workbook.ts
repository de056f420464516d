import { type Language, localeOf } from '@redress/contract/language';
import type { Column, Sheet, Workbook } from '@redress/contract/published-documents';
import type { CellStyle, CellValue, WriteOptions, WriteSheet } from 'hucre/xlsx';
import { colToLetter, rangeRef, writeXlsx } from 'hucre/xlsx';
import { type ChoiceList, collectChoices, listsSheet, validateColumn } from './workbook-validation.ts';
import { documentMessages, fillPlaceholders } from './messages/document-messages.ts';

/** A constant date, so that the same content gives the same bytes. */
const fixedDate = new Date('1980-01-01T00:00:00Z');

/** Creates an `.xlsx` file. Throws if some text is longer than spreadsheet programs allow. */
export async function createWorkbook(
  workbook: Workbook,
  title: string,
  language: Language = 'en',
): Promise<Uint8Array> {
  const choices = collectChoices(workbook.sheets);
  const page = fillPlaceholders(documentMessages[language].page, { page: '&P', pages: '&N' });
  const footer = `&L${title.replaceAll('&', '&&')}&R${page}`;
  const rendered = workbook.sheets.map((sheet) => renderSheet(sheet, choices, footer));
  const opened = workbook.sheets.findIndex(({ name }) => name === workbook.opensOn);
  if (workbook.opensOn !== undefined && opened === -1) throw new Error(`There is no sheet "${workbook.opensOn}".`);
  return writeXlsx({
    sheets: [...rendered.map(({ sheet }) => sheet), ...listsSheet(choices)],
    activeSheet: Math.max(0, opened),
    namedRanges: rendered.flatMap(({ namedRanges }) => namedRanges),
    properties: { title, created: fixedDate, modified: fixedDate, custom: { Language: localeOf[language] } },
  });
}

type NamedRanges = NonNullable<WriteOptions['namedRanges']>;

/** Values from the left, with styles and height where they differ from the usual. */
interface RenderedRow {
  readonly values: readonly CellValue[];
  readonly styles?: readonly CellStyle[];
  readonly height?: number;
}

const lastRow = 1_048_575;
/** Points between lines of text. */
const lineGap = 4;
/** The line length of a sheet without a table, in characters. */
const textWidth = 90;

/** A sheet for the writer, and the defined names of its print setup and filter. */
function renderSheet(
  sheet: Sheet,
  choices: readonly ChoiceList[],
  footer: string,
): { readonly sheet: WriteSheet; readonly namedRanges: NamedRanges } {
  const { columns, intro = [] } = sheet;
  const widths = columns.length > 0 ? columns.map((column) => column.width) : [textWidth];
  const headerRow = columns.length > 0 ? intro.length : undefined;
  const isText = intro.length > 0;
  const rows = [...introRows(intro, widths), ...(columns.length > 0 ? tableRows(sheet, isText) : [])];
  return {
    namedRanges: headerRow === undefined ? [] : nameRanges(sheet, headerRow, rows.length),
    sheet: {
      name: sheet.name,
      columns: widths.map((width, index) => ({ width, style: bodyStyle(columns[index]?.format ?? 'text', isText) })),
      rows: rows.map(({ values }) => [...values]),
      cells: new Map(
        rows.flatMap(({ styles = [] }, row) => styles.map((style, column) => [`${row},${column}`, { style }] as const)),
      ),
      rowDefs: new Map(rows.flatMap(({ height }, row) => (height === undefined ? [] : [[row, { height }]]))),
      // Never merges header cells, which would hide columns from screen readers.
      merges:
        columns.length > 1
          ? intro.map((_, row) => ({ startRow: row, endRow: row, startCol: 0, endCol: columns.length - 1 }))
          : [],
      dataValidations:
        headerRow === undefined
          ? []
          : columns.flatMap((column, index) =>
              validateColumn(column, rangeRef(headerRow + 1, index, lastRow, index), choices),
            ),
      // Freezing a header far down would keep the text above it in view.
      ...(headerRow === 0
        ? {
            freezePane: { rows: 1 },
            autoFilter: { range: rangeRef(0, 0, Math.max(rows.length - 1, 1), columns.length - 1) },
          }
        : {}),
      pageSetup: { paperSize: 'letter', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      headerFooter: { oddFooter: footer },
    },
  };
}

/** Repeats the header on each printed page. LibreOffice shows only filters with a name. */
function nameRanges({ name, columns }: Sheet, headerRow: number, rowCount: number): NamedRanges {
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const header = headerRow + 1;
  const titles = { name: '_xlnm.Print_Titles', range: `${quoted}!$${header}:$${header}`, scope: name };
  if (headerRow > 0) return [titles];
  const filtered = `${quoted}!$A$1:$${colToLetter(columns.length - 1)}$${Math.max(rowCount, 2)}`;
  return [{ name: '_xlnm._FilterDatabase', range: filtered, scope: name }, titles];
}

function introRows(intro: NonNullable<Sheet['intro']>, widths: readonly number[]): RenderedRow[] {
  const width = widths.reduce((sum, one) => sum + one, 0);
  return intro.map((line, index) => {
    const text = typeof line === 'string' ? line : line.heading;
    if (index === 0) return { values: [text], styles: [titleStyle], height: 26 };
    if (typeof line !== 'string') return { values: [text], styles: [headingStyle], height: 26 };
    return { values: [text], styles: [lineStyle], height: rowHeight([{ text, width }]) + lineGap };
  });
}

function tableRows({ columns, rows = [], blankRows = 0 }: Sheet, isText: boolean): RenderedRow[] {
  const header: RenderedRow = {
    values: columns.map((column) => column.header),
    styles: columns.map((column) => headerStyle(column.format, isText)),
    height: rowHeight(columns.map(({ header: text, width }) => ({ text, width, isBold: true }))),
  };
  const filled = rows.map((row): RenderedRow => {
    const values = row.map((value, index) => cellValue(value, columns[index]?.format ?? 'text'));
    if (!isText) return { values };
    const texts = row.map((value, index) => ({ text: String(value), width: columns[index]?.width ?? textWidth }));
    return { values, height: rowHeight(texts) };
  });
  // Only an existing cell has the text format that keeps leading zeros.
  const blank: RenderedRow = { values: columns.map(() => null) };
  return [header, ...filled, ...Array.from({ length: blankRows }, () => blank)];
}

function cellValue(value: string | number, format: Column['format']): CellValue {
  if (format !== 'date') return value;
  const day = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) throw new Error(`A date is written YYYY-MM-DD, not "${value}".`);
  return day;
}

// A style without a font name gets a different font from the rest of the sheet.
const font = { name: 'Calibri', size: 11 } as const;

const numberFormats: Readonly<Record<Column['format'], string>> = {
  text: '@',
  date: 'mm/dd/yyyy',
  amount: '#,##0.00##',
  count: '#,##0',
  share: '0.0%',
};

/** Otherwise, printed tables have no grid lines. */
const line = { style: 'thin', color: { rgb: 'BFBFBF' } } as const;
const grid = { top: line, right: line, bottom: line, left: line } as const;

const titleStyle: CellStyle = { font: { ...font, bold: true, size: 16 }, alignment: { vertical: 'top' } };
const headingStyle: CellStyle = { font: { ...font, bold: true, size: 12 }, alignment: { vertical: 'bottom' } };
const lineStyle: CellStyle = { alignment: { vertical: 'top', wrapText: true } };

/** In a sheet of text, cells wrap and align left like its lines. */
function bodyStyle(format: Column['format'], isText: boolean): CellStyle {
  const numFmt = numberFormats[format];
  if (isText) return { numFmt, border: grid, alignment: { vertical: 'top', wrapText: true, horizontal: 'left' } };
  // Separates a number from the text in the next column.
  return format === 'text' ? { numFmt } : { numFmt, alignment: { horizontal: 'right', indent: 1 } };
}

function headerStyle(format: Column['format'], isText: boolean): CellStyle {
  return {
    font: { ...font, bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DCE6F1' } },
    border: { bottom: { style: 'medium' } },
    alignment: {
      ...(format === 'text' || isText ? { horizontal: 'left' } : { horizontal: 'right', indent: 1 }),
      vertical: 'center',
      wrapText: true,
    },
  };
}

/** Points per line in the font of the sheets. */
const lineHeight = 15;
/** Characters of text that fit into a column width of one digit. */
const lettersPerWidth = { normal: 1.16, bold: 0.95 } as const;

/**
 * The height in points, because Excel computes none for merged cells, and LibreOffice none for
 * opened files.
 */
function rowHeight(texts: readonly Parameters<typeof countLines>[0][]): number {
  return lineHeight * Math.max(1, ...texts.map(countLines));
}

/** `width` is the cell's width in characters. */
function countLines({ text, width, isBold = false }: { text: string; width: number; isBold?: boolean }): number {
  const maxLength = width * lettersPerWidth[isBold ? 'bold' : 'normal'];
  let lines = 1;
  let used = 0;
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + 1 + length > maxLength) {
      lines += 1;
      used = length;
    } else used += (used > 0 ? 1 : 0) + length;
  }
  return lines;
}
