import type { RowsField } from '@redress/forms/definition';
import type { Structure } from 'pdfkit';
import type { Desk, Question } from './claim-form-desk.ts';
import { labelBlock, labelInRow, lengthOf } from './claim-form-desk.ts';
import type { Part } from './claim-form-parts.ts';
import { textPart, type } from './claim-form-parts.ts';
import type { Box } from './claim-form-widgets.ts';
import { fill } from './claim-form-words.ts';
import type { Block } from './paper.ts';
import { colors } from './paper.ts';

/** A field that may stand beside others in one line. */
export interface Cell {
  readonly question: Question;
  /** Label and hint, above the box. */
  readonly parts: readonly Block[];
  /** In points. Without `to` it takes what is left of the line. */
  readonly width: { readonly from: number; readonly to?: number };
  /** What is asked only sometimes has a line of its own. */
  readonly standsAlone?: boolean;
  draw(box: Box, parent: Structure): void;
}

const gap = 14;
const boxHeight = 24;
const boxGap = 3;
const afterRow = 9;
/** In points, of a column for one digit. */
const digit = 17;
const numberWidth = 30;
/** More rows than that begin another table, with its own header. */
const rowsInTable = 20;

/** Puts fields side by side where they fit. */
export function packRows(desk: Desk, cells: readonly Cell[]): Part[] {
  const rows: Cell[][] = [];
  let used = 0;
  for (const cell of cells) {
    const row = rows.at(-1);
    const fits = row && used + gap + cell.width.from <= desk.paper.width;
    if (row && fits && !cell.standsAlone && !row[0]?.standsAlone) {
      row.push(cell);
      used += gap + cell.width.from;
    } else {
      rows.push([cell]);
      used = cell.width.from;
    }
  }
  return rows.map((row) => rowPart(desk, row));
}

function rowPart({ paper }: Desk, cells: readonly Cell[]): Part {
  const widths = stretch(cells, paper.width - gap * (cells.length - 1));
  let x = 0;
  const placed = cells.map((cell, index) => {
    const width = widths[index] ?? cell.width.from;
    // Alone in its line a short field has room for long words above it.
    const wordsWidth = cells.length === 1 ? paper.width : width;
    const start = x;
    x += width + gap;
    const blocks = cell.parts.map((block) => ({ ...block, x: start, width: wordsWidth }));
    return { cell, x: start, width, blocks, height: blocks.reduce((sum, block) => sum + paper.heightOf(block), 0) };
  });
  const labels = Math.max(...placed.map(({ height }) => height));
  return {
    height: labels + boxGap + boxHeight + afterRow,
    draw(parent) {
      for (const at of placed) {
        // The boxes of a line stand at one height, and each is read right after its label.
        paper.space(labels - at.height);
        for (const block of at.blocks) paper.write(parent, block);
        const box = { x: paper.left + at.x, y: paper.y + boxGap, width: at.width, height: boxHeight };
        at.cell.draw(box, parent);
        paper.space(-labels);
      }
      paper.space(labels + boxGap + boxHeight + afterRow);
    },
  };
}

function stretch(cells: readonly Cell[], room: number): number[] {
  const free = room - cells.reduce((sum, { width }) => sum + width.from, 0);
  const open = cells.filter(({ width }) => width.to === undefined).length;
  if (open > 0) return cells.map(({ width }) => (width.to === undefined ? width.from + free / open : width.from));
  return cells.map(({ width }) => Math.min(width.to ?? width.from, width.from + free));
}

/** A list of rows as a table of boxes, and what to do with more. */
export function tableParts(desk: Desk, question: Question<RowsField>): Part[] {
  const { paper, words, source } = desk;
  const count = source.rowsOnPaper ?? question.field.atLeast;
  const tables: Part[] = [];
  for (let first = 0; first < count; first += rowsInTable)
    tables.push(tablePart(desk, question, first, Math.min(first + rowsInTable, count)));
  return [
    textPart(paper, labelBlock(question), 0, true),
    ...(question.hint === '' ? [] : [textPart(paper, { ...type.hint, text: question.hint }, 5, true)]),
    ...tables,
    textPart(paper, { ...type.strong, text: fill(words.moreRows, { rows: count }) }),
  ];
}

function tablePart(desk: Desk, question: Question<RowsField>, first: number, end: number): Part {
  const { paper, widgets, words } = desk;
  const { field } = question;
  const room = paper.width - numberWidth;
  const fixed = field.of.map((column) => (lengthOf(column).comb ?? 0) * digit);
  const open = fixed.filter((width) => width === 0).length;
  const share = (room - fixed.reduce((sum, width) => sum + width, 0)) / Math.max(open, 1);
  const widths = fixed.map((width) => (width === 0 ? share : width));
  const starts = widths.map((_, index) => numberWidth + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const header: readonly Block[] = [
    { ...type.hint, font: 'bold', role: 'TH', scope: 'Column', text: words.number, width: numberWidth },
    ...field.of.map((column, index) => ({
      ...type.hint,
      font: 'bold' as const,
      role: 'TH' as const,
      scope: 'Column' as const,
      text: column.label,
      x: starts[index] ?? 0,
      width: widths[index] ?? 0,
    })),
  ];
  const headerHeight = Math.max(...header.map((block) => paper.heightOf(block))) + 2;
  return {
    height: headerHeight + (end - first) * boxHeight + afterRow,
    draw(parent) {
      const table = paper.element(parent, 'Table');
      const headerRow = paper.element(table, 'TR');
      paper.writeRow(headerRow, header);
      headerRow.end();
      paper.space(2);
      for (let row = first; row < end; row += 1) {
        const tr = paper.element(table, 'TR');
        const top = (boxHeight - paper.heightOf({ ...type.body, text: '0' })) / 2;
        paper.space(top);
        paper.write(tr, {
          ...type.body,
          color: colors.soft,
          role: 'TH',
          scope: 'Row',
          text: String(row + 1),
          width: 26,
        });
        paper.space(top - boxHeight);
        for (const [index, column] of field.of.entries()) {
          const td = paper.element(tr, 'TD');
          widgets.text({
            name: `${question.name}.${row}.${column.name}`,
            label: labelInRow(desk, field, row + 1, column.label),
            box: { x: paper.left + (starts[index] ?? 0), y: paper.y, width: widths[index] ?? 0, height: boxHeight },
            parent: td,
            ...lengthOf(column),
          });
          td.end();
        }
        tr.end();
        paper.space(boxHeight);
      }
      table.end();
      paper.space(afterRow);
    },
  };
}
