import type { FormAction } from '@redress/contract/no-script-form';
import type { AnyAnswer, AnyAnswers, RowAnswers } from '@redress/forms/answers';
import type { Field, Form, RowsField } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';

/**
 * The answers in a form post as they were typed, of the form's fields only. The action of a button that adds or removes a row is carried
 * out; places of rows that did not come are closed.
 */
export function postedAnswers(form: Form, fields: ReadonlyMap<string, string>, action: FormAction): AnyAnswers {
  const answers: Record<string, AnyAnswer> = {};
  for (const field of form.sections.flatMap(({ items }) => items.filter(isField))) {
    const answer = field.kind === 'rows' ? rowsOf(field, fields, action) : answerOf(field, fields.get(field.name));
    if (answer !== undefined) answers[field.name] = answer;
  }
  return answers;
}

/** A ticked box comes with any value, one that is not ticked does not come. */
function answerOf(field: Field, typed: string | undefined): AnyAnswer | undefined {
  if (field.kind === 'checkbox') return typed === undefined || typed === '' ? undefined : true;
  return typed;
}

function rowsOf(
  field: RowsField,
  fields: ReadonlyMap<string, string>,
  action: FormAction,
): readonly RowAnswers[] | undefined {
  const cells = new Set(field.of.map((cell) => cell.name));
  const byPlace = new Map<number, Record<string, string>>();
  for (const [name, typed] of fields) {
    const [, place = '', cell = ''] = name.startsWith(`${field.name}.`)
      ? (/^\.(\d{1,9})\.(.+)$/.exec(name.slice(field.name.length)) ?? [])
      : [];
    if (!cells.has(cell)) continue;
    const row = byPlace.get(Number(place)) ?? {};
    row[cell] = typed;
    byPlace.set(Number(place), row);
  }
  if (action.name === 'remove-row' && action.field === field.name) byPlace.delete(action.row);
  const rows: RowAnswers[] = [...byPlace].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  if (action.name === 'add-row' && action.field === field.name && rows.length < field.atMost.rows)
    rows.push(Object.fromEntries(field.of.map((cell) => [cell.name, ''])));
  return rows.length === 0 ? undefined : rows;
}
