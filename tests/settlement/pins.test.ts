import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { formsOf } from '@redress/contract/settlement';
import { checkForm } from '@redress/forms/check-form';
import type { Form } from '@redress/forms/definition';
import { describe, expect, test } from 'vitest';
import { changeOf, nameOf, pinForms, pinOf, readPins } from './pins.ts';

const pins = readPins();
const forms = formsOf(settlement);
const names = forms.map(nameOf);

test('every definition is valid, and plain data, which survives JSON', () => {
  expect(forms.flatMap(checkForm)).toEqual([]);
  for (const form of forms) expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});

test('every definition in the folder belongs to the settlement', () => {
  const files = readdirSync(join(contentFolder, 'forms')).flatMap((file) => /^(.+\.v\d+)\.ts$/.exec(file)?.[1] ?? []);
  expect(files.toSorted()).toEqual(names.toSorted());
});

describe.skipIf(pins === undefined)('once forms are pinned', () => {
  test.each(forms.map((form) => [nameOf(form), form] as const))('%s is as it was published', (name, form) => {
    const pin = pins?.hashes[name];
    const advice = pin === undefined ? `${name} has no pin yet: npm run forms:pin` : changeOf(form);
    expect(pinOf(form, pins?.correctedMessages ?? {}), advice).toBe(pin);
  });

  test('every pin is of a form of the settlement', () => {
    expect(Object.keys(pins?.hashes ?? {}).toSorted()).toEqual(names.toSorted());
  });
});

const parse: (json: string) => Form = JSON.parse;
const correct =
  (published: string, current: string) =>
  (form: Form): Form =>
    parse(JSON.stringify(form).replaceAll(JSON.stringify(published), JSON.stringify(current)));
const [form] = settlement.claimForms;
if (!form) throw new Error('The settlement has no claim form.');
const name = nameOf(form);
const retitled = correct(form.title, 'Another title')(form);

test('a pin ignores listed corrections of error messages, and nothing else', () => {
  const message = form.sections
    .flatMap(({ items }) => items)
    .flatMap((item) => ('rules' in item ? item.rules : []))
    .at(0)?.message;
  if (message === undefined) throw new Error('The form has no rule.');
  const corrected = correct(message, 'Please complete this field.')(form);
  expect(corrected).not.toEqual(form);
  expect(pinOf(corrected, { [message]: 'Please complete this field.' })).toBe(pinOf(form, {}));
  expect(pinOf(corrected, {})).not.toBe(pinOf(form, {}));
  expect(pinOf(retitled, { [form.title]: 'Another title' })).not.toBe(pinOf(form, {}));
});

test('a form is pinned once; a changed one only again when it is named, and the refusal names the remedy', () => {
  const first = pinForms([form], undefined, []);
  expect(first.pinned).toEqual([name]);
  expect(pinForms([form], first.pins, [])).toEqual({ ...first, pinned: [] });

  const refusal = pinForms([retitled], first.pins, []);
  expect(refusal.pins).toEqual(first.pins);
  expect(refusal.refused).toEqual([
    expect.stringMatching(new RegExp(`${name}.*new version.*v${String(form.version + 1)}.*--again ${name}`)),
  ]);
  expect(pinForms([retitled], first.pins, [name]).pins.hashes[name]).toBe(pinOf(retitled, {}));
});

test('a pinned form that the settlement no longer lists is named, and its pin kept', () => {
  const first = pinForms([form], undefined, []);
  const without = pinForms([], first.pins, []);
  expect(without.refused).toEqual([expect.stringContaining(`${name}.ts is pinned`)]);
  expect(without.pins).toEqual(first.pins);
  expect(pinForms([], first.pins, [name]).pins.hashes).toEqual({});
});
