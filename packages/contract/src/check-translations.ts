import type { Form } from '@redress/forms/definition';
import { languages, type TranslationLanguage } from './language.ts';
import { formsOf, type Page, type Settlement } from './settlement.ts';
import { linksOfLogin, pathIn } from './translate-pages.ts';

const translatable = languages.filter((language): language is TranslationLanguage => language !== 'en');
const nameOf: Readonly<Record<TranslationLanguage, string>> = { es: 'Spanish' };

/** Problems with a settlement’s translations, in plain sentences. A part of `checkSettlement`. */
export function checkTranslations(settlement: Settlement): string[] {
  return translatable.flatMap((language) => [
    ...checkPlaces(settlement.site.pages, language),
    ...(settlement.site.pages.some((page) => page.translationOf !== undefined && page.language === language)
      ? [...checkPages(settlement.site.pages, language), ...checkParts(settlement, language)]
      : []),
  ]);
}

/** Checks that the language’s paths hold translations, and nothing else. */
function checkPlaces(pages: readonly Page[], language: TranslationLanguage): string[] {
  const home = pathIn(language, '/');
  return pages.flatMap(({ path, translationOf, language: own = 'en' }) => {
    if (translationOf !== undefined && own === 'en')
      return [`${path} translates ${translationOf} and names no language.`];
    if (translationOf !== undefined && own === language && path !== pathIn(language, translationOf))
      return [`${path} translates ${translationOf}, so its path is ${pathIn(language, translationOf)}.`];
    if (translationOf === undefined && (path === home || path.startsWith(`${home}/`)))
      return [`${path} must be a translation, because its path begins with ${home}.`];
    return [];
  });
}

/** Checks that every page has a translation, which links to pages of its language. */
function checkPages(pages: readonly Page[], language: TranslationLanguage): string[] {
  const pageAt = (path: string): Page | undefined => pages.find((page) => page.path === path.split('#')[0]);
  const translations = pages.filter((page) => page.translationOf !== undefined && page.language === language);
  const originals = pages.filter((page) => page.translationOf === undefined && (page.language ?? 'en') === 'en');
  const missing = originals
    .filter(({ path }) => !translations.some(({ translationOf }) => translationOf === path))
    .map(({ path }) => `${path} has no page in ${nameOf[language]}, but other pages do.`);
  const different = translations.flatMap((page) => {
    const original = originals.find(({ path }) => path === page.translationOf);
    if (!original) return [`${page.path} translates ${page.translationOf}, which is not a page in English.`];
    const difference = differenceOf(page, original);
    return difference === undefined
      ? []
      : [`${page.path} has another ${difference} than ${original.path}, which it translates.`];
  });
  const wrongLinks = translations.flatMap((page) =>
    linksOf(page)
      .filter((path) => (pageAt(path)?.language ?? 'en') !== language)
      .map((path) => `${page.path} leads to ${path}, which is not in ${nameOf[language]}.`),
  );
  return [...missing, ...different, ...wrongLinks];
}

/** The property in which a translation differs from its original, if any. */
function differenceOf(page: Page, original: Page): string | undefined {
  if (page.kind !== original.kind) return 'kind';
  if (formOf(page) !== formOf(original)) return 'form';
  if (prefixOf(page) !== prefixOf(original)) return 'referencePrefix';
  if (linksOf(page).length !== linksOf(original).length) return 'number of links';
  return (page.navigation === undefined) === (original.navigation === undefined)
    ? undefined
    : 'place in the navigation';
}

const formOf = (page: Page): string | undefined => ('form' in page ? page.form : undefined);
const prefixOf = (page: Page): string | undefined => ('referencePrefix' in page ? page.referencePrefix : undefined);

/** The pages that a page’s manifest entry links to. */
function linksOf(page: Page): readonly string[] {
  const parent = page.parent === undefined ? [] : [page.parent];
  switch (page.kind) {
    case 'text':
      return parent;
    case 'instructions':
      return [...parent, ...(page.next ? [page.next.path] : [])];
    case 'login':
      return [...parent, page.next, ...linksOfLogin(page)];
    case 'id-request':
      return [...parent, page.next];
    case 'form':
      return [...parent, page.complete, ...(page.login === undefined ? [] : [page.login])];
    case 'complete':
      return [...parent, page.start];
    case 'receipt':
    case 'log-out':
      return parent;
  }
}

/** Checks that the layout, forms and receipts have translations. */
function checkParts(settlement: Settlement, language: TranslationLanguage): string[] {
  const { site, receipts, translations } = settlement;
  const name = nameOf[language];
  const layout = site.translations?.[language]
    ? []
    : [`Pages are in ${name}, and the website has no translations.${language}.`];
  const parts = translations?.[language];
  if (!parts) return [...layout, `Pages are in ${name}, and the settlement has no translations.${language}.`];
  const found = formsOf(parts);
  const same = (one: Form, other: Form) => one.id === other.id && one.version === other.version;
  const originals = formsOf(settlement);
  const forms = originals.flatMap((form) => {
    const label = `The form "${form.id}", version ${form.version},`;
    const translation = found.find((one) => same(one, form));
    if (!translation) return [`${label} is not translated into ${name}.`];
    return translation.language === language ? [] : [`${label} has a translation that does not say it is in ${name}.`];
  });
  const unknown = found
    .filter((form) => !originals.some((one) => same(one, form)))
    .map((form) => `The form "${form.id}", version ${form.version}, is in ${name} only.`);
  const lacking = Object.keys(receipts)
    .filter((caseId) => !Object.keys(parts.receipts).includes(caseId))
    .map((caseId) => `There is no receipt in ${name} for the case "${caseId}".`);
  return [...layout, ...forms, ...unknown, ...lacking];
}
