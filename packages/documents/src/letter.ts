import { localeOf } from '@redress/contract/language';
import { textsOfLetter } from '@redress/contract/letter-texts';
import type { LetterContent } from '@redress/contract/letters';
import type { PDFDocument } from 'pdfkit';
import { encode } from 'uqr';
import { hasUnprintable, loadRareFonts } from './fonts.ts';
import type { RichText, Run } from './line-breaking.ts';
import type { MarkdownBlock } from './markdown.ts';
import { fillPlaceholders } from './messages/document-messages.ts';
import { collectPdf, fixedDate, PdfWriter } from './pdf-writer.ts';
import { renderBlocks, type TextStyles, textStylesOf } from './prose-blocks.ts';
import { type Block, colors } from './text-renderer.ts';

/** A letter as it is printed. It is plain data, so that a child process can render it. */
export interface PrintedLetter {
  readonly content: LetterContent;
  /** The letter ID, which the QR code contains, and the same in groups. */
  readonly code: string;
  readonly printedCode: string;
  /** The name and the lines of the postal address. Empty for a letter that was an email. */
  readonly address: readonly string[];
  /** The code for signing in, in groups, and the last day of its use, as people read it. */
  readonly access?: { readonly code: string; readonly until: string } | undefined;
  readonly messages: LetterMessages;
}
/** The fixed messages of letters in any settlement. */
export interface LetterMessages {
  readonly date: string;
  readonly reference: string;
  readonly letterId: string;
  readonly accessHeading: string;
  /** Contains `{statusPage}`, `{code}` and `{until}`. */
  readonly access: string;
  /** Contains `{page}` and `{pages}`. */
  readonly page: string;
  /** Explains a character that is printed as its number, because no font has it. */
  readonly notPrinted: string;
}

const margins = { top: 48, side: 54, bottom: 48 };
/**
 * Places in points from the upper left corner of the page, for a No. 10 envelope with two windows:
 * 3½ × ⅞ inches, ⅜ from the left and 2½ from the bottom; and 4 × 1, ½ from the left and ⅝ from the
 * bottom. A letter folded in three slides by up to 1 inch across and almost ½ inch down in it. Across,
 * everything stays in or out of the windows wherever the letter slides; down, four lines of an
 * address leave a play of ¼ inch.
 */
const sender = { top: 48, width: 153, sizes: [7.5, 7, 6.5, 6] } as const;
const recipient = { top: 176, width: 164, sizes: [9, 8.5, 8, 7.5, 7] } as const;
const qrCode = { top: 187, left: 225, module: 1.2 } as const;
const rightColumn = { x: 286, width: 218 } as const;
/** An address of more lines has smaller type, so that it is no higher. */
const usualLines = 4;
const bodyTop = 278;

const small = { font: 'plain', size: 9, role: 'P' } as const;
/** Close together, so that a usual letter has one page. */
const usual = textStylesOf(11);
const textStyles: TextStyles = {
  ...usual,
  heading: { ...usual.heading, 2: { ...usual.heading[2], size: 12 } },
  above: { ...usual.above, 2: 10 },
  below: { paragraph: 5, item: 3, heading: { ...usual.below.heading, 2: 1 } },
};

/** Renders a letter. The same letter gives the same bytes. */
export function renderLetter(letter: PrintedLetter): PDFDocument {
  const { content, printedCode, messages } = letter;
  const writer = new PdfWriter({
    title: content.subject,
    author: content.siteName,
    lang: content.lang,
    created: fixedDate,
    margins,
    sharesFonts: true,
  });
  renderTop(writer, letter);
  writer.write(writer.root, { font: 'bold', size: 14, role: 'H1', text: content.subject });
  writer.moveDown(6);
  renderBlocks(writer, blocksOf(letter), textStyles, false);
  writer.end((page, pages) => ({
    left: `${messages.letterId} ${printedCode}`,
    right: fillPlaceholders(messages.page, { page, pages }),
  }));
  return writer.document;
}

