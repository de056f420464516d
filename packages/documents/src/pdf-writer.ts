import type { Marking, Structure } from 'pdfkit';
import { PDFDocument } from 'pdfkit';
import type { Block, LaidOutBlock } from './text-renderer.ts';
import { colors, createTextRenderer } from './text-renderer.ts';

export type { Block } from './text-renderer.ts';
export { colors } from './text-renderer.ts';

/** In points. */
export interface Margins {
  readonly top: number;
  readonly side: number;
  readonly bottom: number;
}
const defaultMargins: Margins = { top: 54, side: 60, bottom: 66 };
const footerSize = 8.5;
/** Generated files have a constant date, so that the same content gives the same bytes. */
export const fixedDate = new Date('2000-01-01T00:00:00Z');

export interface PdfWriterOptions {
  readonly title: string;
  readonly author: string;
  /** BCP 47, such as `en-US`. */
  readonly lang: string;
  /** Now by default. */
  readonly created?: Date;
  readonly margins?: Margins;
}

/**
 * Writes a tagged document (PDF/UA) on US Letter from top to bottom, in reading order. Lengths are
 * in points.
 */
export interface PdfWriter {
  readonly document: PDFDocument;
  /** The width of a line: of the page without margins, or of a column. */
  readonly width: number;
  /** Where lines begin, from the left edge of the page. */
  readonly left: number;
  /** The root of the structure. */
  readonly root: Structure;
  /** The current page, from 1. */
  readonly page: number;
  /** Where the next block goes, from the top of the page. */
  readonly y: number;
  /** The rest of this page, and the height of an empty one. */
  readonly spaceLeft: number;
  readonly pageHeight: number;
  heightOf(block: Block): number;
  lineHeight(block: Block): number;
  /** The width of the text on one line. */
  widthOf(text: string, style: { readonly font: 'plain' | 'bold'; readonly size: number }): number;
  addElement(parent: Structure, type: string): Structure;
  /** Writes a block, on a new page if it does not fit. */
  write(parent: Structure, block: Block): void;
  /** Writes blocks side by side on one page. */
  writeRow(parent: Structure, blocks: readonly Block[]): void;
  /** Writes a paragraph that may continue on the next page, without single lines on either. */
  writeFlowing(parent: Structure, block: Block): void;
  /** Writes a block without moving down, such as the number of a list item. */
  writeInPlace(parent: Structure, block: Block): void;
  /** Writes text that screen readers skip, such as a repeated table header. */
  writeArtifact(blocks: readonly Block[], marking: Marking): void;
  /** Renders graphics that screen readers skip. */
  renderGraphics(render: (document: PDFDocument) => void): void;
  moveDown(points: number): void;
  rule(color?: string, thickness?: number): void;
  /** Starts a new page unless so many points are left. */
  ensureSpace(points: number): void;
  /** From here on fills pages column by column. */
  startColumns(count: number, gap: number): void;
  /** A destination for links to `#name`; with a title also a bookmark at its level. */
  addDestination(name: string, bookmark?: { readonly title: string; readonly level: number }): void;
  /** Writes the footers and ends the document. */
  end(footer: (page: number, pages: number) => { readonly left: string; readonly right: string }): void;
}

