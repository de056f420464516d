import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { type Language, languages } from '@redress/contract/language';
import { textsOfLetter } from '@redress/contract/letter-texts';
import { letterKinds } from '@redress/contract/letters';
import { formsOf, type SettlementTranslation } from '@redress/contract/settlement';
import type { PageVariants } from '@redress/contract/site-files';
import { dataPassages } from './data-passages.ts';
import { formPassages } from './form-passages.ts';
import { type Passage, readPassages } from './page-passages.ts';

/** A text whose reading level is measured. */
export interface MeasuredText {
  /** For a page, its path; the same for its variants. */
  readonly name: string;
  /** The first day (`YYYY-MM-DD`) of a page's variant. */
  readonly from?: string;
  readonly language: Language;
  readonly passages: readonly Passage[];
}

const root = join(import.meta.dirname, '../..');
const client = join(root, 'apps/site', siteBuild, 'client');
const read = (file: string): string => readFileSync(join(client, file), 'utf8');

/**
 * Every text on the built website: the main part of each page in each of its variants by date; per
 * language, the header and footer; every form with all its messages; every letter with all reasons
 * for decisions; all messages about data files; and the messages of the site's script.
 */
export async function collectTexts(): Promise<MeasuredText[]> {
  if (!existsSync(join(client, 'index.html'))) throw new Error('The site is not built: run "npm run build" first.');
  return [...pageTexts(), ...layoutTexts(), ...formTexts(), ...letterTexts(), ...dataTexts(), ...(await scriptTexts())];
}

function pageTexts(): MeasuredText[] {
  const parse: (json: string) => PageVariants = JSON.parse;
  const { pages: variants } = parse(read('variants.json'));
  return settlement.site.pages.flatMap(({ path, language = 'en' }) => {
    const shown = variants[path]?.map(({ from, file }) => ({ from, file })) ?? [{ file: join(path, 'index.html') }];
    return shown.map(({ file, ...when }) => ({
      name: path,
      ...when,
      language,
      passages: readPassages(read(file), 'main'),
    }));
  });
}

function layoutTexts(): MeasuredText[] {
  return languages.flatMap((language) => {
    const page = settlement.site.pages.find((one) => (one.language ?? 'en') === language);
    if (page === undefined) return [];
    const html = read(join(page.path, 'index.html'));
    const passages = [...readPassages(html, 'header'), ...readPassages(html, 'footer')];
    return [{ name: 'around every page', language, passages }];
  });
}

function formTexts(): MeasuredText[] {
  const translated = Object.values(settlement.translations ?? {});
  return [settlement, ...translated].flatMap((one) =>
    formsOf(one).map((form) => ({
      name: `form "${form.id}" v${form.version}`,
      language: form.language ?? 'en',
      passages: formPassages(form).map(plain),
    })),
  );
}

/** `2` stands for a value that is filled in. */
function letterTexts(): MeasuredText[] {
  const { letters, translations, review } = settlement;
  return languages.flatMap((language) => {
    const parts: Pick<SettlementTranslation, 'letters'> | undefined =
      language === 'en' ? { letters } : translations?.[language];
    if (!parts) return [];
    const reasons = review.reasons.map(({ text }) => text[language]);
    return [
      ...letterKinds.map((kind) => ({ name: `letter "${kind}"`, texts: textsOfLetter(parts.letters[kind]) })),
      { name: 'reasons in letters', texts: reasons },
    ].map(({ name, texts }) => ({
      name,
      language,
      passages: texts.map((text) => plain(text.replaceAll(/\{\w+\}/g, '2'))),
    }));
  });
}

function dataTexts(): MeasuredText[] {
  return languages.flatMap((language) =>
    Object.entries(settlement.dataRules ?? {}).map(([id, rules]) => ({
      name: `what is said of data for "${id}"`,
      language,
      passages: dataPassages(rules, language).map(plain),
    })),
  );
}

/** The site's messages are not a package, so import them from their folder. */
async function scriptTexts(): Promise<MeasuredText[]> {
  return Promise.all(
    languages.map(async (language) => {
      const files = [
        ...['form', 'data-check', 'upload'].map((bundle) => `${bundle}-${language}`),
        ...['completion', 'log-out', 'login-work', 'receipt-request', 'status'].map((bundle) => `${bundle}-messages`),
      ];
      const modules = await Promise.all(
        files.map(
          async (file): Promise<unknown> => import(pathToFileURL(join(root, `apps/site/src/messages/${file}.ts`)).href),
        ),
      );
      const passages = [...new Set(modules.flatMap((module) => messagesWithin(module, language)))];
      return { name: 'messages of the script', language, passages: passages.map(plain) };
    }),
  );
}

/**
 * Every message in a value. In a record by language, only those in `language`. Functions get `2`
 * for each argument.
 */
function messagesWithin(value: unknown, language: Language): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return messagesWithin(Reflect.apply(value, undefined, ['2', '2', '2']), language);
  if (typeof value !== 'object' || value === null) return [];
  const isByLanguage = languages.every((one) => one in value && typeof Reflect.get(value, one) === 'object');
  return Object.entries(value)
    .filter(([key]) => !isByLanguage || key === language)
    .flatMap(([, one]) => messagesWithin(one, language));
}

const plain = (text: string): Passage => ({ text, isQuoted: false });
