import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageVariants } from '@redress/contract/site-files';

export const siteFolder = join(import.meta.dirname, '../../apps/site/dist/client');

/** Reads which file of a page visitors get on each day. */
export function readVariants(): PageVariants {
  const parse: (json: string) => PageVariants = JSON.parse;
  return parse(readFileSync(join(siteFolder, 'variants.json'), 'utf8'));
}

/** The HTML of a page of the built website, as sent to visitors on a day. */
export function htmlOn(day: string, path: string): string {
  const { pages } = readVariants();
  const shown = (pages[path] ?? []).filter(({ from }) => from <= day);
  const file = shown[shown.length - 1]?.file ?? join(path, 'index.html');
  return readFileSync(join(siteFolder, file), 'utf8');
}

/** The visible text of that page, without markup. */
export function wordsOn(day: string, path: string): string {
  return htmlOn(day, path)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}
