import { formsOf } from '@redress/contract/settlement';
import { isField } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { facts } from '@redress/content/facts';
import { states } from '@redress/content/shared/lists/states';
import { settlement } from '@redress/content/settlement';
import { messagesInSpanish } from '@redress/content/forms/messages.es';
import { messagesOf, textsOf } from '../settlement/form-texts.ts';

const spanish = settlement.translations?.es;
if (!spanish) throw new Error('The settlement has no Spanish translation.');
const pairs = formsOf(settlement).map((form) => {
  const translated = formsOf(spanish).find(({ id, version }) => id === form.id && version === form.version);
  if (!translated) throw new Error(`${form.id}.v${form.version} is not in Spanish.`);
  return { id: form.id, name: `${form.id}.v${form.version}`, english: form, spanish: translated };
});

test('every Spanish message belongs to a form', () => {
  const originals = pairs.flatMap(({ english }) => english.sections.flatMap(({ items }) => items.flatMap(messagesOf)));
  expect(Object.keys(messagesInSpanish).filter((message) => !originals.includes(message))).toEqual([]);
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
