import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFolder } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { fund as sampleFund } from '@redress/contract/fixtures/sample-settlement';
import { formsOf } from '@redress/contract/settlement';
import { checkForm } from '@redress/forms/check-form';
import type { Form } from '@redress/forms/definition';
import { describe, expect, test } from 'vitest';
import { changeOf, lettersOf, nameOf, pinDefinitions, pinOf, readPins } from './pins.ts';

const pins = readPins();
const forms = formsOf(settlement);
const names = forms.map((form) => nameOf(form));
const letters = lettersOf(settlement);
const { funds } = settlement;

test('every definition is valid, and plain data, which survives JSON', () => {
  expect(forms.flatMap(checkForm)).toEqual([]);
  for (const one of [...forms, ...funds]) expect(JSON.parse(JSON.stringify(one))).toEqual(one);
});

test('every definition in the folder belongs to the settlement', () => {
  const files = readdirSync(join(contentFolder, 'forms')).flatMap((file) => /^(.+\.v\d+)\.ts$/.exec(file)?.[1] ?? []);
  expect(files.toSorted()).toEqual(names.toSorted());
});

describe.skipIf(pins === undefined)('once they are pinned', () => {
  test.each([...forms, ...letters, ...funds].map((one) => [nameOf(one), one] as const))(
    '%s is as it was published',
    (name, definition) => {
      const pin = pins?.hashes[name];
      const advice = pin === undefined ? `${name} has no pin yet: npm run forms:pin` : changeOf(definition);
      expect(pinOf(definition, pins?.correctedMessages ?? {}), advice).toBe(pin);
    },
  );

  test('every pin is of a form of the settlement, of a letter or of a plan', () => {
    const pinned = Object.keys(pins?.hashes ?? {}).filter((name) => !/^(letters|funds)\//.test(name));
    expect(pinned.toSorted()).toEqual(names.toSorted());
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
  const first = pinDefinitions([form], undefined, []);
  expect(first.pinned).toEqual([name]);
  expect(pinDefinitions([form], first.pins, [])).toEqual({ ...first, pinned: [] });

  const refusal = pinDefinitions([retitled], first.pins, []);
  expect(refusal.pins).toEqual(first.pins);
  expect(refusal.refused).toEqual([
    expect.stringMatching(new RegExp(`${name}.*new version.*v${String(form.version + 1)}.*--again ${name}`)),
  ]);
  expect(pinDefinitions([retitled], first.pins, [name]).pins.hashes[name]).toBe(pinOf(retitled, {}));
});

test('a pinned form that the settlement no longer lists is named, and its pin kept', () => {
  const first = pinDefinitions([form], undefined, []);
  const without = pinDefinitions([], first.pins, []);
  expect(without.refused).toEqual([expect.stringContaining(`${name}.ts is pinned`)]);
  expect(without.pins).toEqual(first.pins);
  expect(pinDefinitions([], first.pins, [name]).pins.hashes).toEqual({});
});

test('a letter is pinned in each language; a changed one is refused, and its pin outlives it', () => {
  const [letter] = letters;
  if (!letter) throw new Error('The settlement has no letter.');
  const change = (version: number) => ({ ...letter, template: { ...letter.template, version, subject: 'Another' } });
  const { version } = letter.template;
  const first = pinDefinitions(letters, undefined, []);
  expect(first.pinned).toHaveLength(letters.length);

  const refusal = pinDefinitions([change(version)], first.pins, []);
  expect(refusal.refused).toEqual([
    expect.stringMatching(new RegExp(`^${nameOf(letter)}.ts has changed.*new version, ${nameOf(letter, 1)}.ts`)),
  ]);
  const next = pinDefinitions([change(version + 1)], first.pins, []);
  expect(next).toMatchObject({ pinned: [nameOf(letter, 1)], refused: [] });
  expect(pinDefinitions([change(version)], next.pins, []).refused).toHaveLength(1);
});

test('a plan of allocation is pinned; a changed one is refused, and earlier pins stay while the fund exists', () => {
  const first = sampleFund();
  const change = (version: number) => ({ ...first, version, feeAtMost: first.feeAtMost - 1 });
  const { pins: before, pinned } = pinDefinitions([first], undefined, []);
  expect(pinned).toEqual(['funds/oak.v1']);
  expect(pinDefinitions([change(1)], before, []).refused).toEqual([
    expect.stringMatching(
      /^funds.ts, version 1 of "oak" has changed.*new version, funds.ts, version 2 of "oak"\. If the website/,
    ),
  ]);
  const next = pinDefinitions([change(2)], before, []);
  expect(next).toMatchObject({ pinned: ['funds/oak.v2'], refused: [] });
  expect(Object.keys(next.pins.hashes)).toEqual(['funds/oak.v1', 'funds/oak.v2']);
  expect(pinDefinitions([], before, []).refused).toEqual([
    expect.stringMatching(/^funds.ts, version 1 of "oak", is pinned.*--again funds\/oak.v1$/),
  ]);
});
