import { theme } from '@redress/contract/theme';
import type { PDFDocument, Structure } from 'pdfkit';
import { joinArabicLetters } from './arabic-shaping.ts';
import { shapeInPairs, shareSubset } from './shared-fonts.ts';
import { type FontName, openFont } from './fonts.ts';
import { type LineRun, type RichText, type TextStyle, breakLines } from './line-breaking.ts';

/** The height of a line, and its part above the baseline, relative to the type size. */
const lineSpacing = 1.36;
const ascent = 1.02;
export const colors = { ...theme, shade: '#f3f1ea' } as const;

/** The structure element, which tells screen readers the text's role. */
type Role = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody' | 'Reference';

export interface Block extends TextStyle {
  readonly text: RichText;
  readonly role: Role;
  readonly color?: string;
  /** The default is left. */
  readonly align?: 'center' | 'right';
  /** Whether a header cell describes its row or its column. */
  readonly scope?: 'Row' | 'Column';
  /** BCP 47, if it differs from the document's. */
  readonly lang?: string;
  /** The position from the left margin and the width, in points. The default is the whole line. */
  readonly x?: number;
  readonly width?: number;
}

export interface LaidOutBlock {
  readonly block: Block;
  readonly width: number;
  readonly lines: readonly (readonly LineRun[])[];
}
/** Points from the upper left corner of the page, down to the baseline. */
interface PlacedRun {
  readonly run: LineRun;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  /** Adds an invisible space, which separates the words of two lines when text is copied. */
  readonly endsLine: boolean;
}

export type TextRenderer = ReturnType<typeof createTextRenderer>;

/**
 * Breaks text into lines and renders it, tagged, at a position.
 * @param sharesFonts many documents share the subsets of their fonts: each is larger, and made faster
 */
export function createTextRenderer(document: PDFDocument, sharesFonts: boolean) {
  const registered = new Set<FontName>();
  function useFont(font: FontName): void {
    if (!registered.has(font)) {
      document.registerFont(font, openFont(font)).font(font);
      shapeInPairs(document._font, font);
      if (sharesFonts && (font === 'plain' || font === 'bold')) shareSubset(document, font);
    }
    registered.add(font);
    document.font(font);
  }
  const measure = (text: string, font: FontName, size: number) => {
    useFont(font);
    return document.fontSize(size).widthOfString(joinArabicLetters(text));
  };
  const lineHeight = (block: Block) => block.size * lineSpacing;

  function place({ block, lines, width }: LaidOutBlock, left: number, top: number, maxSize: number): PlacedRun[] {
    return lines.flatMap((line, index) => {
      const widths = line.map((run) => measure(run.text, run.font, block.size));
      const rest = width - widths.reduce((sum, wide) => sum + wide, 0);
      let x = left + (block.x ?? 0) + (block.align === 'right' ? rest : block.align === 'center' ? rest / 2 : 0);
      return line.map((run, at) => {
        const placed = {
          run,
          x,
          baseline: top + maxSize * ascent + index * lineHeight(block),
          width: widths[at] ?? 0,
          endsLine: at === line.length - 1 && index < lines.length - 1,
        };
        x += placed.width;
        return placed;
      });
    });
  }
  function renderRun({ run, x, baseline, width, endsLine }: PlacedRun, block: Block): void {
    useFont(run.font);
    document.fontSize(block.size).fillColor(run.href === undefined ? (block.color ?? colors.ink) : colors.accent);
    renderText(asSeen(run), x, baseline);
    if (endsLine) renderText(' ', x + width, baseline);
    if (run.href === undefined) return;
    const below = baseline + block.size * 0.14;
    document
      .lineWidth(block.size * 0.05)
      .strokeColor(colors.accent)
      .moveTo(x, below)
      .lineTo(x + width, below)
      .stroke();
  }
  function renderText(text: string, x: number, baseline: number): void {
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  /** Adds the text to the structure, with a clickable area on each line. */
  function renderLink(parent: Structure, href: string, placed: readonly PlacedRun[], block: Block): void {
    const link = document.struct('Link');
    parent.add(link);
    link.add(() => placed.forEach((run) => renderRun(run, block)));
    const contents = placed.map(({ run, endsLine }) => run.text + (endsLine ? ' ' : '')).join('');
    for (const baseline of new Set(placed.map((run) => run.baseline))) {
      const onLine = placed.filter((run) => run.baseline === baseline);
      const x = onLine[0]?.x ?? 0;
      const width = onLine.reduce((sum, run) => sum + run.width, 0);
      document.annotate(x, baseline - block.size, width, lineHeight(block), {
        Subtype: 'Link',
        A: actionTo(href),
        // pdfkit writes a `String` object as text, and a string as a PDF name.
        Contents: Object(contents),
        structParent: link,
      });
    }
    // Ends the link on the same page, because pdfkit records the page here.
    link.end();
  }

  return {
    widthOf: measure,
    /** `lineWidth` is the width of the whole line in points. */
    layOut(block: Block, lineWidth: number): LaidOutBlock {
      const width = block.width ?? lineWidth - (block.x ?? 0);
      return { block, width, lines: breakLines(block.text, block, width, measure) };
    },
    lineHeight,
    heightOf: ({ block, lines }: LaidOutBlock) => lines.length * lineHeight(block),
    /** Adds the text to an element. `maxSize` is the largest type size in the row. */
    render(element: Structure, laidOut: LaidOutBlock, left: number, top: number, maxSize = laidOut.block.size): void {
      const { block } = laidOut;
      for (const group of byTarget(place(laidOut, left, top, maxSize))) {
        const href = group[0]?.run.href;
        if (href === undefined) element.add(() => group.forEach((run) => renderRun(run, block)));
        else renderLink(element, href, group, block);
      }
    },
    renderArtifact(laidOut: LaidOutBlock, left: number, top: number): void {
      for (const run of place(laidOut, left, top, laidOut.block.size)) renderRun(run, laidOut.block);
    },
  };
}

/** Groups neighboring pieces with the same link, or none, across lines. */
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

/** A PDF has right-to-left text in visual order; readers reverse it. Numbers run to the right. */
function asSeen({ text, isRightToLeft }: LineRun): string {
  if (!isRightToLeft) return text;
  return reverse(joinArabicLetters(text)).replaceAll(/\p{Nd}+(?:[.,\u066B\u066C]\p{Nd}+)*/gu, reverse);
}

const reverse = (text: string): string =>
  [...new Intl.Segmenter().segment(text)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('');
