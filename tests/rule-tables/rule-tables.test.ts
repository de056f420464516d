import { type Field, isField } from '@redress/forms/definition';
import { parseAnswers } from '@redress/forms/parse-answers';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { describe, expect, test } from 'vitest';
import { ruleTables } from './all.ts';
import { type RuleTable, withAnswer } from './rule-table.ts';

describe.each(ruleTables.map((table) => [table.name, table] as const))('%s', (_, table) => {
  test('accepts the table’s base answers', () => {
    expect(parseAnswers(table.form, table.base, table.context)).toMatchObject({ ok: true });
  });

  test.each(table.rows.filter((row) => row.messages.length > 0))('refuses $field: $value', (row) => {
    const parsed = parseAnswers(table.form, withAnswer(table.base, row), table.context);
    const errors = parsed.ok ? [] : parsed.errors.map(({ field, message }) => ({ field, message }));
    expect(errors).toEqual(row.messages.map((message) => ({ field: row.field, message })));
  });

  test.each(table.rows.filter((row) => row.messages.length === 0))('accepts $field: $value', (row) => {
    const parsed = parseAnswers(table.form, withAnswer(table.base, row), table.context);
    expect(parsed.ok ? [] : parsed.errors).toEqual([]);
  });

  test('breaks each rule of each field at least once, and accepts each field at least once', () => {
    const seen = new Set(
      table.rows.flatMap(({ field, messages }) => {
        const name = field.replace(/\.\d+\./, '.');
        return messages.length === 0 ? `${name} accepted` : messages.map((message) => `${name}: ${message}`);
      }),
    );
    const wanted = fieldsOf(table).flatMap(({ name, field }) => [
      `${name} accepted`,
      ...field.rules.map((rule) => `${name}: ${rule.message}`),
    ]);
    // For a choice that opens a section, the base has the value itself.
    expect(wanted.filter((case_) => !seen.has(case_) && case_ !== 'optSectionRadio accepted')).toEqual([]);
  });
});

/** The fields that the table's answers show; cells of rows as `rows.cell`. */
function fieldsOf({ form, base, context }: RuleTable): readonly { name: string; field: Pick<Field, 'rules'> }[] {
  return evaluateForm(form, base, context)
    .sections.flatMap(({ items }) => items.filter(isField))
    .flatMap((field) =>
      field.kind === 'rows'
        ? field.of.map((cell) => ({ name: `${field.name}.${cell.name}`, field: cell }))
        : [{ name: field.name, field }],
    );
}
