import { expect, test } from 'vitest';
import { compareAnswers } from './compare-answers.ts';

const claimOf = (values: Readonly<Record<string, string>>) => ({
  answers: [
    { title: 'About you', rows: Object.entries(values).map(([name, value]) => ({ name, label: name, value })) },
  ],
  contact: null,
  corrections: null,
});

test('fields of two claims are the same without regard to capitals and spaces, and what both leave empty is left out', () => {
  const one = claimOf({ city: 'Columbus', street: '7 Pier Road', unit: '', phone: '' });
  const two = claimOf({ city: 'Dayton', street: '7  PIER road', unit: '', phone: '555-0100', extra: 'x' });
  expect(compareAnswers(one, two).map(({ name, values, isSame }) => [name, ...values, isSame])).toEqual([
    ['city', 'Columbus', 'Dayton', false],
    ['street', '7 Pier Road', '7  PIER road', true],
    ['phone', '', '555-0100', false],
    ['extra', '', 'x', false],
  ]);
});
