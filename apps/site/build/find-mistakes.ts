import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { checkDocumentLinks, checkDocuments, idsOf } from '@redress/contract/check-documents';
import { checkSettlement } from '@redress/contract/check-settlement';
import { checkFormShape } from '@redress/contract/form-schema';
import { formsOf, type Settlement } from '@redress/contract/settlement';
import { checkSettlementShape } from '@redress/contract/check-settlement-shape';
import { checkFormOnce } from '@redress/forms/check-form';
import type { Form } from '@redress/forms/definition';
import { fileOfForm } from '@redress/forms/file-of-form';
import { checkFacts } from './check-facts.ts';
import { checkPrivacyPolicies } from './check-privacy-policies.ts';
import { checkProse } from './check-prose.ts';
import { loadModule } from './load-content.ts';

const root = join(import.meta.dirname, '../../..');
/** Files that the program imports by name. */
const fixedFiles = ['settlement.ts', 'site.ts', 'documents.ts'];
/** Exists only in settlements with data files. */
const dataRulesFile = 'data-rules.ts';

/**
 * Finds the mistakes in a settlement's folder. Each sentence names the file, the place in it and
 * the remedy. `folder` is a folder of `content/`.
 */
export async function findMistakes(folder: string): Promise<string[]> {
  const ofContent = `content${sep}`;
  const nameOf = (path: string) => {
    const inContent = join('content', relative(dirname(folder), path));
    return (inContent.startsWith(ofContent) ? inContent : relative(root, path)).replaceAll(sep, '/');
  };
  const missing = fixedFiles.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0)
    return missing.map(
      (file) => `${nameOf(join(folder, file))}: the file is missing; the program needs it, so add it.`,
    );

  if (!existsSync(join(folder, 'forms')))
    return [`${nameOf(join(folder, 'forms'))}: the folder is missing; the program reads the forms there, so add it.`];

  // A missing fact is reported alone, because other mistakes follow from it.
  const ofFacts = await checkFacts(folder, nameOf);
  if (ofFacts.length > 0) return ofFacts;

  const formFiles = listFormFiles(folder);
  const mistakes: string[] = [];
  const untranslated: string[] = [];
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const file of [
    ...formFiles,
    ...fixedFiles,
    ...(existsSync(join(folder, dataRulesFile)) ? [dataRulesFile] : []),
  ]) {
    const loaded = await loadModule(join(folder, file), nameOf);
    if ('exports' in loaded) modules.set(file, loaded.exports);
    else (loaded.ofTranslation ? untranslated : mistakes).push(...loaded.problems);
  }
  const inFolder = (problem: string) => locate(problem, folder, nameOf);
  const reported = new Set<unknown>();
  const isTranslation = (file: string) => /\.v\d+\.[a-z]{2}\.ts$/.test(file);
  const ofForms = (files: readonly string[]) =>
    files.flatMap((file) => checkFormFile(file, modules.get(file), reported)).map(inFolder);
  const inEnglish = ofForms(formFiles.filter((file) => !isTranslation(file)));
  // A translation repeats the mistakes of its original.
  mistakes.push(
    ...inEnglish,
    ...(inEnglish.length > 0 ? [] : [...untranslated, ...ofForms(formFiles.filter(isTranslation))]),
  );
  const settlement = modules.get('settlement.ts')?.['settlement'];
  if (modules.has('settlement.ts')) mistakes.push(...checkSettlementShape(settlement).map(inFolder));
  const documents = modules.get('documents.ts')?.['documents'];
  if (modules.has('documents.ts')) mistakes.push(...checkDocuments(documents).map(inFolder));
  if (mistakes.length === 0 && isSettlement(settlement)) {
    mistakes.push(...checkWhole(settlement, modules).map(inFolder));
    // An earlier mistake also breaks links to pages and the privacy policy of a case.
    const isConsistent = mistakes.length === 0;
    const paths = isConsistent ? settlement.site.pages.map(({ path }) => path) : undefined;
    mistakes.push(...checkDocumentLinks(settlement, documents).map(inFolder));
    if (isConsistent) mistakes.push(...checkPrivacyPolicies(settlement, documents).map(inFolder));
    const targets = { paths, documentIds: idsOf(documents) };
    mistakes.push(...(await checkProse(folder, settlement.site.pages, targets, nameOf)));
  }
  return withoutRepetitions(mistakes);
}

