import { type Marking, type Outline, type Structure, PDFDocument } from 'pdfkit';
import { type Block, type LaidOutBlock, type TextRenderer, colors, createTextRenderer } from './text-renderer.ts';

/** Margins in points. */
export interface Margins {
  readonly top: number;
  readonly side: number;
  readonly bottom: number;
}
const defaultMargins: Margins = { top: 54, side: 60, bottom: 66 };
const footerSize = 8.5;
/** Generated files have a constant date, so that the same content gives the same bytes. */
export const fixedDate = new Date('2000-01-01T00:00:00Z');

interface PdfWriterOptions {
  readonly title: string;
  readonly author: string;
  /** BCP 47, for example `en-US`. */
  readonly lang: string;
  /** The default is now. */
  readonly created?: Date;
  readonly margins?: Margins;
  /** See `createTextRenderer`. */
  readonly sharesFonts?: boolean;
}

/** Writes a tagged PDF (PDF/UA) on US Letter, from top to bottom. Lengths are in points. */
export class PdfWriter {
  readonly document: PDFDocument;
  readonly root: Structure;
  readonly pageHeight: number;
  private readonly margin: Margins;
  private readonly renderer: TextRenderer;
  private readonly pageWidth: number;
  private readonly bottom: number;
  private readonly columns: { count: number; gap: number; current: number; top: number };
  private readonly bookmarks: Outline[];
  private currentY: number;

  constructor({ title, author, lang, created, margins = defaultMargins, sharesFonts = false }: PdfWriterOptions) {
    this.margin = margins;
    this.document = new PDFDocument({
      size: 'LETTER',
      margins: { top: margins.top, bottom: margins.bottom, left: margins.side, right: margins.side },
      pdfVersion: '1.7',
      tagged: true,
      subset: 'PDF/UA',
      displayTitle: true,
      lang,
      info: { Title: title, Author: author, ...(created && { CreationDate: created }) },
      bufferPages: true,
      // No default font: Helvetica is not embedded and covers only Western Europe.
      font: '',
    });
    this.renderer = createTextRenderer(this.document, sharesFonts);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.pageWidth = this.document.page.width - 2 * margins.side;
    this.bottom = this.document.page.height - margins.bottom;
    this.pageHeight = this.bottom - margins.top;
    this.columns = { count: 1, gap: 0, current: 0, top: margins.top };
    this.bookmarks = [this.document.outline];
    this.currentY = margins.top;
  }

  /** The width of a line, across the page without margins or across a column. */
  get width(): number {
    const { count, gap } = this.columns;
    return (this.pageWidth - gap * (count - 1)) / count;
  }
  /** The start of lines, from the left edge of the page. */
  get left(): number {
    return this.margin.side + this.columns.current * (this.width + this.columns.gap);
  }
  /** The current page, counted from 1. */
  get page(): number {
    return this.document.bufferedPageRange().count;
  }
  /** The top of the next block, from the top of the page. */
  get y(): number {
    return this.currentY;
  }
  get spaceLeft(): number {
    return this.bottom - this.currentY;
  }
  heightOf(block: Block): number {
    return this.renderer.heightOf(this.layOut(block));
  }
  lineHeight(block: Block): number {
    return this.renderer.lineHeight(block);
  }
  /** The width of the text on one line. */
  widthOf(text: string, { font, size }: { readonly font: 'plain' | 'bold'; readonly size: number }): number {
    return this.renderer.widthOf(text, font, size);
  }

