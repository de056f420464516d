import type { PublishedDocument, ProseDocument } from '@redress/contract/published-documents';
import type { PDFDocument } from 'pdfkit';
import { renderCaption } from './court-caption.ts';
import { type MarkdownBlock, readMarkdown } from './markdown.ts';
import { type Margins, PdfWriter, fixedDate } from './pdf-writer.ts';
import { type PlacedHeading, type TextStyles, renderBlocks, textStylesOf } from './prose-blocks.ts';
import { type DocumentMessages, documentMessages, fillPlaceholders } from './messages/document-messages.ts';
import { colors } from './text-renderer.ts';

type ProseCaseDocument = PublishedDocument & { readonly source: ProseDocument };

/** Lengths are in points. */
interface TypeSettings {
  readonly size: number;
  readonly columns: 1 | 2;
  readonly margins: Margins;
}
interface RenderedProse {
  readonly writer: PdfWriter;
  readonly headings: readonly PlacedHeading[];
}

/** About 80 characters a line. */
const usual: TypeSettings = { size: 10.75, columns: 1, margins: { top: 60, side: 84, bottom: 72 } };
const narrowMargins = { top: 42, side: 50, bottom: 52 };
/** The largest settings that fit are used. Smaller type would be hard to read. */
const onePageSettings: readonly TypeSettings[] = [
  ...[10.75, 10.5, 10.25, 10].map((size) => ({ ...usual, size })),
  ...[10.5, 10.25, 10, 9.75, 9.5, 9.25, 9, 8.75, 8.5].map(
    (size) => ({ size, columns: 2, margins: narrowMargins }) as const,
  ),
];
const gapBetweenColumns = 22;
/** Documents with more pages or sections begin with a table of contents. */
const longAt = { pages: 6, sections: 8 };

/** Renders prose as a tagged PDF (PDF/UA). Throws, naming the document, if it does not fit. */
export function renderProseDocument(document: ProseCaseDocument): PDFDocument {
  try {
    const blocks = readMarkdown(document.source.markdown);
    const { writer } =
      document.source.layout === 'one-page' ? renderOnePage(document, blocks) : renderPages(document, blocks);
    const messages = documentMessages[document.language];
    writer.end((page, pages) => ({ left: document.title, right: fillPlaceholders(messages.page, { page, pages }) }));
    return writer.document;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The document "${document.id}" cannot be made: ${reason}.`, { cause });
  }
}

function renderOnePage(document: ProseCaseDocument, blocks: readonly MarkdownBlock[]): RenderedProse {
  for (const settings of onePageSettings) {
    const rendering = render(document, blocks, settings);
    if (rendering.writer.page === 1) return rendering;
  }
  throw new Error('its text is too long for one page');
}

/** Uses a slightly smaller size if that saves a last page with few lines. */
function renderPages(document: ProseCaseDocument, blocks: readonly MarkdownBlock[]): RenderedProse {
  const rendering = renderWithContents(document, blocks, usual);
  const { page, spaceLeft, pageHeight } = rendering.writer;
  if (page === 1 || spaceLeft < pageHeight * 0.8) return rendering;
  const smaller = renderWithContents(document, blocks, { ...usual, size: usual.size - 0.25 });
  return smaller.writer.page < page ? smaller : rendering;
}

/** Renders up to three times, because the table of contents needs the pages of the headings. */
function renderWithContents(
  document: ProseCaseDocument,
  blocks: readonly MarkdownBlock[],
  settings: TypeSettings,
): RenderedProse {
  const first = render(document, blocks, settings);
  const sections = first.headings.filter(({ level }) => level === 2);
  const isLong = first.writer.page > longAt.pages || sections.length > longAt.sections;
  if (!isLong || sections.length < 2) return first;
  const second = render(document, blocks, settings, first.headings);
  return render(document, blocks, settings, second.headings);
}

function render(
  document: ProseCaseDocument,
  blocks: readonly MarkdownBlock[],
  settings: TypeSettings,
  contents?: readonly PlacedHeading[],
): RenderedProse {
  const { source, title, language } = document;
  const messages = documentMessages[language];
  const type = textStylesOf(settings.size);
  const author = source.caption?.caption ?? title;
  const writer = new PdfWriter({ title, author, lang: messages.lang, created: fixedDate, margins: settings.margins });
  renderTop(writer, document, type);
  if (contents) renderContents(writer, contents, type, messages);
  if (settings.columns > 1) writer.startColumns(settings.columns, gapBetweenColumns);
  const headings = renderBlocks(writer, blocks, type, source.layout !== 'one-page');
  return { writer, headings };
}

/** Writes the court's caption, the title and the boxed notice. */
function renderTop(writer: PdfWriter, { title, source, language }: ProseCaseDocument, type: TextStyles): void {
  const { size } = type.body;
  if (source.caption) {
    renderCaption(writer, source.caption, type, language);
    writer.moveDown(size * 1.6);
  } else {
    writer.rule(colors.accent, 3);
    writer.moveDown(size * 1.4);
  }
  const largest = source.layout === 'one-page' ? 1.55 : 1.85;
  writer.write(writer.root, {
    font: 'bold',
    size: size * largest,
    role: 'H1',
    text: title,
    ...(source.caption && { align: 'center' }),
  });
  writer.moveDown(size);
  if (source.notice !== undefined) renderNotice(writer, source.notice, type);
}

function renderNotice(writer: PdfWriter, notice: string, type: TextStyles): void {
  const { size } = type.body;
  const padding = { x: size * 1.1, y: size * 0.65 };
  const block = { ...type.body, size: size * 0.95, text: notice, x: padding.x, width: writer.width - 2 * padding.x };
  const { left, y, width } = writer;
  const height = writer.heightOf(block) + 2 * padding.y;
  writer.renderGraphics((document) => {
    document.rect(left, y, width, height).fill(colors.shade);
    document.rect(left, y, 3, height).fill(colors.accent);
  });
  writer.moveDown(padding.y);
  writer.write(writer.root, block);
  writer.moveDown(padding.y + size * 1.4);
}

/** Writes a table of contents with links. `headings` are those of an earlier rendering. */
function renderContents(
  writer: PdfWriter,
  headings: readonly PlacedHeading[],
  type: TextStyles,
  messages: DocumentMessages,
): void {
  const { size } = type.body;
  const numberWidth = size * 2.5;
  writer.moveDown(size * 0.4);
  writer.write(writer.root, { ...type.heading[2], text: messages.contents });
  writer.moveDown(size * 0.3);
  const list = writer.addElement(writer.root, 'TOC');
  for (const { level, text, name, page } of headings) {
    if (level !== 2) continue;
    const item = writer.addElement(list, 'TOCI');
    const entry = { ...type.body, role: 'Reference' as const };
    const title = { ...entry, text: [{ text, href: `#${name}` }], width: writer.width - numberWidth };
    const number = { ...entry, text: String(page), align: 'right' as const };
    writer.writeRow(item, [title, number]);
    item.end();
    writer.moveDown(size * 0.15);
  }
  list.end();
  writer.moveDown(size * 1.1);
}
