import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSync } from '@mdx-js/mdx';
import { noSuchDocument } from '@redress/contract/check-documents';
import { proseComponentNames } from '@redress/contract/prose-components';
import { isProsePage } from '@redress/contract/site-files';
import type { Page } from '@redress/contract/settlement';
import { nearestName } from '@redress/forms/nearest-name';
import { isDay } from '@redress/forms/numbers-and-days';
import { isObject } from '@redress/contract/explain-mistakes';
import { adviceFor, loadModule } from './load-content.ts';

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.mdx')
      ? { format: 'module', shortCircuit: true, source: compileProse(fileURLToPath(url)) }
      : next(url, context),
});

function compileProse(path: string): string {
  return String(compileSync({ value: readFileSync(path, 'utf8'), path }));
}

/** The pages, documents and other targets that prose may refer to. */
export interface ProseTargets {
  /** If undefined, links are not checked. */
  readonly paths: readonly string[] | undefined;
  readonly documentIds: readonly string[];
}

/** Finds missing prose files, and problems in the others. */
export async function checkProse(
  folder: string,
  pages: readonly Page[],
  targets: ProseTargets,
  nameOf: (path: string) => string,
): Promise<string[]> {
  const pathOf = (text: string) => join(folder, 'pages', `${text}.mdx`);
  const existing = existsSync(join(folder, 'pages')) ? readdirSync(join(folder, 'pages')) : [];
  const texts = existing.filter((file) => file.endsWith('.mdx')).map((file) => file.slice(0, -'.mdx'.length));
  const missing = pages.flatMap((page) => {
    if (!isProsePage(page) || texts.includes(page.text)) return [];
    const { path, text, translationOf } = page;
    const original = pages.find((one) => one.path === translationOf);
    // The name of the translation's file follows from the original's.
    if (original && isProsePage(original) && !texts.includes(original.text)) return [];
    const near = nearestName(text, texts);
    const remedy = near === undefined ? 'add the file' : `add the file, or write text: '${near}'`;
    return [`${nameOf(pathOf(text))}: the file is missing, and the page ${path} shows it; ${remedy}.`];
  });
  const wrong: string[] = [];
  for (const text of texts) {
    const loaded = await loadModule(pathOf(text), nameOf);
    if ('problems' in loaded) wrong.push(...loaded.problems);
    else wrong.push(...checkText(loaded.exports, targets).map((problem) => `${nameOf(pathOf(text))}: ${problem}.`));
  }
  return [...missing, ...wrong];
}

/** Renders the prose with components that render nothing, and checks their props. */
function checkText(exports: Readonly<Record<string, unknown>>, targets: ProseTargets): string[] {
  const { default: render, linkCards, actions, button } = exports;
  if (!isRenderer(render)) return [];
  const components = Object.fromEntries(
    proseComponentNames.map((name) => [name, Object.assign(() => null, { displayName: name })]),
  );
  const days: string[] = [];
  const hasCome = (day: string) => {
    days.push(day);
    return false;
  };
  try {
    const tree = render({ components, when: { isAfter: hasCome, isFrom: hasCome } });
    const problems = [tree, linkCards, actions, button].flatMap((part) => checkElements(part, targets));
    return [...new Set([...problems, ...days.flatMap(checkDay)])];
  } catch (error) {
    return [error instanceof Error ? explainRendering(error) : String(error)];
  }
}

const isRenderer = (value: unknown): value is (props: object) => unknown => typeof value === 'function';

function explainRendering(error: Error): string {
  const [, name] = /Expected component `(\S+)` to be defined/.exec(error.message) ?? [];
  if (name === undefined) return adviceFor(error);
  const near = nearestName(name, proseComponentNames);
  return `there is no component <${name}>; write ${near === undefined ? `one of ${proseComponentNames.join(', ')}, or import it` : `<${near}>`}`;
}

/** Looks for links, documents and days in elements, and in the objects and lists that hold them. */
function checkElements(value: unknown, targets: ProseTargets): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => checkElements(one, targets));
  if (!isObject(value)) return [];
  const { href } = value;
  return [
    ...(typeof href === 'string' && targets.paths ? checkLink(href, targets.paths) : []),
    ...(isElementOf(value, 'Documents', 'DocumentLink') && isObject(value['props'])
      ? [value['props']['of']].flat().flatMap((id) => noSuchDocument(String(id), targets.documentIds))
      : []),
    ...(isElementOf(value, 'After', 'Until', 'From') && isObject(value['props'])
      ? checkDay(String(value['props']['day']))
      : []),
    ...Object.values(value).flatMap((one) => checkElements(one, targets)),
  ];
}

/** A day on which the text changes. */
const checkDay = (day: string): string[] =>
  isDay(day) ? [] : [`it changes on "${day}", which is not a day; write YYYY-MM-DD, or better a day of facts.ts`];

function isElementOf({ type }: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean {
  return typeof type === 'function' && 'displayName' in type && names.some((name) => name === type.displayName);
}

/** Paths that the server handles itself. */
const programPaths = /^\/(?:api|assets|documents)\//;

function checkLink(href: string, paths: readonly string[]): string[] {
  const [path = ''] = href.split(/[?#]/);
  if (!path.startsWith('/') || paths.includes(path) || programPaths.test(path)) return [];
  const near = nearestName(path, paths);
  return [
    `it links to ${path}, where there is no page; ${near === undefined ? 'correct the link, or add the page' : `write ${near}`}`,
  ];
}
