import { describe, expect, test } from 'vitest';
import { normalizeTyped } from './normalize.ts';

describe('a typed line', () => {
  test.each([
    ['  Jane Doe\t\n', 'Jane Doe'],
    ['\u00A0Jane\u00A0Doe\u00A0', 'Jane Doe'],
    ['O\u2019Brien', "O'Brien"],
    ['Nu\u0301n\u0303ez', 'N\u00FA\u00F1ez'],
    ['Jane  Doe', 'Jane  Doe'],
    ['', ''],
  ])('%j is kept as %j', (raw, kept) => {
    expect(normalizeTyped('text', raw)).toBe(kept);
  });

  test('a run of marks that no language has is left as it is, and one that a language has is composed', () => {
    const run = (length: number) => `a${'\u0301'.repeat(length)}`;
    expect(normalizeTyped('text', run(30))).toBe(`\u00E1${'\u0301'.repeat(29)}`);
    expect(normalizeTyped('text', run(31))).toBe(run(31));
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
  ])('%j is kept as %j', (raw, kept) => {
    expect(normalizeTyped('phone', raw)).toBe(kept);
  });
});

describe('a code', () => {
  test('is kept in capitals, and only a-z have capitals', () => {
    expect(normalizeTyped('code', ' demo0001 ')).toBe('DEMO0001');
    expect(normalizeTyped('code', 'ß ı ﬁ é')).toBe('ß ı ﬁ é');
  });
});
