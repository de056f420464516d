import { describe, expect, test } from 'vitest';
import { facts } from '../facts.ts';
import { claimFormDocumentsEs } from './claim-forms.es.ts';
import { lateClaimsInSpanish } from '../late-claims.es.ts';
import { lateClaims } from '../late-claims.ts';
import { claimFormDocuments } from './claim-forms.ts';

const sources = [...claimFormDocuments, ...claimFormDocumentsEs].flatMap(({ id, language, source }) =>
  source.kind === 'claim-form' ? [{ id, language, source }] : [],
);

test('each of the three claim forms can be printed in both languages, under the names that pages link to', () => {
  expect(sources.map(({ id, source }) => [id, source.form.resource])).toEqual([
    ['consumer-claim-form', 'ConsumerClaimants'],
    ['tpp-claim-form', 'TppClaimants'],
    ['savings-club-claim-form', 'IndividualClaimants'],
    ['formulario-reclamo-consumidor', 'ConsumerClaimants'],
    ['formulario-reclamo-tpp', 'TppClaimants'],
    ['formulario-reclamo-club-de-ahorros', 'IndividualClaimants'],
  ]);
  for (const { language, source } of sources) expect(source.form.language ?? 'en').toBe(language);
});

test('a Spanish printed form has the same questions and enclosures as its English one', () => {
  const [english, spanish] = [claimFormDocuments, claimFormDocumentsEs].map((documents) =>
    documents.map(({ source }) =>
      source.kind === 'claim-form'
        ? {
            caption: source.caption,
            mailTo: source.mailTo,
            printedRows: source.printedRows,
            instructions: source.instructions.map((block) =>
              typeof block === 'object' && 'list' in block ? block.list.length : 'paragraph',
            ),
            checklist: source.checklist.length,
            extraFields: source.extraFields?.map(({ name, kind, rules }) => ({ name, kind, rules })),
            items: Object.entries(source.printedItems ?? {}).map(([name, item]) => [name, Object.keys(item)]),
            sections: Object.entries(source.printedSections ?? {}).map(([letter, { prose }]) => [
              letter,
              prose?.length,
            ]),
          }
        : undefined,
    ),
  );
  expect(spanish).toEqual(english);
});

test.each([
  ['consumer-claim-form', 'July 17, 2025', facts.mailingAddress],
  ['tpp-claim-form', 'July 17, 2025', facts.mailingAddress],
  ['savings-club-claim-form', 'April 17, 2025', facts.savingsClubMailingAddress],
  ['formulario-reclamo-consumidor', '17 de julio de 2025', facts.mailingAddress],
  ['formulario-reclamo-tpp', '17 de julio de 2025', facts.mailingAddress],
  ['formulario-reclamo-club-de-ahorros', '17 de abril de 2025', facts.savingsClubMailingAddress],
])('%s is due by %s, at its own settlement’s address', (id, deadline, address) => {
  const found = sources.find((each) => each.id === id)?.source;
  expect(found?.deadline).toContain(deadline);
  expect(found?.mailTo).toEqual(address);
});

describe.each(sources)('$id', ({ language, source }) => {
  const { form } = source;
  test('text for print replaces only items and sections that the form has', () => {
    const names = form.sections.flatMap(({ items }) => items).map((item) => ('name' in item ? item.name : ''));
    expect(Object.keys(source.printedItems ?? {}).filter((name) => !names.includes(name))).toEqual([]);
    const letters = form.sections.map(({ letter }) => letter);
    expect(Object.keys(source.printedSections ?? {}).filter((letter) => !letters.includes(letter))).toEqual([]);
  });

  test('no printed label or hint refers to a screen', () => {
    const labels = form.sections
      .flatMap(({ items }) => items)
      .filter((item) => 'label' in item && item.kind !== 'captcha' && item.kind !== 'honeypot')
      .map((item) => ({ ...item, ...('name' in item ? source.printedItems?.[item.name] : {}) }));
    for (const item of labels) {
      const words = ['label' in item ? item.label : '', 'hint' in item ? item.hint : ''].join(' ');
      expect(words).not.toMatch(/electronic|paste|upload|type your|firma electrónica|pegar|suba|escriba su nombre/i);
    }
  });

  test('it says beside its deadline that late claims are taken and may not be paid, as the pages say', () => {
    const onPages = { en: lateClaims, es: lateClaimsInSpanish }[language];
    const [first = '', ...rest] = onPages.split(/(?<=\.) /);
    for (const sentence of rest) expect(source.afterDeadline).toContain(sentence);
    const stillFile = first.replace(/\.$/, '').toLowerCase();
    expect(source.afterDeadline.toLowerCase()).toContain(stillFile);
    expect(form.afterDeadline).toBe('accept-late');
  });

  test('its declaration has the words of 28 U.S.C. § 1746', () => {
    const words = {
      en: /certify under penalty of perjury under the laws of the United States that:/,
      es: /certifico bajo pena de perjurio, conforme a las leyes de los Estados Unidos, que:/,
    };
    expect(JSON.stringify(source.printedSections?.['E']?.prose)).toMatch(words[language]);
  });

  test('it says how payments are sent', () => {
    const words = JSON.stringify(source.instructions);
    const ways = {
      en: ['payment app', 'direct deposit', 'paper check'],
      es: ['aplicación de pagos', 'depósito directo', 'cheque en papel'],
    };
    for (const way of ways[language]) expect(words).toContain(way);
  });
});
