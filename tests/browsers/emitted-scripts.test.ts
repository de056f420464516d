import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLater } from './script-reading.ts';

const built = join(import.meta.dirname, '../../apps/site/dist/client');
const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(built, file), 'utf8');
const loading = files.filter((file) => /\.(?:html|m?js)$/.test(file)).map((file) => ({ file, text: read(file) }));
/**
 * All scripts that a browser may load. Vike also emits scripts for its own router, which no page
 * references.
 */
const scripts = files.filter(
  (file) => /\.m?js$/.test(file) && loading.some((one) => one.file !== file && one.text.includes(basename(file))),
);
const namesIn = (code: string): string[] => findLater(code).map(({ name }) => name);

test('the built website has scripts', () => {
  expect(scripts.length).toBeGreaterThan(5);
});

test.each(scripts)('%s has nothing that browsers of early 2020 lack', (file) => {
  expect(findLater(read(file))).toEqual([]);
  // They are ignored: a date is then 7/17/2025, and a time is the date.
  expect(read(file)).not.toMatch(/\b(?:date|time)Style\b/);
});

test('no script imports the entry of a page, which would start that page’s island on another page', () => {
  const entries = scripts.map((file) => basename(file)).filter((name) => /(?:^|_)pages_\w+_client\./.test(name));
  expect(entries.length).toBeGreaterThan(2);
  const importing = scripts.filter((file) => entries.some((entry) => read(file).includes(entry)));
  expect(importing).toEqual([]);
});

describe('what is found', () => {
  test.each([
    ['a class with a private field', 'class A { #b = 1 }', expect.stringContaining('Unexpected')],
    ['a logical assignment', 'a ??= 1', expect.stringContaining('Unexpected')],
    ['a method of whatever object', 'a.b().at(-1)', '.at'],
    ['a function of a global object', 'Object.hasOwn(a, "b")', 'Object.hasOwn'],
    ['a global function', 'structuredClone(a)', 'structuredClone'],
    ['a global class', 'new WeakRef(a)', 'WeakRef'],
    ['a class that cannot be constructed', 'new DataTransfer()', 'DataTransfer'],
    ['a lookbehind in a literal', '/(?<=a)b/', 'lookbehind'],
    ['a lookbehind in words', 'new RegExp("(?<!a)b")', 'lookbehind'],
  ])('%s', (_, code, name) => {
    expect(namesIn(code)).toEqual([name]);
  });

  test.each([
    ['the syntax of 2020', 'export const a = async () => (await import("./b.js"))?.c ?? 2n ** 3n'],
    ['what is asked for first', 'typeof a.showModal == "function" ? a.showModal() : a.b()'],
    ['what is called only where it is', 'a.showModal?.()'],
    ['what fails only where something else is done', 'try { new DataTransfer() } catch { a() }'],
    ['the bytes of an answer', 'new Response(a).arrayBuffer()'],
    ['a name that is only a word', '({ at: 1 }).at'],
  ])('not: %s', (_, code) => {
    expect(namesIn(code)).toEqual([]);
  });
});
