import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isObject } from '@redress/contract/explain-mistakes';
import { IncompleteTranslation } from '@redress/forms/translate-form';

export type LoadedModule =
  | { readonly exports: Readonly<Record<string, unknown>> }
  /** `ofTranslation`: a form could not be translated, perhaps because of a mistake in the form. */
  | { readonly problems: string[]; readonly ofTranslation?: true };

/**
 * Loads a module of the content, or returns sentences about why it cannot be loaded. `nameOf`
 * returns the name of a file for people, for example `content/demonstration/site.ts`. An error in
 * an imported module gives the same sentence for every module that imports it.
 */
export async function loadModule(path: string, nameOf: (path: string) => string): Promise<LoadedModule> {
  try {
    const exports: unknown = await import(pathToFileURL(path).href);
    return { exports: isObject(exports) ? exports : {} };
  } catch (error) {
    if (error instanceof IncompleteTranslation)
      return {
        problems: error.problems.map((problem) => `${ownFolderOf(nameOf(path))}/${problem}`),
        ofTranslation: true,
      };
    if (!(error instanceof Error)) return { problems: [`${nameOf(path)}: ${String(error)}.`] };
    const problems = [explain(error, path, nameOf)];
    return error.stack?.includes('translate-form.ts') ? { problems, ofTranslation: true } : { problems };
  }
}

/** `content/<name>` */
const ownFolderOf = (name: string): string => name.split('/').slice(0, 2).join('/');

function explain(error: Error, path: string, nameOf: (path: string) => string): string {
  const missing = /^Cannot find (?:module|package) '(.+)' imported from (.+)$/.exec(error.message);
  if (missing) return explainMissing(missing[1] ?? '', missing[2] ?? path, nameOf);
  const at = placeInProse(error, path) ?? placeOfSyntaxError(error) ?? placeInContent(error, nameOf) ?? { path };
  const line = at.line === undefined ? '' : `, line ${at.line}`;
  return `${nameOf(at.path)}${line}: ${adviceFor(error)}.`;
}

function explainMissing(target: string, importer: string, nameOf: (path: string) => string): string {
  const lines = readFileSync(importer, 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes('from') && line.includes(basename(target)));
  const where = `${nameOf(importer)}${index === -1 ? '' : `, line ${index + 1}`}`;
  const remedy = existsSync(`${target}.ts`)
    ? `write "${basename(target)}.ts", because imports name the whole file`
    : 'correct the import, or add the file';
  return `${where}: it imports ${nameOf(target)}, which does not exist; ${remedy}.`;
}

interface Place {
  readonly path: string;
  readonly line?: string;
}

/**
 * MDX reports the line itself. Other lines belong to the program that it generates from the prose.
 */
function placeInProse(error: Error, path: string): Place | undefined {
  if (!path.endsWith('.mdx')) return undefined;
  return 'line' in error && typeof error.line === 'number' ? { path, line: String(error.line) } : { path };
}

/** The stack of a module that cannot be parsed or linked begins with its place. */
function placeOfSyntaxError({ stack = '' }: Error): Place | undefined {
  const [, path = '', line = ''] = /^(.+):(\d+)$/.exec(stack.split('\n')[0] ?? '') ?? [];
  if (path === '') return undefined;
  return { path: path.startsWith('file:') ? fileURLToPath(path) : path, line };
}

/** The innermost line of the content, which usually contains the mistake. */
function placeInContent({ stack = '' }: Error, nameOf: (path: string) => string): Place | undefined {
  return [...stack.matchAll(/(file:\/\/\/[^\s)]+):(\d+):\d+/g)]
    .map(([, url = '', line = '']) => ({ path: fileURLToPath(url), line }))
    .find((place) => nameOf(place.path).startsWith('content/'));
}

/**
 * Error messages of JavaScript engines, and their meaning for an author. `$1` is the first group.
 */
const advice: readonly (readonly [says: RegExp, advice: string])[] = [
  [
    /^The requested module '(.+)' does not provide an export named '(.+)'$/,
    '"$2" is imported from "$1", which does not export it; correct the name, or write "import type" if it is a type',
  ],
  [/^(\S+) is not defined$/, '"$1" is not known in this file; correct the name, or import it'],
  [
    /^Cannot access '(.+)' before initialization$/,
    '"$1" is used before it is defined; move its definition up, or let the two files not import each other',
  ],
  [
    /^Cannot read properties of undefined \(reading '(.+)'\)$/,
    'what should have ".$1" does not exist; correct the names before ".$1"',
  ],
  [/^(\S+) is not iterable.*$/, '"$1" is not a list; correct the name, or remove the three dots'],
  [
    /^Could not parse (?:expression|import\/exports) with acorn$/,
    'what is in curly brackets, or an import or export, cannot be read; look for a missing or extra bracket or quotation mark',
  ],
  [
    /^Expected a closing tag for `<(\S+)>`.*$/,
    'the tag <$1> is not closed; write </$1> after its text, or <$1 /> if it has none',
  ],
  [/^Invalid time value$/, 'a date used on this line is not a day; write days as YYYY-MM-DD, usually in facts.ts'],
  [
    /^Invalid time zone specified: (.*)$/,
    '"$1" is not a time zone; write an IANA name such as America/New_York, usually in facts.ts',
  ],
];

/** Explains an error and how to fix it. */
export function adviceFor({ name, message }: Error): string {
  for (const [says, meaning] of advice) if (says.test(message)) return message.replace(says, meaning);
  const [line = ''] = message.split('\n');
  const said = line.replace(/\.$/, '');
  return name === 'SyntaxError'
    ? `it cannot be read (${said}); look for a missing or extra comma, bracket or quotation mark on this line and the one above it`
    : said;
}
