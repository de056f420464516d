import type { Language } from '@redress/contract/language';
import { languages } from '@redress/contract/language';
import type { Page, SiteManifest } from '@redress/contract/manifest';
import type { PageAddress } from '@redress/contract/translations';
import { pageIn } from '@redress/contract/translations';

/**
 * Where to go on reading in each other language: the page's counterpart; where it has none, as an unknown address has not, the first page
 * in that language. Languages without a page are left out.
 */
export function waysToOtherLanguages(
  site: SiteManifest,
  page: Page | undefined,
  language: Language,
): readonly PageAddress[] {
  return languages.flatMap((other) => {
    if (other === language) return [];
    const counterpart = page && pageIn(site, page, other);
    const way = counterpart ?? firstPageIn(site, other);
    return way ? [{ path: way.path, language: other }] : [];
  });
}

/** A translation before a page that stands alone: it has companions to go on to. */
function firstPageIn(site: SiteManifest, language: Language): Page | undefined {
  const pages = site.pages.filter((page) => (page.language ?? 'en') === language);
  return pages.find(({ translationOf }) => translationOf !== undefined) ?? pages[0];
}
