import { formsOf } from '@redress/contract/settlement';
import { settlement } from '@redress/content/settlement';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Form, isField, isTyped, type TypedField, type TypedKind } from './definition.ts';
import { normalizeTyped } from './normalize.ts';
import { readField } from './read-field.ts';
import { tidyAnswer, tidyTyped } from './clean-typed-answers.ts';

const listFields = ({ sections }: Form) => sections.flatMap(({ items }) => items.filter(isField));

/** The fields are those of all published forms, with their own rules, by kind. */
const typedFields = formsOf(settlement).flatMap((form) =>
  listFields(form).flatMap((field) => (field.kind === 'rows' ? field.of : isTyped(field) ? field : [])),
);

function fieldOfKind(kind: TypedKind, name?: string): TypedField {
  const found = typedFields.find((field) => field.kind === kind && (name === undefined || field.name === name));
  if (!found) throw new Error(`No form has a field of the kind ${kind}`);
  return found;
}

describe('a field that is left', () => {
  test.each([
    ['$1,234.50', '1234.50'],
    ['$ 1,234,567', '1234567'],
    ['US$1 250', '1250'],
    ['1250.50 USD', '1250.50'],
    ['1250$', '1250'],
    ['1250 $ USD', '1250'],
    ['1250 dollars', '1250 dollars'],
    [' 412,500.7531 ', '412500.7531'],
    ['$0', '0'],
  ])('takes dollar signs, spaces and separators of thousands out of an amount: %j becomes %j', (typed, shown) => {
    expect(tidyTyped(fieldOfKind('money'), typed)).toBe(shown);
  });

  test.each(
    `1,5 | 12,50 | 1.234,50 | 1.234.567 | 0,125 | 12 50 | 1,2345 | 12,34,567 | 1 234,567 | -5 | 1e3`.split(' | '),
  )('leaves an amount that can be read in two ways to the rule’s message: %j', (typed) => {
    expect(tidyTyped(fieldOfKind('money'), typed)).toBe(typed);
  });

  test('keeps a period as the rules read it, also before three digits', () => {
    expect(tidyTyped(fieldOfKind('money'), '1.250')).toBe('1.250');
  });

  test.each([
    ['1,024', '1024'],
    ['1 024', '1024'],
    ['$24', '24'],
    ['2,4', '2,4'],
    ['24.0', '24.0'],
    ['twenty four', 'twenty four'],
  ])('does the same with a count: %j becomes %j', (typed, shown) => {
    expect(tidyTyped(fieldOfKind('count'), typed)).toBe(shown);
  });

  test.each([
    ['12-3456789', '123456789'],
    ['123 45 6789', '123456789'],
    ['12-345', '12345'],
    ['12-345678X', '12-345678X'],
    ['not yet known', 'not yet known'],
    ['FEIN 12 3456789', '123456789'],
    ['Plan 5 12345678', 'Plan 5 12345678'],
  ])('takes spaces and hyphens out of a tax ID: %j becomes %j', (typed, shown) => {
    expect(tidyTyped(fieldOfKind('taxId'), typed)).toBe(shown);
  });

  test.each([
    ['noticeId', '100-000-001', '100000001'],
    ['noticeId', '100 000 001', '100000001'],
    ['uniqueId', 'demo-0001', 'DEMO0001'],
    ['uniqueId', 'demo 0001', 'DEMO0001'],
    ['uniqueId', 'AB-', 'AB-'],
    ['noticeId', '100\u00A0000\t001', '100000001'],
    ['noticeId', 'Notice ID 100 000 001', '100000001'],
    ['noticeId', 'Notice ID: 100 000 001.', '100000001'],
    ['noticeId', 'none -', 'NONE -'],
    ['noticeId', 'Plan 5 12345678', 'PLAN 5 12345678'],
    ['noticeId', 'Plan #5 12345678', 'PLAN #5 12345678'],
    ['uniqueId', 'Unique ID: demo 0001', 'DEMO0001'],
    ['uniqueId', 'Unique ID demo-0001', 'DEMO0001'],
    ['uniqueId', '#demo0001', 'DEMO0001'],
  ])('takes them out of the IDs on the notice: %s %j becomes %j', (name, typed, shown) => {
    expect(tidyTyped(fieldOfKind('code', name), typed)).toBe(shown);
  });

  test.each([
    ['85 004', '85004'],
    ['85004-', '85004'],
    ['12345 6789', '12345-6789'],
    ['123456789', '12345-6789'],
    ['12345 - 6789', '12345-6789'],
    ['12345-6789', '12345-6789'],
    ['12345-67', '12345-67'],
    ['8500', '8500'],
    ['K1A 0B1', 'K1A 0B1'],
    ['ZIP: 85004', '85004'],
    ['MA 02110', '02110'],
    ['Boston, MA 02110', '02110'],
    ['Código postal: 02110', '02110'],
    ['#02110', '02110'],
    ['PO Box 12345', 'PO Box 12345'],
    ['PO Box #12345', 'PO Box #12345'],
  ])('writes a ZIP code with five or nine digits: %j becomes %j', (typed, shown) => {
    expect(tidyTyped(fieldOfKind('zip'), typed)).toBe(shown);
  });

  test.each([
    ['text', 'classMemberName', 'Plan A, Inc.', 'Plan A Inc.'],
    ['text', 'street1', '12 Elm Street,Apt 4 ,  rear,', '12 Elm Street Apt 4 rear'],
    ['text', 'name1', 'Doe,, Jane', 'Doe Jane'],
    ['signature', 'signature', 'Jane Doe, Executor', 'Jane Doe Executor'],
    ['text', 'street1', '12  Elm; rear', '12  Elm; rear'],
  ] as const)('has a space for a comma in names and addresses: %s %s %j becomes %j', (kind, name, typed, shown) => {
    expect(tidyTyped(fieldOfKind(kind, name), typed)).toBe(shown);
  });

  test('keeps commas where the field’s own rule allows them', () => {
    const otherNames = fieldOfKind('text', 'otherNames');
    for (const typed of ['Plan A, 12-3456789', 'Plan A, "B"']) expect(tidyTyped(otherNames, typed)).toBe(typed);
  });

  test.each([
    ['03/04/2025', '3/4/2025'],
    ['2025-12-31', '12/31/2025'],
    ['03142025', '3/14/2025'],
    ['2/30/2025', '2/30/2025'],
    ['14.3.2025', '14.3.2025'],
  ])('shows a date in the order of the US: %j becomes %j', (typed, shown) => {
    const field = { kind: 'date', name: 'day', label: 'Day', rules: [] } as const;
    expect(tidyTyped(field, typed)).toBe(shown);
    expect(tidyTyped(field, shown)).toBe(shown);
  });

  test.each([
    ['2:30', '2.5'],
    ['2,5 hours', '2.5'],
    ['two', 'two'],
  ])('shows hours as a number: %j becomes %j', (typed, shown) => {
    expect(tidyTyped({ kind: 'hours', name: 'hours', label: 'Hours', rules: [] }, typed)).toBe(shown);
  });

  test.each(['(602) 555-0142', '1-602-555-0142', '602/555-0142', 'Tel. 602 555 0142', 'Mobile: +1 602 555 0142.'])(
    'shows a phone number in groups: %s',
    (typed) => {
      expect(tidyTyped(fieldOfKind('phone'), typed)).toBe('602 555-0142');
    },
  );
  test('keeps what is no phone number', () => {
    for (const typed of ['call me', '602 555-0142 x5', '60255501'])
      expect(tidyTyped(fieldOfKind('phone'), typed)).toBe(normalizeTyped('phone', typed));
  });
});

