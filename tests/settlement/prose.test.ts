import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentFolder } from '@redress/content/folders';
import { site } from '@redress/content/site';

const folder = join(contentFolder, 'pages');
const pages = readdirSync(folder).filter((file) => file.endsWith('.mdx'));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The IDs of documents may end with a year, which is part of a name. */
const withoutIds = (text: string): string => text.replace(/(['"])[a-z]+(-[a-z]+)*-\d{4}\1/g, '');

test.each(pages)('%s takes every year, amount, percentage and phone number from the facts', (file) => {
  const written = withoutIds(read(file)).match(
    /\b(19|20)\d\d\b|\$\d|\b\d+(\.\d+)? ?%|\d (million|millones|dollars|dólares)|\d{3}-\d{4}/g,
  );
  expect(written ?? []).toEqual([]);
});

test.each(pages)('%s places its dates where it says so; an index would list their heading too', (file) => {
  const text = read(file);
  if (text.includes('<KeyDates />')) expect(text).toMatch(/^export const placesDates = true;$/m);
  expect(text.includes('<KeyDates />') && text.includes('export const hasIndex')).toBe(false);
});

test('every prose page has a text, and every text has a page', () => {
  const texts = site.pages.flatMap((page) => ('text' in page ? [`${page.text}.mdx`] : []));
  expect(pages.toSorted()).toEqual(texts.toSorted());
});
