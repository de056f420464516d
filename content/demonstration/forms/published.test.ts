import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { formsOf } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';
import { checkForm } from '@redress/forms/check-form';
import { expect, test } from 'vitest';
import { settlement } from '../settlement.ts';

/**
 * SHA-256 of the canonical JSON of each published definition. Claims refer to the version that they
 * were filed with, so a published definition never changes, and neither do the facts and lists that
 * it uses. Only its error messages may be corrected (docs/decisions/0019-pinned-definitions.md).
 * Write a new version for anything else.
 */
const published: Readonly<Record<string, string>> = {
  'login.v1': 'ce34af5c6b025d2d9b3350a2c48ce5eeac3c440a9a5cb0578a58a22fe23253c3',
  'lost-ids.v1': 'f36ac22300e3025ba5f3600e7c73c6fe65a7fe74036ce5592216f0240b1332d0',
  'consumer.v1': '2ba821593b243145549dd64a9ac594e18b1af92cbc91a9a9c18d5a5813a08142',
  'tpp.v1': 'f686da1a98ee9d020a75d845ad13e29a417e43b5cfbda37fe1478691786d810c',
  'tpp.v2': 'a25333939cb3fca977cba878d85a44f0365cfadb5a373d44f3d06f9bea6d2726',
  'individual.v1': '146fc1d690786a543a1e1d43a0eb0bc32c60da9d43a94f6639cbefd4af189be7',
};

/**
 * Error messages corrected since a version was published: the current message by the published one.
 */
const correctedMessages: Readonly<Record<string, string>> = {};

const definitions = formsOf(settlement);

test.each(definitions.map((form) => [`${form.id}.v${form.version}`, form] as const))(
  '%s is as it was published',
  (name, form) => {
    expect(
      pinOf(form, correctedMessages),
      published[name] === undefined
        ? `${name} has no pin yet: add the hash above to the list.`
        : `${name} has changed. List a corrected error message in correctedMessages. Undo any other change (also in the facts and ` +
            `lists that it uses) and make it in a new version, ${form.id}.v${form.version + 1}.ts, with its own pin.`,
    ).toBe(published[name]);
  },
);

test('every definition is valid', () => {
  expect(definitions.flatMap(checkForm)).toEqual([]);
});

test('every definition in this folder is pinned and belongs to the settlement', () => {
  const files = readdirSync(import.meta.dirname).flatMap((file) => /^(.+\.v\d+)\.ts$/.exec(file)?.[1] ?? []);
  expect(files.toSorted()).toEqual(Object.keys(published).toSorted());
  expect(definitions.map((form) => `${form.id}.v${form.version}`).toSorted()).toEqual(
    Object.keys(published).toSorted(),
  );
});

test('a definition is plain data, which survives JSON', () => {
  for (const form of definitions) expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});

test('a pin ignores listed corrections of error messages, and nothing else', () => {
  const parse: (json: string) => Form = JSON.parse;
  const correct =
    (published: string, current: string) =>
    (form: Form): Form =>
      parse(JSON.stringify(form).replaceAll(JSON.stringify(published), JSON.stringify(current)));
  const [form] = settlement.claimForms;
  if (!form) throw new Error('The settlement has no claim form.');
  const corrected = correct('This field is required', 'Please complete this field')(form);
  expect(corrected).not.toEqual(form);
  expect(pinOf(corrected, { 'This field is required': 'Please complete this field' })).toBe(pinOf(form, {}));
  expect(pinOf(corrected, {})).not.toBe(pinOf(form, {}));
  const retitled = correct(form.title, 'Another title')(form);
  expect(pinOf(retitled, { [form.title]: 'Another title' })).not.toBe(pinOf(form, {}));
});

/**
 * The hash of a definition as it was published: its corrected error messages are restored first.
 */
function pinOf(form: Form, corrected: Readonly<Record<string, string>>): string {
  const published = new Map(Object.entries(corrected).map(([before, now]) => [now, before]));
  const canonical = JSON.stringify(form, (_key, part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const isErrorMessage = 'rule' in part || 'rows' in part;
    const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => [
      key,
      isErrorMessage && key === 'message' ? (published.get(String(value)) ?? value) : value,
    ]);
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
  return createHash('sha256').update(canonical).digest('hex');
}
