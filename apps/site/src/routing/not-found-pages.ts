import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/manifest';
import { translatedLanguages } from '@redress/contract/translations';

/**
 * Where prerendering puts the page of an unknown address in another language (`build/place-not-found-pages.ts`); the English one is the
 * error page that Vike makes by itself.
 */
const pathIn = (language: Language): string => `/${language}/404`;

/** The addresses of these pages. */
export const notFoundPaths = (site: SiteManifest): string[] => translatedLanguages(site).map(pathIn);

/** The language of such a page; undefined for any other address. */
export function notFoundLanguage(site: SiteManifest, path: string): Language | undefined {
  return translatedLanguages(site).find((language) => path === pathIn(language));
}
