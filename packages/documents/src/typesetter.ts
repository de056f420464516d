import { theme } from '@redress/contract/theme';
import type { PDFDocument, Structure } from 'pdfkit';
import type { Face, FontName } from './fonts.ts';
import { openFont } from './fonts.ts';
import type { LineRun, RichText, TextStyle } from './text-lines.ts';
import { breakLines } from './text-lines.ts';

/** Of the type size: a line, and its part above the base line. */
const lineSpacing = 1.36;
const ascent = 1.02;
export const colors = { ...theme, shade: '#f3f1ea' } as const;

/** Which element of the document's structure a screen reader is told. */
type Role = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody' | 'Reference';

export interface Block extends TextStyle {
  readonly text: RichText;
  readonly role: Role;
  readonly color?: string;
  /** Ranged left where nothing is said. */
  readonly align?: 'center' | 'right';
  /** What a header cell is the header of. */
  readonly scope?: 'Row' | 'Column';
  /** BCP 47, where it is not the document's: a screen reader then says it in its own language. */
  readonly lang?: string;
  /** From the left margin; and how wide, in points. Without them the whole line. */
  readonly x?: number;
  readonly width?: number;
}

/** A block with its lines, broken once. */
export interface Laid {
  readonly block: Block;
  readonly width: number;
  readonly lines: readonly (readonly LineRun[])[];
}
/** A run at its place: points from the upper left corner of the page, down to the base line. */
interface PlacedRun {
  readonly run: LineRun;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  /** Followed by a space that is not seen, so that who reads or copies the text finds the words of two lines apart. */
  readonly endsLine: boolean;
}

/** Breaks text into lines and draws it, tagged, at a given place. */
export interface Typesetter {
  widthOf(text: string, font: Face, size: number): number;
  /** Breaks the lines of a block where the whole line is `lineWidth` points wide. */
  lay(block: Block, lineWidth: number): Laid;
  lineHeight(block: Block): number;
  heightOf(laid: Laid): number;
  /** Adds the text to an element. `left` is where the lines begin, `largest` the type size of the row that it stands in. */
  draw(element: Structure, laid: Laid, left: number, top: number, largest?: number): void;
  /** Draws it without telling a screen reader, inside of what is marked as an artifact. */
  drawUnread(laid: Laid, left: number, top: number): void;
}

export function openTypesetter(document: PDFDocument): Typesetter {
  const registered = new Set<FontName>();
  function useFont(font: FontName): void {
    if (!registered.has(font)) document.registerFont(font, openFont(font));
    registered.add(font);
    document.font(font);
  }
  const measure = (text: string, font: FontName, size: number) => {
    useFont(font);
    return document.fontSize(size).widthOfString(text);
  };
  const lineHeight = (block: Block) => block.size * lineSpacing;

  function place({ block, lines, width }: Laid, left: number, top: number, largest: number): PlacedRun[] {
    return lines.flatMap((line, index) => {
      const widths = line.map((run) => measure(run.text, run.font, block.size));
      const rest = width - widths.reduce((sum, wide) => sum + wide, 0);
      let x = left + (block.x ?? 0) + (block.align === 'right' ? rest : block.align === 'center' ? rest / 2 : 0);
      return line.map((run, at) => {
        const placed = {
          run,
          x,
          baseline: top + largest * ascent + index * lineHeight(block),
          width: widths[at] ?? 0,
          endsLine: at === line.length - 1 && index < lines.length - 1,
        };
        x += placed.width;
        return placed;
      });
    });
  }
  function drawRun({ run, x, baseline, width, endsLine }: PlacedRun, block: Block): void {
    useFont(run.font);
    document.fontSize(block.size).fillColor(run.href === undefined ? (block.color ?? colors.ink) : colors.accent);
    drawText(asSeen(run), x, baseline);
    if (endsLine) drawText(' ', x + width, baseline);
    if (run.href === undefined) return;
    const below = baseline + block.size * 0.14;
    document
      .lineWidth(block.size * 0.05)
      .strokeColor(colors.accent)
      .moveTo(x, below)
      .lineTo(x + width, below)
      .stroke();
  }
  function drawText(text: string, x: number, baseline: number): void {
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  /** The words in the structure, and on each line a place to click. */
  function drawLink(parent: Structure, href: string, placed: readonly PlacedRun[], block: Block): void {
    const link = document.struct('Link');
    parent.add(link);
    link.add(() => placed.forEach((run) => drawRun(run, block)));
    const words = placed.map(({ run, endsLine }) => run.text + (endsLine ? ' ' : '')).join('');
    for (const baseline of new Set(placed.map((run) => run.baseline))) {
      const onLine = placed.filter((run) => run.baseline === baseline);
      const x = onLine[0]?.x ?? 0;
      const width = onLine.reduce((sum, run) => sum + run.width, 0);
      document.annotate(x, baseline - block.size, width, lineHeight(block), {
        Subtype: 'Link',
        A: actionTo(href),
        // A `String` object is text to pdfkit, a string would be a name.
        Contents: Object(words),
        structParent: link,
      });
    }
    // Ended while its page is the current one: pdfkit notes that page.
    link.end();
  }

  return {
    widthOf: measure,
    lay(block, lineWidth) {
      const width = block.width ?? lineWidth - (block.x ?? 0);
      return { block, width, lines: breakLines(block.text, block, width, measure) };
    },
    lineHeight,
    heightOf: ({ block, lines }) => lines.length * lineHeight(block),
    draw(element, laid, left, top, largest = laid.block.size) {
      const { block } = laid;
      for (const group of byTarget(place(laid, left, top, largest))) {
        const href = group[0]?.run.href;
        if (href === undefined) element.add(() => group.forEach((run) => drawRun(run, block)));
        else drawLink(element, href, group, block);
      }
    },
    drawUnread(laid, left, top) {
      for (const run of place(laid, left, top, laid.block.size)) drawRun(run, laid.block);
    },
  };
}

/** Neighbors that lead to the same place, or nowhere, though on different lines. */
function byTarget(placed: readonly PlacedRun[]): PlacedRun[][] {
  const groups: PlacedRun[][] = [];
  for (const run of placed) {
    const last = groups.at(-1);
    if (last && last[0]?.run.href === run.run.href) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

function actionTo(href: string): Readonly<Record<string, unknown>> {
  return href.startsWith('#') ? { S: 'GoTo', D: Object(href.slice(1)) } : { S: 'URI', URI: Object(href) };
}

/** A PDF holds its letters as they are seen, from left to right; who reads it out or searches it turns them round again. */
function asSeen({ text, isRightToLeft }: LineRun): string {
  if (!isRightToLeft) return text;
  return [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('');
}
