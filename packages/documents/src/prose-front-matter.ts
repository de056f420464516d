import { localeOf } from '@redress/contract/language';
import type { CourtCaption, ProseDocument, PublishedDocument } from '@redress/contract/published-documents';
import { type DocumentMessages, fillPlaceholders, formatLongDate } from './messages/document-messages.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { colors } from './text-renderer.ts';
import type { PlacedHeading, TextStyles } from './prose-blocks.ts';

/** Writes the court's caption, the title and the boxed notice. */
export function renderTop(
  writer: PdfWriter,
  { title, source }: PublishedDocument & { readonly source: ProseDocument },
  type: TextStyles,
  messages: DocumentMessages,
): void {
  const { size } = type.body;
  if (source.caption) {
    renderCaption(writer, source.caption, type, messages);
    writer.moveDown(size * 1.6);
  } else {
    writer.rule(colors.accent, 3);
    writer.moveDown(size * 1.4);
  }
  const largest = source.layout === 'one-page' ? 1.55 : 1.85;
  writer.write(writer.root, {
    font: 'bold',
    size: size * largest,
    role: 'H1',
    text: title,
    ...(source.caption && { align: 'center' }),
  });
  writer.moveDown(size);
  if (source.notice !== undefined) renderNotice(writer, source.notice, type);
}

/** As court papers have it: the case on the left of a line and its number on the right. */
function renderCaption(
  writer: PdfWriter,
  { court, caption, docketNumber, filed }: CourtCaption,
  type: TextStyles,
  messages: DocumentMessages,
): void {
  const { root, width } = writer;
  const { size } = type.body;
  const style = { ...type.body, size: size * 0.95 };
  writer.write(root, { ...style, font: 'bold', text: court.toLocaleUpperCase(messages.lang), align: 'center' });
  writer.moveDown(size * 0.9);
  const middle = width * 0.58;
  const gap = size;
  const left = { ...style, lang: localeOf.en, text: caption, width: middle - gap };
  const right = [
    docketNumber,
    ...(filed === undefined ? [] : [fillPlaceholders(messages.filed, { date: formatLongDate(filed, messages) })]),
  ].map((text, index) => ({
    ...style,
    font: index === 0 ? ('bold' as const) : style.font,
    text,
    x: middle + gap,
    width: width - middle - gap,
  }));
  const rightHeight = right.reduce((sum, block) => sum + writer.heightOf(block), 0);
  const inside = Math.max(writer.heightOf(left), rightHeight);
  const padding = size * 0.7;
  const { left: edge, y } = writer;
  writer.renderGraphics((document) => {
    const bottom = y + inside + 2 * padding;
    document.lineWidth(0.9).strokeColor(colors.ink);
    document.moveTo(edge, y).lineTo(edge + width, y);
    document.moveTo(edge, bottom).lineTo(edge + width, bottom);
    document
      .moveTo(edge + middle, y)
      .lineTo(edge + middle, bottom)
      .stroke();
  });
  writer.moveDown(padding);
  writer.writeInPlace(root, left);
  for (const block of right) writer.write(root, block);
  writer.moveDown(inside - rightHeight + padding);
}

function renderNotice(writer: PdfWriter, notice: string, type: TextStyles): void {
  const { size } = type.body;
  const padding = { x: size * 1.1, y: size * 0.65 };
  const block = { ...type.body, size: size * 0.95, text: notice, x: padding.x, width: writer.width - 2 * padding.x };
  const { left, y, width } = writer;
  const height = writer.heightOf(block) + 2 * padding.y;
  writer.renderGraphics((document) => {
    document.rect(left, y, width, height).fill(colors.shade);
    document.rect(left, y, 3, height).fill(colors.accent);
  });
  writer.moveDown(padding.y);
  writer.write(writer.root, block);
  writer.moveDown(padding.y + size * 1.4);
}

/** Writes a table of contents with links. `headings` are those of an earlier rendering. */
export function renderContents(
  writer: PdfWriter,
  headings: readonly PlacedHeading[],
  type: TextStyles,
  messages: DocumentMessages,
): void {
  const { size } = type.body;
  const numberWidth = size * 2.5;
  writer.moveDown(size * 0.4);
  writer.write(writer.root, { ...type.heading[2], text: messages.contents });
  writer.moveDown(size * 0.3);
  const list = writer.addElement(writer.root, 'TOC');
  for (const { level, text, name, page } of headings) {
    if (level !== 2) continue;
    const item = writer.addElement(list, 'TOCI');
    const entry = { ...type.body, role: 'Reference' as const };
    const title = { ...entry, text: [{ text, href: `#${name}` }], width: writer.width - numberWidth };
    const number = { ...entry, text: String(page), align: 'right' as const };
    writer.writeRow(item, [title, number]);
    item.end();
    writer.moveDown(size * 0.15);
  }
  list.end();
  writer.moveDown(size * 1.1);
}