  addElement(parent: Structure, type: string, options?: { scope?: 'Row' | 'Column'; lang?: string }): Structure {
    const element = this.document.struct(type, options);
    parent.add(element);
    return element;
  }
  /** Writes a block, on a new page if it does not fit. */
  write(parent: Structure, block: Block): void {
    this.writeRow(parent, [block]);
  }
  writeRow(parent: Structure, blocks: readonly Block[]): void {
    const row = blocks.map((block) => this.layOut(block));
    const height = Math.max(...row.map(this.renderer.heightOf));
    const maxSize = Math.max(...blocks.map(({ size }) => size));
    this.ensureSpace(height);
    for (const laidOut of row) this.renderBlock(parent, laidOut, maxSize);
    this.moveDown(height);
  }
  /** Writes a paragraph that may continue on the next page, without single lines on either. */
  writeFlowing(parent: Structure, block: Block): void {
    let rest = this.layOut(block);
    const element = this.beginBlock(parent, block);
    for (;;) {
      const fitting = Math.floor(this.spaceLeft / this.renderer.lineHeight(block));
      if (rest.lines.length <= fitting) break;
      const here = Math.min(fitting, rest.lines.length - 2);
      if (here >= 2) {
        this.renderer.render(element, { ...rest, lines: rest.lines.slice(0, here) }, this.left, this.y);
        rest = { ...rest, lines: rest.lines.slice(here) };
      }
      this.nextPage();
    }
    this.renderer.render(element, rest, this.left, this.y);
    element.end();
    this.moveDown(this.renderer.heightOf(rest));
  }
  /** Writes a block without moving down, for example the number of a list item. */
  writeInPlace(parent: Structure, block: Block): void {
    this.renderBlock(parent, this.layOut(block));
  }
  /** Writes text that screen readers skip, for example a repeated table header. */
  writeArtifact(blocks: readonly Block[], marking: Marking): void {
    const row = blocks.map((block) => this.layOut(block));
    this.renderArtifact(marking, () => {
      for (const laidOut of row) this.renderer.renderArtifact(laidOut, this.left, this.y);
    });
    this.moveDown(Math.max(...row.map(this.renderer.heightOf)));
  }
  /** Renders graphics that screen readers skip. */
  renderGraphics(render: (document: PDFDocument) => void): void {
    this.renderArtifact({ type: 'Layout' }, () => render(this.document));
  }
  rule(color: string = colors.line, thickness = 0.75): void {
    const { left, y, width } = this;
    this.renderGraphics((document) => {
      document
        .lineWidth(thickness)
        .strokeColor(color)
        .moveTo(left, y)
        .lineTo(left + width, y)
        .stroke();
    });
  }
  moveDown(points: number): void {
    this.currentY += points;
  }
  ensureSpace(points: number): void {
    if (this.currentY + points > this.bottom) this.nextPage();
  }
  /** From here on, fills pages column by column. */
  startColumns(count: number, gap: number): void {
    Object.assign(this.columns, { count, gap, current: 0, top: this.y });
  }
  /** A destination for links to `#name`; with a title also a bookmark at its level. */
  addDestination(name: string, bookmark?: { readonly title: string; readonly level: number }): void {
    const { document, bookmarks } = this;
    document.addNamedDestination(name, 'XYZ', 0, this.y, null);
    if (!bookmark) return;
    bookmarks.splice(bookmark.level);
    // pdfkit counts from the right edge.
    const position = { top: this.y, left: document.page.width, expanded: bookmark.level === 1 };
    const item = bookmarks.at(-1)?.addItem(bookmark.title, position);
    if (item) bookmarks.push(item);
  }
  end(footer: (page: number, pages: number) => { readonly left: string; readonly right: string }): void {
    const { document, margin, pageWidth, renderer } = this;
    const { start, count } = document.bufferedPageRange();
    const widthOf = (text: string) => renderer.widthOf(text, 'plain', footerSize);
    const style = { font: 'plain', size: footerSize, role: 'P', color: colors.soft } as const;
    for (let page = start; page < start + count; page += 1) {
      document.switchToPage(page);
      const top = document.page.height - margin.bottom / 1.5;
      this.renderArtifact({ type: 'Pagination', attached: ['Bottom'] }, () => {
        const { left, right } = footer(page + 1, count);
        const numberWidth = widthOf(right) + 0.5;
        const render = (block: Block) => renderer.renderArtifact(renderer.layOut(block, pageWidth), margin.side, top);
        render({ ...style, text: shortenTo(left, pageWidth - numberWidth - 24, widthOf) });
        render({ ...style, text: right, x: pageWidth - numberWidth });
      });
    }
    this.root.end();
    document.end();
  }

  private layOut(block: Block): LaidOutBlock {
    return this.renderer.layOut(block, this.width);
  }
  private beginBlock(parent: Structure, { role, scope, lang }: Block): Structure {
    return this.addElement(parent, role, { ...(scope && { scope }), ...(lang !== undefined && { lang }) });
  }
  private renderBlock(parent: Structure, laidOut: LaidOutBlock, maxSize?: number): void {
    const element = this.beginBlock(parent, laidOut.block);
    this.renderer.render(element, laidOut, this.left, this.y, maxSize);
    element.end();
  }
  private renderArtifact(marking: Marking, render: () => void): void {
    this.document.markContent('Artifact', marking);
    render();
    this.document.endMarkedContent();
  }
  private nextPage(): void {
    const { columns, margin } = this;
    if (columns.current + 1 < columns.count) columns.current += 1;
    else {
      this.document.addPage();
      columns.current = 0;
      columns.top = margin.top;
    }
    this.currentY = columns.top;
  }
}

/** Drops words from the end that do not fit on one line. */
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
