import type { Structure } from 'pdfkit';
import type { ListBlock, TextBlock } from './markdown.ts';
import type { Block, Paper } from './paper.ts';
import { colors } from './paper.ts';
import { drawTable, tableStart } from './prose-table.ts';
import type { RichText } from './text-lines.ts';

/** The sizes of a text, in points, by that of its body. */
export function typeOf(size: number) {
  return {
    body: { font: 'plain', size, role: 'P' },
    table: size * 0.93,
    heading: {
      2: { font: 'bold', size: size * 1.3, role: 'H2', color: colors.accent },
      3: { font: 'bold', size: size * 1.06, role: 'H3' },
    },
    above: { 2: size * 1.5, 3: size * 0.95 },
    below: { paragraph: size * 0.6, item: size * 0.3, heading: { 2: size * 0.42, 3: size * 0.22 } },
  } as const;
}
export type ProseType = ReturnType<typeof typeOf>;

/** A heading of the text, where it came to stand. */
export interface PlacedHeading {
  readonly level: 2 | 3;
  readonly text: string;
  /** Links lead to it by `#name`. */
  readonly name: string;
  readonly page: number;
}

/** Writes the blocks of a text. Gives its headings, which stand in the bookmarks too where they are wanted. */
export function drawBlocks(
  paper: Paper,
  blocks: readonly TextBlock[],
  type: ProseType,
  hasBookmarks: boolean,
): PlacedHeading[] {
  const headings: PlacedHeading[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading') {
      if (block.kind === 'paragraph') paper.keepTogether(introLength(paper, block, blocks[index + 1], type) ?? 0);
      drawBlock(paper, paper.root, block, type, 0);
      continue;
    }
    const { level, runs } = block;
    const isAtTop = index === 0 || blocks[index - 1]?.kind === 'heading';
    const above = isAtTop ? 0 : type.above[level] - type.below.paragraph;
    const needed = above + startOf(paper, blocks, index, type);
    if (needed > paper.room) paper.keepTogether(needed);
    else paper.space(above);
    const text = runs.map((run) => run.text).join('');
    const name = `heading-${headings.length + 1}`;
    paper.mark(name, hasBookmarks ? { title: text, level: level - 1 } : undefined);
    paper.write(paper.root, { ...type.heading[level], text: runs });
    paper.space(type.below.heading[level]);
    headings.push({ level, text, name, page: paper.page });
  }
  return headings;
}

/** How much of the page the beginning of a block takes, with what must not be parted from it. */
function startOf(paper: Paper, blocks: readonly TextBlock[], index: number, type: ProseType): number {
  const block = blocks[index];
  if (!block) return 0;
  switch (block.kind) {
    case 'heading': {
      const height = paper.heightOf({ ...type.heading[block.level], text: block.runs });
      return height + type.below.heading[block.level] + startOf(paper, blocks, index + 1, type);
    }
    case 'table':
      return tableStart(paper, block, type.table);
    case 'paragraph':
      return introLength(paper, block, blocks[index + 1], type) ?? leastOf(paper, type);
    case 'list':
      return leastOf(paper, type);
  }
}

function leastOf(paper: Paper, type: ProseType): number {
  return 3 * paper.lineHeight({ ...type.body, text: '' });
}

/** What a short paragraph takes with the beginning of what it introduces, and stays with: a list, a table, an address. */
function introLength(
  paper: Paper,
  paragraph: TextBlock & { readonly kind: 'paragraph' },
  next: TextBlock | undefined,
  type: ProseType,
): number | undefined {
  const endsWithColon = paragraph.runs.at(-1)?.text.trimEnd().endsWith(':') === true;
  const introduces = next?.kind === 'list' || next?.kind === 'table' || (next?.kind === 'paragraph' && endsWithColon);
  if (!introduces) return undefined;
  const height = paper.heightOf({ ...type.body, text: paragraph.runs });
  if (height > leastOf(paper, type)) return undefined;
  return height + type.below.paragraph + startOf(paper, [next], 0, type);
}

function drawBlock(paper: Paper, parent: Structure, block: TextBlock, type: ProseType, x: number): void {
  switch (block.kind) {
    case 'paragraph':
      drawText(paper, parent, { ...type.body, text: block.runs }, x);
      paper.space(type.below.paragraph);
      break;
    case 'list':
      drawList(paper, parent, block, type, x);
      paper.space(type.below.paragraph - type.below.item);
      break;
    case 'table':
      if (x > 0) throw new Error('a table stands in a list, which papers do not know');
      drawTable(paper, parent, block, type.table);
      paper.space(type.below.paragraph * 2);
      break;
    case 'heading':
      throw new Error('a heading stands in a list, which papers do not know');
  }
}

function drawText(paper: Paper, parent: Structure, block: Block, x: number): void {
  paper.flow(parent, { ...block, x, width: paper.width - x });
}

function drawList(paper: Paper, parent: Structure, { items, start }: ListBlock, type: ProseType, x: number): void {
  const { size } = type.body;
  const list = paper.element(parent, 'L');
  list.dictionary.data['A'] = { O: 'List', ListNumbering: start === undefined ? 'Disc' : 'Decimal' };
  const labels = items.map((_, index) => (start === undefined ? '•' : `${start + index}.`));
  const labelWidth = Math.max(...labels.map((label) => paper.widthOf(label, type.body)));
  const inner = x + size * 0.35 + labelWidth + size * 0.6;
  for (const [index, blocks] of items.entries()) {
    // No item stands alone on its page, neither the first nor the last.
    const other = index === items.length - 2 || index === 0 ? items[index + 1] : undefined;
    paper.keepTogether(itemStart(paper, blocks, inner, type) + (other ? itemStart(paper, other, inner, type) : 0));
    const item = paper.element(list, 'LI');
    const label: Block = { ...type.body, role: 'Lbl', text: labels[index] ?? '', x: x + size * 0.35 };
    // Numbers stand in a column by their last digit.
    paper.writeBeside(item, { ...label, width: labelWidth + 0.5, align: 'right' });
    drawItem(paper, item, blocks, type, inner);
    item.end();
  }
  list.end();
}

/** How much of the page an item takes at least, up to its third line. */
function itemStart(paper: Paper, [first]: readonly TextBlock[], x: number, type: ProseType): number {
  if (first?.kind !== 'paragraph') return 0;
  const height = paper.heightOf({ ...type.body, text: first.runs, x });
  return Math.min(height, leastOf(paper, type)) + type.below.item;
}

function drawItem(paper: Paper, item: Structure, blocks: readonly TextBlock[], type: ProseType, x: number): void {
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === 'paragraph') {
    const text: RichText = first.runs;
    drawText(paper, item, { ...type.body, role: 'LBody', text }, x);
    paper.space(type.below.item);
    return;
  }
  const body = paper.element(item, 'LBody');
  for (const [index, block] of blocks.entries()) {
    drawBlock(paper, body, block, type, x);
    // The space between a paragraph and the list below it is that of a list.
    const isTight = block.kind === 'paragraph' && (index === blocks.length - 1 || blocks[index + 1]?.kind === 'list');
    if (isTight) paper.space(type.below.item - type.below.paragraph);
    else if (index === blocks.length - 1) paper.space(2 * type.below.item - type.below.paragraph);
  }
  body.end();
}
