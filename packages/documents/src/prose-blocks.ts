import type { Structure } from 'pdfkit';
import type { ListBlock, MarkdownBlock } from './markdown.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { type Block, colors } from './text-renderer.ts';
import { renderTable, tableStart } from './prose-table.ts';

/** Sizes in points, derived from the body size. */
export function textStylesOf(size: number) {
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
export type TextStyles = ReturnType<typeof textStylesOf>;

/** A heading and its position. */
export interface PlacedHeading {
  readonly level: 2 | 3;
  readonly text: string;
  /** Links refer to it as `#name`. */
  readonly name: string;
  readonly page: number;
}

/** Writes blocks. Returns the headings, which also become bookmarks on request. */
export function renderBlocks(
  writer: PdfWriter,
  blocks: readonly MarkdownBlock[],
  type: TextStyles,
  hasBookmarks: boolean,
): PlacedHeading[] {
  const headings: PlacedHeading[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading') {
      if (block.kind === 'paragraph') writer.ensureSpace(introHeight(writer, block, blocks[index + 1], type) ?? 0);
      renderBlock(writer, writer.root, block, type, 0);
      continue;
    }
    const { level, runs } = block;
    const isAtTop = index === 0 || blocks[index - 1]?.kind === 'heading';
    const above = isAtTop ? 0 : type.above[level] - type.below.paragraph;
    const needed = above + startOf(writer, blocks, index, type);
    if (needed > writer.spaceLeft) writer.ensureSpace(needed);
    else writer.moveDown(above);
    const text = runs.map((run) => run.text).join('');
    const name = `heading-${headings.length + 1}`;
    writer.addDestination(name, hasBookmarks ? { title: text, level: level - 1 } : undefined);
    writer.write(writer.root, { ...type.heading[level], text: runs });
    writer.moveDown(type.below.heading[level]);
    headings.push({ level, text, name, page: writer.page });
  }
  return headings;
}

/**
 * The space that the start of a block needs, with the content that must follow on the same page.
 */
function startOf(writer: PdfWriter, blocks: readonly MarkdownBlock[], index: number, type: TextStyles): number {
  const block = blocks[index];
  if (!block) return 0;
  switch (block.kind) {
    case 'heading': {
      const height = writer.heightOf({ ...type.heading[block.level], text: block.runs });
      return height + type.below.heading[block.level] + startOf(writer, blocks, index + 1, type);
    }
    case 'table':
      return tableStart(writer, block, type.table);
    case 'paragraph':
      return introHeight(writer, block, blocks[index + 1], type) ?? minHeight(writer, type);
    case 'list':
      return minHeight(writer, type);
  }
}

function minHeight(writer: PdfWriter, type: TextStyles): number {
  return 3 * writer.lineHeight({ ...type.body, text: '' });
}

/** The height of a short introduction and the first lines of the block that it introduces. */
function introHeight(
  writer: PdfWriter,
  paragraph: MarkdownBlock & { readonly kind: 'paragraph' },
  next: MarkdownBlock | undefined,
  type: TextStyles,
): number | undefined {
  const endsWithColon = paragraph.runs.at(-1)?.text.trimEnd().endsWith(':') === true;
  const introduces = next?.kind === 'list' || next?.kind === 'table' || (next?.kind === 'paragraph' && endsWithColon);
  if (!introduces) return undefined;
  const height = writer.heightOf({ ...type.body, text: paragraph.runs });
  if (height > minHeight(writer, type)) return undefined;
  return height + type.below.paragraph + startOf(writer, [next], 0, type);
}

function renderBlock(writer: PdfWriter, parent: Structure, block: MarkdownBlock, type: TextStyles, x: number): void {
  switch (block.kind) {
    case 'paragraph':
      renderText(writer, parent, { ...type.body, text: block.runs }, x);
      writer.moveDown(type.below.paragraph);
      break;
    case 'list':
      renderList(writer, parent, block, type, x);
      writer.moveDown(type.below.paragraph - type.below.item);
      break;
    case 'table':
      if (x > 0) throw new Error('a table is in a list, which documents do not support');
      renderTable(writer, parent, block, type.table);
      writer.moveDown(type.below.paragraph * 2);
      break;
    case 'heading':
      throw new Error('a heading is in a list, which documents do not support');
  }
}

function renderText(writer: PdfWriter, parent: Structure, block: Block, x: number): void {
  writer.writeFlowing(parent, { ...block, x, width: writer.width - x });
}

function renderList(
  writer: PdfWriter,
  parent: Structure,
  { items, start }: ListBlock,
  type: TextStyles,
  x: number,
): void {
  const { size } = type.body;
  const list = writer.addElement(parent, 'L');
  list.dictionary.data['A'] = { O: 'List', ListNumbering: start === undefined ? 'Disc' : 'Decimal' };
  const labels = items.map((_, index) => (start === undefined ? '•' : `${start + index}.`));
  const labelWidth = Math.max(...labels.map((label) => writer.widthOf(label, type.body)));
  const inner = x + size * 0.35 + labelWidth + size * 0.6;
  for (const [index, blocks] of items.entries()) {
    // The first and the last item never stand alone on a page.
    const other = index === items.length - 2 || index === 0 ? items[index + 1] : undefined;
    writer.ensureSpace(itemStart(writer, blocks, inner, type) + (other ? itemStart(writer, other, inner, type) : 0));
    const item = writer.addElement(list, 'LI');
    const label: Block = { ...type.body, role: 'Lbl', text: labels[index] ?? '', x: x + size * 0.35 };
    // Numbers align on their last digit.
    writer.writeInPlace(item, { ...label, width: labelWidth + 0.5, align: 'right' });
    renderItem(writer, item, blocks, type, inner);
    item.end();
  }
  list.end();
}

/** The space for an item up to its third line. */
function itemStart(writer: PdfWriter, [first]: readonly MarkdownBlock[], x: number, type: TextStyles): number {
  if (first?.kind !== 'paragraph') return 0;
  const height = writer.heightOf({ ...type.body, text: first.runs, x });
  return Math.min(height, minHeight(writer, type)) + type.below.item;
}

function renderItem(
  writer: PdfWriter,
  item: Structure,
  blocks: readonly MarkdownBlock[],
  type: TextStyles,
  x: number,
): void {
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === 'paragraph') {
    renderText(writer, item, { ...type.body, role: 'LBody', text: first.runs }, x);
    writer.moveDown(type.below.item);
    return;
  }
  const body = writer.addElement(item, 'LBody');
  for (const [index, block] of blocks.entries()) {
    renderBlock(writer, body, block, type, x);
    // A list inside an item follows its paragraph closely.
    const isTight = block.kind === 'paragraph' && (index === blocks.length - 1 || blocks[index + 1]?.kind === 'list');
    if (isTight) writer.moveDown(type.below.item - type.below.paragraph);
    else if (index === blocks.length - 1) writer.moveDown(2 * type.below.item - type.below.paragraph);
  }
  body.end();
}
