import type { SiteManifest } from '@redress/contract/manifest';
import { urlsOverTime } from '../dates/dated-url.ts';
import type { PageKind } from './pages-of-kind.ts';
import { pathsOfKind } from './pages-of-kind.ts';

/** The addresses that pages of a kind are rendered under: each page as of every day on which pages change. */
export function urlsToPrerender(site: SiteManifest, kind: PageKind): string[] {
  return pathsOfKind(site, kind).flatMap((path) => urlsOverTime(path, site.changesOn).map(({ url }) => url));
}
