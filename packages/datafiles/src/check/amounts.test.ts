import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountReader, CachingReader } from './column-readers.ts';
import { readAmount } from './amounts.ts';
import { cellText } from './cell-text.ts';
import { createCellValidators } from './cell-validators.ts';
import { HintCounter } from './value-formats.ts';
import { sampleRules } from '../../fixtures/sample-rules.ts';

const read = (cell: string | number) => readAmount(cell, cellText(cell));

describe('an amount', () => {
  test.each([
    ['118.4025', 1_184_025],
    ['0', 0],
    ['.5', 5_000],
    ['5.', 50_000],
    ['007.10', 71_000],
    ['-12.00', -120_000],
    ['99999999999.9999', 999_999_999_999_999],
    [118.4025, 1_184_025],
    [0.1 + 0.2, 3_000],
    [118.40249999999999, 1_184_025],
    [-5, -50_000],
    ['\u221212', -120_000],
    ['\u200b118.4025\u200b', 1_184_025],
    ['118\u2060.4025', 1_184_025],
    ['\u202d118.4025\u202c', 1_184_025],
    ['１２.５', 125_000],
    ["'118.4025", 1_184_025],
    ['="118.4025"', 1_184_025],
    [12345678901.25, 123_456_789_012_500],
  ])('%j is a plain amount', (cell, units) => {
    expect(read(cell)).toEqual({ units, isRounded: false, hasSymbols: false });
  });

  test.each([
    ['$1,234.56', 12_345_600],
    ['1,234,567', 12_345_670_000],
    ['USD 5', 50_000],
    ['5.00 USD', 50_000],
    ['US$5', 50_000],
    ['$ 5', 50_000],
    ['+5', 50_000],
    ['1 234.5', 12_345_000],
    ['(12.00)', -120_000],
    ['( $12.00 )', -120_000],
    ['$(12.00)', -120_000],
    ['-$12', -120_000],
    ['$-12', -120_000],
    ['12.00-', -120_000],
    ['$12-', -120_000],
    ['63.99CR', -639_900],
    ['63.99 cr', -639_900],
    ['$63.99 CR', -639_900],
    ['CR 63.99', -639_900],
    ['63.99 DR', 639_900],
    // Accounting formats show zero like this.
    ['-', 0],
    [' $-   ', 0],
    [' $ - ', 0],
    ['\u2013', 0],
  ])('%j is read and reported with its symbols', (cell, units) => {
    expect(read(cell)).toEqual({ units, isRounded: false, hasSymbols: true });
  });

  test.each([
    ['1.00005', 10_001],
    ['1.00004', 10_000],
    ['-1.00005', -10_001],
    ['0.00001', 0],
    [0.000_01, 0],
    [1e-9, 0],
    [2.000_05, 20_001],
  ])('%j is rounded to four decimals, half away from zero', (cell, units) => {
    expect(read(cell)).toEqual({ units, isRounded: true, hasSymbols: false });
  });

  test('zeros after the fourth decimal are not rounding', () => {
    expect(read('12.50000000')).toEqual({ units: 125_000, isRounded: false, hasSymbols: false });
  });

  test.each(['100000000000', '-123456789012.00', '$999,999,999,999', 1e11, 1e15, 1e300])('%j is too large', (cell) => {
    expect(read(cell)).toBe('too-large');
  });

  test.each(
    `1.234,56 | 1,23 | 12,34.5 | 1,2345 | 1.2.3 | abc | $ | -63.99CR | (63.99) CR | CR | () | . | -(5) | (5 | 5)
--5 | -5- | 1e5 | 5 USD EUR | €5 | 12/31/2009 | 1,234.56.78`.split(/ \| |\n/),
  )('%j is no amount', (cell) => {
    expect(read(cell)).toBeUndefined();
  });
  test.each([true, new Date('2009-01-05T00:00:00Z')])('%s is none', (cell) => {
    expect(readAmount(cell, cellText(cell))).toBeUndefined();
  });
});

