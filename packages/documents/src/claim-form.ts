import type { PublishedDocument, ClaimFormDocument } from '@redress/contract/published-documents';
import { localeOf } from '@redress/contract/language';
import type { ClaimForm, Section } from '@redress/forms/definition';
import type { PDFDocument, Structure } from 'pdfkit';
import { type FormContext, describeCondition } from './claim-form-context.ts';
import type { Part } from './claim-form-layout.ts';
import { listPart, writeParts, proseParts, textPart, textStyles, withSpaceAbove } from './claim-form-layout.ts';
import { itemParts } from './claim-form-questions.ts';
import { renderBarCode } from './bar-code.ts';
import { createFormFields } from './pdf-form-fields.ts';
import { documentMessages, fillPlaceholders } from './messages/document-messages.ts';
import { type Block, colors } from './text-renderer.ts';
import { fixedDate, PdfWriter } from './pdf-writer.ts';

/** Lengths are in points. */
const margins = { top: 36, side: 54, bottom: 48 };

/** Renders a claim form to fill in on screen or by hand and mail: a tagged PDF (PDF/UA). */
export function renderClaimForm(document: PublishedDocument & { readonly source: ClaimFormDocument }): PDFDocument {
  const { source, language } = document;
  const { lang, page: pageMessage, claimForm: messages } = documentMessages[language];
  const writer = new PdfWriter({ title: document.title, author: source.settlement, lang, created: fixedDate, margins });
  const context: FormContext = { writer, formFields: createFormFields(writer), messages, language, source };
  renderTop(writer, document);
  renderSection(writer, [mailPart(context)]);
  renderSection(writer, [
    headingPart(writer, 'instructions', messages.instructions),
    ...proseParts(writer, source.instructions),
  ]);
  if (source.extraFields)
    renderSection(writer, [headingPart(writer, 'before', messages.before), ...itemParts(context, source.extraFields)]);
  for (const section of source.form.sections) renderSection(writer, sectionParts(context, section));
  renderSection(writer, [
    headingPart(writer, 'checklist', messages.checklist),
    listPart(writer, source.checklist, 'box'),
    withSpaceAbove(writer, 4, mailPart(context)),
  ]);
  writer.end((page, pages) => ({
    left: `${source.settlement} · ${document.title}`,
    right: fillPlaceholders(pageMessage, { page, pages }),
  }));
  return writer.document;
}

/** The court's name for the case and the address are in English in every language. */
const inEnglish = { lang: localeOf.en } as const;

/** The box beside the title, in points. */
const officeBox = { width: 188, height: 86, padding: 6 };

function renderTop(
  writer: PdfWriter,
  { title, language, source }: PublishedDocument & { readonly source: ClaimFormDocument },
): void {
  const { root } = writer;
  const width = writer.width - officeBox.width - 18;
  writer.rule(colors.accent, 3);
  writer.moveDown(10);
  const top = writer.y;
  writer.write(root, { ...textStyles.strong, text: source.settlement, size: 11.5, color: colors.accent, width });
  if (source.caption !== undefined)
    writer.write(root, { ...textStyles.hint, ...inEnglish, text: source.caption, width });
  writer.moveDown(10);
  writer.write(root, { font: 'bold', size: 18, role: 'H1', text: title, width });
  const end = writer.y;
  writer.moveDown(top - end);
  renderOfficeBox(writer, source.form, documentMessages[language].claimForm);
  writer.moveDown(Math.max(end - top, officeBox.height) + 10);
}

