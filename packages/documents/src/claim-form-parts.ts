import type { Line, Block as ProseBlock, Prose } from '@redress/forms/definition';
import type { Structure } from 'pdfkit';
import type { Block, Paper } from './paper.ts';
import { colors } from './paper.ts';

/** A piece of a form that stays together on one page. */
export interface Part {
  /** In points, with the space below it. */
  readonly height: number;
  /** It is never the last thing on a page. */
  readonly keepsNext?: boolean;
  /** The section that it is part of is not torn apart, such as what is signed and the signature. */
  readonly keepsSection?: boolean;
  draw(parent: Structure): void;
}

export const type = {
  body: { font: 'plain', size: 11, role: 'P' },
  strong: { font: 'bold', size: 11, role: 'P' },
  hint: { font: 'plain', size: 9.75, role: 'P', color: colors.soft },
} as const;
const below = { paragraph: 6, listItem: 2.5, heading: 2 };
const bulletWidth = 14;
/** So much of a page may stay empty, in points, for a section that is whole on the next one. */
const emptyAtMost = 190;

export function textPart(paper: Paper, block: Block, after = below.paragraph, keepsNext = false): Part {
  return {
    height: paper.heightOf(block) + after,
    keepsNext,
    draw(parent) {
      paper.write(parent, block);
      paper.space(after);
    },
  };
}

/** Paragraphs, lists and small headings, a part each. What stands below a small heading stays with it, and a list with what begins it. */
export function proseParts(paper: Paper, prose: Prose): Part[] {
  let isBelowHeading = false;
  return prose.map((block, index) => {
    const next = prose[index + 1];
    const isHeading = isHeadingBlock(block);
    isBelowHeading ||= isHeading;
    const keepsNext = next !== undefined && !isHeadingBlock(next) && (isBelowHeading || isListBlock(next));
    if (isListBlock(block)) return { ...listPart(paper, block.list), keepsNext };
    if (isHeadingBlock(block))
      return textPart(paper, { ...type.strong, role: 'H3', text: block.heading }, below.heading, true);
    return textPart(paper, { ...type.body, text: plainText(block) }, below.paragraph, keepsNext);
  });
}

/** A list with bullets, or with boxes to tick off by hand. */
export function listPart(paper: Paper, lines: readonly Line[], mark: 'bullet' | 'box' = 'bullet'): Part {
  const indent = mark === 'bullet' ? bulletWidth : 22;
  const after = mark === 'bullet' ? below.listItem : 4;
  const blocks = lines.map((line) => ({ ...type.body, role: 'LBody' as const, text: plainText(line), x: indent }));
  return {
    height: blocks.reduce((sum, block) => sum + paper.heightOf(block) + after, below.paragraph - after),
    draw(parent) {
      const list = paper.element(parent, 'L');
      for (const block of blocks) {
        const item = paper.element(list, 'LI');
        if (mark === 'box') drawTickBox(paper);
        const label = { ...type.body, role: 'Lbl' as const, text: '•', x: 3, width: bulletWidth };
        paper.writeRow(item, mark === 'bullet' ? [label, block] : [block]);
        item.end();
        paper.space(after);
      }
      list.end();
      paper.space(below.paragraph - after);
    },
  };
}

/** Writes the parts of a section. Only a long one is torn apart, and never between a heading and what it heads. */
export function place(paper: Paper, parent: Structure, parts: readonly Part[]): void {
  const total = parts.reduce((sum, { height }) => sum + height, 0);
  const isWhole = parts.some(({ keepsSection }) => keepsSection);
  if (total <= paper.pageHeight && (isWhole || paper.room <= emptyAtMost)) paper.keepTogether(total);
  for (const [index, part] of parts.entries()) {
    let height = part.height;
    for (let next = index; parts[next]?.keepsNext === true; next += 1) height += parts[next + 1]?.height ?? 0;
    paper.keepTogether(height);
    part.draw(parent);
  }
}

/** Leaves space above a part, but not at the top of a page. */
export function withSpaceAbove(paper: Paper, points: number, part: Part): Part {
  return {
    ...part,
    height: part.height + points,
    draw(parent) {
      if (paper.room < paper.pageHeight) paper.space(points);
      part.draw(parent);
    },
  };
}

function isHeadingBlock(block: ProseBlock): block is { readonly heading: string } {
  return typeof block === 'object' && 'heading' in block;
}
function isListBlock(block: ProseBlock): block is { readonly list: readonly Line[] } {
  return typeof block === 'object' && 'list' in block;
}

/** On paper a link shows where it leads. */
function plainText(line: Line): string {
  if (typeof line === 'string') return line;
  return line.map((span) => (typeof span === 'string' ? span : `${span.text} (${span.href})`)).join('');
}

function drawTickBox(paper: Paper): void {
  paper.paint((document) => {
    document
      .lineWidth(0.9)
      .strokeColor(colors.soft)
      .rect(paper.left, paper.y + 1.5, 11, 11)
      .stroke();
  });
}
