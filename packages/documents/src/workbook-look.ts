import type { Column } from '@redress/contract/published-documents';
import type { CellStyle } from 'hucre/xlsx';

// A style that names no font is set in another one than the rest of the sheet.
const font = { name: 'Calibri', size: 11 } as const;

const numberFormats: Readonly<Record<Column['format'], string>> = {
  text: '@',
  date: 'mm/dd/yyyy',
  amount: '#,##0.00##',
  count: '#,##0',
};

/** Of a table for reading: on paper there are no grid lines. */
const line = { style: 'thin', color: { rgb: 'BFBFBF' } } as const;
const grid = { top: line, right: line, bottom: line, left: line } as const;

export const titleStyle: CellStyle = { font: { ...font, bold: true, size: 16 }, alignment: { vertical: 'top' } };
export const headingStyle: CellStyle = { font: { ...font, bold: true, size: 12 }, alignment: { vertical: 'bottom' } };
export const lineStyle: CellStyle = { alignment: { vertical: 'top', wrapText: true } };

/** Of the cells below a header. In a text for people they wrap and stand to the left, as its lines do. */
export function bodyStyle(format: Column['format'], isText: boolean): CellStyle {
  const numFmt = numberFormats[format];
  if (isText) return { numFmt, border: grid, alignment: { vertical: 'top', wrapText: true, horizontal: 'left' } };
  // The indent keeps a number apart from the text in the next column.
  return format === 'text' ? { numFmt } : { numFmt, alignment: { horizontal: 'right', indent: 1 } };
}

export function headerStyle(format: Column['format'], isText: boolean): CellStyle {
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
