import type { Form } from '@redress/forms/definition';
import { fileOfForm } from '@redress/forms/file-of-form';
import { linksOf } from './check-pages.ts';
import { languages, type TranslationLanguage } from './language.ts';
import { caseIdsOf, formsOf, type Page, type Settlement } from './settlement.ts';
import { pathIn } from './translate-pages.ts';

const translatable = languages.filter((language): language is TranslationLanguage => language !== 'en');
const nameOf: Readonly<Record<TranslationLanguage, string>> = { es: 'Spanish' };

const fileFor = (language: TranslationLanguage): string => `site.${language}.ts`;

/** Finds problems in a settlement’s translations, for `checkSettlement`. */
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
      return [
        `${fileFor(language)}, page ${path}: it translates ${translationOf} and names no language; add language: '${language}'.`,
      ];
    if (translationOf !== undefined && own === language && path !== pathIn(language, translationOf))
      return [
        `${fileFor(language)}, page ${path}: it translates ${translationOf}; write the path ${pathIn(language, translationOf)}.`,
      ];
    if (translationOf === undefined && (path === home || path.startsWith(`${home}/`)))
      return [`site.ts, page ${path}: only translations have paths that begin with ${home}; choose another path.`];
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
    .map(({ path }) => `${fileFor(language)}: the page ${path} has no translation into ${nameOf[language]}; add it.`);
  const different = translations.flatMap((page) => {
    const original = originals.find(({ path }) => path === page.translationOf);
    if (!original)
      return [
        `${fileFor(language)}, page ${page.path}: it translates ${page.translationOf}, which is no page in English; correct or remove it.`,
      ];
    const difference = differenceOf(page, original);
    return difference === undefined
      ? []
      : [
          `${fileFor(language)}, page ${page.path}: it has another ${difference} than ${original.path}, which it translates; make both alike.`,
        ];
  });
  const wrongLinks = translations.flatMap((page) =>
    pathsOf(page)
      .filter((path) => (pageAt(path)?.language ?? 'en') !== language)
      .map(
        (path) =>
          `${fileFor(language)}, page ${page.path}: it leads to ${path}, which is not in ${nameOf[language]}; write ${pathIn(language, path)}.`,
      ),
  );
  return [...missing, ...different, ...wrongLinks];
}

/** Names the first property in which a translation differs from its original. */
function differenceOf(page: Page, original: Page): string | undefined {
  if (page.kind !== original.kind) return 'kind';
  if (formOf(page) !== formOf(original)) return 'form';
  if (prefixOf(page) !== prefixOf(original)) return 'referencePrefix';
  if (pathsOf(page).length !== pathsOf(original).length) return 'number of links';
  return (page.navigation === undefined) === (original.navigation === undefined)
    ? undefined
    : 'place in the navigation';
}

const formOf = (page: Page): string | undefined => ('form' in page ? page.form : undefined);
const prefixOf = (page: Page): string | undefined => ('referencePrefix' in page ? page.referencePrefix : undefined);

function pathsOf(page: Page): readonly string[] {
  return [...(page.parent === undefined ? [] : [page.parent]), ...linksOf(page).map(([, path]) => path)];
}

/** Checks that the layout, forms and receipts have translations. */
function checkParts(settlement: Settlement, language: TranslationLanguage): string[] {
  const { site, receipts, translations } = settlement;
  const name = nameOf[language];
  const layout = site.translations?.[language]
    ? []
    : [`site.ts: pages are in ${name}, and there is no translations.${language}; add it.`];
  const parts = translations?.[language];
  if (!parts)
    return [...layout, `settlement.ts: pages are in ${name}, and there is no translations.${language}; add it.`];
  const found = formsOf(parts);
  const same = (one: Form, other: Form) => one.id === other.id && one.version === other.version;
  const originals = formsOf(settlement);
  const forms = originals.flatMap((form) => {
    const file = fileOfForm({ ...form, language });
    const translation = found.find((one) => same(one, form));
    if (!translation)
      return [`${file}: the form is not in translations.${language} of settlement.ts; translate it, and add it there.`];
    return translation.language === language
      ? []
      : [`${file}: it does not say that it is in ${name}; make it with translateForm.`];
  });
  const unknown = found
    .filter((form) => !originals.some((one) => same(one, form)))
    .map(
      (form) => `${fileOfForm(form)}: there is no such form in English; add it to settlement.ts, or remove this one.`,
    );
  const lacking = caseIdsOf(settlement)
    .filter((caseId) => Object.keys(receipts).includes(caseId) && !Object.keys(parts.receipts).includes(caseId))
    .map((caseId) => `receipts.${language}.ts: there is no receipt in ${name} for the case "${caseId}"; add it.`);
  return [...layout, ...forms, ...unknown, ...lacking];
}
