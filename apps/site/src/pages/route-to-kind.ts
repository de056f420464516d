import { site } from '@redress/content/site';
import type { RouteSync } from 'vike/types';
import { findPageOfKind, type PageKind } from '../routing/find-page.ts';

/** A route that matches the manifest’s pages of a kind. */
export const routeToKind =
  (kind: PageKind): RouteSync =>
  (pageContext) =>
    findPageOfKind(site, kind, pageContext.urlPathname) !== undefined;
