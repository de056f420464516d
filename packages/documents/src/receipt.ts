import { localeOf } from '@redress/contract/language';
import { groupReference } from '@redress/contract/receipt-request';
import type { SummarySection } from '@redress/forms/summarize';
import type { PDFDocument } from 'pdfkit';
import { fillPlaceholders } from './messages/document-messages.ts';
import { hasUnprintable, loadRareFonts } from './fonts.ts';
import { collectPdf, PdfWriter } from './pdf-writer.ts';
import { type Block, colors } from './text-renderer.ts';

/** The printed content of a receipt. It is plain data, so that a child process can render it. */
export interface ReceiptContent {
  /** BCP 47, for example `en-US`. */
  readonly lang: string;
  /** The settlement, and the court's English name for the case. */
  readonly siteName: string;
  readonly caption?: string | undefined;
  readonly heading: string;
  readonly formTitle: string;
  readonly reference: string;
  /** Follows the label of the reference number: where it shows the status of the claim. */
  readonly referenceUse: string;
  /** The time of the claim's receipt. */
  readonly date: string;
  /** Printed below the date, for example that the deadline had passed. */
  readonly notice?: string | undefined;
  /** Paragraphs on the claim's missing parts, with the deadline and the ways to send them. */
  readonly due: readonly string[];
  readonly sending?: { readonly text: string; readonly address: readonly string[] } | undefined;
  /** The next steps, in order. */
  readonly next: readonly string[];
  readonly sections: readonly SummarySection[];
  /** The results of data checks at the time of the receipt; absent without data files. */
  readonly dataFiles?: ReceiptDataFiles | undefined;
  readonly documents: readonly ReceiptDocument[];
  /** Paragraphs about the documents. Without documents and notes, the section is omitted. */
  readonly documentNotes: readonly string[];
  readonly messages: ReceiptMessages;
}
interface ReceiptDataFiles {
  readonly files: readonly {
    readonly name: string;
    readonly result: string;
    /** The problems and their fixes, by kind. */
    readonly findings: readonly string[];
  }[];
  /** Paragraphs about all files together. */
  readonly notes: readonly string[];
}
interface ReceiptDocument {
  readonly name: string;
  /** The printed size: `1.2 MB`. */
  readonly size: string;
  /** A hash of 64 hexadecimal digits. */
  readonly sha256: string;
}
/** The fixed messages of a receipt in any settlement. */
export interface ReceiptMessages {
  readonly reference: string;
  readonly received: string;
  readonly form: string;
  readonly due: string;
  readonly next: string;
  /** Contains `{letter}`. */
  readonly section: string;
  readonly noAnswer: string;
  readonly dataFiles: string;
  readonly documents: string;
  readonly documentsHint: string;
  readonly documentColumns: readonly [name: string, size: string, sha256: string];
  /** Contains `{page}` and `{pages}`. */
  readonly page: string;
  /** Explains a character that is printed as its number, because no font has it. */
  readonly notPrinted: string;
}

/** Lengths are in points. Narrow margins and small gaps keep a typical receipt on one page. */
const margins = { top: 36, side: 54, bottom: 44 };
const gap = 12;
const rowGap = 1.5;
const text = { font: 'plain', size: 9 } as const;

/**
 * A typical claim's receipt fits on one page. With many class members, documents or findings, it
 * continues on numbered pages in the same type.
 */
export function renderReceipt(content: ReceiptContent): PDFDocument {
  const { messages } = content;
  const writer = new PdfWriter({
    title: `${content.heading}: ${content.reference}`,
    author: content.siteName,
    lang: content.lang,
    margins,
  });
  renderTop(writer, content);
  for (const section of content.sections) {
    const title =
      section.letter === undefined
        ? section.title
        : `${fillPlaceholders(messages.section, { letter: section.letter })}: ${section.title}`;
    heading(writer, title);
    renderRows(
      writer,
      section.rows.map(({ label, value }) => [label, value || messages.noAnswer]),
    );
  }
  renderDataFiles(writer, content);
  renderDocuments(writer, content);
  writer.end((page, pages) => ({
    left: `${messages.reference} ${groupedReference(content)}`,
    right: fillPlaceholders(messages.page, { page, pages }),
  }));
  return writer.document;
}

const groupedReference = ({ reference }: ReceiptContent): string => groupReference(reference).join('\u00a0');

export async function createReceipt(content: ReceiptContent): Promise<Buffer> {
  await loadRareFonts(textOfClaimant(content));
  return collectPdf(renderReceipt(content));
}

function renderTop(writer: PdfWriter, content: ReceiptContent): void {
  const { root } = writer;
  writer.rule(colors.accent, 3);
  writer.moveDown(8);
  writer.write(root, { ...text, role: 'P', text: content.siteName, font: 'bold', size: 11, color: colors.accent });
  if (content.caption !== undefined)
    writer.write(root, { ...text, role: 'P', text: content.caption, lang: localeOf.en, color: colors.soft });
  writer.moveDown(5);
  writer.write(root, { ...text, role: 'H1', text: content.heading, font: 'bold', size: 16 });
  writer.moveDown(4);
  const label = `${content.messages.reference}, ${content.referenceUse}`;
  writer.write(root, { ...text, role: 'P', text: label, color: colors.soft });
  writer.write(root, { ...text, role: 'P', text: groupedReference(content), font: 'bold', size: 21 });
  writer.moveDown(2);
  renderRows(writer, [
    [content.messages.received, content.date],
    [content.messages.form, content.formTitle],
  ]);
  if (content.notice !== undefined) {
    writer.moveDown(4);
    writer.write(root, { ...text, role: 'P', text: content.notice, font: 'bold' });
  }
  renderDue(writer, content);
  heading(writer, content.messages.next);
  renderParagraphs(
    writer,
    content.next.map((step, index) => `${index + 1}. ${step}`),
    rowGap,
  );
  if (hasUnprintable(textOfClaimant(content)))
    writer.write(root, { ...text, role: 'P', text: content.messages.notPrinted, color: colors.soft });
}

