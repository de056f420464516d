import { formatDay, type Language, localeOf } from '@redress/contract/language';
import type { CourtCaption } from '@redress/contract/published-documents';
import { documentMessages, fillPlaceholders } from './messages/document-messages.ts';
import type { PdfWriter } from './pdf-writer.ts';
import type { TextStyles } from './prose-blocks.ts';
import { colors } from './text-renderer.ts';

/** The layout of court papers: the case on the left of a line and its number on the right. */
export function renderCaption(
  writer: PdfWriter,
  { court, caption, docketNumber, filed }: CourtCaption,
  type: TextStyles,
  language: Language,
): void {
  const messages = documentMessages[language];
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
    ...(filed === undefined ? [] : [fillPlaceholders(messages.filed, { date: formatDay(filed, language) })]),
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
