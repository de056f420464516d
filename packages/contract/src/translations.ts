import type { ClaimForm, Form } from '@redress/forms/definition';
import { type Language, languages } from './language.ts';
import type { Page, Settlement, SiteManifest } from './settlement.ts';

/** Finds the version of a page in a language, which may be the page itself. */
export function pageIn(site: Pick<SiteManifest, 'pages'>, page: Page, language: Language): Page | undefined {
  const original = page.translationOf ?? page.path;
  return site.pages.find((one) => (one.translationOf ?? one.path) === original && (one.language ?? 'en') === language);
}

export interface PageAddress {
  readonly path: string;
  readonly language: Language;
}

/** Finds the path of a page that a website has once in each language. */
export function pathOfKind(
  site: Pick<SiteManifest, 'pages'>,
  kind: 'receipt' | 'status' | 'log-out',
  language: Language,
): string {
  const original = site.pages.find((page) => page.kind === kind && page.translationOf === undefined);
  if (!original) throw new Error(`The website has no page of kind "${kind}".`);
  return (pageIn(site, original, language) ?? original).path;
}

/**
 * Lists all versions of a page, including the page itself. Empty for a page without translations.
 */
export function versionsOf(site: Pick<SiteManifest, 'pages'>, page: Page): readonly PageAddress[] {
  const versions = languages.flatMap((language) => {
    const version = pageIn(site, page, language);
    return version ? [{ path: version.path, language }] : [];
  });
  return versions.length > 1 ? versions : [];
}

export function translatedLanguages(site: Pick<SiteManifest, 'pages'>): readonly Language[] {
  return languages.filter((language) =>
    site.pages.some((page) => page.translationOf !== undefined && page.language === language),
  );
}

const translationsIn = ({ translations }: Settlement, language: Language) =>
  language === 'en' ? undefined : translations?.[language];

/** Falls back to the original if the form has no translation. */
export function claimFormIn(settlement: Settlement, form: ClaimForm, language: Language): ClaimForm {
  const translated = translationsIn(settlement, language)?.claimForms;
  return translated?.find(({ id, version }) => id === form.id && version === form.version) ?? form;
}

/** Falls back to the original if the form has no translation. */
export function loginFormIn(settlement: Settlement, language: Language): Form | undefined {
  return translationsIn(settlement, language)?.login ?? settlement.login;
}

/** Falls back to the original if the form has no translation. */
export function idRequestFormIn(settlement: Settlement, language: Language): Form | undefined {
  return translationsIn(settlement, language)?.idRequest ?? settlement.idRequest;
}

/** Falls back to English if the receipt has no translation. */
export function receiptMessagesIn(settlement: Settlement, caseId: string, language: Language) {
  return translationsIn(settlement, language)?.receipts[caseId] ?? settlement.receipts[caseId];
}
