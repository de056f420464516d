import { type Language, languages } from '@redress/contract/language';
import type { Page, SiteManifest, SiteTranslation } from '@redress/contract/settlement';
import { type PageAddress, pageIn, translatedLanguages } from '@redress/contract/translations';

export interface LayoutProps {
  readonly site: SiteManifest;
  /** Absent on the 404 page. */
  readonly page: Page | undefined;
  readonly language: Language;
}

/** The parts of the layout in one language. */
interface LocalizedSite extends SiteTranslation {
  /** The page that the website's name links to. */
  readonly home: PageAddress;
  readonly navigation: readonly NavigationItem[];
  readonly footerLinks: readonly NavigationItem[];
}
interface NavigationItem extends PageAddress {
  readonly label: string;
  readonly labelLanguage: Language;
}

/** Throws, which stops the build, for a language that pages have and the manifest does not. */
export function localizeSite(site: SiteManifest, language: Language): LocalizedSite {
  const around = language === 'en' ? site : site.translations?.[language];
  if (!around) {
    throw new Error(`A page is in the language "${language}": add translations.${language} to site.ts.`);
  }
  const { name, banner, footer } = around;
  return {
    name,
    banner,
    footer,
    home: homeIn(site, language),
    navigation: listPages(site, language, 'navigation'),
    footerLinks: listPages(site, language, 'footer'),
  };
}

/**
 * The pages with a label in the navigation or footer, in the order of the originals: their
 * translations, or the originals if there are none.
 */
function listPages(site: SiteManifest, language: Language, place: 'navigation' | 'footer'): readonly NavigationItem[] {
  const originals = site.pages.filter(({ translationOf }) => translationOf === undefined);
  const isTranslated = translatedLanguages(site).includes(language);
  return originals.flatMap((original) => {
    const page = isTranslated ? pageIn(site, original, language) : original;
    // A page that exists only in this language is listed among the translations.
    const isOnlyHere = isTranslated && page === original && place === 'navigation';
    const label = (isOnlyHere ? page.navigationInOwnLanguage : undefined) ?? page?.[place];
    if (!page || label === undefined) return [];
    return [{ path: page.path, language: page.language ?? 'en', label, labelLanguage: isTranslated ? language : 'en' }];
  });
}

/** The page at `/` in a language, or the original if it has no translation. */
function homeIn(site: SiteManifest, language: Language): PageAddress {
  const home = site.pages.find(({ path }) => path === '/');
  const translated = home && pageIn(site, home, language);
  return translated ? { path: translated.path, language } : { path: '/', language: home?.language ?? 'en' };
}

/**
 * The page in each other language, or that language's first page if the page has no translation.
 */
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