/** Generates any decimal with its value in units, computed with BigInt. */
const decimals = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
    fraction: fc.string({ unit: fc.constantFrom('0', '1', '4', '5', '9'), maxLength: 8 }),
  })
  .map(({ negative, whole, fraction }) => {
    const scaled = BigInt(`${whole}${fraction.padEnd(8, '0')}`);
    const units = (scaled + 5_000n) / 10_000n;
    return {
      text: `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`,
      units: negative ? -units : units,
      whole,
    };
  });

test('reads any decimal exactly', () => {
  fc.assert(
    fc.property(decimals, ({ text, units }) => {
      const amount = read(text);
      expect(typeof amount === 'object' && BigInt(amount.units)).toBe(units);
    }),
  );
});

test('thousands separators and a dollar sign do not matter', () => {
  fc.assert(
    fc.property(decimals, ({ text, units, whole }) => {
      const grouped = text.replace(String(whole), whole.toLocaleString('en-US'));
      const amount = read(`$${grouped}`);
      expect(typeof amount === 'object' && BigInt(amount.units)).toBe(units);
    }),
  );
});

test.each(['point', 'comma', 'unknown'] as const)(
  'the quick way for plain amounts reads what the thorough one reads, and sees what it sees: %s',
  (mark) => {
    const validator = createCellValidators(sampleRules).withFormats('amount', {
      dates: { order: 'month-first', why: 'chosen' },
      decimals: { mark, why: 'chosen' },
    });
    const [seen, expectedSeen] = [new HintCounter(), new HintCounter()];
    const thorough = new CachingReader(validator, true);
    const quick = new AmountReader(new CachingReader(validator, true), mark, seen);
    const odd = fc.stringMatching(/^ ?-?[0-9]{0,13}[.,]?[0-9]{0,6} ?$/);
    const grouped = fc.stringMatching(/^[0-9]{1,4}[.,][0-9]{3}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          decimals.map(({ text }) => text),
          odd,
          grouped,
        ),
        (text) => {
          const { value, problems, flags } = quick.read(text);
          const expected = thorough.read(text);
          expectedSeen.add(expected.hint, expected.text);
          expect({ value, problems, flags }).toEqual({
            value: expected.value,
            problems: expected.problems,
            flags: expected.flags,
          });
          expect(seen.counts).toEqual(expectedSeen.counts);
        },
      ),
      { numRuns: 700 },
    );
  },
);

test.each([
  ['1.234,56', 12_345_600],
  ['$ 1.234,56', 12_345_600],
  ['(1.234,56)', -12_345_600],
  ['12,5-', -125_000],
  ['1.234.567', 12_345_670_000],
  ['1 234,5', 12_345_000],
  ['0,500', 5_000],
  [',5', 5_000],
  ['1.234', 12_340_000],
  ['1,234', 12_340],
  ['1234', 12_340_000],
])('%s has a decimal comma', (text, units) => {
  const amount = readAmount(text, text, 'comma');
  expect(typeof amount === 'object' && amount.units).toBe(units);
});
test.each(['12.50', '1,234.56', '0.500', '1.23', '12.34,5', '1,2,3'])('%s has no decimal comma', (text) => {
  expect(readAmount(text, text, 'comma')).toBeUndefined();
});

test('an amount has the same fingerprint as a number, as text and with spaces, and different amounts differ', () => {
  const reader = new AmountReader(new CachingReader(createCellValidators(sampleRules).byColumn.amount, true));
  const fingerprintOf = (cell: string | number) => {
    const { hash1, hash2 } = reader.read(cell);
    return `${hash1} ${hash2}`;
  };
  expect(fingerprintOf(118.4)).toBe(fingerprintOf('118.4'));
  for (const text of [' 118.4 ', '118.4 ', ' 118.4']) expect(fingerprintOf(text)).toBe(fingerprintOf('118.4'));
  expect(fingerprintOf('118.40')).not.toBe(fingerprintOf('118.4'));
  fc.assert(
    fc.property(decimals, decimals, (one, other) => {
      if (one.text !== other.text) expect(fingerprintOf(one.text)).not.toBe(fingerprintOf(other.text));
    }),
  );
});
