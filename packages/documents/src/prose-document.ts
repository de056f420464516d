import type { PublishedDocument, ProseDocument } from '@redress/contract/published-documents';
import type { PDFDocument } from 'pdfkit';
import { drawContents } from './contents-list.ts';
import { drawTop } from './court-caption.ts';
import type { TextBlock } from './markdown.ts';
import { readMarkdown } from './markdown.ts';
import type { Margins, Paper } from './paper.ts';
import { noTime, openPaper } from './paper.ts';
import type { PlacedHeading } from './prose-blocks.ts';
import { drawBlocks, typeOf } from './prose-blocks.ts';
import { paperWords } from './words.ts';

type ProseCaseDocument = PublishedDocument & { readonly source: ProseDocument };

/** How a text is set. Lengths are in points. */
interface Setting {
  readonly size: number;
  readonly columns: 1 | 2;
  readonly margins: Margins;
}
interface RenderedIsland {
  readonly paper: Paper;
  readonly headings: readonly PlacedHeading[];
}

/** About 80 letters a line. */
const usual: Setting = { size: 10.75, columns: 1, margins: { top: 60, side: 84, bottom: 72 } };
const narrowMargins = { top: 42, side: 50, bottom: 52 };
/** On one page the largest setting that fits; below it a text is too small to be read with ease. */
const onePageSettings: readonly Setting[] = [
  ...[10.75, 10.5, 10.25, 10].map((size) => ({ ...usual, size })),
  ...[10.5, 10.25, 10, 9.75, 9.5, 9.25, 9, 8.75, 8.5].map(
    (size) => ({ size, columns: 2, margins: narrowMargins }) as const,
  ),
];
const gapBetweenColumns = 22;
/** A text that is longer than this, in pages or in sections, begins with a list of them. */
const longAt = { pages: 6, sections: 8 };

/**
 * Draws prose as a tagged PDF (PDF/UA): the court's caption, headings, lists, tables, links and page numbers; a long text with bookmarks and
 * a list of its contents. It throws, naming the document, at Markdown that papers do not know and at a text too long for one page.
 */
export function drawProseDocument(document: ProseCaseDocument): PDFDocument {
  try {
    const blocks = readMarkdown(document.source.markdown);
    const { paper } =
      document.source.layout === 'one-page' ? drawOnePage(document, blocks) : drawPages(document, blocks);
    end(paper, document);
    return paper.document;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The document "${document.id}" cannot be made: ${reason}.`, { cause });
  }
}

function drawOnePage(document: ProseCaseDocument, blocks: readonly TextBlock[]): RenderedIsland {
  for (const setting of onePageSettings) {
    const drawing = draw(document, blocks, setting);
    if (drawing.paper.page === 1) return drawing;
  }
  throw new Error('its text is too long for one page');
}

/** A little smaller where that saves a last page with a few lines on it. */
function drawPages(document: ProseCaseDocument, blocks: readonly TextBlock[]): RenderedIsland {
  const drawing = drawWithContents(document, blocks, usual);
  const { page, room, pageHeight } = drawing.paper;
  if (page === 1 || room < pageHeight * 0.8) return drawing;
  const smaller = drawWithContents(document, blocks, { ...usual, size: usual.size - 0.25 });
  return smaller.paper.page < page ? smaller : drawing;
}

/** The list of contents needs the pages of the headings, and takes room before them: so a long text is drawn three times. */
function drawWithContents(document: ProseCaseDocument, blocks: readonly TextBlock[], setting: Setting): RenderedIsland {
  const first = draw(document, blocks, setting);
  const sections = first.headings.filter(({ level }) => level === 2);
  const isLong = first.paper.page > longAt.pages || sections.length > longAt.sections;
  if (!isLong || sections.length < 2) return first;
  const second = draw(document, blocks, setting, first.headings);
  return draw(document, blocks, setting, second.headings);
}

function draw(
  document: ProseCaseDocument,
  blocks: readonly TextBlock[],
  setting: Setting,
  contents?: readonly PlacedHeading[],
): RenderedIsland {
  const { source, title, language } = document;
  const words = paperWords[language];
  const type = typeOf(setting.size);
  const { lang } = words;
  const author = source.caption?.caption ?? title;
  const paper = openPaper({ title, author, lang, created: noTime, margins: setting.margins });
  drawTop(paper, document, type, words);
  if (contents) drawContents(paper, contents, type, words);
  if (setting.columns > 1) paper.openColumns(setting.columns, gapBetweenColumns);
  const headings = drawBlocks(paper, blocks, type, source.layout !== 'one-page');
  return { paper, headings };
}

function end(paper: Paper, { title, language }: ProseCaseDocument): void {
  const words = paperWords[language];
  paper.end((page, pages) => ({
    left: title,
    right: words.page.replace('{page}', String(page)).replace('{pages}', String(pages)),
  }));
}
