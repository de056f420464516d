import { readFileSync } from 'node:fs';
import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { withAnswer } from '../rule-tables/rule-table.ts';
import { nameOf } from './pins.ts';
import { currentForms, generateRuleTables } from './rule-tables.ts';
import { formatRuleTables, hasRulesFile, rulesFile } from './rule-tables-markdown.ts';

describe.each(currentForms.map((form) => [nameOf(form), form] as const))('%s', (_, form) => {
  const { tables, lacking } = generateRuleTables(form);

  test('has an example for each question, and one that breaks each rule', () => {
    expect(lacking).toEqual([]);
  });

  test.each(tables.map((table) => [table.name, table] as const))(
    '%s: the parser accepts the example answers, and rejects each wrong one with its messages',
    (_name, table) => {
      expect(parseAnswers(form, table.base, table.context)).toMatchObject({ ok: true });
      for (const row of table.rows) {
        const parsed = parseAnswers(form, withAnswer(table.base, row), table.context);
        const ofField = parsed.ok ? [] : parsed.errors.filter(({ field }) => field === row.field);
        expect(
          ofField.map(({ message }) => message),
          `${row.field}: ${String(row.value)}`,
        ).toEqual(row.messages);
      }
    },
  );

  test.skipIf(!hasRulesFile(form))('its file with what it accepts and rejects is up to date', () => {
    expect(readFileSync(rulesFile(form), 'utf8'), 'Write it again and read it: npm run forms:tables').toBe(
      formatRuleTables(form, tables),
    );
  });
});
