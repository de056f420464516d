import type { Structure } from 'pdfkit';
import type { Cell, TableBlock } from './markdown.ts';
import type { Block, Paper } from './paper.ts';
import { colors } from './paper.ts';

/** In points. */
const padding = { x: 6, y: 4.5 };

interface Column {
  readonly x: number;
  readonly width: number;
}

/** How much of the page a table needs to begin: the whole of a small one, of others the header and the first row. */
export function tableStart(paper: Paper, table: TableBlock, size: number): number {
  const columns = layColumns(paper, table, size);
  const [header = 0, first = 0, ...rest] = [table.header, ...table.rows].map((cells) =>
    rowHeight(paper, rowOf(table, cells, columns, size)),
  );
  const whole = rest.reduce((sum, height) => sum + height, header + first);
  return whole <= paper.pageHeight / 3 ? whole : header + first;
}

/** Writes a table. Rows are never torn apart; the header stands again where the table goes over to another page. */
export function drawTable(paper: Paper, parent: Structure, table: TableBlock, size: number): void {
  const columns = layColumns(paper, table, size);
  const header = rowOf(table, table.header, columns, size);
  const element = paper.element(parent, 'Table');
  paper.keepTogether(tableStart(paper, table, size));
  shade(paper, header);
  drawRow(paper, element, header);
  // Where the whole first column is bold, its cells are the headers of their rows.
  const hasRowHeaders = table.rows.every(([first = []]) => first.length > 0 && first.every((run) => run.bold === true));
  for (const cells of table.rows) {
    const row = rowOf(table, cells, columns, size, hasRowHeaders);
    const height = rowHeight(paper, row);
    if (height + rowHeight(paper, header) > paper.pageHeight) throw new Error('a row of a table is longer than a page');
    if (height > paper.room) {
      paper.keepTogether(height);
      repeatHeader(paper, header);
    }
    drawRow(paper, element, row);
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

function rowHeight(paper: Paper, row: readonly Block[]): number {
  return Math.max(...row.map((block) => paper.heightOf(block))) + 2 * padding.y;
}

function drawRow(paper: Paper, table: Structure, row: readonly Block[]): void {
  const element = paper.element(table, 'TR');
  paper.space(padding.y);
  paper.writeRow(element, row);
  paper.space(padding.y);
  paper.rule();
  element.end();
}

function repeatHeader(paper: Paper, header: readonly Block[]): void {
  shade(paper, header);
  paper.space(padding.y);
  paper.writeUnread(header, { type: 'Pagination' });
  paper.space(padding.y);
  paper.rule();
}

function shade(paper: Paper, header: readonly Block[]): void {
  const { left, y, width } = paper;
  const height = rowHeight(paper, header);
  paper.paint((document) => document.rect(left, y, width, height).fill(colors.shade));
  paper.rule(colors.soft);
}

/** Gives each column its longest word, and shares the rest by how long its texts are. */
function layColumns(paper: Paper, { header, rows }: TableBlock, size: number): Column[] {
  const wide = (text: string) => paper.widthOf(text, { font: 'bold', size });
  const needs = header.map((_, index) => {
    const texts = [header, ...rows].map((cells) => (cells[index] ?? []).map((run) => run.text).join(''));
    const words = texts.flatMap((text) => text.split(/\s+/));
    const gaps = 2 * padding.x + 1;
    return { least: Math.max(...words.map(wide)) + gaps, most: Math.max(...texts.map(wide)) + gaps };
  });
  const sum = (of: (need: { readonly least: number; readonly most: number }) => number) =>
    needs.reduce((total, need) => total + of(need), 0);
  const rest = paper.width - sum(({ least }) => least);
  if (rest < 0) throw new Error('a table has more columns than fit on the page');
  // The square root: a long text gets more, but not so much that the others are squeezed to a word a line.
  const weight = ({ least, most }: { readonly least: number; readonly most: number }) => Math.sqrt(most - least + 1);
  const all = sum(weight);
  let x = 0;
  return needs.map((need) => {
    const column = { x, width: need.least + (rest * weight(need)) / all };
    x += column.width;
    return column;
  });
}