export async function createLetter(letter: PrintedLetter): Promise<Buffer> {
  await loadRareFonts(textOf(letter));
  return collectPdf(renderLetter(letter));
}

/** Writes what is above the fold: both addresses, and at their right what identifies the letter. */
function renderTop(writer: PdfWriter, { content, code, printedCode, address, messages }: PrintedLetter): void {
  const writeLines = (lines: readonly string[], { width, sizes }: { width: number; sizes: readonly number[] }) => {
    const blocks = sizes.map((size) =>
      lines.map((text): Block => ({ ...small, size, width, text, lang: localeOf.en })),
    );
    const [largest = small.size] = sizes;
    const fits = (block: Block) =>
      block.size * lines.length <= largest * usualLines && writer.heightOf(block) <= writer.lineHeight(block);
    for (const block of blocks.find((some) => some.every(fits)) ?? blocks.at(-1) ?? [])
      writer.write(writer.root, block);
  };
  const moveTo = (y: number) => writer.moveDown(y - writer.y);

  moveTo(sender.top);
  writeLines(content.returnAddress, sender);

  moveTo(sender.top);
  const writeRight = (block: Partial<Block> & { readonly text: RichText }) =>
    writer.write(writer.root, { ...small, ...rightColumn, ...block });
  writeRight({ text: content.siteName, font: 'bold', size: 11, color: colors.accent });
  if (content.caption !== undefined) writeRight({ text: content.caption, color: colors.soft, lang: localeOf.en });
  writer.moveDown(6);
  for (const [label, value] of [
    [messages.date, content.date],
    [messages.reference, content.reference],
    [messages.letterId, printedCode],
  ] as const)
    writeRight({ text: [{ text: `${label}: ` }, { text: value, bold: true }] });

  moveTo(recipient.top);
  writer.write(writer.root, { ...small, size: 6.5, width: recipient.width, text: printedCode });
  writeLines(address, recipient);
  renderQrCode(writer, code);
  moveTo(bodyTop);
}

/** Screen readers skip the QR code, because the letter ID is beside it. */
function renderQrCode(writer: PdfWriter, code: string): void {
  const { top, left, module } = qrCode;
  const { data } = encode(code, { ecc: 'M', border: 0 });
  writer.renderGraphics((document) => {
    for (const [y, row] of data.entries())
      for (const { index, 0: dark } of row.map(Number).join('').matchAll(/1+/g))
        document.rect(left + index * module, top + y * module, dark.length * module, module);
    document.fill('#000000');
  });
}

function blocksOf(letter: PrintedLetter): MarkdownBlock[] {
  const { content, access, messages } = letter;
  const paragraph = (text: string): MarkdownBlock => ({ kind: 'paragraph', runs: linked(text, content.statusPage) });
  const heading = (text: string): MarkdownBlock => ({ kind: 'heading', level: 2, runs: [{ text }] });
  return [
    ...content.body.map((part): MarkdownBlock => {
      if (typeof part === 'string') return paragraph(part);
      if ('heading' in part) return heading(part.heading);
      return { kind: 'list', items: part.list.map((item) => [paragraph(item)]) };
    }),
    ...(access === undefined
      ? []
      : [
          heading(messages.accessHeading),
          paragraph(fillPlaceholders(messages.access, { ...access, statusPage: content.statusPage })),
        ]),
    ...(hasUnprintable(textOf(letter)) ? [paragraph(messages.notPrinted)] : []),
  ];
}

/** Links each mention of an address. */
const linked = (text: string, address: string): Run[] =>
  text
    .split(address)
    .flatMap((part, index): Run[] => [...(index > 0 ? [{ text: address, href: address }] : []), { text: part }])
    .filter((run) => run.text !== '');

const textOf = ({ content, address }: PrintedLetter): string =>
  [content.siteName, ...content.returnAddress, ...address, ...textsOfLetter(content)].join(' ');
