// The layout of every page: name, banner, footer. Its values come from facts.ts.
import type { SiteManifest } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { pages } from './site-pages.ts';
// <spanish>
import { aroundPagesInSpanish, spanishPages } from './site.es.ts';
// </spanish>

export const site: SiteManifest = {
  name: facts.name,
  caption: facts.caption,
  phone: facts.phone,
  email: facts.email,
  banner: facts.banner,
  footer: {
    consent:
      'By using this website you agree that we may use what you enter to run the settlement. We do not sell it, and no advertiser sees it.',
    privacyPolicy: { label: 'Privacy policy', document: 'privacy-policy' },
    copyright: `© ${facts.administrator}`,
  },
  timeZone: facts.timeZone,
  securityEmail: facts.securityEmail,
  // <spanish>
  translations: { es: aroundPagesInSpanish },
  // </spanish>
  pages: [
    ...pages,
    // <spanish>
    ...spanishPages,
    // </spanish>
  ],
};
