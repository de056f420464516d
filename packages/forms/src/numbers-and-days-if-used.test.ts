import { expect, test } from 'vitest';
import type { Rule } from './definition.ts';
import { usesNumbersOrDates } from './numbers-and-days-if-used.ts';
import { formOf, rowsOf, text, typed } from '../fixtures/sample-forms.ts';

const pattern: Rule = { rule: 'pattern', pattern: String.raw`\d+`, message: 'Digits' };

test.each([
  [typed('date', 'one')],
  [typed('hours', 'one')],
  [typed('money', 'one')],
  [typed('count', 'one', { rule: 'max', than: 3, message: 'Long' })],
  [typed('money', 'one', pattern, { rule: 'atMost', than: 5, message: 'Too much' })],
  [rowsOf('rows', [typed('date', 'one')])],
])('a form with this field needs the rules of numbers and days: %j', (field) => {
  expect(usesNumbersOrDates(formOf(text('some'), field))).toBe(true);
});

test.each([
  [text('some')],
  [typed('money', 'one', pattern)],
  [typed('count', 'one', pattern)],
  [rowsOf('rows', [typed('taxId', 'one', pattern)])],
])('a form with this one does not: %j', (field) => {
  expect(usesNumbersOrDates(formOf(field))).toBe(false);
});
