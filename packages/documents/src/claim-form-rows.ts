import type { RowsField } from '@redress/forms/definition';
import type { Structure } from 'pdfkit';
import { type FormContext, type Question, hintBlocks, labelBlock, labelInRow, lengthOf } from './claim-form-context.ts';
import { type Part, textPart, textStyles } from './claim-form-layout.ts';
import type { Box } from './pdf-form-fields.ts';
import { fillPlaceholders } from './messages/document-messages.ts';
import { type Block, colors } from './text-renderer.ts';

/** A field that can share a line with others. */
export interface Cell {
  readonly question: Question;
  /** The label and hint above the box. */
  readonly parts: readonly Block[];
  /** The width in points. Without `to`, it takes the rest of the line. */
  readonly width: { readonly from: number; readonly to?: number };
  /** A conditional field has its own line. */
  readonly isAlone?: boolean;
  render(box: Box, parent: Structure): void;
}

const gap = 14;
export const boxHeight = 22;
const boxGap = 3;
const afterRow = 6;
/** The column width for one digit, in points. */
const digitWidth = 17;
const numberWidth = 30;
/** A table begins only on a page with space for this many rows. */
const firstRows = 4;

/** Puts fields side by side if they fit. */
export function packRows(context: FormContext, cells: readonly Cell[]): Part[] {
  const rows: Cell[][] = [];
  let used = 0;
  for (const cell of cells) {
    const row = rows.at(-1);
    const fits = row && used + gap + cell.width.from <= context.writer.width;
    if (row && fits && !cell.isAlone && !row[0]?.isAlone) {
      row.push(cell);
      used += gap + cell.width.from;
    } else {
      rows.push([cell]);
      used = cell.width.from;
    }
  }
  return rows.map((row) => rowPart(context, row));
}

function rowPart({ writer }: FormContext, cells: readonly Cell[]): Part {
  const widths = stretch(cells, writer.width - gap * (cells.length - 1));
  let x = 0;
  const placed = cells.map((cell, index) => {
    const width = widths[index] ?? cell.width.from;
    // The label of a single short field may use the whole line.
    const labelWidth = cells.length === 1 ? writer.width : width;
    const start = x;
    x += width + gap;
    const blocks = cell.parts.map((block) => ({ ...block, x: start, width: labelWidth }));
    return { cell, x: start, width, blocks, height: blocks.reduce((sum, block) => sum + writer.heightOf(block), 0) };
  });
  const labels = Math.max(...placed.map(({ height }) => height));
  return {
    height: labels + boxGap + boxHeight + afterRow,
    render(parent) {
      for (const at of placed) {
        // Boxes are aligned, but screen readers read each one right after its label.
        writer.moveDown(labels - at.height);
        for (const block of at.blocks) writer.write(parent, block);
        const box = { x: writer.left + at.x, y: writer.y + boxGap, width: at.width, height: boxHeight };
        at.cell.render(box, parent);
        writer.moveDown(-labels);
      }
      writer.moveDown(labels + boxGap + boxHeight + afterRow);
    },
  };
}

function stretch(cells: readonly Cell[], available: number): number[] {
  const free = available - cells.reduce((sum, { width }) => sum + width.from, 0);
  const open = cells.filter(({ width }) => width.to === undefined).length;
  if (open > 0) return cells.map(({ width }) => (width.to === undefined ? width.from + free / open : width.from));
  return cells.map(({ width }) => Math.min(width.to ?? width.from, width.from + free));
}

/** A list of rows as a table of fields, with instructions for more rows. */
export function tableParts(context: FormContext, question: Question<RowsField>): Part[] {
  const { writer, messages, source } = context;
  const count = source.printedRows ?? question.field.atLeast;
  return [
    textPart(writer, labelBlock(question), 0, true),
    ...hintBlocks(question).map((block) => textPart(writer, block, 5, true)),
    tablePart(context, question, count),
    ...(question.field.total ? packRows(context, [totalCell(context, question, question.field.total.label)]) : []),
    textPart(writer, { ...textStyles.strong, text: fillPlaceholders(messages.moreRows, { rows: count }) }),
  ];
}

function totalCell({ formFields }: FormContext, question: Question<RowsField>, label: string): Cell {
  return {
    question,
    parts: [{ ...textStyles.strong, text: label }],
    width: { from: 230, to: 230 },
    render: (box, parent) => formFields.text({ name: `${question.name}.total`, label, box, parent }),
  };
}

/** Continues on the next page, below the repeated header. */
function tablePart(context: FormContext, question: Question<RowsField>, count: number): Part {
  const { writer, formFields, messages } = context;
  const { field } = question;
  const available = writer.width - numberWidth;
  const fixed = field.of.map((column) => (lengthOf(column).marks ?? 0) * digitWidth);
  const open = fixed.filter((width) => width === 0).length;
  const share = (available - fixed.reduce((sum, width) => sum + width, 0)) / Math.max(open, 1);
  const widths = fixed.map((width) => (width === 0 ? share : width));
  const starts = widths.map((_, index) => numberWidth + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const headerStyle = { ...textStyles.hint, font: 'bold', role: 'TH', scope: 'Column' } as const;
  const header: readonly Block[] = [
    { ...headerStyle, text: messages.number, width: numberWidth },
    ...field.of.map(({ kind, label }, index) => ({
      ...headerStyle,
      text: kind === 'date' ? `${label} (${messages.datePattern.toLowerCase()})` : label,
      x: starts[index] ?? 0,
      width: widths[index] ?? 0,
    })),
  ];
  const headerHeight = Math.max(...header.map((block) => writer.heightOf(block))) + 2;
  return {
    height: headerHeight + count * boxHeight + afterRow,
    start: headerHeight + Math.min(count, firstRows) * boxHeight + afterRow,
    render(parent) {
      const table = writer.addElement(parent, 'Table');
      const headerRow = writer.addElement(table, 'TR');
      writer.writeRow(headerRow, header);
      headerRow.end();
      writer.moveDown(2);
      for (let row = 0; row < count; row += 1) {
        if (boxHeight > writer.spaceLeft) {
          writer.ensureSpace(boxHeight);
          writer.writeArtifact(header, { type: 'Pagination' });
          writer.moveDown(2);
        }
        const tr = writer.addElement(table, 'TR');
        const top = (boxHeight - writer.heightOf({ ...textStyles.body, text: '0' })) / 2;
        writer.moveDown(top);
        const number = { ...textStyles.body, color: colors.soft, text: String(row + 1), width: 26 };
        writer.write(tr, { ...number, role: 'TH', scope: 'Row' });
        writer.moveDown(top - boxHeight);
        for (const [index, column] of field.of.entries()) {
          const td = writer.addElement(tr, 'TD');
          formFields.text({
            name: `${question.name}.${row}.${column.name}`,
            label: labelInRow(context, field, row + 1, column.label),
            box: { x: writer.left + (starts[index] ?? 0), y: writer.y, width: widths[index] ?? 0, height: boxHeight },
            parent: td,
            ...lengthOf(column),
          });
          td.end();
        }
        tr.end();
        writer.moveDown(boxHeight);
      }
      table.end();
      writer.moveDown(afterRow);
    },
  };
}