/** Reports a mistake in a part that several forms share only once. */
function withoutRepetitions(mistakes: readonly string[]): string[] {
  const said = mistakes.map((mistake) => mistake.replace(/, used by [^,]+/, ''));
  return mistakes.filter((_, index) => said.indexOf(said[index] ?? '') === index);
}

const listFormFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'forms'))
    .filter((file) => /\.v\d+(?:\.\w\w)?\.ts$/.test(file))
    .toSorted()
    .map((file) => `forms/${file}`);

function checkFormFile(
  file: string,
  exports: Readonly<Record<string, unknown>> | undefined,
  reported: Set<unknown>,
): string[] {
  if (exports === undefined) return [];
  const [[name, form] = ['', undefined], ...others] = Object.entries(exports);
  if (name === '' || others.length > 0)
    return [
      `${file}: it must export its form and nothing else, and exports ${Object.keys(exports).join(', ') || 'nothing'}; move the rest to another file.`,
    ];
  const problems = checkFormShape(form, file, reported);
  if (problems.length > 0 || !isForm(form)) return problems;
  return file === fileOfForm(form)
    ? []
    : [
        `${file}: its form says that it is ${form.id}, version ${form.version}${form.language === undefined ? '' : `, in "${form.language}"`}; rename the file to ${fileOfForm(form)}, or correct the form.`,
      ];
}

function checkWhole(settlement: Settlement, modules: ReadonlyMap<string, unknown>): string[] {
  const translations = Object.values(settlement.translations ?? {}).flatMap(formsOf);
  const forms = [...formsOf(settlement), ...translations];
  const used = new Set(forms.map(fileOfForm));
  const reported = new Set<unknown>();
  const problemsOf = (some: readonly Form[]) =>
    some.flatMap((form) => checkFormOnce(form, reported).map((problem) => `${fileOfForm(form)}, ${problem}`));
  const inEnglish = problemsOf(formsOf(settlement));
  return [
    ...inEnglish,
    ...(inEnglish.length > 0 ? [] : problemsOf(translations)),
    ...checkSettlement(settlement),
    ...[...used]
      .filter((file) => !modules.has(file))
      .map((file) => `${file}: the file of this form is missing; name the form's file like this.`),
    ...(settlement.dataRules && !modules.has(dataRulesFile)
      ? [`${dataRulesFile}: the file is missing; write the rules for data files there.`]
      : []),
  ];
}

/** Names the file that contains the mistake, if another one only imports it. */
function locate(problem: string, folder: string, nameOf: (path: string) => string): string {
  const [file = ''] = /^[^,:]+/.exec(problem) ?? [];
  const rest = problem.slice(file.length);
  const [, page] = /^, page ([^\s,:]+)/.exec(rest) ?? [];
  const [, field] = /field "([^"]+)"/.exec(rest) ?? [];
  const [, kind, pattern] = /: there is no \w+ "([^"]+)"|: the pattern "(.+)" is no/.exec(rest) ?? [];
  const path =
    [join(folder, file), join(folder, '../shared', file)].find(existsSync) ??
    join(folder, file.startsWith('letters/') ? file : 'settlement.ts');
  if (file === 'site.ts' && page !== undefined)
    return `${nameOf(findFile([path, ...listSources(folder)], `path: '${page}'`) ?? path)}${rest}`;
  if (!file.startsWith('forms/') || field === undefined) {
    // Most values come from `facts.ts`, so authors correct them there.
    const [, value] = /: "\w+" is "([^"]+)",/.exec(rest) ?? [];
    const source =
      value === undefined ? undefined : findFile([path, join(folder, 'facts.ts')].filter(existsSync), `'${value}'`);
    return `${nameOf(source ?? path)}${rest}`;
  }
  const sources = [path, ...listSources(folder), ...listSources(join(folder, '../shared'))];
  const parts = [kind && `'${kind}'`, pattern, `name: '${field}'`].filter((part) => part !== undefined);
  const found = parts.map((part) => findFile(sources, part)).find((one) => one !== undefined) ?? path;
  return `${nameOf(found)}${found === path ? '' : `, used by ${nameOf(path)}`}${rest}`;
}

const listSources = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(folder, file))
    : [];

const findFile = (paths: readonly string[], part: string): string | undefined =>
  paths.find((path) => readFileSync(path, 'utf8').includes(part));

function isForm(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && 'sections' in value;
}

function isSettlement(value: unknown): value is Settlement {
  return typeof value === 'object' && value !== null && 'claimForms' in value;
}
