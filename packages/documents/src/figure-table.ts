import type { Figure, FigureCell } from '@redress/contract/console/figures';
import { formatFigureCell, formatTotal, isNumberColumn } from '@redress/contract/console/format-figure';
import type { PdfWriter } from './pdf-writer.ts';
import { tableRows } from './table-rows.ts';
import { type Block, colors } from './text-renderer.ts';

/** Lengths are in points. */
const usualSize = 9.25;
const padding = { x: 6, y: 2.6 };

interface TableColumn {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** The space that a table needs to begin: its header and three rows. */
export function figureTableStart(writer: PdfWriter): number {
  return 5 * (writer.lineHeight({ text: '', role: 'TD', font: 'plain', size: usualSize }) + 2 * padding.y);
}

/** Writes the table of a figure. Rows stay whole, and the header is repeated on each page. */
export function renderFigureTable(writer: PdfWriter, figure: Figure): void {
  const total = formatTotal(figure);
  const texts = [...figure.rows.map((row) => textsOf(figure, row)), ...(total ? [total] : [])];
  const { size, columns } = layOutColumns(writer, figure, texts);
  const table = writer.addElement(writer.root, 'Table');
  const header = columns.map((column, index) =>
    blockOf(column, figure.columns[index]?.header ?? '', { size, font: 'bold', role: 'TH', scope: 'Column' }),
  );
  const rows = tableRows(writer, { padding: padding.y, ruleThickness: 0.5 });
  rows.renderHeader(table, header);
  for (const [index, row] of texts.entries()) {
    const isTotal = index === figure.rows.length;
    const blocks = columns.map((column, at) =>
      blockOf(column, row[at] ?? '', {
        size,
        font: isTotal ? 'bold' : 'plain',
        ...(at === 0 ? { role: 'TH', scope: 'Row' } : { role: 'TD' }),
      }),
    );
    rows.ensureSpaceFor(blocks, header);
    if (isTotal) writer.rule(colors.ink, 1);
    rows.render(table, blocks);
  }
  table.end();
}

function textsOf({ columns }: Figure, row: readonly FigureCell[]): string[] {
  return columns.map(({ kind }, index) => formatFigureCell(kind, row[index]));
}

/** Uses smaller type if the words are wider than the page. The smallest type breaks them. */
const sizes = [9.25, 8.5, 7.75, 7, 6.5];

/** Numbers stay on one line; headers and words may wrap. Columns share the remaining width. */
function layOutColumns(writer: PdfWriter, { columns }: Figure, texts: readonly (readonly string[])[]) {
  const widthsAt = (size: number) => {
    const wide = (text: string) => writer.widthOf(text, { font: 'bold', size });
    const longestWord = (text: string) => Math.max(...text.split(' ').map(wide));
    return columns.map((column, index) => {
      const values = texts.map((row) => row[index] ?? '');
      const needs = values.map(column.kind === 'text' ? longestWord : wide);
      // A header of two lines is short enough.
      const most = column.kind === 'text' ? Math.max(...values.map(wide)) : wide(column.header) / 1.6;
      const min = Math.max(longestWord(column.header), ...needs) + 2 * padding.x + 1;
      return { min, more: Math.max(0, most + 2 * padding.x + 1 - min) };
    });
  };
  const fits = (size: number) => widthsAt(size).reduce((sum, { min }) => sum + min, 0) <= writer.width;
  const size = sizes.find(fits) ?? Math.min(...sizes);
  const widths = widthsAt(size);
  const needed = widths.reduce((sum, { min }) => sum + min, 0);
  const scale = Math.min(1, writer.width / needed);
  const rest = Math.max(0, writer.width - needed);
  // Words get enough width for one line before other columns share the rest.
  const wanted = widths.reduce((sum, { more }) => sum + more, 0);
  const forWords = Math.min(rest, wanted);
  let x = 0;
  const placed = widths.map(({ min, more }, index) => {
    const share = wanted === 0 ? 0 : (more / wanted) * forWords;
    const width = min * scale + share + (rest - forWords) / columns.length;
    const column = columns[index];
    const align = column && isNumberColumn(column) ? ('right' as const) : ('left' as const);
    const at = { x, width, align };
    x += width;
    return at;
  });
  return { size, columns: placed };
}

type CellStyle = Pick<Block, 'size' | 'font' | 'role' | 'scope'>;

function blockOf({ x, width, align }: TableColumn, text: string, style: CellStyle): Block {
  const place = { x: x + padding.x, width: width - 2 * padding.x };
  return { ...style, ...place, text, ...(align === 'right' && { align }) };
}
