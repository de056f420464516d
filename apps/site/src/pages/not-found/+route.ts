import { site } from '@redress/content/site';
import type { RouteSync } from 'vike/types';
import { notFoundLanguage } from '../../routing/find-page.ts';

export const route: RouteSync = (pageContext) => notFoundLanguage(site, pageContext.urlPathname) !== undefined;
