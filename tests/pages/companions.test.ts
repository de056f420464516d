import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathIn } from '@redress/contract/translate-pages';
import { describe, expect, it } from 'vitest';
import { site } from '@redress/content/site';
import { hasPoppler, runPdfTool } from '../../packages/documents/fixtures/pdf-tools.ts';
import { htmlOn, readVariants, siteFolder } from './built-page.ts';

const read = (text: string): string =>
  readFileSync(join(import.meta.dirname, '../../content/demonstration/pages', `${text}.mdx`), 'utf8');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** Published documents that exist in both languages; the others are only in English. */
const spanishDocuments: Readonly<Record<string, string>> = {
  'long-form-notice-2025': 'aviso-detallado-2025',
  'summary-notice-2025': 'aviso-resumido-2025',
  'long-form-notice-2024': 'aviso-detallado-2024',
  'summary-notice-2024': 'aviso-resumido-2024',
  'consumer-claim-form': 'formulario-reclamo-consumidor',
  'tpp-claim-form': 'formulario-reclamo-tpp',
  'savings-club-claim-form': 'formulario-reclamo-club-de-ahorros',
  'privacy-policy': 'politica-de-privacidad',
};

/** The Spanish target of a link on an English page. */
function inSpanish(href: string): string {
  const [, id = '', ending = ''] = /^\/documents\/([^.]+)(\..+)$/.exec(href) ?? [];
  if (id) return `/documents/${spanishDocuments[id] ?? id}${ending}`;
  return href.startsWith('/') ? pathIn('es', href) : href;
}

/**
 * The main part of a page, without its index, whose anchors come from the headings, and without the
 * link to the other language.
 */
const proseOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<nav class="page-index".*?<\/nav>/gs, '')
    .replace(/<p lang="es"><a href="\/espanol".*?<\/p>/gs, '');

/** Links to other pages and published documents. */
const linksOf = (html: string): string[] => matches(proseOf(html), / href="([^#"][^"]*)"/g);
const blocksOf = (html: string): string[] => matches(proseOf(html), /<(h[1-6]|li|tr|time|address|table)\b/g);

const companions = site.pages.flatMap((page) => {
  const original = site.pages.find(({ path }) => path === page.translationOf);
  return original && 'text' in page && 'text' in original
    ? [{ path: original.path, spanishPath: page.path, text: original.text, spanishText: page.text }]
    : [];
});

/** One entry for each variant of the pages. */
const days = [...new Set(Object.values(readVariants().pages).flatMap((variants) => variants.map(({ from }) => from)))];

it('every English text page has a Spanish version', () => {
  const english = site.pages.filter((page) => 'text' in page && page.language === undefined);
  expect(companions.map(({ path }) => path).toSorted()).toEqual(english.map(({ path }) => path).toSorted());
});

describe.each(companions)('$spanishPath', ({ path, spanishPath, text, spanishText }) => {
  it('has the parts around its text and the anchors of the English page', () => {
    const [english, spanish] = [read(text), read(spanishText)];
    const parts = /^export const (\w+)/gm;
    expect(matches(spanish, parts)).toEqual(matches(english, parts));
    const anchors = /\bid="([^"]+)"/g;
    expect(matches(spanish, anchors)).toEqual(matches(english, anchors));
  });

  it.each(days)(
    'has the headings, lists, tables and dates of the English page on %s, and its links in Spanish',
    (day) => {
      const [spanish, english] = [htmlOn(day, spanishPath), htmlOn(day, path)];
      expect(blocksOf(spanish)).toEqual(blocksOf(english));
      expect(linksOf(spanish).toSorted()).toEqual(linksOf(english).map(inSpanish).toSorted());
    },
  );
});

describe.each(Object.entries(spanishDocuments).filter(([id]) => id.endsWith('claim-form')))('%s', (...ids) => {
  it.skipIf(!hasPoppler).each(ids)('%s leaves no quarter of a page empty, but on the last', (id) => {
    const pdf = readFileSync(join(siteFolder, 'documents', `${id}.pdf`));
    const pages = runPdfTool('pdftotext', ['-bbox-layout', 'FILE', '-'], pdf).split('<page ').slice(1, -1);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const height = Number(/height="([\d.]+)"/.exec(page)?.[1]);
      // The last lines are the footer.
      const ends = matches(page, /<line [^>]*yMax="([\d.]+)"/g).map(Number);
      expect(Math.max(...ends.filter((end) => end < height * 0.95))).toBeGreaterThan(height * 0.75);
    }
  });
});
