import type { Language } from '@redress/contract/language';
import type { FooterTexts, SiteManifest } from '@redress/contract/manifest';

/** What stands around a page, in the page's language. */
export interface SiteTexts {
  readonly name: string;
  readonly banner: string;
  readonly footer: FooterTexts;
  readonly navigation: readonly NavigationItem[];
}
interface NavigationItem {
  readonly path: string;
  readonly label: string;
  /** Of the page that it leads to. */
  readonly language: Language;
}

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
  const { name, banner, footer } = translation ?? site;
  return { name, banner, footer, navigation };
}
