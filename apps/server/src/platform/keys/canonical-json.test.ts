import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

/** The definition: `JSON.stringify` of a copy with sorted keys. Stored hashes were made with it. */
function sortedJson(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.nat(300).map(String)), tie('value'), { maxKeys: 5 }),
  ),
})).value;

test('is the JSON of a copy with sorted keys', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(canonicalJson([value])).toBe(sortedJson([value]));
    }),
    { numRuns: 2_000 },
  );
});

test('leaves undefined fields out, and sorts keys by UTF-16 units with array indices first', () => {
  expect(canonicalJson({ b: 1, a: undefined, '10': 2, '9': 3, é: 4, Z: 5, '01': 6 })).toBe(
    '{"9":3,"10":2,"01":6,"Z":5,"b":1,"é":4}',
  );
});
