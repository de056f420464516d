import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Form } from '@redress/forms/definition';
import { checkForm } from '@redress/forms/check-form';
import { expect, test } from 'vitest';
import { settlement } from '../settlement.ts';

/**
 * SHA-256 of the canonical JSON of each published definition. Claims point at the version that they were filed with, so a published
 * definition never changes: not its words, and not the facts and lists that it takes in. Write a new version beside it instead.
 */
const published: Readonly<Record<string, string>> = {
  'login.v1': 'ce34af5c6b025d2d9b3350a2c48ce5eeac3c440a9a5cb0578a58a22fe23253c3',
  'consumer.v1': '2ba821593b243145549dd64a9ac594e18b1af92cbc91a9a9c18d5a5813a08142',
  'tpp.v1': 'f686da1a98ee9d020a75d845ad13e29a417e43b5cfbda37fe1478691786d810c',
  'tpp.v2': 'a25333939cb3fca977cba878d85a44f0365cfadb5a373d44f3d06f9bea6d2726',
  'individual.v1': '146fc1d690786a543a1e1d43a0eb0bc32c60da9d43a94f6639cbefd4af189be7',
};

const definitions: readonly Form[] = [settlement.login, ...settlement.claimForms];

test.each(definitions.map((form) => [`${form.id}.v${form.version}`, form] as const))(
  '%s is as it was published',
  (name, form) => {
    const hash = createHash('sha256').update(canonicalJson(form)).digest('hex');
    expect(
      hash,
      published[name] === undefined
        ? `${name} has no pin yet: put the hash that came out into the list above.`
        : `${name} has changed. A published definition never changes, because stored claims refer to it. Take the change back (also in the ` +
            `facts and lists that it uses) and make it in a new version, ${form.id}.v${form.version + 1}.ts, with a pin of its own.`,
    ).toBe(published[name]);
  },
);

test('every definition is a sound one', () => {
  expect(definitions.flatMap(checkForm)).toEqual([]);
});

test('every definition in this folder is pinned and belongs to the settlement', () => {
  const files = readdirSync(import.meta.dirname).flatMap((file) => /^(.+\.v\d+)\.ts$/.exec(file)?.[1] ?? []);
  expect(files.toSorted()).toEqual(Object.keys(published).toSorted());
  expect(definitions.map((form) => `${form.id}.v${form.version}`).toSorted()).toEqual(
    Object.keys(published).toSorted(),
  );
});

test('a definition is plain data: nothing of it is lost in JSON', () => {
  for (const form of definitions) expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});

/** JSON with the keys of every object in order, so that only content counts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
