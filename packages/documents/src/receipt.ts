import { localeOf } from '@redress/contract/language';
import type { SummarySection } from '@redress/forms/summarize';
import type { PDFDocument, Structure } from 'pdfkit';
import type { Paper } from './paper.ts';
import { hasUnprintable, loadRareFonts } from './fonts.ts';
import { colors, openPaper } from './paper.ts';

/** What a claimant is told of a claim. Every text is as it is printed; plain data, so that another thread can draw it. */
export interface ReceiptContent {
  /** BCP 47, such as `en-US`. */
  readonly lang: string;
  /** The settlement that the claim is filed in, and the court's name for the case, in English, where there is one. */
  readonly siteName: string;
  readonly caption?: string;
  readonly heading: string;
  /** The title of the form. */
  readonly formTitle: string;
  readonly reference: string;
  /** When the claim was received. */
  readonly date: string;
  /** Said below the date, such as that the deadline had passed. */
  readonly notice?: string;
  /** What happens next, a paragraph each. */
  readonly next: readonly string[];
  readonly sections: readonly SummarySection[];
  /** What came of the data files by the time at which the receipt was made; absent where there are none. */
  readonly dataFiles?: ReceiptDataFiles;
  readonly documents: readonly ReceiptDocument[];
  /** Said of the documents, a paragraph each. Without documents and without this, nothing is said of any. */
  readonly documentNotes: readonly string[];
  readonly words: ReceiptWords;
}
export interface ReceiptDataFiles {
  readonly files: readonly {
    readonly name: string;
    readonly result: string;
    /** What is wrong and how to mend it, a kind each. */
    readonly findings: readonly string[];
  }[];
  /** Said of all files together, a paragraph each. */
  readonly notes: readonly string[];
}
export interface ReceiptDocument {
  readonly name: string;
  /** As it is printed: `1.2 MB`. */
  readonly size: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}
/** The words of the receipt itself, whatever the settlement. */
export interface ReceiptWords {
  readonly reference: string;
  readonly received: string;
  readonly form: string;
  readonly next: string;
  /** With `{letter}`. */
  readonly section: string;
  readonly noAnswer: string;
  readonly dataFiles: string;
  readonly documents: string;
  readonly documentsHint: string;
  readonly documentColumns: readonly [name: string, size: string, sha256: string];
  /** With `{page}` and `{pages}`. */
  readonly page: string;
  /** Said where a character is told by its number, because no font has it. */
  readonly notPrinted: string;
}

/** Width of the labels beside the answers, in points. */
const labelWidth = 178;
const gap = 14;
const text = { font: 'plain', size: 10 } as const;

/** Draws the receipt as a tagged PDF (PDF/UA): headings, tables of label and answer, page numbers. */
export function drawReceipt(content: ReceiptContent): PDFDocument {
  const { words } = content;
  const paper = openPaper({
    title: `${content.heading}: ${content.reference}`,
    author: content.siteName,
    lang: content.lang,
  });
  drawTop(paper, content);
  for (const section of content.sections) {
    const title =
      section.letter === undefined
        ? section.title
        : `${words.section.replace('{letter}', section.letter)}: ${section.title}`;
    const rows = section.rows.map((row) => [row.label, row.value === '' ? words.noAnswer : row.value] as const);
    drawTable(paper, title, rows);
  }
  drawDataFiles(paper, content);
  drawDocuments(paper, content);
  paper.end((page, pages) => ({
    left: `${words.reference} ${content.reference}`,
    right: words.page.replace('{page}', String(page)).replace('{pages}', String(pages)),
  }));
  return paper.document;
}

