import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rule, TypedField, TypedKind } from './definition.ts';
import { formatAnswer } from './format-answer.ts';
import { readField } from './read-field.ts';

const fieldOf = (kind: TypedKind, ...rules: readonly Rule[]): TypedField => ({ kind, name: 'f', label: 'F', rules });
const atLeast = (than: number | string): Rule => ({ rule: 'atLeast', than, message: 'Too little' });
const atMost = (than: number | string): Rule => ({ rule: 'atMost', than, message: 'Too much' });
const brokenBy = (field: TypedField, typed: string) => readField(field, typed).errors.map(({ rule }) => rule);

describe('hours', () => {
  test.each([
    ['3', '3'],
    ['3.5', '3.5'],
    [' 03.50 ', '3.5'],
    ['.5', '0.5'],
    ['2.', '2'],
    ['100', '100'],
    ['0.00', '0'],
    ['2,5', '2.5'],
    ['2:30', '2.5'],
    ['0:45', '0.75'],
    ['2:03 hours', '2.05'],
    ['2.5 h', '2.5'],
    ['1 hr.', '1'],
    ['3 horas', '3'],
  ])('typed as %j are kept as %j', (typed, kept) => {
    expect(readField(fieldOf('hours'), typed)).toEqual({ answer: kept, errors: [] });
  });

  test.each(['2.555', '1,250', '1.250,5', '2:20', '2:60', '-1', '1e3', 'two', '2h30', '100000', '1 2'])(
    'that are no number of two decimals are an error: %j',
    (typed) => {
      expect(readField(fieldOf('hours'), typed)).toEqual({
        answer: typed,
        errors: [{ field: 'f', rule: 'hours', message: 'Enter hours as a number, such as 3 or 2.5' }],
      });
    },
  );
});

describe('a date', () => {
  test.each([
    ['3/14/2025', '2025-03-14'],
    ['03/14/2025', '2025-03-14'],
    [' 3 / 4 / 2025 ', '2025-03-04'],
    ['3-4-2025', '2025-03-04'],
    ['03042025', '2025-03-04'],
    ['2025-03-14', '2025-03-14'],
    ['2025/3/4', '2025-03-04'],
    ['\uFF13/\uFF11\uFF14/2025', '2025-03-14'],
    ['2/29/2024', '2024-02-29'],
  ])('typed as %j is kept as %j', (typed, kept) => {
    expect(readField(fieldOf('date'), typed)).toEqual({ answer: kept, errors: [] });
  });

  test.each(
    `2/30/2025 | 2/29/2025 | 14/3/2025 | 0/10/2025 | 3/14/25 | 14.3.2025 | 3/2025 | 20250314 | 3142025
March 14, 2025 | 3/14/1899 | 3/14/2100 | 2025-13-01`.split(/ \| |\n/),
  )('that does not exist, or can be read in two ways, is an error: %j', (typed) => {
    expect(brokenBy(fieldOf('date', atMost('2026-01-01')), typed)).toEqual(['date']);
  });

  test('is explained in the language of the form', () => {
    expect(readField(fieldOf('date'), '30/2/2025', 'es').errors).toEqual([
      { field: 'f', rule: 'date', message: 'Escriba la fecha como mes/día/año, por ejemplo 3/14/2025' },
    ]);
  });

  test('is read as it was written in US order, for any day', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-'), fc.boolean(), (date, separator, isPadded) => {
        const parts = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()];
        const typed = parts.map((part) => String(part).padStart(isPadded ? 2 : 1, '0')).join(separator);
        expect(readField(fieldOf('date'), typed)).toEqual({ answer: date.toISOString().slice(0, 10), errors: [] });
      }),
    );
  });

  test('is shown with the name of its month', () => {
    expect(formatAnswer(fieldOf('date'), '2025-03-04')).toBe('March 4, 2025');
    expect(formatAnswer(fieldOf('date'), '2025-03-04', 'es')).toBe('4 de marzo de 2025');
    expect(formatAnswer(fieldOf('date'), 'soon')).toBe('soon');
  });
});

describe('limits', () => {
  test.each([
    ['money', atLeast(10.5), '10.49', '10.5'],
    ['money', atMost(0.3), '0.31', '0.30'],
    ['money', atMost(9_999_999_999.98), '9999999999.99', '9999999999.98'],
    ['count', atLeast(2), '1', '002'],
    ['count', atMost(12), '13', '12'],
    ['hours', atMost(7.5), '7:33', '7:30'],
    ['date', atLeast('2024-11-02'), '11/1/2024', '11/2/2024'],
    ['date', atMost('2025-06-30'), '7/1/2025', '6/30/2025'],
  ] as const)('of %s: %j refuses %j, but takes %j', (kind, rule, outside, limit) => {
    const field = fieldOf(kind, rule);
    expect(brokenBy(field, outside)).toEqual([rule.rule]);
    expect(brokenBy(field, limit)).toEqual([]);
    expect(brokenBy(field, '')).toEqual([]);
  });

  test('compare amounts as whole cents do', () => {
    const cents = fc.nat(1_000_000);
    const dollars = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, (typed, than) => {
        const broken = brokenBy(fieldOf('money', atMost(Number(dollars(than)))), dollars(typed));
        expect(broken).toEqual(typed > than ? ['atMost'] : []);
      }),
    );
  });

  test.each([
    ['money', '12.345', 'money'],
    ['money', '$12', 'money'],
    ['money', '12345678901', 'money'],
    ['count', '12.5', 'count'],
    ['count', '1,200', 'count'],
  ] as const)('are not compared with a %s like %j, which is an error without a pattern, too', (kind, typed, rule) => {
    expect(brokenBy(fieldOf(kind, atMost(1)), typed)).toEqual([rule]);
  });

  test('a pattern replaces the check of an amount', () => {
    const pattern: Rule = { rule: 'pattern', pattern: String.raw`\d+(\.\d{1,4})?`, message: 'Up to 4 digits' };
    expect(brokenBy(fieldOf('money', pattern, atMost(12.3456)), '12.3456')).toEqual([]);
    expect(brokenBy(fieldOf('money', pattern, atMost(12.3456)), '12.3457')).toEqual(['atMost']);
    expect(brokenBy(fieldOf('money', pattern), '12.34567')).toEqual(['pattern']);
  });
});
