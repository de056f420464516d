import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeTyped } from './normalize.ts';
import { typedKinds } from '../fixtures/sample-forms.ts';

describe('a typed line', () => {
  test.each([
    ['  Jane Doe\t\n', 'Jane Doe'],
    ['\u00A0Jane\u00A0Doe\u00A0', 'Jane Doe'],
    ['O\u2019Brien', "O'Brien"],
    ['Nu\u0301n\u0303ez', 'N\u00FA\u00F1ez'],
    ['Jane  Doe', 'Jane  Doe'],
    ['Pat O\u2018Brien', "Pat O'Brien"],
    ['Pat O\u00B4Brien', "Pat O'Brien"],
    ['Pat O`Brien', "Pat O'Brien"],
    ['\u2018Ewa Beach', "'Ewa Beach"],
    // The okina is a letter.
    ['\u02BBEwa Beach', '\u02BBEwa Beach'],
    ['Mary Smith\u2013Jones', 'Mary Smith-Jones'],
    ['Mary Smith \u2014 Jones', 'Mary Smith - Jones'],
    ['12\u201314 Elm\tSt', '12-14 Elm St'],
    ['Plan A, \u201CB\u201D', 'Plan A, "B"'],
    ['', ''],
  ])('%j is kept as %j', (raw, kept) => {
    expect(normalizeTyped('text', raw)).toBe(kept);
  });

  test('leaves an implausibly long run of marks as it is, and composes a plausible one', () => {
    const run = (length: number) => `a${'\u0301'.repeat(length)}`;
    expect(normalizeTyped('text', run(30))).toBe(`\u00E1${'\u0301'.repeat(29)}`);
    expect(normalizeTyped('text', run(31))).toBe(run(31));
  });
});

describe('invisible and lookalike characters', () => {
  test.each([
    ['text', '\u200BJane\u2060 \u00ADDoe\uFEFF', 'Jane Doe'],
    ['text', '\u202AJane Doe\u202C', 'Jane Doe'],
    ['text', '\u2067Jane\u2069 \u200EDoe\u200F', 'Jane Doe'],
    ['text', 'Jane\u2011Ann\u2010Doe \u22122', 'Jane-Ann-Doe -2'],
    ['text', 'Jane\u2009Ann\u202FDoe\u3000', 'Jane Ann Doe'],
    ['text', 'Ja\u200Dne\u200C', 'Jane'],
    ['signature', '\u200BJane Doe', 'Jane Doe'],
    ['email', 'jane\u200B@example\u2011mail.com', 'jane@example-mail.com'],
    ['zip', '\u202A85001\u20111234\u202C', '85001-1234'],
    ['zip', '85001\u20131234', '85001-1234'],
    ['zip', '\uFF18\uFF15\uFF10\uFF10\uFF11', '85001'],
    ['phone', '\u202A+1\u00A0(602)\u2009555\u20110100\u202C', '6025550100'],
    ['code', '\uFEFFdemo\u200B0001', 'DEMO0001'],
    ['code', 'demo\u200D0001', 'DEMO0001'],
    ['taxId', '123\u00AD456\u200B789', '123456789'],
    ['money', '\u200E412500.75', '412500.75'],
    ['count', '12\u2060', '12'],
  ] as const)('of a %s is read so: %j as %j', (kind, raw, kept) => {
    expect(normalizeTyped(kind, raw)).toBe(kept);
  });

  test.each([
    // The Persian name Alireza is spelled with a joiner.
    'علی\u200Cرضا',
    // These are Sinhala, Malayalam (with a joiner at the end) and Hindi.
    'ශ\u0DCA\u200Dරී',
    'അവന\u0D4D\u200D',
    'क\u094D\u200Dष',
    'Łukasz Żółć',
    '李小龍',
  ])('is kept where a language needs it: %j', (name) => {
    expect(normalizeTyped('text', name)).toBe(name.normalize('NFC'));
  });

  test('normalize to a stable result, as does anything else', () => {
    const odd =
      'a1- \u0301\u00AD\u00A0\u200B\u200C\u200D\u200E\u2010\u2011\u2013\u2019\u202A\u2060\u2212\u3000\uFEFF\uFF0B\uFF11ي\u094D';
    const ofNumbersAndDays = ['12', '2025', '03', 'hours', '+1', ...'01235/-.,: hr()'.split('')];
    const line = fc.oneof(
      ...[odd.split(''), ofNumbersAndDays].map((units) =>
        fc.string({ unit: fc.constantFrom(...units), maxLength: 12 }),
      ),
      fc.string({ unit: 'binary', maxLength: 14 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...typedKinds), line, (kind, raw) => {
        const once = normalizeTyped(kind, raw);
        expect(normalizeTyped(kind, once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a phone number', () => {
  test.each([
    ['602 555-0100', '6025550100'],
    ['(602) 555-0100', '6025550100'],
    ['602.555.0100', '6025550100'],
    ['+1 602 555 0100', '6025550100'],
    ['+1(602)555-0100', '6025550100'],
    ['(+1) 602 555-0100', '6025550100'],
    ['+16025550100', '6025550100'],
    ['+44 20 7946 0000', '+442079460000'],
    ['+1', '+1'],
    ['602-555-0100 x5', '6025550100x5'],
    ['1-813-555-0133', '8135550133'],
    ['1 (813) 555-0133', '8135550133'],
    ['813/555-0133', '8135550133'],
    ['181355501', '181355501'],
  ])('%j is kept as %j', (raw, kept) => {
    expect(normalizeTyped('phone', raw)).toBe(kept);
  });
});

describe('a code', () => {
  test('is stored in capitals, and only a-z are capitalized', () => {
    expect(normalizeTyped('code', ' demo0001 ')).toBe('DEMO0001');
    expect(normalizeTyped('code', 'ß ı ﬁ é')).toBe('ß ı ﬁ é');
  });
});
