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
/** Lengths are in points. */
const labelWidth = 128;
const valueX = labelWidth + 12;
const valueWidth = 150;
const noteX = valueX + valueWidth + 12;

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
  renderSummary(writer, content);
  for (const [index, figure] of content.figures.entries()) renderFigure(writer, figure, index + 1);
  renderDefinitions(writer, content);
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

function renderTop(writer: PdfWriter, { title, captions, details }: ReportContent): void {
  const { root } = writer;
  for (const { court, caption, docketNumber } of captions) {
    // Without a caption, the name below the title identifies the settlement.
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
  const [asOf] = details;
  if (asOf) {
    const text = `${asOf.label} ${asOf.value}`;
    writer.write(root, { ...type.body, text, align: 'center', color: colors.soft });
  }
  writer.moveDown(size * 1.3);
}

/**
 * One page that can be read alone, with the facts a court asks for first and the claims over time.
 */
function renderSummary(writer: PdfWriter, { summary = [], figures }: ReportContent): void {
  startPart(writer, 'summary', 'Summary');
  renderRows(
    writer,
    summary.map(({ label, value, note }) => [
      { ...type.body, font: 'bold', role: 'TH', scope: 'Row', text: label, width: labelWidth },
      { ...type.body, font: 'bold', size: size * 1.3, role: 'TD', text: value, x: valueX, width: valueWidth },
      { ...type.body, role: 'TD', text: note ?? '', x: noteX, color: colors.soft },
    ]),
  );
  const weeks = figures.find(({ columns: [first] }) => first?.kind === 'week');
  if (weeks) renderBars(writer, weeks, weeks.title);
  // Figures start on the next page.
  writer.ensureSpace(writer.pageHeight);
}

/** The last section: definitions of the figures, and how to verify the report. */
function renderDefinitions(writer: PdfWriter, { figures, details, notes }: ReportContent): void {
  const text = (label: string, value: string): Block[] => [
    { ...type.body, font: 'bold', role: 'TH', scope: 'Row', text: label, width: labelWidth },
    { ...type.body, role: 'TD', text: value, x: valueX },
  ];
  startPart(writer, 'definitions', 'Definitions');
  renderRows(
    writer,
    figures.map(({ title, definition }, index) => text(`${index + 1}. ${title}`, definition)),
  );
  startPart(writer, 'verification', 'Seal and verification');
  renderRows(
    writer,
    details.map(({ label, value }) => text(label, value)),
  );
  writer.moveDown(size);
  for (const note of notes) {
    writer.writeFlowing(writer.root, { ...type.body, text: note });
    writer.moveDown(size * 0.6);
  }
}

function startPart(writer: PdfWriter, name: string, title: string): void {
  writer.moveDown(type.above[2]);
  writer.ensureSpace(size * 8);
  writer.addDestination(name, { title, level: 1 });
  writer.write(writer.root, { ...type.heading[2], text: title });
  writer.moveDown(size * 0.6);
}

/** A table without a header row: each row has a header cell. */
function renderRows(writer: PdfWriter, rows: readonly (readonly Block[])[]): void {
  const table = writer.addElement(writer.root, 'Table');
  writer.rule(colors.soft);
  for (const blocks of rows) {
    writer.ensureSpace(Math.max(...blocks.map((block) => writer.heightOf(block))) + 7);
    writer.moveDown(3.5);
    const row = writer.addElement(table, 'TR');
    writer.writeRow(row, blocks);
    row.end();
    writer.moveDown(3.5);
    writer.rule(colors.line, 0.5);
  }
  table.end();
}

function renderFigure(writer: PdfWriter, figure: Figure, number: number): void {
  const title = `${number}. ${figure.title}`;
  const heading = { ...type.heading[2], text: title };
  writer.moveDown(type.above[2]);
  const isCharted = figure.name === 'payments-by-size';
  writer.ensureSpace(writer.heightOf(heading) + figureTableStart(writer) + size + (isCharted ? 1.5 * height : 0));
  writer.addDestination(`figure-${figure.name}`, { title, level: 1 });
  writer.write(writer.root, heading);
  writer.moveDown(size * 0.6);
  if (isCharted) renderBars(writer, figure);
  renderFigureTable(writer, figure);
}

/** Lengths are in points. */
const height = 130;
const labelSize = 8;
const maxBarWidth = 26;
const axisWidth = 34;
const minTickWidth = 62;

/**
 * Draws all claims of each week or size as a bar above a scale of round values. Screen readers skip
 * the picture, because the figure's table says the same.
 */
function renderBars(writer: PdfWriter, { columns, rows }: Figure, title?: string): void {
  const at = columns.findIndex(({ name }) => name === 'claims');
  const values = rows.map((row) => Number(row[at] ?? 0));
  const max = Math.max(0, ...values);
  if (rows.length < 2 || max === 0) return;
  if (title !== undefined) {
    writer.moveDown(size * 1.6);
    label(writer, { text: title, font: 'bold', size });
    writer.moveDown(size * 0.8);
  }
  const step = roundStep(max);
  const top = Math.ceil(max / step) * step;
  const { left, y, width } = writer;
  const yOf = (value: number) => y + height * (1 - value / top);
  const perWeek = (width - axisWidth) / rows.length;
  const xOf = (index: number) => left + axisWidth + index * perWeek;
  const barWidth = Math.min(perWeek * 0.72, maxBarWidth);
  writer.renderGraphics((document) => {
    for (let value = 0; value <= top; value += step)
      document
        .lineWidth(0.5)
        .strokeColor(value === 0 ? colors.soft : colors.line)
        .moveTo(left + axisWidth, yOf(value))
        .lineTo(left + width, yOf(value))
        .stroke();
    for (const [index, value] of values.entries())
      document
        .rect(xOf(index) + (perWeek - barWidth) / 2, yOf(value), barWidth, y + height - yOf(value))
        .fill(colors.accent);
  });
  const half = writer.lineHeight({ text: '', role: 'P', font: 'plain', size: labelSize }) / 2;
  for (let value = 0; value <= top; value += step) {
    writer.moveDown(yOf(value) - half - writer.y);
    label(writer, { text: formatFigureCell('count', value), align: 'right', width: axisWidth - 6 });
  }
  writer.moveDown(y + height + 3 - writer.y);
  const every = Math.ceil(minTickWidth / perWeek);
  for (let index = 0; xOf(index) - left + minTickWidth <= width; index += every) {
    // A size begins with its smallest payment: `$5.00 to less than $10.00`.
    const [first = ''] = String(rows[index]?.[0]).split(' ');
    const text = columns[0]?.kind === 'week' ? formatFigureCell('day', first) : first;
    label(writer, { text, x: xOf(index) - left, width: minTickWidth });
    writer.moveDown(-2 * half);
  }
  writer.moveDown(2 * half + 10);
}

/**
 * The step between values of an axis: 1, 2 or 5 times a power of ten, with at most five above zero.
 */
function roundStep(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max / 5));
  return Math.max(1, ([1, 2, 5].find((factor) => factor * power * 5 >= max) ?? 10) * power);
}

function label(writer: PdfWriter, block: Pick<Block, 'text'> & Partial<Block>): void {
  const style = { font: 'plain', size: labelSize, role: 'P', color: colors.soft } as const;
  writer.writeArtifact([{ ...style, ...block }], { type: 'Layout' });
}
