import type { Marking, Structure } from 'pdfkit';
import { PDFDocument } from 'pdfkit';
import type { FontName, FontRun } from './fonts.ts';
import { openFont } from './fonts.ts';
import type { TextStyle } from './text-lines.ts';
import { breakLines } from './text-lines.ts';

/** US Letter, in points. */
const margin = { top: 54, side: 60, bottom: 66 };
const footerHeight = 22;
/** Of the type size: a line, and its part above the base line. */
const lineSpacing = 1.36;
const ascent = 1.02;
export const colors = { ink: '#1c2126', soft: '#525a64', line: '#d9d6cc', accent: '#0b5567' } as const;

/** Which element of the document's structure a screen reader is told. */
type Role = 'H1' | 'H2' | 'P' | 'TH' | 'TD';

export interface Block extends TextStyle {
  readonly text: string;
  readonly role: Role;
  readonly color?: string;
  /** What a header cell is the header of. */
  readonly scope?: 'Row' | 'Column';
  /** From the left margin; and how wide, in points. Without them the whole line. */
  readonly x?: number;
  readonly width?: number;
}

/** A block with its lines, broken once. */
interface Laid {
  readonly block: Block;
  readonly lines: readonly (readonly FontRun[])[];
}

/** A tagged document (PDF/UA) that is written from top to bottom; what is written comes in reading order. */
export interface Paper {
  readonly document: PDFDocument;
  readonly width: number;
  /** The root of the structure. */
  readonly root: Structure;
  element(parent: Structure, type: string): Structure;
  /** Writes below what stands there, on a new page where the rest of this one is too short. */
  write(parent: Structure, block: Block): void;
  /** Writes blocks side by side, all on the same page. */
  writeRow(parent: Structure, blocks: readonly Block[]): void;
  space(points: number): void;
  /** A horizontal line, for the eye only. */
  rule(color?: string, thickness?: number): void;
  /** Begins a new page unless so many points are left on this one. */
  keepTogether(points: number): void;
  /** Writes page numbers and ends the document. */
  end(footer: (page: number, pages: number) => { readonly left: string; readonly right: string }): void;
}

export function openPaper(info: { readonly title: string; readonly author: string; readonly lang: string }): Paper {
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin.top, bottom: margin.bottom, left: margin.side, right: margin.side },
    pdfVersion: '1.7',
    tagged: true,
    subset: 'PDF/UA',
    displayTitle: true,
    lang: info.lang,
    info: { Title: info.title, Author: info.author },
    bufferPages: true,
    // None by default: Helvetica is never embedded, and has only the letters of Western Europe.
    font: '',
  });
  for (const name of ['plain', 'bold'] as const) document.registerFont(name, openFont(name));
  const root = document.struct('Document');
  document.addStructure(root);
  const width = document.page.width - 2 * margin.side;
  let y = margin.top;
  let fallbackIsThere = false;

  const measure = (text: string, font: FontName, size: number) => {
    useFont(font);
    return document.fontSize(size).widthOfString(text);
  };
  function useFont(font: FontName): void {
    if (font === 'other' && !fallbackIsThere) {
      document.registerFont('other', openFont('other'));
      fallbackIsThere = true;
    }
    document.font(font);
  }
  const lay = (block: Block): Laid => ({
    block,
    lines: breakLines(block.text, block, block.width ?? width - (block.x ?? 0), measure),
  });
  const heightOf = ({ block, lines }: Laid) => lines.length * block.size * lineSpacing;
  const isRoom = (height: number) => y + height <= document.page.height - margin.bottom;

  function draw({ block, lines }: Laid, top: number, largest = block.size): void {
    let baseline = top + largest * ascent;
    for (const [index, line] of lines.entries()) {
      let x = margin.side + (block.x ?? 0);
      for (const run of line) {
        const wide = measure(run.text, run.font, block.size);
        document.fillColor(block.color ?? colors.ink);
        drawRun(run, x, baseline);
        x += wide;
      }
      // Unseen, so that who reads or copies the text finds the words of two lines apart.
      if (index < lines.length - 1) drawText(' ', x, baseline);
      baseline += block.size * lineSpacing;
    }
  }
  /** A PDF holds its letters as they are seen, from left to right; who reads it out or searches it turns them round again. */
  function drawRun({ text, isRightToLeft }: FontRun, x: number, baseline: number): void {
    const letters = () => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    drawText(isRightToLeft ? letters().toReversed().join('') : text, x, baseline);
  }
  function drawText(text: string, x: number, baseline: number): void {
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  function nextPage(): void {
    document.addPage();
    y = margin.top;
  }
  function asArtifact(options: Marking, paint: () => void): void {
    document.markContent('Artifact', options);
    paint();
    document.endMarkedContent();
  }
  const paper: Paper = {
    document,
    width,
    root,
    element(parent, type) {
      const element = document.struct(type);
      parent.add(element);
      return element;
    },
    write: (parent, block) => paper.writeRow(parent, [block]),
    writeRow(parent, blocks) {
      const row = blocks.map(lay);
      const height = Math.max(...row.map(heightOf));
      const largest = Math.max(...blocks.map(({ size }) => size));
      if (!isRoom(height)) nextPage();
      for (const laid of row) {
        const { role, scope } = laid.block;
        parent.add(document.struct(role, scope === undefined ? {} : { scope }, [() => draw(laid, y, largest)]));
      }
      y += height;
    },
    space(points) {
      y += points;
    },
    rule(color = colors.line, thickness = 0.75) {
      asArtifact({ type: 'Layout' }, () => {
        document
          .lineWidth(thickness)
          .strokeColor(color)
          .moveTo(margin.side, y)
          .lineTo(margin.side + width, y)
          .stroke();
      });
    },
    keepTogether(points) {
      if (!isRoom(points)) nextPage();
    },
    end(footer) {
      const { start, count } = document.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        document.switchToPage(page);
        const top = document.page.height - margin.bottom + footerHeight;
        asArtifact({ type: 'Pagination', attached: ['Bottom'] }, () => {
          const words = footer(page + 1, count);
          const style = { font: 'plain', size: 8.5, role: 'P', color: colors.soft } as const;
          draw(lay({ ...style, text: words.left }), top);
          draw(lay({ ...style, text: words.right, x: width - measure(words.right, 'plain', style.size) - 0.5 }), top);
        });
      }
      root.end();
      document.end();
    },
  };
  return paper;
}
