import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateForm } from './evaluate-form.ts';
import { readField } from './read-field.ts';
import { totalOf } from './numbers-and-days.ts';
import { summarize } from './summarize.ts';
import { formOf, rowsOf as fieldOf, text, typed } from '../fixtures/sample-forms.ts';

const losses = fieldOf('losses', [text('what'), typed('money', 'amount')], {
  atMost: { rows: 50, message: 'Too many' },
  total: { of: 'amount', label: 'Total', atMost: { than: 1_000, message: 'At most $1,000' } },
});
const form = formOf(losses);
const rowsOf = (...amounts: readonly string[]) => amounts.map((amount) => ({ amount }));

test('adds up dollars and cents exactly', () => {
  const cents = fc.array(fc.nat(999_999_999_999), { maxLength: 50 });
  fc.assert(
    fc.property(cents, (amounts) => {
      const rows = amounts.map((amount) => ({
        amount: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
      }));
      const sum = amounts.reduce((all, amount) => all + BigInt(amount), 0n);
      expect(totalOf(losses, rows)).toBe(`${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`);
    }),
  );
});

test('leaves out what is no amount, or not one yet', () => {
  expect(totalOf(losses, [{ amount: ' 0.1 ' }, { amount: '0.2' }, { amount: '12.' }, { amount: 'ten' }, {}])).toBe(
    '0.30',
  );
  expect(totalOf(losses, [])).toBe('0.00');
});

test('a total over its limit is an error of the rows, beside those of their cells', () => {
  expect(readField(losses, rowsOf('600', '400')).errors).toEqual([]);
  expect(readField(losses, rowsOf('600', '400.01')).errors).toEqual([
    { field: 'losses', rule: 'atMost', message: 'At most $1,000' },
  ]);
  expect(readField(losses, rowsOf('600', 'x', '400.01')).errors.map(({ field }) => field)).toEqual([
    'losses.1.amount',
    'losses',
  ]);
});

test('a summary ends the rows with their total', () => {
  const rowsIn = (rows: unknown) => summarize(form, evaluateForm(form, { losses: rows }, {}))[0]?.rows;
  expect(rowsIn([{ what: 'Locks', amount: '1199.5' }])).toEqual([
    { name: 'losses.0', label: 'Row 1', value: 'Locks · $1,199.50' },
    { name: 'losses.total', label: 'Total', value: '$1,199.50' },
  ]);
  expect(rowsIn([])).toEqual([{ name: 'losses', label: 'The losses', value: '' }]);
});