describe('what is pasted with a number or an address', () => {
  test.each([
    ['code', 'Notice ID: 100000002', '100000002'],
    ['code', 'Notice ID#: 100000002', '100000002'],
    ['code', '#100000002', '100000002'],
    ['code', '100000002.', '100000002'],
    ['code', 'Notice ID:', 'NOTICE ID'],
    ['taxId', 'FEIN: 12-3456789.', '123456789'],
    ['zip', 'ZIP: 85001.', '85001'],
    ['email', 'Luis Moreno <luis@example.com>', 'luis@example.com'],
    ['email', '"Moreno, Luis" <luis@example.com>;', 'luis@example.com'],
    ['email', 'mailto:luis@example.com', 'luis@example.com'],
    ['email', 'Email: luis@example.com.', 'luis@example.com'],
    ['email', 'luis:moreno@example.com', 'luis:moreno@example.com'],
    ['email', 'MAILTO:luis@example.com', 'luis@example.com'],
    ['email', '(luis@example.com)', 'luis@example.com'],
    ['email', "'luis@example.com'", 'luis@example.com'],
    ['email', "'luis@example.com", "'luis@example.com"],
    ['email', 'o\u2019brien@example.com', "o'brien@example.com"],
    ['email', 'o\u1FFDbrien@example.com', "o'brien@example.com"],
    ['text', 'O\u1FEFBrien', "O'Brien"],
    ['email', 'luis@example.com, ana@example.com', 'luis@example.com, ana@example.com'],
    ['text', 'Apt #4.', 'Apt #4.'],
  ] as const)('is left out of a %s: %j becomes %j', (kind, typed, shown) => {
    expect(tidyTyped(fieldOfKind(kind), typed)).toBe(shown);
  });
});

