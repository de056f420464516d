import { site } from '@redress/content/site';
import type { PageContextServer } from 'vike/types';
import { notFoundLanguage } from '../../routing/find-page.ts';

export type Data = ReturnType<typeof data>;

export const data = (pageContext: PageContextServer) => ({
  site,
  language: notFoundLanguage(site, pageContext.urlPathname) ?? 'en',
});
