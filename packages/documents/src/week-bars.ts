import type { Figure } from '@redress/contract/console/figures';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import type { PdfWriter } from './pdf-writer.ts';
import { type Block, colors } from './text-renderer.ts';

/** In points. */
const height = 72;
const labelSize = 8;
const maxBarWidth = 26;

/**
 * Draws all claims of each week as a bar. Screen readers skip the picture, because the table
 * below it says the same.
 */
export function renderWeekBars(writer: PdfWriter, { columns, rows }: Figure): void {
  const at = columns.findIndex(({ name }) => name === 'claims');
  const values = rows.map((row) => Number(row[at] ?? 0));
  const max = Math.max(0, ...values);
  if (rows.length < 2 || max === 0) return;
  const step = writer.width / rows.length;
  const width = Math.min(step * 0.72, maxBarWidth);
  label(writer, [{ text: formatFigureCell('count', max) }]);
  const { left, y } = writer;
  writer.renderGraphics((document) => {
    for (const [index, value] of values.entries()) {
      const bar = (value / max) * height;
      document.rect(left + index * step + (step - width) / 2, y + height - bar, width, bar).fill(colors.accent);
    }
    document.lineWidth(0.5).strokeColor(colors.line);
    document
      .moveTo(left, y)
      .lineTo(left + writer.width, y)
      .stroke();
  });
  writer.moveDown(height);
  writer.rule(colors.soft);
  writer.moveDown(2);
  const weekOf = (index: number) => formatFigureCell('week', rows[index]?.[0]);
  label(writer, [{ text: weekOf(0) }, { text: weekOf(rows.length - 1), align: 'right' }]);
  writer.moveDown(10);
}

function label(writer: PdfWriter, texts: readonly Pick<Block, 'text' | 'align'>[]): void {
  const style = { font: 'plain', size: labelSize, role: 'P', color: colors.soft } as const;
  writer.writeArtifact(
    texts.map((text) => ({ ...style, ...text })),
    { type: 'Layout' },
  );
}
