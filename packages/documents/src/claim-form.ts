import type { PublishedDocument, ClaimFormDocument } from '@redress/contract/published-documents';
import { localeOf } from '@redress/contract/language';
import type { Section } from '@redress/forms/definition';
import type { PDFDocument, Structure } from 'pdfkit';
import type { Desk } from './claim-form-desk.ts';
import type { Part } from './claim-form-parts.ts';
import { listPart, place, proseParts, textPart, type, withSpaceAbove } from './claim-form-parts.ts';
import { itemParts } from './claim-form-questions.ts';
import { openWidgets } from './claim-form-widgets.ts';
import { claimFormWords, describeCondition, fill } from './claim-form-words.ts';
import type { Block, Paper } from './paper.ts';
import { colors, noTime, openPaper } from './paper.ts';

/**
 * Draws a claim form to fill in on screen or by hand and to mail: a tagged PDF (PDF/UA) with the fields of the definition under its names.
 * Where the definition shows a part only sometimes, the paper says when to fill it in.
 */
export function drawClaimForm(document: PublishedDocument & { readonly source: ClaimFormDocument }): PDFDocument {
  const { source, language } = document;
  const words = claimFormWords[language];
  const paper = openPaper({
    title: document.title,
    author: source.settlement,
    lang: localeOf[language],
    created: noTime,
  });
  const desk: Desk = { paper, widgets: openWidgets(paper), words, language, source };
  drawTop(paper, document);
  drawSection(paper, [mailPart(desk)]);
  drawSection(paper, [
    headingPart(paper, 'instructions', words.instructions),
    ...proseParts(paper, source.instructions),
  ]);
  if (source.extraFields)
    drawSection(paper, [headingPart(paper, 'before', words.before), ...itemParts(desk, source.extraFields)]);
  for (const section of source.form.sections) drawSection(paper, sectionParts(desk, section));
  drawSection(paper, [
    headingPart(paper, 'checklist', words.checklist),
    listPart(paper, source.checklist, 'box'),
    withSpaceAbove(paper, 8, mailPart(desk)),
  ]);
  paper.end((page, pages) => ({
    left: `${source.settlement} · ${document.title}`,
    right: fill(words.page, { page, pages }),
  }));
  return paper.document;
}

/** The court's name for the case and the address are English, whatever the form is in. */
const inEnglish = { lang: localeOf.en } as const;

function drawTop(paper: Paper, { title, source }: PublishedDocument & { readonly source: ClaimFormDocument }): void {
  const { root } = paper;
  paper.rule(colors.accent, 3);
  paper.space(12);
  paper.write(root, { ...type.strong, text: source.settlement, size: 11.5, color: colors.accent });
  if (source.caption !== undefined) paper.write(root, { ...type.hint, ...inEnglish, text: source.caption });
  paper.space(12);
  paper.write(root, { font: 'bold', size: 20, role: 'H1', text: title });
  paper.space(10);
}

/** The two things that no one may overlook, in a frame: by when, and where to. */
function mailPart({ paper, source, words }: Desk): Part {
  const padding = 12;
  const belowLabel = 3;
  const column = { left: { x: padding, width: 250 }, right: { x: 286, width: paper.width - 286 - padding } };
  const left = [
    { ...type.strong, ...column.left, text: words.deadline, color: colors.accent },
    { ...type.strong, ...column.left, text: source.deadline, size: 12.5 },
  ];
  const right = [
    { ...type.strong, ...column.right, text: words.mailTo, color: colors.accent },
    ...source.mailTo.map((text) => ({ ...type.body, ...column.right, ...inEnglish, text })),
  ];
  const [leftHeight, rightHeight] = [left, right].map((blocks) =>
    blocks.reduce((sum, block) => sum + paper.heightOf(block), belowLabel),
  );
  function writeColumn(parent: Structure, [label, ...blocks]: readonly Block[]): void {
    if (label) paper.write(parent, label);
    paper.space(belowLabel);
    for (const block of blocks) paper.write(parent, block);
  }
  const inside = Math.max(leftHeight ?? 0, rightHeight ?? 0);
  const height = inside + 2 * padding;
  return {
    height: height + 8,
    keepsSection: true,
    draw(parent) {
      paper.paint((document) => {
        document.lineWidth(1.2).strokeColor(colors.accent).rect(paper.left, paper.y, paper.width, height).stroke();
      });
      paper.space(padding);
      writeColumn(parent, left);
      paper.space(-(leftHeight ?? 0));
      writeColumn(parent, right);
      paper.space(inside - (rightHeight ?? 0) + padding + 8);
    },
  };
}

function sectionParts(desk: Desk, section: Section): Part[] {
  const { paper, words, source, language } = desk;
  const onPaper = section.letter === undefined ? undefined : source.sectionsOnPaper?.[section.letter];
  const title = onPaper?.title ?? section.title;
  const heading = section.letter === undefined ? title : fill(words.section, { letter: section.letter, title });
  const condition = section.shownWhen && describeCondition(section.shownWhen, source.form, words, language);
  const items = onPaper?.prose ? section.items.filter(({ kind }) => kind !== 'prose') : section.items;
  return [
    headingPart(paper, `section-${source.form.sections.indexOf(section) + 1}`, heading),
    ...(condition === undefined ? [] : [textPart(paper, { ...type.strong, text: condition }, 6, true)]),
    ...proseParts(paper, onPaper?.prose ?? []),
    ...itemParts(desk, items, section.letter),
  ];
}

function headingPart(paper: Paper, name: string, text: string): Part {
  const block = { font: 'bold', size: 13, role: 'H2', text, color: colors.accent } as const;
  const part: Part = {
    height: paper.heightOf(block) + 11,
    keepsNext: true,
    draw(parent) {
      paper.mark(name, { title: text, level: 1 });
      paper.write(parent, block);
      paper.space(3);
      paper.rule();
      paper.space(8);
    },
  };
  return withSpaceAbove(paper, 14, part);
}

function drawSection(paper: Paper, parts: readonly Part[]): void {
  const section = paper.element(paper.root, 'Sect');
  place(paper, section, parts);
  section.end();
}
