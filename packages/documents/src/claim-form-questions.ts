import type { Field, Item, SelectField, TypedField } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { Desk, Question } from './claim-form-desk.ts';
import { ask, isTyped, labelBlock, lengthOf, spoken } from './claim-form-desk.ts';
import { checkboxPart, optionsPart } from './claim-form-marks.ts';
import type { Part } from './claim-form-parts.ts';
import { proseParts, textPart, type, withSpaceAbove } from './claim-form-parts.ts';
import type { Cell } from './claim-form-rows.ts';
import { packRows, tableParts } from './claim-form-rows.ts';
import { signaturePart } from './claim-form-signature.ts';
import { describeCondition, labelOf } from './claim-form-words.ts';

/** Up to so many options are printed, each with a circle; the rest are written out. */
const fewOptions = 6;

/** The parts that the items of a section become on paper. Captcha, honeypot and echoes become nothing. */
export function itemParts(desk: Desk, items: readonly Item[], letter?: string): Part[] {
  const { paper, source, words } = desk;
  const parts: Part[] = [];
  let cells: Cell[] = [];
  const endRows = () => {
    parts.push(...packRows(desk, cells));
    cells = [];
  };
  for (const item of items) {
    if (isField(item) && (isTyped(item) || (item.kind === 'select' && item.options.length > fewOptions))) {
      if (item.kind !== 'signature') {
        cells.push(cellOf(desk, { ...ask(desk, item, letter), field: item }));
        continue;
      }
    }
    if (item.kind === 'captcha' || item.kind === 'honeypot' || item.kind === 'echo') continue;
    endRows();
    if (item.kind === 'prose') parts.push(...conditionParts(desk, item), ...proseParts(paper, item.prose));
    else if (item.kind === 'documents') {
      const onPaper = source.itemsOnPaper?.[item.name];
      const label = { ...type.strong, role: 'H3' as const, text: onPaper?.label ?? item.label };
      parts.push(withSpaceAbove(paper, 4, textPart(paper, label, 2, true)));
      parts.push(...proseParts(paper, onPaper?.prose ?? [item.hint ?? words.documents]));
    } else parts.push(...questionParts(desk, ask(desk, item, letter)));
  }
  endRows();
  return parts;
}

function questionParts(desk: Desk, question: Question): Part[] {
  const { field } = question;
  switch (field.kind) {
    case 'checkbox':
      return [checkboxPart(desk, { ...question, field })];
    case 'choice':
    case 'select':
      return [optionsPart(desk, { ...question, field })];
    case 'rows':
      return tableParts(desk, { ...question, field });
    default:
      return [signaturePart(desk, question)];
  }
}

function cellOf(desk: Desk, question: Question<TypedField | SelectField>): Cell {
  const { field } = question;
  const base = { question, parts: labelBlocks(question) };
  if (field.kind === 'select')
    return {
      ...base,
      width: { from: 160, to: 220 },
      draw: (box, parent) =>
        desk.widgets.combo({
          name: question.name,
          label: spoken(question),
          box,
          parent,
          options: field.options.map((value) => ({ value, label: labelOf(field, value) })),
        }),
    };
  return {
    ...base,
    width: widthOf(field),
    ...(field.shownWhen && { standsAlone: true }),
    draw: (box, parent) =>
      desk.widgets.text({ name: question.name, label: spoken(question), box, parent, ...lengthOf(field) }),
  };
}

/** Of the box, in points: `to` is absent where more room is always welcome. */
function widthOf(field: TypedField): { readonly from: number; readonly to?: number } {
  const { comb, atMost } = lengthOf(field);
  if (comb !== undefined) return { from: comb * 19, to: comb * 19 };
  if (field.kind === 'zip') return { from: 100, to: 100 };
  if (field.kind === 'money' || field.kind === 'count') return { from: 230, to: 230 };
  if (field.kind === 'email') return { from: 270 };
  return atMost !== undefined && atMost <= 40 ? { from: 200 } : { from: 300 };
}

function labelBlocks(question: Question): Cell['parts'] {
  const { hint } = question;
  return [labelBlock(question), ...(hint === '' ? [] : [{ ...type.hint, text: hint }])];
}

function conditionParts(desk: Desk, { shownWhen }: Pick<Field, 'shownWhen'>): Part[] {
  if (!shownWhen) return [];
  const text = describeCondition(shownWhen, desk.source.form, desk.words, desk.language);
  return [textPart(desk.paper, { ...type.hint, text }, 2, true)];
}
