import type { AnyAnswers, RowAnswers } from './answers.ts';
import type { Context, Field, Form, Language, RowsField } from './definition.ts';
import { isField } from './definition.ts';
import { formatAnswer } from './format-answer.ts';
import { evaluateForm } from './evaluate-form.ts';

export interface SummaryRow {
  readonly name: string;
  readonly label: string;
  /** As a person reads it; empty when there is no answer. */
  readonly value: string;
}
export interface SummarySection {
  readonly letter?: string;
  readonly title: string;
  readonly rows: readonly SummaryRow[];
}

/**
 * A form as sections of label and value: for a receipt, a printed form, an administrator. With answers, the sections and fields that
 * apply to them; without, every one, blank.
 */
export function summarize(form: Form, answers?: AnyAnswers, context: Context = {}): SummarySection[] {
  const shown = answers
    ? evaluateForm(form, answers, context).sections
    : form.sections.map((section) => ({ section, items: section.items }));
  return shown
    .map(({ section, items }) => ({
      ...(section.letter === undefined ? {} : { letter: section.letter }),
      title: section.title,
      rows: items.filter(isField).flatMap((field) => summarizeField(field, answers, form.language)),
    }))
    .filter((section) => section.rows.length > 0);
}

function summarizeField(field: Field, answers: AnyAnswers | undefined, language: Language | undefined): SummaryRow[] {
  const answer = answers?.[field.name];
  if (field.kind === 'rows') return summarizeRows(field, Array.isArray(answer) ? answer : []);
  return [{ name: field.name, label: field.label, value: answers ? formatAnswer(field, answer, language) : '' }];
}

/** A line for each row, `Plan A · •••••6789`, and one blank line where there is none. */
function summarizeRows(field: RowsField, rows: readonly RowAnswers[]): SummaryRow[] {
  if (rows.length === 0) return [{ name: field.name, label: field.label, value: '' }];
  return rows.map((row, index) => ({
    name: `${field.name}.${index}`,
    label: `${field.rowLabel} ${index + 1}`,
    value: field.of.map((cell) => formatAnswer(cell, row[cell.name])).join(' · '),
  }));
}
