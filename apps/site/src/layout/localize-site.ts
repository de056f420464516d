import { type Language, languages } from '@redress/contract/language';
import type { Page, SiteManifest, SiteTranslation } from '@redress/contract/settlement';
import { type PageAddress, pageIn } from '@redress/contract/translations';

export interface LayoutProps {
  readonly site: SiteManifest;
  /** Absent on the 404 page. */
  readonly page: Page | undefined;
  readonly language: Language;
}

/** The parts of the layout in one language. */
interface LocalizedSite extends SiteTranslation {
  /** The target of the name. */
  readonly home: PageAddress;
  readonly navigation: readonly NavigationItem[];
}
interface NavigationItem extends PageAddress {
  readonly label: string;
  readonly labelLanguage: Language;
}

/** Throws, which stops the build, for a language that pages have and the manifest does not. */
export function localizeSite(site: SiteManifest, language: Language): LocalizedSite {
  const around = language === 'en' ? site : site.translations?.[language];
  if (!around) {
    throw new Error(`A page is in the language "${language}": add translations.${language} to content/site.ts.`);
  }
  const { name, banner, footer } = around;
  return { name, banner, footer, home: homeIn(site, language), navigation: navigationIn(site, language) };
}

/** The pages with a navigation label: translations, or the originals if there are none. */
function navigationIn(site: SiteManifest, language: Language): readonly NavigationItem[] {
  const isTranslation = ({ translationOf }: Page) => translationOf !== undefined;
  const translated = site.pages.filter((page) => isTranslation(page) && page.language === language);
  const pages = translated.length > 0 ? translated : site.pages.filter((page) => !isTranslation(page));
  const labelLanguage = translated.length > 0 ? language : 'en';
  return pages.flatMap(({ path, navigation, language: own = 'en' }) =>
    navigation === undefined ? [] : [{ path, language: own, label: navigation, labelLanguage }],
  );
}

/** The page at `/` in a language, or the original if it has no translation. */
function homeIn(site: SiteManifest, language: Language): PageAddress {
  const home = site.pages.find(({ path }) => path === '/');
  const translated = home && pageIn(site, home, language);
  return translated ? { path: translated.path, language } : { path: '/', language: home?.language ?? 'en' };
}

/** The page in the other languages, or their first page where there is none. */
export function otherLanguagePages({ site, page, language }: LayoutProps): readonly PageAddress[] {
  return languages.flatMap((other) => {
    if (other === language) return [];
    const target = (page && pageIn(site, page, other)) ?? firstPageIn(site, other);
    return target ? [{ path: target.path, language: other }] : [];
  });
}

/** Prefers a translation to a single page, because it links to more pages in the language. */
function firstPageIn(site: SiteManifest, language: Language): Page | undefined {
  const pages = site.pages.filter((page) => (page.language ?? 'en') === language);
  return pages.find(({ translationOf }) => translationOf !== undefined) ?? pages[0];
}
