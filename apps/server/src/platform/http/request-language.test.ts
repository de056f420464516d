import { expect, test } from 'vitest';
import { chooseLanguage } from './request-language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['es', 'es'],
  ['ES', 'es'],
  ['es-MX', 'es'],
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['en;q=0.5, es;q=0.9', 'es'],
  ['en; q=0.5 , es ; q=0.9', 'es'],
  ['es, en', 'es'],
  ['en, es', 'en'],
  // An unsupported language before a supported one.
  ['zh-CN, zh;q=0.9, es;q=0.4', 'es'],
  ['zh', 'en'],
  ['*', 'en'],
  ['es;q=0.4, *;q=0.2', 'es'],
  ['es;q=0', 'en'],
  ['en;q=0, es;q=0.1', 'es'],
  // Unsupported, although it begins like a supported language.
  ['est, esu-US;q=0.8', 'en'],
  ['es;q=high, en;q=0.1', 'en'],
  ['es;q=7, en;q=0.1', 'en'],
  [',;,;q=1,es', 'es'],
])('%j asks for %s', (header, expected) => {
  expect(chooseLanguage(header)).toBe(expected);
});
