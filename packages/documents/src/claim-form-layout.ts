import type { Line, Block as ProseBlock, Prose } from '@redress/forms/definition';
import type { Structure } from 'pdfkit';
import type { PdfWriter } from './pdf-writer.ts';
import { type Block, colors } from './text-renderer.ts';

/** A piece of a form that stays together on one page. */
export interface Part {
  /** The height in points, including the space below. */
  readonly height: number;
  /** Set for a list that may continue on the next page: the height that must fit on this one. */
  readonly start?: number;
  /** Whether it can never be the last part on a page. */
  readonly keepsNext?: boolean;
  /** Keeps its section whole, so that a signature stays with its statement. */
  readonly keepsSection?: boolean;
  render(parent: Structure): void;
}

export const textStyles = {
  body: { font: 'plain', size: 10.25, role: 'P' },
  strong: { font: 'bold', size: 10.25, role: 'P' },
  hint: { font: 'plain', size: 9.5, role: 'P', color: colors.soft },
} as const;
const below = { paragraph: 3.5, listItem: 1.5, heading: 2 };
const bulletWidth = 14;
/** Points that may stay empty at the end of a page to keep the next section whole. */
const maxEmptySpace = 90;

export function textPart(writer: PdfWriter, block: Block, after = below.paragraph, keepsNext = false): Part {
  return {
    height: writer.heightOf(block) + after,
    keepsNext,
    render(parent) {
      writer.write(parent, block);
      writer.moveDown(after);
    },
  };
}

/** Headings stay with the next part, and lists with their introduction. */
export function proseParts(writer: PdfWriter, prose: Prose): Part[] {
  let isBelowHeading = false;
  return prose.map((block, index) => {
    const next = prose[index + 1];
    isBelowHeading ||= isHeadingBlock(block);
    // A list may continue on the next page.
    const isKept = !isListBlock(block) && (isBelowHeading || (next !== undefined && isListBlock(next)));
    const keepsNext = next !== undefined && !isHeadingBlock(next) && isKept;
    if (isListBlock(block)) return { ...listPart(writer, block.list), keepsNext };
    if (isHeadingBlock(block))
      return textPart(writer, { ...textStyles.strong, role: 'H3', text: block.heading }, below.heading, true);
    return textPart(writer, { ...textStyles.body, text: plainText(block) }, below.paragraph, keepsNext);
  });
}

/** Writes a list with bullets, or with boxes to check off by hand. */
export function listPart(writer: PdfWriter, lines: readonly Line[], marker: 'bullet' | 'box' = 'bullet'): Part {
  const indent = marker === 'bullet' ? bulletWidth : 22;
  const after = marker === 'bullet' ? below.listItem : 3;
  const blocks = lines.map((line) => ({
    ...textStyles.body,
    role: 'LBody' as const,
    text: plainText(line),
    x: indent,
  }));
  const heightOf = (shown: typeof blocks) =>
    shown.reduce((sum, block) => sum + writer.heightOf(block) + after, below.paragraph - after);
  return {
    height: heightOf(blocks),
    start: heightOf(blocks.slice(0, 2)),
    render(parent) {
      const list = writer.addElement(parent, 'L');
      for (const block of blocks) {
        const item = writer.addElement(list, 'LI');
        writer.ensureSpace(writer.heightOf(block));
        if (marker === 'box') renderTickBox(writer);
        const label = { ...textStyles.body, role: 'Lbl' as const, text: '•', x: 3, width: bulletWidth };
        writer.writeRow(item, marker === 'bullet' ? [label, block] : [block]);
        item.end();
        writer.moveDown(after);
      }
      list.end();
      writer.moveDown(below.paragraph - after);
    },
  };
}

/** Writes the parts of a section. Divides only long sections, and never after a heading. */
export function writeParts(writer: PdfWriter, parent: Structure, parts: readonly Part[]): void {
  const total = parts.reduce((sum, { height }) => sum + height, 0);
  const isWhole = parts.some(({ keepsSection }) => keepsSection);
  if (total <= writer.pageHeight && (isWhole || writer.spaceLeft <= maxEmptySpace)) writer.ensureSpace(total);
  for (const [index, part] of parts.entries()) {
    let last = index;
    while (parts[last]?.keepsNext === true && parts[last + 1]) last += 1;
    const kept = parts.slice(index, last).reduce((sum, { height }) => sum + height, 0);
    const end = parts[last] ?? part;
    writer.ensureSpace(kept + (end.start ?? end.height));
    part.render(parent);
  }
}

export function withSpaceAbove(writer: PdfWriter, points: number, part: Part): Part {
  return {
    ...part,
    height: part.height + points,
    ...(part.start !== undefined && { start: part.start + points }),
    render(parent) {
      if (writer.spaceLeft < writer.pageHeight) writer.moveDown(points);
      part.render(parent);
    },
  };
}

function isHeadingBlock(block: ProseBlock): block is { readonly heading: string } {
  return typeof block === 'object' && 'heading' in block;
}
function isListBlock(block: ProseBlock): block is { readonly list: readonly Line[] } {
  return typeof block === 'object' && 'list' in block;
}

/** Prints a link with its address. */
function plainText(line: Line): string {
  if (typeof line === 'string') return line;
  return line.map((span) => (typeof span === 'string' ? span : `${span.text} (${span.href})`)).join('');
}

function renderTickBox(writer: PdfWriter): void {
  writer.renderGraphics((document) => {
    document
      .lineWidth(0.9)
      .strokeColor(colors.soft)
      .rect(writer.left, writer.y + 1.5, 11, 11)
      .stroke();
  });
}
