import type { Language } from '@redress/contract/language';
import type { FooterMessages, Page, SiteManifest } from '@redress/contract/manifest';
import type { PageAddress } from '@redress/contract/translations';
import { pageIn } from '@redress/contract/translations';

/** What stands around a page, in the page's language. */
export interface LocalizedSite {
  readonly name: string;
  readonly banner: string;
  readonly footer: FooterMessages;
  /** Where the name leads. */
  readonly home: PageAddress;
  readonly navigation: readonly NavigationItem[];
}
interface NavigationItem extends PageAddress {
  readonly label: string;
  readonly labelLanguage: Language;
}

/** Fails for a language that a page has and the manifest lacks words for: that stops the build. */
export function localizeSite(site: SiteManifest, language: Language): LocalizedSite {
  const around = language === 'en' ? site : site.translations?.[language];
  if (!around) {
    throw new Error(`A page is in the language "${language}": add translations.${language} to content/site.ts.`);
  }
  const { name, banner, footer } = around;
  return { name, banner, footer, home: homeIn(site, language), navigation: navigationIn(site, language) };
}

/** The pages with a label: the translations into the language, or the originals, labelled in English, where nothing is translated. */
function navigationIn(site: SiteManifest, language: Language): readonly NavigationItem[] {
  const isTranslation = ({ translationOf }: Page) => translationOf !== undefined;
  const translated = site.pages.filter((page) => isTranslation(page) && page.language === language);
  const pages = translated.length > 0 ? translated : site.pages.filter((page) => !isTranslation(page));
  const labelLanguage = translated.length > 0 ? language : 'en';
  return pages.flatMap(({ path, navigation, language: own = 'en' }) =>
    navigation === undefined ? [] : [{ path, language: own, label: navigation, labelLanguage }],
  );
}

/** The page at `/` in a language; itself where it is not translated. */
function homeIn(site: SiteManifest, language: Language): PageAddress {
  const home = site.pages.find(({ path }) => path === '/');
  const translated = home && pageIn(site, home, language);
  return translated ? { path: translated.path, language } : { path: '/', language: home?.language ?? 'en' };
}
