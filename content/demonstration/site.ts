import type { SiteManifest } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { pages } from './site-pages.ts';
import { aroundPagesInSpanish, spanishPages } from './site.es.ts';

/** The website: its pages in both languages and their layout. */
export const site: SiteManifest = {
  name: 'Antidepressant Antitrust Settlement',
  caption: facts.caption,
  phone: facts.phone,
  email: facts.email,
  banner: 'Demonstration: companies and people are invented.',
  footer: {
    consent: 'We use what you type to run this case. By using this site, you agree.',
    privacyPolicy: { label: 'Privacy policy', document: 'privacy-policy' },
    copyright: `© ${facts.copyrightYear} ${facts.administrator}`,
  },
  timeZone: facts.timeZone,
  securityEmail: facts.securityEmail,
  translations: { es: aroundPagesInSpanish },
  pages: [...pages, ...spanishPages],
};
