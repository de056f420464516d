import type { AnyAnswer, AnyAnswers, RowAnswers } from './answers.ts';
import { type Field, type Form, isField, type RowsField } from './definition.ts';
import { isRecord } from './read-field.ts';
import { holdsTaxIds } from './tax-ids.ts';

/** A saved form has no tax IDs, no codes from a notice, which work as a login, and no signature. */
export function isOmitted(field: Field): boolean {
  return field.kind === 'signature' || field.kind === 'code' || holdsTaxIds(field);
}

/** Keeps the answers, as typed, that may be saved, and drops unknown fields. */
export function answersToSave(form: Form, raw: unknown): AnyAnswers {
  if (!isRecord(raw)) return {};
  const answers: Record<string, AnyAnswer> = {};
  for (const field of form.sections.flatMap(({ items }) => items.filter(isField))) {
    const answer = isOmitted(field) ? undefined : readAnswer(field, raw[field.name]);
    if (answer !== undefined) answers[field.name] = answer;
  }
  return answers;
}

function readAnswer(field: Field, raw: unknown): AnyAnswer | undefined {
  switch (field.kind) {
    case 'checkbox':
      return raw === true ? true : undefined;
    case 'select':
    case 'choice':
      return field.options.find((option) => option === raw);
    case 'rows':
      return Array.isArray(raw) ? readRows(field, raw) : undefined;
    default:
      return typeof raw === 'string' && raw !== '' ? raw : undefined;
  }
}

function readRows(field: RowsField, raw: readonly unknown[]): readonly RowAnswers[] | undefined {
  const cells = field.of.filter((cell) => !isOmitted(cell));
  const rows = raw.slice(0, field.atMost.rows).flatMap((row): RowAnswers[] => {
    const kept = cells.flatMap(({ name }) => {
      const value = isRecord(row) ? row[name] : undefined;
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return kept.length === 0 ? [] : [Object.fromEntries(kept)];
  });
  return rows.length === 0 ? undefined : rows;
}

/**
 * Carries answers to one version of a form over to another. `notTaken` has the labels of answers
 * that have no field of the same name and kind there, or no such option.
 */
export function takeOver(
  from: Form,
  to: Form,
  answers: AnyAnswers,
): { readonly answers: AnyAnswers; readonly notTaken: string[] } {
  const taken = answersToSave(to, answers);
  const fields = from.sections.flatMap(({ items }) => items.filter(isField));
  const lost = fields.filter(({ name }) => answers[name] !== undefined && taken[name] === undefined);
  return { answers: taken, notTaken: [...new Set(lost.map(({ label }) => label))] };
}
