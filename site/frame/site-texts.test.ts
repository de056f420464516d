import type { SiteManifest } from '@redress/contract/manifest';
import { expect, it } from 'vitest';
import { siteTexts } from './site-texts.ts';

const footer = { consent: 'Yes', privacyPolicy: { label: 'Privacy', document: 'privacy' }, copyright: '©' };
const page = (path: string, navigation: string) =>
  ({ path, kind: 'text', title: path, description: path, text: 'words', navigation }) as const;
const site: SiteManifest = {
  name: 'Example',
  caption: 'In re Example',
  phone: '1-800-555-0100',
  banner: 'Example',
  footer,
  timeZone: 'America/New_York',
  securityEmail: 'security@example.com',
  changesOn: [],
  pages: [page('/', 'Home'), { ...page('/espanol', 'Spanish'), language: 'es' }],
};
const es = {
  name: 'Ejemplo',
  banner: 'Ejemplo',
  footer,
  navigation: { '/': 'Inicio', '/espanol': 'Español' },
};

it('gives the navigation in the language of the page, with the language of the page that it leads to', () => {
  const english = [
    { path: '/', label: 'Home', language: 'en' },
    { path: '/espanol', label: 'Spanish', language: 'es' },
  ];
  expect(siteTexts(site, 'en').navigation).toEqual(english);
  expect(siteTexts(site, 'en').otherLanguages).toEqual([{ path: '/espanol', language: 'es' }]);
  const translated = siteTexts({ ...site, translations: { es } }, 'es');
  expect(translated.name).toBe('Ejemplo');
  expect(translated.otherLanguages).toEqual([{ path: '/', language: 'en' }]);
  expect(translated.navigation.map(({ label }) => label)).toEqual(['Inicio', 'Español']);
});

it('says what to translate when a page is in a language that the website does not speak yet', () => {
  expect(() => siteTexts(site, 'es')).toThrow('add translations.es to content/site.ts');
  const incomplete = { ...es, navigation: { '/': 'Inicio' } };
  expect(() => siteTexts({ ...site, translations: { es: incomplete } }, 'es')).toThrow('has no label for /espanol');
});
