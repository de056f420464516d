import type { List, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type Run, lineSeparator } from './line-breaking.ts';

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly runs: readonly Run[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | ListBlock
  | TableBlock;
export interface ListBlock {
  readonly kind: 'list';
  /** The first number of a numbered list. */
  readonly start?: number;
  readonly items: readonly (readonly MarkdownBlock[])[];
}
export interface TableBlock {
  readonly kind: 'table';
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
  readonly aligns: readonly ('left' | 'right' | 'center')[];
}
export type Cell = readonly Run[];

/** Parses Markdown with tables. For unsupported Markdown, throws an error with the line number. */
export function readMarkdown(markdown: string): MarkdownBlock[] {
  const root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return root.children.map(readBlock);
}

function readBlock(node: RootContent): MarkdownBlock {
  switch (node.type) {
    case 'heading':
      if (node.depth !== 2 && node.depth !== 3) return refuse(node, 'a heading that is neither ## nor ###');
      return { kind: 'heading', level: node.depth, runs: readRuns(node.children) };
    case 'paragraph':
      return { kind: 'paragraph', runs: readRuns(node.children) };
    case 'list':
      return readList(node);
    case 'table':
      return readTable(node);
    default:
      return refuse(node);
  }
}

function readList(node: List): ListBlock {
  const items = node.children.map((item) => item.children.map(readBlock));
  return { kind: 'list', items, ...(node.ordered === true && { start: node.start ?? 1 }) };
}

function readTable(node: Table): TableBlock {
  const [header = [], ...rows] = node.children.map((row) => row.children.map((cell) => readRuns(cell.children)));
  return { kind: 'table', header, rows, aligns: header.map((_, index) => node.align?.[index] ?? 'left') };
}

function readRuns(nodes: readonly PhrasingContent[], style: Omit<Run, 'text'> = {}): Run[] {
  return nodes.flatMap((node): Run[] => {
    switch (node.type) {
      case 'text':
        return [{ ...style, text: bindWords(node.value) }];
      case 'break':
        return [{ ...style, text: lineSeparator }];
      case 'strong':
        return readRuns(node.children, { ...style, bold: true });
      case 'emphasis':
        return readRuns(node.children, { ...style, italic: true });
      case 'link': {
        if (!/^(https?|mailto|tel):/.test(node.url))
          return refuse(node, `a link to "${node.url}" (documents need absolute addresses)`);
        const words = readRuns(node.children, { ...style, href: node.url });
        return [...words, ...addressInPrint(words, node.url, style)];
      }
      default:
        return refuse(node);
    }
  });
}

/** Keeps `No.` with the docket number, and times of day with `p.m.`, in both languages. */
function bindWords(text: string): string {
  return text
    .replaceAll(/\bNo\. (?=\d)/g, 'No.\u00a0')
    .replaceAll(/(?<=\d) (?=[ap]m\b)/g, '\u00a0')
    .replaceAll(/(?<=\d)[ \u00a0]([ap]\.)[ \u00a0](?=m\.)/g, '\u00a0$1\u00a0');
}

/** Prints the address of a link after its text, unless the text shows it. */
function addressInPrint(words: readonly Run[], url: string, style: Omit<Run, 'text'>): Run[] {
  const address = url.replace(/^(https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '');
  const text = words.map((run) => run.text).join('');
  return text.includes(address) || url.startsWith('tel:') ? [] : [{ ...style, text: ` (${address})` }];
}

function refuse(node: Nodes, what = `"${node.type}"`): never {
  throw new Error(
    `line ${node.position?.start.line ?? '?'} of its Markdown has ${what}, which documents do not support`,
  );
}
