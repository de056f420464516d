import { describe, expect, test } from 'vitest';
import { facts } from '../facts.ts';
import { claimFormPapers } from './claim-forms.ts';

const sources = claimFormPapers.flatMap(({ id, source }) => (source.kind === 'claim-form' ? [{ id, source }] : []));

test('there is a paper for each of the three claim forms, under the names that pages link to', () => {
  expect(sources.map(({ id, source }) => [id, source.form.resource])).toEqual([
    ['consumer-claim-form', 'ConsumerClaimants'],
    ['tpp-claim-form', 'TppClaimants'],
    ['savings-club-claim-form', 'IndividualClaimants'],
  ]);
});

test.each([
  ['consumer-claim-form', 'July 17, 2025', facts.mailingAddress],
  ['tpp-claim-form', 'July 17, 2025', facts.mailingAddress],
  ['savings-club-claim-form', 'April 17, 2025', facts.savingsClubMailingAddress],
])('%s is due by %s, at its own settlement’s address', (id, deadline, address) => {
  const found = sources.find((each) => each.id === id)?.source;
  expect(found?.deadline).toContain(deadline);
  expect(found?.mailTo).toEqual(address);
});

describe.each(sources)('$id', ({ source }) => {
  const { form } = source;
  test('other words on paper are for items and sections that the form has', () => {
    const names = form.sections.flatMap(({ items }) => items).map((item) => ('name' in item ? item.name : ''));
    expect(Object.keys(source.itemsOnPaper ?? {}).filter((name) => !names.includes(name))).toEqual([]);
    const letters = form.sections.map(({ letter }) => letter);
    expect(Object.keys(source.sectionsOnPaper ?? {}).filter((letter) => !letters.includes(letter))).toEqual([]);
  });

  test('no word on paper is about a screen only', () => {
    const labels = form.sections
      .flatMap(({ items }) => items)
      .filter((item) => 'label' in item && item.kind !== 'captcha' && item.kind !== 'honeypot')
      .map((item) => ({ ...item, ...('name' in item ? source.itemsOnPaper?.[item.name] : {}) }));
    for (const item of labels) {
      const words = ['label' in item ? item.label : '', 'hint' in item ? item.hint : ''].join(' ');
      expect(words).not.toMatch(/electronic|paste|upload|type your/i);
    }
  });

  test('it says how payments come', () => {
    const words = JSON.stringify(source.instructions);
    expect(words).toContain('payment app');
    expect(words).toContain('direct deposit');
    expect(words).toContain('paper check');
  });
});
