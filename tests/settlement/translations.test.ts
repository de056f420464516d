import { settlement } from '@redress/content/settlement';
import { textsOfLetter } from '@redress/contract/letter-texts';
import { letterKinds, type LetterPart } from '@redress/contract/letters';
import { formsOf } from '@redress/contract/settlement';
import { checkForm } from '@redress/forms/check-form';
import { type Form, isField, type Prose } from '@redress/forms/definition';
import { describe, expect, test } from 'vitest';
import { proseOf, textsOf } from './form-texts.ts';
import { nameOf } from './pins.ts';

const spanish = settlement.translations?.es;
const inSpanish = spanish ? formsOf(spanish) : [];
const pairs = inSpanish.flatMap((translated) => {
  const english = formsOf(settlement).find((form) => nameOf(form) === nameOf(translated));
  return english ? [{ name: nameOf(english), english, spanish: translated }] : [];
});

describe.skipIf(spanish === undefined)('in Spanish', () => {
  test('every form exists in Spanish, in the order of the English ones', () => {
    expect(inSpanish.map((form) => nameOf(form))).toEqual(formsOf(settlement).map((form) => nameOf(form)));
  });

  test('every case has its receipt in Spanish, with the same number of paragraphs', () => {
    const lengths = (receipts: typeof settlement.receipts) =>
      Object.entries(receipts).map(([caseId, { caption, next }]) => [caseId, caption, next.length]);
    expect(lengths(spanish?.receipts ?? {})).toEqual(lengths(settlement.receipts));
  });

  test.each(letterKinds)(
    'the letter %s has the same parts, dates and numbers, and addresses readers as usted',
    (kind) => {
      const [english, translated] = [settlement.letters[kind], spanish?.letters[kind]];
      if (!translated) throw new Error(`There is no ${kind} in Spanish.`);
      expect(translated.body.map(partOf)).toEqual(english.body.map(partOf));
      const [one, other] = [english, translated].map((letter) => textsOfLetter(letter).join('\n'));
      expect(figuresIn(other ?? '')).toEqual(figuresIn(one ?? ''));
      expect(other).not.toMatch(notUsted);
      expect(other).not.toMatch(notOurQuotes);
    },
  );

  describe.each(pairs)('$name', ({ english, spanish: translated }) => {
    test('is a valid form that names its language', () => {
      expect(checkForm(translated)).toEqual([]);
      expect(translated.language).toBe('es');
    });

    test('has the same fields and rules: only the text differs', () => {
      expect(withoutVisibleText(translated)).toEqual(withoutVisibleText(english));
    });

    test('has the same number of paragraphs, list items and headings between the questions', () => {
      const shapes = (form: Form) => form.sections.map(({ items }) => items.flatMap(proseOf).map(shapeOf));
      expect(shapes(translated)).toEqual(shapes(english));
    });

    test('has no English text left', () => {
      const originals = new Set(textsOf(english));
      const alike = textsOf(translated).filter((text) => originals.has(text) && !isName(text));
      expect(alike).toEqual([]);
    });

    test('has the same dates, amounts and numbers', () => {
      const [one, other] = [english, translated].map((form) => figuresIn(textsOf(form).join('\n')));
      expect(other).toEqual(one);
    });

    test('addresses readers as usted, with the quotation marks of the glossary', () => {
      const words = textsOf(translated).join('\n');
      expect(words).not.toMatch(notUsted);
      expect(words).not.toMatch(notOurQuotes);
    });
  });
});

const notUsted = /\b(tú|tu|tus|te|vosotros|puedes|debes|tienes)\b/i;
const notOurQuotes = /["«»]/;

const partOf = (part: LetterPart): string =>
  typeof part === 'string'
    ? 'paragraph'
    : 'list' in part
      ? `list of ${part.list.length}`
      : (Object.keys(part)[0] ?? '');

/** Options may be the same in both languages, such as names of places. */
const options = new Set(
  formsOf(settlement).flatMap(({ sections }) =>
    sections.flatMap(({ items }) =>
      items.filter(isField).flatMap((field) => ('options' in field ? field.options : [])),
    ),
  ),
);
/** Abbreviations, too. */
const isName = (text: string): boolean => text === '' || options.has(text) || text === text.toUpperCase();

const visibleTextKeys = new Set([
  'title',
  'label',
  'hint',
  'placeholder',
  'message',
  'rowLabel',
  'labels',
  'prose',
  'language',
]);

/** A form without its visible text; options are sorted, because they mean the same in any order. */
function withoutVisibleText(form: Form): unknown {
  return JSON.parse(
    JSON.stringify(form, (key, value: unknown) => {
      if (visibleTextKeys.has(key)) return undefined;
      return key === 'options' && Array.isArray(value) ? value.map(String).toSorted() : value;
    }),
  );
}

function shapeOf(block: Prose[number]): string {
  if (typeof block === 'object' && 'list' in block) return `list of ${block.list.length}`;
  return typeof block === 'object' && 'heading' in block ? 'heading' : 'paragraph';
}

/**
 * Every number in a text, days as `2008-6-14`; sorted, because languages order their words
 * differently.
 */
function figuresIn(text: string): string[] {
  const english = 'January February March April May June July August September October November December'.split(' ');
  const inSpanish = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  );
  const days: string[] = [];
  const rest = text
    .replaceAll(/([A-Z][a-z]+) (\d+), (\d{4})/g, (_, month: string, day: string, year: string) => {
      days.push(`${year}-${english.indexOf(month) + 1}-${day}`);
      return '';
    })
    .replaceAll(/(\d+) de ([a-z]+) de (\d{4})/g, (_, day: string, month: string, year: string) => {
      days.push(`${year}-${inSpanish.indexOf(month) + 1}-${day}`);
      return '';
    });
  return [...new Set([...days, ...(rest.match(/\d[\d.,]*(?<=\d)/g) ?? [])])].toSorted();
}
