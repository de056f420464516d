import type { ClaimFormDocument } from '@redress/contract/published-documents';
import type { Language } from '@redress/contract/language';
import type { Field, Item, RowsField, TypedField } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import { type } from './claim-form-parts.ts';
import type { Widgets } from './claim-form-widgets.ts';
import type { ClaimFormWords } from './claim-form-words.ts';
import { describeCondition, fill } from './claim-form-words.ts';
import type { Block, Paper } from './paper.ts';

/** What drawing a question needs. */
export interface Desk {
  readonly paper: Paper;
  readonly widgets: Widgets;
  readonly words: ClaimFormWords;
  readonly language: Language;
  readonly source: ClaimFormDocument;
}
/** A field with its words on paper, and its name in the PDF. */
export interface Question<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  readonly label: string;
  /** Beside the label: that the field is optional. */
  readonly note?: string;
  readonly hint: string;
}

/** A field's words. Two sections may hold fields of one name: in a PDF these would be one field, so the section's letter parts them. */
export function ask<F extends Field>(desk: Desk, field: F, letter?: string): Question<F> {
  const { source, words } = desk;
  const isShared =
    source.form.sections.filter(({ items }) => items.some((item) => isNamed(item, field.name))).length > 1;
  const onPaper = source.itemsOnPaper?.[field.name];
  const hint = [
    field.shownWhen && describeCondition(field.shownWhen, source.form, words, desk.language),
    onPaper?.hint ?? field.hint,
  ];
  const isOptional = isTyped(field) && !field.shownWhen && !field.rules.some(({ rule }) => rule === 'required');
  const label = onPaper?.label ?? field.label;
  return {
    field,
    name: isShared && letter !== undefined ? `${letter}.${field.name}` : field.name,
    label,
    ...(isOptional && { note: words.optional }),
    hint: hint.filter((part) => part !== undefined && part !== '').join(' '),
  };
}

/** What a screen reader says of a field. */
export function spoken({ label, note, hint }: Question): string {
  const name = note === undefined ? label : `${label} ${note}`;
  return hint === '' ? name : `${name}. ${hint}`;
}

/** The label as it is printed: the note beside it is plain. */
export function labelBlock({ label, note }: Question): Block {
  if (note === undefined) return { ...type.strong, text: label };
  return { ...type.body, text: [{ text: `${label} `, bold: true }, { text: note }] };
}

/** How long an answer may be: a comb where all answers have the same length. */
export function lengthOf(field: TypedField): { readonly comb?: number; readonly atMost?: number } {
  const than = (wanted: 'min' | 'max') => field.rules.flatMap((rule) => (rule.rule === wanted ? [rule.than] : []))[0];
  const [min, max] = [than('min'), than('max')];
  if (field.kind === 'zip') return { atMost: '99999-9999'.length };
  if (max === undefined) return {};
  return min === max ? { comb: max } : { atMost: max };
}

/** A row's box: "Class member 3: FEIN". */
export function labelInRow({ words }: Desk, { rowLabel }: RowsField, number: number, label: string): string {
  return fill(words.inRow, { row: rowLabel, number, label });
}

function isNamed(item: Item, name: string): boolean {
  return isField(item) && item.name === name;
}
export function isTyped(field: Field): field is TypedField {
  return !['checkbox', 'select', 'choice', 'rows'].includes(field.kind);
}
