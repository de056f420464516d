import type { CheckboxField, ChoiceField, Field, Item, SelectField, TypedField } from '@redress/forms/definition';
import { isField, isTyped, numericKinds } from '@redress/forms/definition';
import {
  type FormContext,
  type Question,
  accessibleName,
  createQuestion,
  describeCondition,
  hintBlocks,
  labelBlock,
  labelOf,
  lengthOf,
} from './claim-form-context.ts';
import { type Part, proseParts, textPart, textStyles, withSpaceAbove } from './claim-form-layout.ts';
import { type Cell, boxHeight, packRows, tableParts } from './claim-form-rows.ts';
import { colors } from './text-renderer.ts';

/** Longer lists of options get a text field. */
const maxPrintedOptions = 6;

/** The parts of a section's items. Omits captcha, honeypot and echo, which are for screens. */
export function itemParts(context: FormContext, items: readonly Item[], letter?: string): Part[] {
  const { writer, source, messages } = context;
  const parts: Part[] = [];
  let cells: Cell[] = [];
  const endRows = () => {
    parts.push(...packRows(context, cells));
    cells = [];
  };
  for (const item of items) {
    if (
      isField(item) &&
      item.kind !== 'signature' &&
      (isTyped(item) || (item.kind === 'select' && item.options.length > maxPrintedOptions))
    ) {
      cells.push(cellOf(context, { ...createQuestion(context, item, letter), field: item }));
      continue;
    }
    if (item.kind === 'captcha' || item.kind === 'honeypot' || item.kind === 'echo') continue;
    endRows();
    if (item.kind === 'prose') parts.push(...conditionParts(context, item), ...proseParts(writer, item.prose));
    else if (item.kind === 'documents') {
      const printed = source.printedItems?.[item.name];
      const label = { ...textStyles.strong, role: 'H3' as const, text: printed?.label ?? item.label };
      parts.push(withSpaceAbove(writer, 4, textPart(writer, label, 2, true)));
      parts.push(...proseParts(writer, printed?.prose ?? [item.hint ?? messages.documents]));
    } else parts.push(...questionParts(context, createQuestion(context, item, letter)));
  }
  endRows();
  return parts;
}

function questionParts(context: FormContext, question: Question): Part[] {
  const { field } = question;
  switch (field.kind) {
    case 'checkbox':
      return [checkboxPart(context, { ...question, field })];
    case 'choice':
    case 'select':
      return [optionsPart(context, { ...question, field })];
    case 'rows':
      return tableParts(context, { ...question, field });
    default:
      return [signaturePart(context, question)];
  }
}

function cellOf(context: FormContext, question: Question<TypedField | SelectField>): Cell {
  const { formFields } = context;
  const { field, name } = question;
  const shared = { name, label: accessibleName(question) };
  const parts = [labelBlock(question), ...hintBlocks(question)];
  if (field.kind === 'select') {
    const options = field.options.map((value) => ({ value, label: labelOf(field, value) }));
    const width = { from: 160, to: 220 };
    return { question, parts, width, render: (box, parent) => formFields.combo({ ...shared, box, parent, options }) };
  }
  return {
    question,
    parts,
    width: widthOf(field),
    ...(field.shownWhen && { isAlone: true }),
    render: (box, parent) => formFields.text({ ...shared, box, parent, ...lengthOf(field) }),
  };
}

/** The width of the field, in points. Without `to`, wider is better. */
function widthOf(field: TypedField): { readonly from: number; readonly to?: number } {
  const { marks, maxLength } = lengthOf(field);
  if (marks !== undefined) return { from: marks * 19, to: marks * 19 };
  if (field.kind === 'zip') return { from: 100, to: 100 };
  if (numericKinds.some((kind) => kind === field.kind)) return { from: 230, to: 230 };
  if (field.kind === 'date') return { from: 160, to: 160 };
  if (field.kind === 'email') return { from: 270 };
  return maxLength !== undefined && maxLength <= 40 ? { from: 200 } : { from: 300 };
}

function conditionParts(context: FormContext, { shownWhen }: Pick<Field, 'shownWhen'>): Part[] {
  if (!shownWhen) return [];
  const text = describeCondition(shownWhen, context);
  return [textPart(context.writer, { ...textStyles.hint, text }, 2, true)];
}

/** The size of a box or circle, and the start of its label, in points. */
const mark = { width: 13, height: 13 };
const indent = 22;
const gap = 3.5;
const afterField = 6;