export function createPdfWriter(info: PdfWriterOptions): PdfWriter {
  const margin = info.margins ?? defaultMargins;
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin.top, bottom: margin.bottom, left: margin.side, right: margin.side },
    pdfVersion: '1.7',
    tagged: true,
    subset: 'PDF/UA',
    displayTitle: true,
    lang: info.lang,
    info: { Title: info.title, Author: info.author, ...(info.created && { CreationDate: info.created }) },
    bufferPages: true,
    // No default font: Helvetica is not embedded and covers only Western Europe.
    font: '',
  });
  const textRenderer = createTextRenderer(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const pageWidth = document.page.width - 2 * margin.side;
  const bottom = document.page.height - margin.bottom;
  const columns = { count: 1, gap: 0, current: 0, top: margin.top };
  const bookmarks = [document.outline];
  let y = margin.top;

  const width = () => (pageWidth - columns.gap * (columns.count - 1)) / columns.count;
  const left = () => margin.side + columns.current * (width() + columns.gap);
  const layOut = (block: Block) => textRenderer.layOut(block, width());
  const fits = (height: number) => y + height <= bottom;
  function nextPage(): void {
    if (columns.current + 1 < columns.count) {
      columns.current += 1;
      y = columns.top;
      return;
    }
    document.addPage();
    columns.current = 0;
    columns.top = margin.top;
    y = margin.top;
  }
  function asArtifact(marking: Marking, render: () => void): void {
    document.markContent('Artifact', marking);
    render();
    document.endMarkedContent();
  }
  function begin(parent: Structure, { role, scope, lang }: Block): Structure {
    const element = document.struct(role, {
      ...(scope !== undefined && { scope }),
      ...(lang !== undefined && { lang }),
    });
    parent.add(element);
    return element;
  }
  const writer: PdfWriter = {
    document,
    root,
    get width() {
      return width();
    },
    get left() {
      return left();
    },
    get page() {
      return document.bufferedPageRange().count;
    },
    get y() {
      return y;
    },
    get spaceLeft() {
      return bottom - y;
    },
    pageHeight: bottom - margin.top,
    heightOf: (block) => textRenderer.heightOf(layOut(block)),
    lineHeight: (block) => textRenderer.lineHeight(block),
    widthOf: (text, { font, size }) => textRenderer.widthOf(text, font, size),
    addElement(parent, type) {
      const element = document.struct(type);
      parent.add(element);
      return element;
    },
    write: (parent, block) => writer.writeRow(parent, [block]),
    writeRow(parent, blocks) {
      const row = blocks.map(layOut);
      const height = Math.max(...row.map(textRenderer.heightOf));
      const largest = Math.max(...blocks.map(({ size }) => size));
      if (!fits(height)) nextPage();
      for (const laidOut of row) {
        const element = begin(parent, laidOut.block);
        textRenderer.render(element, laidOut, left(), y, largest);
        element.end();
      }
      y += height;
    },
    writeFlowing(parent, block) {
      let rest: LaidOutBlock = layOut(block);
      const lineHeight = textRenderer.lineHeight(block);
      const element = begin(parent, block);
      for (;;) {
        const fitting = Math.floor((bottom - y) / lineHeight);
        if (rest.lines.length <= fitting) break;
        const here = Math.min(fitting, rest.lines.length - 2);
        if (here >= 2) {
          textRenderer.render(element, { ...rest, lines: rest.lines.slice(0, here) }, left(), y);
          rest = { ...rest, lines: rest.lines.slice(here) };
        }
        nextPage();
      }
      textRenderer.render(element, rest, left(), y);
      element.end();
      y += textRenderer.heightOf(rest);
    },
    writeInPlace(parent, block) {
      const element = begin(parent, block);
      textRenderer.render(element, layOut(block), left(), y);
      element.end();
    },
    writeArtifact(blocks, marking) {
      const row = blocks.map(layOut);
      asArtifact(marking, () => row.forEach((laidOut) => textRenderer.renderArtifact(laidOut, left(), y)));
      y += Math.max(...row.map(textRenderer.heightOf));
    },
    renderGraphics: (render) => asArtifact({ type: 'Layout' }, () => render(document)),
    moveDown(points) {
      y += points;
    },
    rule(color = colors.line, thickness = 0.75) {
      writer.renderGraphics(() => {
        document
          .lineWidth(thickness)
          .strokeColor(color)
          .moveTo(left(), y)
          .lineTo(left() + width(), y)
          .stroke();
      });
    },
    ensureSpace(points) {
      if (!fits(points)) nextPage();
    },
    startColumns(count, gap) {
      Object.assign(columns, { count, gap, current: 0, top: y });
    },
    addDestination(name, bookmark) {
      document.addNamedDestination(name, 'XYZ', 0, y, null);
      if (!bookmark) return;
      bookmarks.splice(bookmark.level);
      // pdfkit counts from the right edge.
      const place = { top: y, left: document.page.width, expanded: bookmark.level === 1 };
      const item = bookmarks.at(-1)?.addItem(bookmark.title, place);
      if (item) bookmarks.push(item);
    },
    end(footer) {
      const { start, count } = document.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        document.switchToPage(page);
        const top = document.page.height - margin.bottom / 1.5;
        asArtifact({ type: 'Pagination', attached: ['Bottom'] }, () => {
          const texts = footer(page + 1, count);
          const style = { font: 'plain', size: footerSize, role: 'P', color: colors.soft } as const;
          const numberWidth = textRenderer.widthOf(texts.right, 'plain', footerSize) + 0.5;
          const name = shortenTo(texts.left, pageWidth - numberWidth - 24, (text) =>
            textRenderer.widthOf(text, 'plain', footerSize),
          );
          const render = (block: Block) =>
            textRenderer.renderArtifact(textRenderer.layOut(block, pageWidth), margin.side, top);
          render({ ...style, text: name });
          render({ ...style, text: texts.right, x: pageWidth - numberWidth });
        });
      }
      root.end();
      document.end();
    },
  };
  return writer;
}

/** Drops words at the end that do not fit on one line. */
function shortenTo(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const words = text.split(' ');
  while (words.length > 1 && widthOf(`${words.join(' ')} …`) > width) words.pop();
  return `${words.join(' ')} …`;
}

export async function collectPdf(document: PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
