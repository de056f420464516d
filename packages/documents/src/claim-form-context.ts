import type { ClaimFormDocument } from '@redress/contract/published-documents';
import { type Language, localeOf } from '@redress/contract/language';
import type { Condition, Field, Form, RowsField, TypedField } from '@redress/forms/definition';
import { isField, isTyped } from '@redress/forms/definition';
import { textStyles } from './claim-form-layout.ts';
import type { FormFields } from './pdf-form-fields.ts';
import { type DocumentMessages, fillPlaceholders } from './messages/document-messages.ts';
import type { PdfWriter } from './pdf-writer.ts';
import type { Block } from './text-renderer.ts';

export interface FormContext {
  readonly writer: PdfWriter;
  readonly formFields: FormFields;
  readonly messages: DocumentMessages['claimForm'];
  readonly language: Language;
  readonly source: ClaimFormDocument;
}
/** A printed field, with its name in the PDF. */
export interface Question<F extends Field = Field> {
  readonly field: F;
  readonly name: string;
  readonly label: string;
  /** Printed next to the label of optional fields. */
  readonly note?: string;
  readonly hint: string;
}

/**
 * Adds the section's letter to names that several sections share, because a PDF would merge the
 * fields.
 */
export function createQuestion<F extends Field>(context: FormContext, field: F, letter?: string): Question<F> {
  const { source, messages } = context;
  const isShared =
    source.form.sections.filter(({ items }) => items.some((item) => isField(item) && item.name === field.name)).length >
    1;
  const printed = source.printedItems?.[field.name];
  const hint = [
    field.shownWhen && describeCondition(field.shownWhen, context),
    printed?.hint ?? field.hint,
    field.kind === 'date' ? `${messages.datePattern}.` : undefined,
  ];
  const isOptional = isTyped(field) && !field.rules.some(({ rule }) => rule === 'required');
  const label = printed?.label ?? field.label;
  return {
    field,
    name: isShared && letter !== undefined ? `${letter}.${field.name}` : field.name,
    label,
    ...(isOptional && { note: messages.optional }),
    hint: hint.filter((part) => part !== undefined && part !== '').join(' '),
  };
}

export function accessibleName({ label, note, hint }: Question): string {
  const name = note === undefined ? label : `${label} ${note}`;
  if (hint === '') return name;
  return /[.:?!]$/.test(name) ? `${name} ${hint}` : `${name}. ${hint}`;
}

/** The note is not bold. */
export function labelBlock({ label, note }: Question): Block {
  if (note === undefined) return { ...textStyles.strong, text: label };
  return { ...textStyles.body, text: [{ text: `${label} `, bold: true }, { text: note }] };
}

export function hintBlocks({ hint }: Question): Block[] {
  return hint === '' ? [] : [{ ...textStyles.hint, text: hint }];
}

/**
 * Returns marks for handwriting, one for each character, if all answers have the same length. Only
 * text has a limit: people type numbers and days with spaces, hyphens and parentheses, which rules
 * do not count.
 */
export function lengthOf(field: TypedField): { readonly marks?: number; readonly maxLength?: number } {
  const than = (wanted: 'min' | 'max') => field.rules.flatMap((rule) => (rule.rule === wanted ? [rule.than] : []))[0];
  const max = than('max');
  if (max === undefined) return {};
  if (than('min') === max) return { marks: max };
  return field.kind === 'text' || field.kind === 'signature' || field.kind === 'email' ? { maxLength: max } : {};
}

/** Formats, for example, "Class member 3: FEIN". */
export function labelInRow({ messages }: FormContext, { rowLabel }: RowsField, number: number, label: string): string {
  return fillPlaceholders(messages.inRow, { row: rowLabel, number, label });
}

/** Explains when a part of the form applies. */
export function describeCondition(condition: Condition, { source, messages, language }: FormContext): string {
  const { onlyIf } = messages;
  if ('context' in condition) return onlyIf.withoutNotice;
  const field = findField(source.form, condition.field);
  const { label } = field;
  if ('atLeast' in condition) {
    const sum = `${field.kind === 'money' ? '$' : ''}${condition.atLeast.toLocaleString(localeOf[language])}`;
    return fillPlaceholders(onlyIf.atLeast, { label, sum });
  }
  if ('answered' in condition)
    return fillPlaceholders(condition.answered ? onlyIf.answered : onlyIf.notAnswered, { label });
  if (typeof condition.is === 'boolean')
    return fillPlaceholders(condition.is ? onlyIf.checked : onlyIf.notChecked, { label });
  const values = typeof condition.is === 'string' ? [condition.is] : condition.is;
  const options = values.map((value) => labelOf(field, value)).join(onlyIf.or);
  return fillPlaceholders(onlyIf.chose, { options, label });
}

export function labelOf(field: Field, option: string): string {
  if (field.kind !== 'choice' && field.kind !== 'select') return option;
  return field.labels?.[field.options.indexOf(option)] ?? option;
}

function findField(form: Form, name: string): Field {
  const found = form.sections
    .flatMap(({ items }) => items)
    .filter(isField)
    .find((item) => item.name === name);
  if (!found) throw new Error(`${form.id} has no field ${name}`);
  return found;
}
