import type { Structure } from 'pdfkit';
import type { PdfWriter } from './pdf-writer.ts';
import { type Block, colors } from './text-renderer.ts';

interface RowStyle {
  /** Points above and below the words of a row. */
  readonly padding: number;
  /** The thickness in points. */
  readonly ruleThickness?: number;
}

/** Writes the rows of a table, which stay whole, and a shaded header on each page. */
export function tableRows(writer: PdfWriter, { padding, ruleThickness }: RowStyle) {
  const heightOf = (row: readonly Block[]): number =>
    Math.max(...row.map((block) => writer.heightOf(block))) + 2 * padding;
  const padded = (write: () => void): void => {
    writer.moveDown(padding);
    write();
    writer.moveDown(padding);
  };
  const shade = (header: readonly Block[]): void => {
    const { left, y, width } = writer;
    writer.renderGraphics((document) => document.rect(left, y, width, heightOf(header)).fill(colors.shade));
    writer.rule(colors.soft);
  };
  const render = (table: Structure, row: readonly Block[]): void => {
    const element = writer.addElement(table, 'TR');
    padded(() => writer.writeRow(element, row));
    writer.rule(colors.line, ruleThickness);
    element.end();
  };
  return {
    heightOf,
    render,
    renderHeader(table: Structure, header: readonly Block[]): void {
      shade(header);
      render(table, header);
    },
    /** Starts another page with the header if the row has no space on this one. */
    ensureSpaceFor(row: readonly Block[], header: readonly Block[]): void {
      const height = heightOf(row);
      if (height <= writer.spaceLeft) return;
      writer.ensureSpace(height);
      shade(header);
      padded(() => writer.writeArtifact(header, { type: 'Pagination' }));
      writer.rule();
    },
  };
}