test.each(["'1'?x=", '$1?x', '1,2?x', `${'$'.repeat(100)}?x`, '"@"?x', '1;?x'])(
  'a line that is too long for an answer stays as typed: %j',
  (hostile) => {
    for (const filling of [' ', ',', ' ,', '$', '@', '.'])
      for (const kind of ['text', 'code', 'taxId', 'zip', 'money', 'email'] as const) {
        const field = fieldOfKind(kind);
        const over = normalizeTyped(
          kind,
          hostile.replace('?', () => filling.repeat(400)),
        );
        expect(tidyTyped(field, over)).toBe(over);
        const short = tidyTyped(
          field,
          hostile.replace('?', () => filling.repeat(290 / filling.length)),
        );
        expect(tidyTyped(field, short)).toBe(short);
      }
  },
);

test('rows are tidied cell by cell, and stay the same list if nothing changes', () => {
  const rows = settlement.claimForms.flatMap(listFields).find((field) => field.kind === 'rows');
  if (!rows) throw new Error('No form has rows');
  const typed = [{ classMemberName: 'Plan A, Inc.', classMemberFEIN: '12-3456789' }, {}];
  const tidied = tidyAnswer(rows, typed);
  expect(tidied).toEqual([{ classMemberName: 'Plan A Inc.', classMemberFEIN: '123456789' }, {}]);
  expect(tidyAnswer(rows, tidied)).toBe(tidied);
});

const habits = fc.string({
  unit: fc.constantFrom(...'0123456789123456789$$,,.. --()xUSDé\u0301\u200D\u064A\u00A0'.split('')),
  maxLength: 14,
});
const amounts = fc
  .tuple(fc.nat({ max: 99_999_999 }), fc.constantFrom('', '.5', '.50', '.1234'))
  .map(([whole, cents]) => `${whole}${cents}`);
const lines = fc.oneof(habits, amounts, fc.string({ unit: 'grapheme', maxLength: 20 }));
const anyField = fc.constantFrom(...typedFields);

describe('in every field of every form', () => {
  test('what the rules accept is never changed in value', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyField, lines, (field, line) => {
        const { answer, errors } = readField(field, line);
        if (errors.length > 0 || answer === undefined) return;
        accepted += 1;
        expect(readField(field, tidyTyped(field, line))).toEqual({ answer, errors: [] });
      }),
      { seed: 20_261_127, numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(150);
  });

  test('tidying twice is tidying once', () => {
    fc.assert(
      fc.property(anyField, lines, (field, line) => {
        const once = tidyTyped(field, line);
        expect(tidyTyped(field, once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an amount or a count keeps its digits in their order', () => {
    const digits = (line: string) => line.replace(/[^\d.]/g, '');
    const numbers = fc.constantFrom(fieldOfKind('money'), fieldOfKind('count'));
    fc.assert(
      fc.property(numbers, habits, (field, line) => {
        expect(digits(tidyTyped(field, line))).toBe(digits(normalizeTyped(field.kind, line)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('an amount with separators of thousands is read as the number that was meant', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(',', ' '), fc.constantFrom('', '$', '$ '), (amount, separator, sign) => {
        const [whole = '', cents] = amount.split('.');
        const grouped = Number(whole).toLocaleString('en-US').replace(/,/g, separator);
        const typed = `${sign}${grouped}${cents === undefined ? '' : `.${cents}`}`;
        expect(tidyTyped(fieldOfKind('money'), typed)).toBe(amount);
      }),
    );
  });
});
