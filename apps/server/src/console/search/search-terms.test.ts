import { tppV2 } from '@redress/content/forms/tpp.v2';
import { expect, test } from 'vitest';
import { answerTermsOf } from './search-terms.ts';

test('the names of 2,000 companies, in letters that stand for several, fit into PostgreSQL’s 1 MB', () => {
  const classMembers = Array.from({ length: 2_000 }, (_, index) => {
    const word = `${'ﷲ'.repeat(5)}${String.fromCodePoint(0x4e00 + index)}`;
    return { classMemberName: Array.from({ length: 6 }, () => word).join('-') };
  });
  const terms = answerTermsOf({ form: tppV2, answers: { optSectionRadio: 'Agent', classMembers }, taxIds: [] });
  expect(terms.length).toBeGreaterThan(1_000);
  expect(Buffer.byteLength(terms.join(''))).toBeLessThanOrEqual(500_000);
});
