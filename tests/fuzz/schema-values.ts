import fc from 'fast-check';
import type { JsonSchema } from './api-description.ts';
import { canary } from './fuzz-request.ts';

/** Characters for text that must match a pattern, if random text does not. */
const plausible = [
  '85001',
  '85001-1234',
  '6025550100',
  '123456789',
  '1250.5',
  '0',
  '24',
  'a@b',
  "o'neil.+x@example.com",
  'Jane',
  '200000001',
  'TEST0001',
];
/** Letters, digits and punctuation that the forms' patterns accept, including rare ones. */
const letters = [
  ...Array.from("aZ 09.-'’&#/()[]ñÑßİıſﬁøŁЖ漢字ع"),
  '\u0301',
  '\u0308',
  '\u0e33',
  '\u{1E900}',
  '\u{20000}',
  '\u200d',
];

/** JSON values that a schema allows, its limits first. */
export function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: 5 }),
        fc.constantFrom(2 ** 31, 2 ** 53, 1e21, 1_000),
      );
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
}

function arrayOf({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema): fc.Arbitrary<unknown> {
  const few = fc.array(valueOf(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) });
  // The same row, up to the maximum: generating thousands of different ones would take longer than
  // the server needs.
  const full = valueOf(items).map((item) => Array.from({ length: maxItems }, () => item));
  return fc.oneof({ weight: 30, arbitrary: few }, { weight: 1, arbitrary: full });
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const arbitraries = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]));
  return fc.record(arbitraries, { requiredKeys: [...required] });
}

function textOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  const test = new RegExp(pattern ?? '', 'u');
  const fits = (text: string) => test.test(text) && text.length >= minLength && text.length <= maxLength;
  const fixed = [
    ...plausible,
    canary,
    'x'.repeat(maxLength),
    'x'.repeat(minLength),
    '\u0301'.repeat(minLength),
    '9'.repeat(maxLength),
  ].filter(fits);
  const free = fc.string({
    unit: fc.constantFrom(...letters),
    minLength,
    maxLength: Math.min(maxLength, minLength + 40),
  });
  if (fixed.length === 0) return free;
  return fc.oneof(
    fc.constantFrom(...fixed),
    free.map((text) => (fits(text) ? text : (fixed[0] ?? text))),
  );
}