function renderDue(writer: PdfWriter, { messages, due, sending }: ReceiptContent): void {
  if (due.length === 0) return;
  heading(writer, messages.due);
  renderParagraphs(writer, due, rowGap);
  if (!sending) return;
  renderParagraphs(writer, [sending.text], rowGap);
  const address = sending.address.join(', ');
  writer.write(writer.root, { ...text, role: 'P', font: 'bold', text: address, lang: localeOf.en });
}

/** Collects all text from claimants, which may contain any character. */
function textOfClaimant({ sections, dataFiles, documents, documentNotes }: ReceiptContent): string {
  const values = sections.flatMap(({ rows }) => rows.map(({ value }) => value));
  const files = (dataFiles?.files ?? []).flatMap(({ name, result, findings }) => [name, result, ...findings]);
  return [...values, ...files, ...documents.map(({ name }) => name), ...documentNotes].join(' ');
}

function heading(writer: PdfWriter, title: string): void {
  writer.moveDown(7);
  // A heading is never the last thing on a page.
  writer.ensureSpace(44);
  writer.write(writer.root, { ...text, role: 'H2', text: title, font: 'bold', size: 10.5, color: colors.accent });
  writer.moveDown(1);
  writer.rule();
  writer.moveDown(3);
}

function renderParagraphs(writer: PdfWriter, paragraphs: readonly string[], space: number): void {
  for (const paragraph of paragraphs) {
    writer.write(writer.root, { ...text, role: 'P', text: paragraph });
    writer.moveDown(space);
  }
}

type Row = readonly [label: string, value: string];

/** Puts two labels with their values side by side if two lines hold each; a longer one is alone. */
function renderRows(writer: PdfWriter, rows: readonly Row[]): void {
  const half = (writer.width - gap) / 2;
  const cellsOf = ([label, value]: Row, x: number, width: number): Block[] => {
    const labelWidth = (width - gap) * 0.46;
    const start = x + labelWidth + gap;
    return [
      { ...text, role: 'TH', scope: 'Row', text: label, color: colors.soft, x, width: labelWidth },
      { ...text, role: 'TD', text: value, x: start, width: x + width - start },
    ];
  };
  const maxHeight = 2 * writer.lineHeight({ ...text, role: 'TD', text: '' }) + 1;
  const isShort = (row: Row | undefined): row is Row =>
    row !== undefined && cellsOf(row, 0, half).every((block) => writer.heightOf(block) <= maxHeight);
  const table = writer.addElement(writer.root, 'Table');
  for (let index = 0; index < rows.length; index += 1) {
    const [left, right] = [rows[index], rows[index + 1]];
    if (!left) break;
    const element = writer.addElement(table, 'TR');
    if (isShort(left) && isShort(right)) {
      writer.writeRow(element, [...cellsOf(left, 0, half), ...cellsOf(right, half + gap, half)]);
      index += 1;
    } else writer.writeRow(element, cellsOf(left, 0, writer.width));
    element.end();
    writer.moveDown(rowGap);
  }
  table.end();
}

function renderDataFiles(writer: PdfWriter, { messages, dataFiles }: ReceiptContent): void {
  if (!dataFiles) return;
  heading(writer, messages.dataFiles);
  for (const { name, result, findings } of dataFiles.files) {
    // A file name is never the last line on a page.
    writer.ensureSpace(40);
    writer.write(writer.root, { ...text, role: 'P', text: name, font: 'bold' });
    writer.write(writer.root, { ...text, role: 'P', text: result });
    for (const finding of findings) {
      writer.moveDown(3);
      writer.write(writer.root, { ...text, role: 'P', text: finding, size: 9, x: gap });
    }
    writer.moveDown(8);
  }
  renderParagraphs(writer, dataFiles.notes, 5);
}

function renderDocuments(writer: PdfWriter, { messages, documents, documentNotes }: ReceiptContent): void {
  if (documents.length === 0 && documentNotes.length === 0) return;
  heading(writer, messages.documents);
  renderParagraphs(writer, documentNotes, rowGap);
  if (documents.length === 0) return;
  writer.write(writer.root, { ...text, role: 'P', text: messages.documentsHint, size: 8.5, color: colors.soft });
  writer.moveDown(3);
  const table = writer.addElement(writer.root, 'Table');
  const columns = [
    { x: 0, width: 190 },
    { x: 202, width: 50 },
    // Wide enough for half a hash, too narrow for a whole one.
    { x: 264, width: writer.width - 264 },
  ] as const;
  const header = writer.addElement(table, 'TR');
  const headerStyle = { ...text, role: 'TH', scope: 'Column', size: 8.5, font: 'bold' } as const;
  writer.writeRow(
    header,
    columns.map((column, index) => ({ ...headerStyle, ...column, text: messages.documentColumns[index] ?? '' })),
  );
  header.end();
  writer.moveDown(3);
  for (const document of documents) {
    const row = writer.addElement(table, 'TR');
    writer.writeRow(row, [
      { ...text, ...columns[0], role: 'TH', scope: 'Row', size: 8.5, text: document.name },
      { ...text, ...columns[1], role: 'TD', size: 8.5, text: document.size },
      // Two lines of 32 digits are easier to compare by eye.
      { ...text, ...columns[2], role: 'TD', size: 8, text: document.sha256.replace(/^.{32}/, '$& ') },
    ]);
    row.end();
    writer.moveDown(3);
  }
  table.end();
}
