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
  const isOfKind = (page: Page | undefined): page is PageOfKind<K> => page?.kind === kind;
  const page = findPage(site, path);
  return isOfKind(page) ? page : undefined;
}

/** Like `findPageOfKind`, for a path that a route function matched. */
export function pageOfKind<K extends PageKind>(site: SiteManifest, kind: K, path: string): PageOfKind<K> {
  const page = findPageOfKind(site, kind, path);
  if (!page) throw new Error(`The manifest has no ${kind} page at ${path}.`);
  return page;
}

/** Whether a page shows instructions to which a login leads. */
export const followsLogin = (site: SiteManifest, path: string): boolean => {
  const page = findPageOfKind(site, 'instructions', path);
  return site.pages.some((login) => login.kind === 'login' && login.next === page?.path);
};

/**
 * The path from which the build moves translated 404 pages. Vike renders the English one itself.
 */
const notFoundPath = (language: Language): string => `/${language}/404`;

export const notFoundPaths = (site: SiteManifest): string[] => translatedLanguages(site).map(notFoundPath);

/** The language of a translated 404 page. Undefined for any other path. */
export function notFoundLanguage(site: SiteManifest, path: string): Language | undefined {
  return translatedLanguages(site).find((language) => path === notFoundPath(language));
}
