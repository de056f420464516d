import { expect, test } from 'vitest';
import type { Field, Form, Rule, TypedField } from './definition.ts';
import { usesSpecialKinds } from './special-kinds.ts';

const formOf = (...items: readonly Field[]): Form => ({
  id: 'some',
  version: 1,
  title: 'Some',
  sections: [{ title: 'A', items }],
});
const typed = (kind: TypedField['kind'], ...rules: readonly Rule[]): TypedField => ({
  kind,
  name: kind,
  label: kind,
  rules,
});
const rowsOf = (cell: TypedField): Field => ({
  kind: 'rows',
  name: 'rows',
  label: 'Rows',
  rowLabel: 'Row',
  atLeast: 0,
  atMost: { rows: 2, message: 'Too many' },
  of: [cell],
  rules: [],
});
const pattern: Rule = { rule: 'pattern', pattern: String.raw`\d+`, message: 'Digits' };

test.each([
  [typed('date')],
  [typed('hours')],
  [typed('money')],
  [typed('count', { rule: 'max', than: 3, message: 'Long' })],
  [typed('money', pattern, { rule: 'atMost', than: 5, message: 'Too much' })],
  [rowsOf(typed('date'))],
])('a form with this field needs the rules of numbers and days: %j', (field) => {
  expect(usesSpecialKinds(formOf(typed('text'), field))).toBe(true);
});

test.each([[typed('text')], [typed('money', pattern)], [typed('count', pattern)], [rowsOf(typed('taxId', pattern))]])(
  'a form with this one does not: %j',
  (field) => {
    expect(usesSpecialKinds(formOf(field))).toBe(false);
  },
);
