import type { Language } from '@redress/contract/language';
import type { FooterTexts, SiteManifest } from '@redress/contract/manifest';

/** What stands around a page, in the page's language. */
export interface SiteTexts {
  readonly name: string;
  readonly banner: string;
  readonly footer: FooterTexts;
  readonly navigation: readonly NavigationItem[];
  /** The first page in each other language that the website has pages in. */
  readonly otherLanguages: readonly { readonly path: string; readonly language: Language }[];
}
interface NavigationItem {
  readonly path: string;
  readonly label: string;
  /** Of the page that it leads to. */
  readonly language: Language;
}

const languages: readonly Language[] = ['en', 'es'];

export function siteTexts(site: SiteManifest, language: Language): SiteTexts {
  const translation = language === 'en' ? undefined : site.translations?.[language];
  if (language !== 'en' && !translation) {
    throw new Error(`A page is in the language "${language}": add translations.${language} to content/site.ts.`);
  }
  const navigation = site.pages.flatMap((page) => {
    if (page.navigation === undefined) return [];
    const label = translation ? translation.navigation[page.path] : page.navigation;
    if (label === undefined) {
      throw new Error(`translations.${language}.navigation in content/site.ts has no label for ${page.path}.`);
    }
    return [{ path: page.path, label, language: page.language ?? 'en' }];
  });
  const otherLanguages = languages.flatMap((other) => {
    const first = site.pages.find((page) => (page.language ?? 'en') === other);
    return first && other !== language ? [{ path: first.path, language: other }] : [];
  });
  const { name, banner, footer } = translation ?? site;
  return { name, banner, footer, navigation, otherLanguages };
}
