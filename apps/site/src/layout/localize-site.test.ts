import { siteWith } from '@redress/contract/fixtures/sample-settlement';
import type { Language } from '@redress/contract/language';
import type { Page, SiteManifest } from '@redress/contract/settlement';
import { expect, it } from 'vitest';
import { localizeSite, otherLanguagePages } from './localize-site.ts';

const footer = { consent: 'Yes', privacyPolicy: { label: 'Privacy', document: 'privacy' }, copyright: '©' };
const page = (path: string, navigation?: string) =>
  ({
    path,
    kind: 'text',
    title: path,
    description: path,
    text: 'messages',
    ...(navigation && { navigation }),
  }) as const;
const home = page('/', 'Home');
const form = page('/form');
const alone = { ...page('/espanol', 'Spanish'), navigationInOwnLanguage: 'Español', language: 'es' } as const;
const homeEs = { ...page('/es', 'Inicio'), language: 'es', translationOf: '/' } as const;
const formEs = { ...page('/es/form'), language: 'es', translationOf: '/form' } as const;
const es = { name: 'Ejemplo', banner: 'Ejemplo', footer };
const site = siteWith([], { name: 'Example', pages: [home, alone, form], translations: { es } });
const inTwoLanguages: SiteManifest = { ...site, pages: [...site.pages, homeEs, formEs] };

it('lists the same entries in both languages, a Spanish page among them, each with a label in its language', () => {
  expect(localizeSite(inTwoLanguages, 'en').navigation).toEqual([
    { path: '/', label: 'Home', language: 'en', labelLanguage: 'en' },
    { path: '/espanol', label: 'Spanish', language: 'es', labelLanguage: 'en' },
  ]);
  const spanish = localizeSite(inTwoLanguages, 'es');
  expect(spanish.name).toBe('Ejemplo');
  expect(spanish.home).toEqual({ path: '/es', language: 'es' });
  expect(spanish.navigation).toEqual([
    { path: '/es', label: 'Inicio', language: 'es', labelLanguage: 'es' },
    { path: '/espanol', label: 'Español', language: 'es', labelLanguage: 'es' },
  ]);
});

it('lists the originals, marked as English, on a Spanish page of a website without translations', () => {
  const { home: first, navigation } = localizeSite(site, 'es');
  expect(first).toEqual({ path: '/', language: 'en' });
  expect(navigation).toEqual([
    { path: '/', label: 'Home', language: 'en', labelLanguage: 'en' },
    { path: '/espanol', label: 'Spanish', language: 'es', labelLanguage: 'en' },
  ]);
});

it('lists the pages with a label for the footer', () => {
  const withLinks = { ...site, pages: [home, { ...form, footer: 'The form' }] };
  expect(localizeSite(withLinks, 'en').footerLinks.map(({ path, label }) => [path, label])).toEqual([
    ['/form', 'The form'],
  ]);
});

it('fails with a hint if a page has a language without translations', () => {
  const { translations: _translations, ...untranslated } = site;
  expect(() => localizeSite(untranslated, 'es')).toThrow('add translations.es to site.ts');
});

it('links each page to its counterpart, or to the first page in the other language', () => {
  const ways = (site: SiteManifest, page: Page | undefined, language: Language) =>
    otherLanguagePages({ site, page, language }).map(({ path }) => path);
  expect(ways(inTwoLanguages, form, 'en')).toEqual(['/es/form']);
  expect(ways(inTwoLanguages, formEs, 'es')).toEqual(['/form']);
  expect(ways(inTwoLanguages, alone, 'es')).toEqual(['/']);
  expect(ways(inTwoLanguages, undefined, 'en')).toEqual(['/es']);
  expect(ways(inTwoLanguages, undefined, 'es')).toEqual(['/']);
  expect(ways(site, form, 'en')).toEqual(['/espanol']);
  expect(ways({ ...site, pages: [home, form] }, form, 'en')).toEqual([]);
});
