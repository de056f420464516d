import { site } from '@redress/content/site';
import type { RouteSync } from 'vike/types';
import { findPageOfKind } from '../../routing/find-page.ts';

export const route: RouteSync = (pageContext) =>
  findPageOfKind(site, 'complete', pageContext.urlPathname) !== undefined;