function checkboxPart(context: FormContext, question: Question<CheckboxField>): Part {
  const { writer, formFields } = context;
  const blocks = [labelBlock(question), ...hintBlocks(question)].map((block) => ({ ...block, x: indent }));
  const part: Part = {
    height: blocks.reduce((sum, block) => sum + writer.heightOf(block), afterField),
    render(parent) {
      const box = { ...mark, x: writer.left, y: writer.y + 0.5 };
      formFields.checkbox({ name: question.name, label: accessibleName(question), box, parent });
      for (const block of blocks) writer.write(parent, block);
      writer.moveDown(afterField);
    },
  };
  return withSpaceAbove(writer, 4, part);
}

/** A circle for each option, side by side or in lines of three if they fit. */
function optionsPart(context: FormContext, question: Question<ChoiceField | SelectField>): Part {
  const { writer, formFields, messages } = context;
  const { field } = question;
  const labels = field.options.map((option) => labelOf(field, option));
  const perLine = [labels.length, 3].find((each) => each <= labels.length && fit(context, labels, each)) ?? 1;
  const columnWidth = writer.width / Math.max(perLine, 4);
  const hint = { ...textStyles.hint, text: [question.hint, messages.checkOne].filter((part) => part !== '').join(' ') };
  const label = labelBlock(question);
  const options = labels.map((text, index) => {
    const x = (index % perLine) * columnWidth + indent;
    return { ...textStyles.body, text, x, width: perLine === 1 ? writer.width - indent : columnWidth - indent };
  });
  const heightOf = (block: (typeof options)[number]) => writer.heightOf(block) + gap;
  // A text that fits its column has one line.
  const lines = options.filter((_, index) => index % perLine === 0);
  const topOf = (index: number) =>
    lines.slice(0, Math.floor(index / perLine)).reduce((sum, each) => sum + heightOf(each), 0);
  const optionsHeight = topOf(lines.length * perLine);
  return {
    height: writer.heightOf(label) + writer.heightOf(hint) + gap + optionsHeight + afterField,
    render(parent) {
      writer.write(parent, label);
      writer.write(parent, hint);
      writer.moveDown(gap);
      const circles = options.map((block, index) => {
        const box = { ...mark, x: writer.left + block.x - indent, y: writer.y + topOf(index) + 0.5 };
        return { value: field.options[index] ?? '', label: block.text, box, parent };
      });
      const group = formFields.openRadio(question.name, accessibleName(question));
      for (const [index, circle] of circles.entries()) {
        group(circle);
        const block = options[index];
        if (block) writer.write(parent, block);
        const endsLine = (index + 1) % perLine === 0 || index === circles.length - 1;
        writer.moveDown(endsLine || !block ? gap : -writer.heightOf(block));
      }
      writer.moveDown(afterField);
    },
  };
}

function fit({ writer }: FormContext, labels: readonly string[], perLine: number): boolean {
  const available = writer.width / Math.max(perLine, 4) - indent - 6;
  return labels.every((label) => writer.widthOf(label, textStyles.body) <= available);
}

/** The space in points. */
const afterSignature = 9;

/** The line for the signature, the printed name and the date, side by side. */
function signaturePart(context: FormContext, question: Question): Part {
  const { writer, formFields, messages, source } = context;
  const hint = source.printedItems?.[question.field.name]?.hint ?? messages.signByHand;
  const height = 30;
  const signature = { x: 0, width: 258 };
  const name = { x: 268, width: 150 };
  const date = { x: 428, width: writer.width - 428 };
  const top = [
    { ...labelBlock(question), ...signature },
    { ...textStyles.strong, text: messages.printedName, ...name },
    { ...textStyles.strong, text: messages.date, ...date },
  ];
  const under = [
    { ...textStyles.hint, text: hint, ...signature },
    { ...textStyles.hint, text: messages.datePattern, ...date },
  ];
  const labels = [top, under].map((row) => Math.max(...row.map((block) => writer.heightOf(block))));
  return withSpaceAbove(writer, 6, {
    height: labels.reduce((sum, each) => sum + each, height + afterSignature),
    keepsSection: true,
    render(parent) {
      const { left } = writer;
      writer.writeRow(parent, top);
      writer.writeRow(parent, under);
      const bottom = writer.y + height;
      writer.renderGraphics((document) => {
        document
          .lineWidth(1.1)
          .strokeColor(colors.ink)
          .moveTo(left, bottom)
          .lineTo(left + signature.width, bottom)
          .stroke();
      });
      const boxOf = ({ x, width }: typeof name) => ({ x: left + x, y: bottom - boxHeight, width, height: boxHeight });
      const nameLabel = `${question.label}: ${messages.printedName}`;
      const nameField = { name: `${question.name}.printedName`, label: nameLabel, maxLength: 50 };
      formFields.text({ ...nameField, box: boxOf(name), parent });
      const dateLabel = `${question.label}: ${messages.date}. ${messages.datePattern}`;
      formFields.text({ name: `${question.name}.date`, label: dateLabel, box: boxOf(date), parent });
      writer.moveDown(height + afterSignature);
    },
  });
}
