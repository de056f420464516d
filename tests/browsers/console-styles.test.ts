import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const built = join(import.meta.dirname, '../../apps/console/dist');
const css = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(join(built, file), 'utf8'))
  .join('\n');

const tokens = new Map(
  [...css.matchAll(/(--type-[a-z]+):\s*([^;}]+)/g)].map(([, name = '', size = '']) => [name, size]),
);
const valuesOf = (property: string) =>
  [...css.matchAll(new RegExp(`(?<![-\\w])${property}:\\s*([^;}]+)`, 'g'))].map(([, value = '']) => value.trim());

test('the console has at most five type sizes, and each is a token', () => {
  expect(new Set(tokens.values()).size).toBe(tokens.size);
  expect(tokens.size).toBeGreaterThan(0);
  expect(tokens.size).toBeLessThanOrEqual(5);
  // Charts, which the website has too, give the size instead of the token.
  const known = ['inherit', ...tokens.values(), ...[...tokens.keys()].map((name) => `var(${name})`)];
  const sizes = valuesOf('font-size').map((size) => size.replace(/^\./, '0.'));
  expect(sizes.filter((size) => !known.map((each) => each.replace(/^\./, '0.')).includes(size))).toEqual([]);
  // The size of the page itself; the others are fractions of it.
  expect(valuesOf('font').filter((value) => value !== 'inherit')).toEqual([expect.stringMatching(/^93\.75%/)]);
});

test('forms are at most 40 rem wide', () => {
  expect(css).toMatch(/:where\(form:not\(\.filters\)\)\s*\{max-width:40rem\}/);
});
