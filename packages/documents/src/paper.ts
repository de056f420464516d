import type { Marking, Structure } from 'pdfkit';
import { PDFDocument } from 'pdfkit';
import type { Block, Laid } from './typesetter.ts';
import { colors, openTypesetter } from './typesetter.ts';

export type { Block } from './typesetter.ts';
export { colors } from './typesetter.ts';

/** In points. */
export interface Margins {
  readonly top: number;
  readonly side: number;
  readonly bottom: number;
}
const usualMargins: Margins = { top: 54, side: 60, bottom: 66 };
const footerSize = 8.5;
/** Files that are made ahead carry no time of their own, so that the same content is the same bytes. */
export const noTime = new Date('2000-01-01T00:00:00Z');

export interface PaperInfo {
  readonly title: string;
  readonly author: string;
  /** BCP 47, such as `en-US`. */
  readonly lang: string;
  /** Now, where nothing is said. */
  readonly created?: Date;
  readonly margins?: Margins;
}

/** A tagged document (PDF/UA) on US Letter, written from top to bottom; what is written comes in reading order. Lengths are in points. */
export interface Paper {
  readonly document: PDFDocument;
  /** Of a line: of the page without its margins, or of a column. */
  readonly width: number;
  /** Where the lines begin, from the left edge of the page. */
  readonly left: number;
  /** The root of the structure. */
  readonly root: Structure;
  /** The number of this page, from 1. */
  readonly page: number;
  /** Where the next block goes, from the top of its page. */
  readonly y: number;
  /** How much of this page is left, and how much there is of an empty one. */
  readonly room: number;
  readonly pageHeight: number;
  /** How much of the page a block takes. */
  heightOf(block: Block): number;
  lineHeight(block: Block): number;
  /** As wide as the text would be on one line. */
  widthOf(text: string, style: { readonly font: 'plain' | 'bold'; readonly size: number }): number;
  element(parent: Structure, type: string): Structure;
  /** Writes below what stands there, on a new page where the rest of this one is too short. */
  write(parent: Structure, block: Block): void;
  /** Writes blocks side by side, all on the same page. */
  writeRow(parent: Structure, blocks: readonly Block[]): void;
  /** Writes a paragraph that may go over to the next page, never with a single line on either. */
  flow(parent: Structure, block: Block): void;
  /** Writes what stands beside the next block, such as the number of a list's item. */
  writeBeside(parent: Structure, block: Block): void;
  /** Draws what a screen reader is not told, such as the header of a table that goes over a page. */
  writeUnread(blocks: readonly Block[], marking: Marking): void;
  /** Draws for the eye only. */
  paint(draw: (document: PDFDocument) => void): void;
  space(points: number): void;
  /** A horizontal line, for the eye only. */
  rule(color?: string, thickness?: number): void;
  /** Begins a new page unless so many points are left on this one. */
  keepTogether(points: number): void;
  /** From here on the page is filled column by column. */
  openColumns(count: number, gap: number): void;
  /** A place that links lead to by `#name`; with a title also a bookmark, below the last one of a lower level. */
  mark(name: string, bookmark?: { readonly title: string; readonly level: number }): void;
  /** Writes page numbers and ends the document. */
  end(footer: (page: number, pages: number) => { readonly left: string; readonly right: string }): void;
}

