import type { AnyAnswers, RowAnswers } from './answers.ts';
import { type Field, type Form, isField, type Language, type RowsField } from './definition.ts';
import { formatAnswer } from './format-answer.ts';
import type { FormEvaluation } from './evaluate-form.ts';
import { numbersAndDates } from './numbers-and-days-if-used.ts';

export interface SummaryRow {
  readonly name: string;
  readonly label: string;
  /** The value is formatted, or empty without an answer. */
  readonly value: string;
}
export interface SummarySection {
  readonly letter?: string;
  readonly title: string;
  readonly rows: readonly SummaryRow[];
}

/**
 * Summarizes the visible fields of a form as labels and values, for a receipt or a reviewer. Keys
 * are in alphabetical order, so that a hash of the summary needs no sorted copy.
 */
export function summarize(
  { language }: Form,
  { sections, answers }: Pick<FormEvaluation, 'sections' | 'answers'>,
): SummarySection[] {
  return sections
    .map(({ section, items }) => ({
      ...(section.letter === undefined ? {} : { letter: section.letter }),
      rows: items.filter(isField).flatMap((field) => summarizeField(field, answers, language)),
      title: section.title,
    }))
    .filter((section) => section.rows.length > 0);
}

function summarizeField(field: Field, answers: AnyAnswers, language: Language | undefined): SummaryRow[] {
  const answer = answers[field.name];
  if (field.kind === 'rows') return summarizeRows(field, Array.isArray(answer) ? answer : [], language);
  return [{ label: field.label, name: field.name, value: formatAnswer(field, answer, language) }];
}

/** Writes a line for each row, `Plan A · •••••6789`, and their total, or one blank line. */
function summarizeRows(field: RowsField, rows: readonly RowAnswers[], language: Language | undefined): SummaryRow[] {
  if (rows.length === 0) return [{ label: field.label, name: field.name, value: '' }];
  return [
    ...rows.map((row, index) => ({
      label: `${field.rowLabel} ${index + 1}`,
      name: `${field.name}.${index}`,
      value: field.of.map((cell) => formatAnswer(cell, row[cell.name], language)).join(' · '),
    })),
    ...(numbersAndDates?.totalLines(field, rows) ?? []),
  ];
}
