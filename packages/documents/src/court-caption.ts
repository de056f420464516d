import type { PublishedDocument, CourtCaption, ProseDocument } from '@redress/contract/published-documents';
import { localeOf } from '@redress/contract/language';
import type { Paper } from './paper.ts';
import { colors } from './paper.ts';
import type { ProseType } from './prose-blocks.ts';
import type { PaperWords } from './words.ts';
import { dayInWords } from './words.ts';

/** Writes what stands before the text: the court's caption, the title, and the notice in its box. */
export function drawTop(
  paper: Paper,
  { title, source }: PublishedDocument & { readonly source: ProseDocument },
  type: ProseType,
  words: PaperWords,
): void {
  const { size } = type.body;
  if (source.caption) {
    drawCaption(paper, source.caption, type, words);
    paper.space(size * 1.6);
  } else {
    paper.rule(colors.accent, 3);
    paper.space(size * 1.4);
  }
  const largest = source.layout === 'one-page' ? 1.55 : 1.85;
  paper.write(paper.root, {
    font: 'bold',
    size: size * largest,
    role: 'H1',
    text: title,
    ...(source.caption && { align: 'center' }),
  });
  paper.space(size);
  if (source.notice !== undefined) drawNotice(paper, source.notice, type);
}

/** As court papers have it: the court, then the case on the left of a line and its number on the right. */
function drawCaption(
  paper: Paper,
  { court, caption, docketNumber, filed }: CourtCaption,
  type: ProseType,
  words: PaperWords,
): void {
  const { root, width } = paper;
  const { size } = type.body;
  const style = { ...type.body, size: size * 0.95 };
  paper.write(root, { ...style, font: 'bold', text: court.toLocaleUpperCase(words.lang), align: 'center' });
  paper.space(size * 0.9);
  const middle = width * 0.58;
  const gap = size;
  const left = { ...style, lang: localeOf.en, text: caption, width: middle - gap };
  const right = [
    docketNumber,
    ...(filed === undefined ? [] : [words.filed.replace('{date}', dayInWords(filed, words))]),
  ].map((text, index) => ({
    ...style,
    font: index === 0 ? ('bold' as const) : style.font,
    text,
    x: middle + gap,
    width: width - middle - gap,
  }));
  const rightHeight = right.reduce((sum, block) => sum + paper.heightOf(block), 0);
  const inside = Math.max(paper.heightOf(left), rightHeight);
  const padding = size * 0.7;
  const { left: edge, y } = paper;
  paper.paint((document) => {
    const bottom = y + inside + 2 * padding;
    document.lineWidth(0.9).strokeColor(colors.ink);
    document.moveTo(edge, y).lineTo(edge + width, y);
    document.moveTo(edge, bottom).lineTo(edge + width, bottom);
    document
      .moveTo(edge + middle, y)
      .lineTo(edge + middle, bottom)
      .stroke();
  });
  paper.space(padding);
  paper.writeBeside(root, left);
  for (const block of right) paper.write(root, block);
  paper.space(inside - rightHeight + padding);
}

/** In a box, because it says how the paper is to be taken. */
function drawNotice(paper: Paper, notice: string, type: ProseType): void {
  const { size } = type.body;
  const padding = { x: size * 1.1, y: size * 0.65 };
  const block = { ...type.body, size: size * 0.95, text: notice, x: padding.x, width: paper.width - 2 * padding.x };
  const { left, y, width } = paper;
  const height = paper.heightOf(block) + 2 * padding.y;
  paper.paint((document) => {
    document.rect(left, y, width, height).fill(colors.shade);
    document.rect(left, y, 3, height).fill(colors.accent);
  });
  paper.space(padding.y);
  paper.write(paper.root, block);
  paper.space(padding.y + size * 1.4);
}
