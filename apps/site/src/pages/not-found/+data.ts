import { site } from '@redress/content/site';
import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import type { PageContextServer } from 'vike/types';
import { notFoundLanguage } from '../../routing/find-page.ts';

export interface Data {
  readonly site: SiteManifest;
  readonly language: Language;
}

export const data = (pageContext: PageContextServer): Data => ({
  site,
  language: notFoundLanguage(site, pageContext.urlPathname) ?? 'en',
});
