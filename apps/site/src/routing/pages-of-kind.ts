import type { Page, SiteManifest } from '@redress/contract/manifest';

export type PageKind = Page['kind'];
export type PageOfKind<K extends PageKind> = Extract<Page, { kind: K }>;

/** The manifest's page at a path, whether or not the path ends with a slash. */
export function findPage(site: SiteManifest, path: string): Page | undefined {
  const wanted = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return site.pages.find((page) => page.path === wanted);
}

/** The page at a path if it is of the kind. */
export function findPageOfKind<K extends PageKind>(
  site: SiteManifest,
  kind: K,
  path: string,
): PageOfKind<K> | undefined {
  const page = findPage(site, path);
  return page && isOfKind(page, kind) ? page : undefined;
}

/** Like `findPageOfKind`, for a path that the route function has let through: a missing page is a mistake of ours. */
export function pageOfKind<K extends PageKind>(site: SiteManifest, kind: K, path: string): PageOfKind<K> {
  const page = findPageOfKind(site, kind, path);
  if (!page) throw new Error(`The manifest has no ${kind} page at ${path}.`);
  return page;
}

/** The paths that a kind is prerendered for. */
export function pathsOfKind(site: SiteManifest, kind: PageKind): string[] {
  return site.pages.filter((page) => page.kind === kind).map((page) => page.path);
}

function isOfKind<K extends PageKind>(page: Page, kind: K): page is PageOfKind<K> {
  return page.kind === kind;
}