/** The receipt as a file. Rejects when drawing fails. */
export async function makeReceipt(content: ReceiptContent): Promise<Buffer> {
  await loadRareFonts(textOfClaimant(content));
  const chunks: Buffer[] = [];
  for await (const chunk of drawReceipt(content)) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function drawTop(paper: Paper, content: ReceiptContent): void {
  const { root } = paper;
  paper.rule(colors.accent, 3);
  paper.space(14);
  paper.write(root, { ...text, role: 'P', text: content.siteName, font: 'bold', size: 11.5, color: colors.accent });
  if (content.caption !== undefined)
    paper.write(root, { ...text, role: 'P', text: content.caption, lang: localeOf.en, size: 9.5, color: colors.soft });
  paper.space(22);
  paper.write(root, { ...text, role: 'H1', text: content.heading, font: 'bold', size: 17 });
  paper.space(14);
  paper.write(root, { ...text, role: 'P', text: content.words.reference, color: colors.soft });
  paper.write(root, { ...text, role: 'P', text: content.reference, font: 'bold', size: 27 });
  paper.space(8);
  const table = paper.element(root, 'Table');
  for (const [label, value] of [
    [content.words.received, content.date],
    [content.words.form, content.formTitle],
  ] as const) {
    drawRow(paper, table, label, value);
  }
  table.end();
  if (content.notice !== undefined) {
    paper.space(8);
    paper.write(root, { ...text, role: 'P', text: content.notice, font: 'bold' });
  }
  heading(paper, content.words.next);
  for (const paragraph of content.next) {
    paper.write(root, { ...text, role: 'P', text: paragraph });
    paper.space(5);
  }
  if (hasUnprintable(textOfClaimant(content)))
    paper.write(root, { ...text, role: 'P', text: content.words.notPrinted, color: colors.soft });
}

/** What was typed or chosen by somebody else than us: it may hold any character. */
function textOfClaimant({ sections, dataFiles, documents, documentNotes }: ReceiptContent): string {
  const values = sections.flatMap(({ rows }) => rows.map(({ value }) => value));
  const files = (dataFiles?.files ?? []).flatMap(({ name, result, findings }) => [name, result, ...findings]);
  return [...values, ...files, ...documents.map(({ name }) => name), ...documentNotes].join(' ');
}

function heading(paper: Paper, title: string): void {
  paper.space(18);
  // A heading is never the last thing on a page.
  paper.keepTogether(80);
  paper.write(paper.root, { ...text, role: 'H2', text: title, font: 'bold', size: 12, color: colors.accent });
  paper.space(4);
  paper.rule();
  paper.space(6);
}

function drawTable(paper: Paper, title: string, rows: readonly (readonly [string, string])[]): void {
  heading(paper, title);
  const table = paper.element(paper.root, 'Table');
  for (const [label, value] of rows) drawRow(paper, table, label, value);
  table.end();
}

function drawRow(paper: Paper, table: Structure, label: string, value: string): void {
  const row = paper.element(table, 'TR');
  paper.writeRow(row, [
    { ...text, role: 'TH', scope: 'Row', text: label, color: colors.soft, width: labelWidth },
    { ...text, role: 'TD', text: value, x: labelWidth + gap },
  ]);
  row.end();
  paper.space(3.5);
}

function drawDataFiles(paper: Paper, { words, dataFiles }: ReceiptContent): void {
  if (!dataFiles) return;
  heading(paper, words.dataFiles);
  for (const { name, result, findings } of dataFiles.files) {
    // The name of a file does not stand alone at the end of a page.
    paper.keepTogether(40);
    paper.write(paper.root, { ...text, role: 'P', text: name, font: 'bold' });
    paper.write(paper.root, { ...text, role: 'P', text: result });
    for (const finding of findings) {
      paper.space(3);
      paper.write(paper.root, { ...text, role: 'P', text: finding, size: 9, x: gap });
    }
    paper.space(8);
  }
  for (const note of dataFiles.notes) {
    paper.write(paper.root, { ...text, role: 'P', text: note });
    paper.space(5);
  }
}

function drawDocuments(paper: Paper, { words, documents, documentNotes }: ReceiptContent): void {
  if (documents.length === 0 && documentNotes.length === 0) return;
  heading(paper, words.documents);
  for (const note of documentNotes) {
    paper.write(paper.root, { ...text, role: 'P', text: note });
    paper.space(4);
  }
  if (documents.length === 0) return;
  paper.write(paper.root, { ...text, role: 'P', text: words.documentsHint, size: 9, color: colors.soft });
  paper.space(6);
  const table = paper.element(paper.root, 'Table');
  const columns = [
    { x: 0, width: 178 },
    { x: 192, width: 50 },
    // Wide enough for half a fingerprint, too narrow for a whole one.
    { x: 256, width: paper.width - 256 },
  ] as const;
  const header = paper.element(table, 'TR');
  paper.writeRow(
    header,
    columns.map((column, index) => ({
      ...text,
      ...column,
      role: 'TH' as const,
      scope: 'Column' as const,
      size: 8.5,
      font: 'bold' as const,
      text: words.documentColumns[index] ?? '',
    })),
  );
  header.end();
  paper.space(3);
  for (const document of documents) {
    const row = paper.element(table, 'TR');
    paper.writeRow(row, [
      { ...text, ...columns[0], role: 'TH', scope: 'Row', size: 9, text: document.name },
      { ...text, ...columns[1], role: 'TD', size: 9, text: document.size },
      { ...text, ...columns[2], role: 'TD', size: 8, text: inHalves(document.sha256) },
    ]);
    row.end();
    paper.space(3);
  }
  table.end();
}

/** A fingerprint in two lines of 32 digits, large enough to compare by eye. */
function inHalves(sha256: string): string {
  return `${sha256.slice(0, 32)} ${sha256.slice(32)}`;
}