/** A box for the administrator, who stamps the day of receipt and scans the form's code. */
function renderOfficeBox(writer: PdfWriter, form: ClaimForm, messages: FormContext['messages']): void {
  const { width, height, padding } = officeBox;
  const x = writer.width - width;
  const { left, y } = writer;
  const code = `${form.id}-v${form.version}`;
  const style = { ...textStyles.hint, size: 8, x: x + padding, width: width - 2 * padding };
  writer.renderGraphics((document) => {
    document
      .lineWidth(0.9)
      .strokeColor(colors.soft)
      .rect(left + x, y, width, height)
      .stroke();
    renderBarCode(document, code, { x: left + x + width / 2, y: y + 44, width: width - 2 * padding, height: 24 });
  });
  writer.moveDown(padding - 2);
  writer.writeInPlace(writer.root, { ...style, font: 'bold', text: messages.officeUse });
  writer.moveDown(12);
  for (const line of [messages.received, messages.claimNumber]) {
    writer.writeInPlace(writer.root, { ...style, text: line });
    writer.moveDown(13);
  }
  writer.moveDown(height - padding - 41 - 12);
  writer.writeInPlace(writer.root, { ...style, text: code, align: 'center' });
  writer.moveDown(y - writer.y);
}

/** The deadline and the mailing address, in a frame. */
function mailPart({ writer, source, messages }: FormContext): Part {
  const padding = 9;
  const belowLabel = 3;
  const column = { left: { x: padding, width: 288 }, right: { x: 304, width: writer.width - 304 - padding } };
  const left = [
    { ...textStyles.strong, ...column.left, text: messages.deadline, color: colors.accent },
    { ...textStyles.strong, ...column.left, text: source.deadline, size: 11 },
    { ...textStyles.body, ...column.left, text: source.afterDeadline },
  ];
  const right = [
    { ...textStyles.strong, ...column.right, text: messages.mailTo, color: colors.accent },
    ...source.mailTo.map((text) => ({ ...textStyles.body, ...column.right, ...inEnglish, text })),
  ];
  const [leftHeight, rightHeight] = [left, right].map((blocks) =>
    blocks.reduce((sum, block) => sum + writer.heightOf(block), belowLabel),
  );
  function writeColumn(parent: Structure, [label, ...blocks]: readonly Block[]): void {
    if (label) writer.write(parent, label);
    writer.moveDown(belowLabel);
    for (const block of blocks) writer.write(parent, block);
  }
  const inside = Math.max(leftHeight ?? 0, rightHeight ?? 0);
  const height = inside + 2 * padding;
  return {
    height: height + 4,
    render(parent) {
      writer.renderGraphics((document) => {
        document.lineWidth(1.2).strokeColor(colors.accent).rect(writer.left, writer.y, writer.width, height).stroke();
      });
      writer.moveDown(padding);
      writeColumn(parent, left);
      writer.moveDown(-(leftHeight ?? 0));
      writeColumn(parent, right);
      writer.moveDown(inside - (rightHeight ?? 0) + padding + 4);
    },
  };
}

function sectionParts(context: FormContext, section: Section): Part[] {
  const { writer, messages, source } = context;
  const printed = section.letter === undefined ? undefined : source.printedSections?.[section.letter];
  const title = printed?.title ?? section.title;
  const heading =
    section.letter === undefined ? title : fillPlaceholders(messages.section, { letter: section.letter, title });
  const condition = section.shownWhen && describeCondition(section.shownWhen, context);
  const items = printed?.prose ? section.items.filter(({ kind }) => kind !== 'prose') : section.items;
  return [
    headingPart(writer, `section-${source.form.sections.indexOf(section) + 1}`, heading),
    ...(condition === undefined ? [] : [textPart(writer, { ...textStyles.strong, text: condition }, 6, true)]),
    ...proseParts(writer, printed?.prose ?? []),
    ...itemParts(context, items, section.letter),
  ];
}

function headingPart(writer: PdfWriter, name: string, text: string): Part {
  const block = { font: 'bold', size: 13, role: 'H2', text, color: colors.accent } as const;
  const part: Part = {
    height: writer.heightOf(block) + 9,
    keepsNext: true,
    render(parent) {
      writer.addDestination(name, { title: text, level: 1 });
      writer.write(parent, block);
      writer.moveDown(3);
      writer.rule();
      writer.moveDown(6);
    },
  };
  return withSpaceAbove(writer, 7, part);
}

function renderSection(writer: PdfWriter, parts: readonly Part[]): void {
  const section = writer.addElement(writer.root, 'Sect');
  writeParts(writer, section, parts);
  section.end();
}
