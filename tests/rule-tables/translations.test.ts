import { formsOf } from '@redress/contract/settlement';
import { type Form, isField, type Item, type Line, type Prose } from '@redress/forms/definition';
import { checkForm } from '@redress/forms/check-form';
import { parseAnswers } from '@redress/forms/parse-answers';
import { describe, expect, test } from 'vitest';
import { facts } from '@redress/content/facts';
import { states } from '@redress/content/shared/lists/states';
import { settlement } from '@redress/content/settlement';
import { messagesInSpanish } from '@redress/content/forms/messages.es';
import { ruleTables } from './all.ts';
import { withAnswer } from './rule-table.ts';

const spanish = settlement.translations?.es;
if (!spanish) throw new Error('The settlement has no Spanish translation.');
const pairs = formsOf(settlement).map((form) => {
  const translated = formsOf(spanish).find(({ id, version }) => id === form.id && version === form.version);
  if (!translated) throw new Error(`${form.id}.v${form.version} is not in Spanish.`);
  return { id: form.id, name: `${form.id}.v${form.version}`, english: form, spanish: translated };
});

test('every form exists in Spanish, in the order of the English ones', () => {
  expect(formsOf(spanish).map(({ id, version }) => [id, version])).toEqual(
    formsOf(settlement).map(({ id, version }) => [id, version]),
  );
});

test('every case has its receipt in Spanish, with the same number of paragraphs', () => {
  const lengths = (receipts: typeof settlement.receipts) =>
    Object.entries(receipts).map(([caseId, { caption, next }]) => [caseId, caption, next.length]);
  expect(lengths(spanish.receipts)).toEqual(lengths(settlement.receipts));
});

test('every Spanish message belongs to a form', () => {
  const originals = pairs.flatMap(({ english }) => english.sections.flatMap(({ items }) => items.flatMap(messagesOf)));
  expect(Object.keys(messagesInSpanish).filter((message) => !originals.includes(message))).toEqual([]);
});

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
    const alike = textsOf(translated).filter((text) => originals.has(text) && !sameInBothLanguages.has(text));
    expect(alike).toEqual([]);
  });

  test('has the same dates, amounts and numbers', () => {
    const [one, other] = [english, translated].map((form) => figuresIn(textsOf(form).join('\n')));
    expect(other).toEqual(one);
  });

  test('addresses readers as usted, with the quotation marks of the glossary', () => {
    const words = textsOf(translated).join('\n');
    expect(words).not.toMatch(/\b(tú|tu|tus|te|vosotros|puedes|debes|tienes)\b/i);
    expect(words).not.toMatch(/["«»]/);
  });
});

describe.each(ruleTables)('$name', (table) => {
  const translated = pairs.find(({ english }) => english === table.form)?.spanish ?? table.form;
  const examples = [{ field: '', value: '', messages: [] }, ...table.rows].map((row) => ({
    title: `${row.field}: ${String(row.value)}`,
    answers: row.field === '' ? table.base : withAnswer(table.base, row),
  }));

  test.each(examples)('gives $title the same errors as in English, in Spanish', ({ answers }) => {
    const inEnglish = parseAnswers(table.form, answers, table.context);
    const inSpanish = parseAnswers(translated, answers, table.context);
    if (inEnglish.ok || inSpanish.ok) {
      expect(inSpanish).toEqual(inEnglish);
      return;
    }
    expect(inSpanish.errors.map(({ field, rule }) => ({ field, rule }))).toEqual(
      inEnglish.errors.map(({ field, rule }) => ({ field, rule })),
    );
    const english = new Set(inEnglish.errors.map(({ message }) => message));
    expect(inSpanish.errors.filter(({ message }) => english.has(message))).toEqual([]);
  });
});

test.each(['CA', 'California ', 'Nueva York'])('a state is answered by its English name: %s', (state) => {
  const consumer = ruleTables.find(({ form }) => form.id === 'consumer');
  const form = pairs.find(({ id }) => id === 'consumer')?.spanish;
  const parsed = form && parseAnswers(form, { ...consumer?.base, state }, { noticeId: '100000001' });
  expect(parsed?.ok).toBe(state.trim() === 'California');
});

test('states have Spanish names, in Spanish alphabetical order, and none is missing', () => {
  for (const { spanish: form } of pairs) {
    const fields = form.sections.flatMap(({ items }) => items.filter(isField).filter(({ name }) => name === 'state'));
    for (const field of fields) {
      if (field.kind !== 'select') throw new Error('A state is chosen.');
      expect(field.options.toSorted()).toEqual(states.toSorted());
      expect(field.labels).toEqual(field.labels?.toSorted((one, other) => one.localeCompare(other, 'es')));
      expect(field.labels?.[field.options.indexOf('New York')]).toBe('Nueva York');
      expect(new Set(field.labels).size).toBe(states.length);
    }
  }
});

test('the class states are in the forms that list them', () => {
  for (const pair of pairs.filter(({ id }) => id === 'consumer' || id === 'tpp')) {
    const words = textsOf(pair.spanish).join('\n');
    for (const name of ['Carolina del Norte', 'Dakota del Sur', 'Nuevo Hampshire', 'Nueva York', 'Virginia Occidental'])
      expect(words).toContain(name);
    expect(words).toContain(`${facts.brandDrug.states.length} estados`);
  }
});

/** The same in both languages on purpose. */
const sameInBothLanguages = new Set<string>([...states, 'No', 'FEIN']);

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

/** Every visible text of a form. */
function textsOf(form: Form | undefined): string[] {
  if (!form) return [];
  return [form.title, ...form.sections.flatMap(({ title, items }) => [title, ...items.flatMap(textsOfItem)])];
}

function textsOfItem(item: Item): string[] {
  const cells = item.kind === 'rows' ? [item.rowLabel, ...item.of.flatMap(textsOfItem)] : [];
  return [
    ...('label' in item ? [item.label] : []),
    ...('hint' in item && item.hint !== undefined ? [item.hint] : []),
    ...('placeholder' in item && item.placeholder !== undefined ? [item.placeholder] : []),
    ...('options' in item ? (item.labels ?? item.options) : []),
    ...messagesOf(item),
    ...(item.kind === 'rows' ? [item.atMost.message] : []),
    ...(item.kind === 'documents' ? (item.due ?? []).map(({ message }) => message) : []),
    ...cells,
    ...proseOf(item).flatMap((block) => blockTexts(block)),
  ];
}

/** The messages of its rules, and of its cells' rules. */
function messagesOf(item: Item): string[] {
  const own = 'rules' in item ? item.rules.map(({ message }) => message) : [];
  return item.kind === 'rows' ? [...own, ...item.of.flatMap(messagesOf)] : own;
}

function proseOf(item: Item): Prose {
  return item.kind === 'prose' ? item.prose : [];
}

function blockTexts(block: Prose[number]): string[] {
  if (typeof block === 'object' && 'list' in block) return block.list.map(lineText);
  return [typeof block === 'object' && 'heading' in block ? block.heading : lineText(block)];
}

function lineText(line: Line): string {
  return typeof line === 'string' ? line : line.map((span) => (typeof span === 'string' ? span : span.text)).join('');
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
