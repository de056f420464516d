import type { Column } from '@redress/contract/published-documents';
import type { CellStyle } from 'hucre/xlsx';

// Without a font name, a style gets another font than the rest of the sheet.
const font = { name: 'Calibri', size: 11 } as const;

const numberFormats: Readonly<Record<Column['format'], string>> = {
  text: '@',
  date: 'mm/dd/yyyy',
  amount: '#,##0.00##',
  count: '#,##0',
};

/** Printed tables have no grid lines otherwise. */
const line = { style: 'thin', color: { rgb: 'BFBFBF' } } as const;
const grid = { top: line, right: line, bottom: line, left: line } as const;

export const titleStyle: CellStyle = { font: { ...font, bold: true, size: 16 }, alignment: { vertical: 'top' } };
export const headingStyle: CellStyle = { font: { ...font, bold: true, size: 12 }, alignment: { vertical: 'bottom' } };
export const lineStyle: CellStyle = { alignment: { vertical: 'top', wrapText: true } };

/** In a sheet of text, cells wrap and align left as its lines do. */
export function bodyStyle(format: Column['format'], isText: boolean): CellStyle {
  const numFmt = numberFormats[format];
  if (isText) return { numFmt, border: grid, alignment: { vertical: 'top', wrapText: true, horizontal: 'left' } };
  // Separates a number from the text in the next column.
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

/** In points, for the font of the sheets. */
const lineHeight = 15;
/** Characters of text that fit into a column width of one digit. */
const lettersPerWidth = { normal: 1.16, bold: 0.95 } as const;

/** A text and the width of its cell in characters. */
interface CellText {
  readonly text: string;
  readonly width: number;
  readonly isBold?: boolean;
}

/** In points. Excel computes no heights for merged cells, nor LibreOffice for opened files. */
export function rowHeight(texts: readonly CellText[]): number {
  return lineHeight * Math.max(1, ...texts.map(countLines));
}

function countLines({ text, width, isBold = false }: CellText): number {
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