export function openPaper(info: PaperInfo): Paper {
  const margin = info.margins ?? usualMargins;
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
    // None by default: Helvetica is never embedded, and has only the letters of Western Europe.
    font: '',
  });
  const typesetter = openTypesetter(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const pageWidth = document.page.width - 2 * margin.side;
  const bottom = document.page.height - margin.bottom;
  const columns = { count: 1, gap: 0, current: 0, top: margin.top };
  const bookmarks = [document.outline];
  let y = margin.top;

  const width = () => (pageWidth - columns.gap * (columns.count - 1)) / columns.count;
  const left = () => margin.side + columns.current * (width() + columns.gap);
  const lay = (block: Block) => typesetter.lay(block, width());
  const isRoom = (height: number) => y + height <= bottom;
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
  function asArtifact(marking: Marking, draw: () => void): void {
    document.markContent('Artifact', marking);
    draw();
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
  const paper: Paper = {
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
    get room() {
      return bottom - y;
    },
    pageHeight: bottom - margin.top,
    heightOf: (block) => typesetter.heightOf(lay(block)),
    lineHeight: (block) => typesetter.lineHeight(block),
    widthOf: (text, { font, size }) => typesetter.widthOf(text, font, size),
    element(parent, type) {
      const element = document.struct(type);
      parent.add(element);
      return element;
    },
    write: (parent, block) => paper.writeRow(parent, [block]),
    writeRow(parent, blocks) {
      const row = blocks.map(lay);
      const height = Math.max(...row.map(typesetter.heightOf));
      const largest = Math.max(...blocks.map(({ size }) => size));
      if (!isRoom(height)) nextPage();
      for (const laid of row) {
        const element = begin(parent, laid.block);
        typesetter.draw(element, laid, left(), y, largest);
        element.end();
      }
      y += height;
    },
    flow(parent, block) {
      let rest: Laid = lay(block);
      const lineHeight = typesetter.lineHeight(block);
      const element = begin(parent, block);
      for (;;) {
        const fitting = Math.floor((bottom - y) / lineHeight);
        if (rest.lines.length <= fitting) break;
        const here = Math.min(fitting, rest.lines.length - 2);
        if (here >= 2) {
          typesetter.draw(element, { ...rest, lines: rest.lines.slice(0, here) }, left(), y);
          rest = { ...rest, lines: rest.lines.slice(here) };
        }
        nextPage();
      }
      typesetter.draw(element, rest, left(), y);
      element.end();
      y += typesetter.heightOf(rest);
    },
    writeBeside(parent, block) {
      const element = begin(parent, block);
      typesetter.draw(element, lay(block), left(), y);
      element.end();
    },
    writeUnread(blocks, marking) {
      const row = blocks.map(lay);
      asArtifact(marking, () => row.forEach((laid) => typesetter.drawUnread(laid, left(), y)));
      y += Math.max(...row.map(typesetter.heightOf));
    },
    paint: (draw) => asArtifact({ type: 'Layout' }, () => draw(document)),
    space(points) {
      y += points;
    },
    rule(color = colors.line, thickness = 0.75) {
      paper.paint(() => {
        document
          .lineWidth(thickness)
          .strokeColor(color)
          .moveTo(left(), y)
          .lineTo(left() + width(), y)
          .stroke();
      });
    },
    keepTogether(points) {
      if (!isRoom(points)) nextPage();
    },
    openColumns(count, gap) {
      Object.assign(columns, { count, gap, current: 0, top: y });
    },
    mark(name, bookmark) {
      document.addNamedDestination(name, 'XYZ', 0, y, null);
      if (!bookmark) return;
      bookmarks.splice(bookmark.level);
      // pdfkit counts from the right, so this is the left edge.
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
          const words = footer(page + 1, count);
          const style = { font: 'plain', size: footerSize, role: 'P', color: colors.soft } as const;
          const numberWidth = typesetter.widthOf(words.right, 'plain', footerSize) + 0.5;
          const name = shortenTo(words.left, pageWidth - numberWidth - 24, (text) =>
            typesetter.widthOf(text, 'plain', footerSize),
          );
          const draw = (block: Block) => typesetter.drawUnread(typesetter.lay(block, pageWidth), margin.side, top);
          draw({ ...style, text: name });
          draw({ ...style, text: words.right, x: pageWidth - numberWidth });
        });
      }
      root.end();
      document.end();
    },
  };
  return paper;
}

/** A text on one line: words that do not fit are left out at its end. */
function shortenTo(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const words = text.split(' ');
  while (words.length > 1 && widthOf(`${words.join(' ')} …`) > width) words.pop();
  return `${words.join(' ')} …`;
}
