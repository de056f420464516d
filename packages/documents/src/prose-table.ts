import type { Structure } from 'pdfkit';
import type { Cell, TableBlock } from './markdown.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { tableRows } from './table-rows.ts';
import type { Block } from './text-renderer.ts';

/** Lengths are in points. */
const padding = { x: 6, y: 4.5 };
const rowsIn = (writer: PdfWriter) => tableRows(writer, { padding: padding.y });

interface Column {
  readonly x: number;
  readonly width: number;
}

/**
 * The space that a table needs to start: all of a small one, otherwise the header and first row.
 */
export function tableStart(writer: PdfWriter, table: TableBlock, size: number): number {
  const columns = layOutColumns(writer, table, size);
  const [header = 0, first = 0, ...rest] = [table.header, ...table.rows].map((cells) =>
    rowsIn(writer).heightOf(rowOf(table, cells, columns, size)),
  );
  const whole = rest.reduce((sum, height) => sum + height, header + first);
  return whole <= writer.pageHeight / 3 ? whole : header + first;
}

/** Writes a table. Never divides rows, and repeats the header on the next page. */
export function renderTable(writer: PdfWriter, parent: Structure, table: TableBlock, size: number): void {
  const columns = layOutColumns(writer, table, size);
  const header = rowOf(table, table.header, columns, size);
  const element = writer.addElement(parent, 'Table');
  writer.ensureSpace(tableStart(writer, table, size));
  const rows = rowsIn(writer);
  rows.renderHeader(element, header);
  // If the whole first column is bold, its cells are row headers.
  const hasRowHeaders = table.rows.every(([first = []]) => first.length > 0 && first.every((run) => run.bold === true));
  for (const cells of table.rows) {
    const row = rowOf(table, cells, columns, size, hasRowHeaders);
    if (rows.heightOf(row) + rows.heightOf(header) > writer.pageHeight)
      throw new Error('a row of a table is longer than a page');
    rows.ensureSpaceFor(row, header);
    rows.render(element, row);
  }
  element.end();
}

function rowOf(
  table: TableBlock,
  cells: readonly Cell[],
  columns: readonly Column[],
  size: number,
  hasRowHeader = false,
): Block[] {
  const isHeader = cells === table.header;
  return columns.map((column, index) => {
    const align = table.aligns[index] ?? 'left';
    const shared = {
      size,
      text: cells[index] ?? [],
      x: column.x + padding.x,
      width: column.width - 2 * padding.x,
      ...(align !== 'left' && { align }),
    };
    if (isHeader) return { ...shared, font: 'bold', role: 'TH', scope: 'Column' };
    if (hasRowHeader && index === 0) return { ...shared, font: 'bold', role: 'TH', scope: 'Row' };
    return { ...shared, font: 'plain', role: 'TD' };
  });
}

/**
 * Gives each column the width of its longest word, and divides the rest by the length of the text.
 */
function layOutColumns(writer: PdfWriter, { header, rows }: TableBlock, size: number): Column[] {
  const wide = (text: string) => writer.widthOf(text, { font: 'bold', size });
  const needs = header.map((_, index) => {
    const texts = [header, ...rows].map((cells) => (cells[index] ?? []).map((run) => run.text).join(''));
    const words = texts.flatMap((text) => text.split(/\s+/));
    const gaps = 2 * padding.x + 1;
    return { min: Math.max(...words.map(wide)) + gaps, max: Math.max(...texts.map(wide)) + gaps };
  });
  const sum = (of: (need: { readonly min: number; readonly max: number }) => number) =>
    needs.reduce((total, need) => total + of(need), 0);
  const rest = writer.width - sum(({ min }) => min);
  if (rest < 0) throw new Error('a table has more columns than fit on the page');
  // The square root gives long text more space, while the others keep more than one word per line.
  const weight = ({ min, max }: { readonly min: number; readonly max: number }) => Math.sqrt(max - min + 1);
  const all = sum(weight);
  let x = 0;
  return needs.map((need) => {
    const column = { x, width: need.min + (rest * weight(need)) / all };
    x += column.width;
    return column;
  });
}
