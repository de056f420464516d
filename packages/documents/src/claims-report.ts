import type { Figure } from '@redress/contract/console/figures';
import type { ReportContent } from '@redress/contract/console/reports';
import { localeOf } from '@redress/contract/language';
import type { PDFDocument } from 'pdfkit';
import { renderCaption } from './court-caption.ts';
import { figureTableStart, renderFigureTable } from './figure-table.ts';
import { documentMessages, fillPlaceholders } from './messages/document-messages.ts';
import { collectPdf, PdfWriter } from './pdf-writer.ts';
import { textStylesOf } from './prose-blocks.ts';
import { colors, type Block } from './text-renderer.ts';
import { formatFigureCell } from '@redress/contract/console/format-figure';

const type = textStylesOf(10.25);
const { size } = type.body;
const labelWidth = 128;

/** Renders a report as a tagged PDF (PDF/UA). The same content gives the same bytes. */
export function renderClaimsReport(content: ReportContent): PDFDocument {
  const [first] = content.captions;
  const writer = new PdfWriter({
    title: content.title,
    author: first?.caption ?? first?.settlement ?? content.title,
    lang: localeOf.en,
    created: new Date(content.sealedAt),
    margins: { top: 60, side: 66, bottom: 72 },
  });
  renderTop(writer, content);
  for (const [index, figure] of content.figures.entries()) renderFigure(writer, figure, index + 1);
  const left = [content.title, ...content.details.slice(0, 1).map(({ label, value }) => `${label} ${value}`)].join(
    ' · ',
  );
  const { page: pageOf } = documentMessages.en;
  writer.end((page, pages) => ({ left, right: fillPlaceholders(pageOf, { page, pages }) }));
  return writer.document;
}

export function createClaimsReport(content: ReportContent): Promise<Buffer> {
  return collectPdf(renderClaimsReport(content));
}

function renderTop(writer: PdfWriter, { title, captions, details, notes }: ReportContent): void {
  const { root } = writer;
  for (const { court, caption, docketNumber } of captions) {
    // Without a caption, the name below the title says which settlement it is.
    if (caption === undefined) continue;
    if (court !== undefined && docketNumber !== undefined)
      renderCaption(writer, { court, caption, docketNumber }, type, 'en');
    else writer.write(root, { ...type.body, font: 'bold', text: caption, align: 'center' });
    writer.moveDown(size);
  }
  writer.moveDown(size * 0.6);
  writer.write(root, { font: 'bold', size: size * 1.85, role: 'H1', text: title, align: 'center' });
  writer.moveDown(size * 0.2);
  const names = captions.map(({ settlement }) => settlement).join(' · ');
  writer.write(root, { ...type.body, text: names, align: 'center', color: colors.soft });
  writer.moveDown(size * 1.3);
  renderDetails(writer, details);
  writer.moveDown(size);
  for (const note of notes) {
    writer.writeFlowing(root, { ...type.body, text: note });
    writer.moveDown(size * 0.6);
  }
}

function renderDetails(writer: PdfWriter, details: ReportContent['details']): void {
  const table = writer.addElement(writer.root, 'Table');
  writer.rule(colors.soft);
  for (const { label, value } of details) {
    writer.moveDown(3.5);
    const row = writer.addElement(table, 'TR');
    writer.writeRow(row, [
      { ...type.body, font: 'bold', role: 'TH', scope: 'Row', text: label, width: labelWidth },
      { ...type.body, role: 'TD', text: value, x: labelWidth + 12 },
    ]);
    row.end();
    writer.moveDown(3.5);
    writer.rule(colors.line, 0.5);
  }
  table.end();
}

function renderFigure(writer: PdfWriter, figure: Figure, number: number): void {
  const definition = { ...type.body, text: figure.definition, color: colors.soft };
  const title = { ...type.heading[2], text: `${number}. ${figure.title}` };
  writer.moveDown(type.above[2]);
  const isByWeek = figure.columns[0]?.kind === 'week';
  const needed = writer.heightOf(title) + writer.heightOf(definition) + figureTableStart(writer) + size;
  writer.ensureSpace(needed + (isByWeek ? 110 : 0));
  writer.addDestination(`figure-${figure.name}`, { title: `${number}. ${figure.title}`, level: 1 });
  writer.write(writer.root, title);
  writer.moveDown(size * 0.25);
  writer.write(writer.root, definition);
  writer.moveDown(size * 0.6);
  if (isByWeek) renderWeekBars(writer, figure);
  renderFigureTable(writer, figure);
}

/** In points. */
const height = 72;
const labelSize = 8;
const maxBarWidth = 26;

/**
 * Draws all claims of each week as a bar. Screen readers skip the picture, because the table
 * below it says the same.
 */
function renderWeekBars(writer: PdfWriter, { columns, rows }: Figure): void {
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
