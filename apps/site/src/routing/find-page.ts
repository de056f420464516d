import type { Page, SiteManifest } from '@redress/contract/settlement';
import type { Language } from '@redress/contract/language';
import { translatedLanguages } from '@redress/contract/translations';

export type PageKind = Page['kind'];
export type PageOfKind<K extends PageKind> = Extract<Page, { kind: K }>;

/** The page at a path, with or without a trailing slash. */
export function findPage(site: SiteManifest, path: string): Page | undefined {
  const wanted = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return site.pages.find((page) => page.path === wanted);
}

export function findPageOfKind<K extends PageKind>(
  site: SiteManifest,
  kind: K,
  path: string,
): PageOfKind<K> | undefined {
  const page = findPage(site, path);
  return page && isOfKind(page, kind) ? page : undefined;
}

/** Like `findPageOfKind`, for a path that a route function matched. */
export function pageOfKind<K extends PageKind>(site: SiteManifest, kind: K, path: string): PageOfKind<K> {
  const page = findPageOfKind(site, kind, path);
  if (!page) throw new Error(`The manifest has no ${kind} page at ${path}.`);
  return page;
}

export function pathsOfKind(site: SiteManifest, kind: PageKind): string[] {
  return site.pages.filter((page) => page.kind === kind).map((page) => page.path);
}

function isOfKind<K extends PageKind>(page: Page, kind: K): page is PageOfKind<K> {
  return page.kind === kind;
}

/**
 * Where translations of the 404 page are rendered, for the build to move. Vike renders the English
 * one itself.
 */
const notFoundPath = (language: Language): string => `/${language}/404`;

export const notFoundPaths = (site: SiteManifest): string[] => translatedLanguages(site).map(notFoundPath);

/** The language of a translated 404 page. Undefined for any other path. */
export function notFoundLanguage(site: SiteManifest, path: string): Language | undefined {
  return translatedLanguages(site).find((language) => path === notFoundPath(language));
}
