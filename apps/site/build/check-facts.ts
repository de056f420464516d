import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '@redress/forms/nearest-name';
import { isDay } from '@redress/forms/numbers-and-days';
import { isObject } from '@redress/contract/explain-mistakes';
import { loadModule } from './load-content.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Finds days in a settlement's `facts.ts` that do not exist, and missing facts that other files
 * use: a page would say "undefined", or nothing.
 */
export async function checkFacts(folder: string, nameOf: (path: string) => string): Promise<string[]> {
  const file = join(folder, 'facts.ts');
  if (!existsSync(file)) return [];
  const loaded = await loadModule(file, nameOf);
  // The files that import it report why it cannot be loaded.
  if ('problems' in loaded) return [];
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|mdx)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path));
  return [
    ...checkDays(loaded.exports).map((problem) => `${nameOf(file)}, ${problem}.`),
    ...sources.flatMap((path) =>
      checkNames(readFileSync(path, 'utf8'), loaded.exports).map(
        ({ line, problem }) => `${nameOf(path)}, line ${line}: ${problem}.`,
      ),
    ),
  ];
}

function checkDays(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (isObject(value)) {
      const { from, to } = value;
      const isReversed = typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to) && to < from;
      return [
        ...checkDays(value),
        ...(isReversed ? [`"${name}": it ends on ${to}, before it begins; correct the days`] : []),
      ];
    }
    return typeof value === 'string' && /^\d{4}-\d{1,2}-\d{1,2}$/.test(value) && !isDay(value)
      ? [`"${name}": "${value}" is not a day; write one that exists as YYYY-MM-DD`]
      : [];
  });
}

/** Follows `facts.period.from`, and names taken by `const { period } = facts`. */
function checkNames(source: string, exports: Facts) {
  const problems: { readonly line: number; readonly problem: string }[] = [];
  const known = new Map<string, Facts>();
  const report = (index: number, path: string, name: string, facts: Facts) => {
    const near = nearestName(name, Object.keys(facts));
    const remedy = near === undefined ? 'correct the name, or add it there' : `write ${path}.${near}`;
    const line = source.slice(0, index).split('\n').length;
    problems.push({ line, problem: `facts.ts has no ${path}.${name}; ${remedy}` });
  };
  for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '[./]+\/facts\.ts'/g))
    for (const [name, alias] of namesIn(names, /\s+as\s+/)) {
      const facts = exports[name];
      if (isObject(facts)) known.set(alias, facts);
    }
  for (const { index, 1: names = '', 2: root = '' } of source.matchAll(/const \{([^}]*)\} = (\w+);/g))
    for (const [name, alias] of namesIn(names, /\s*:\s*/)) {
      const facts = known.get(root);
      if (!facts) continue;
      const value = facts[name];
      if (!(name in facts)) report(index, root, name, facts);
      else if (isObject(value)) known.set(alias, value);
    }
  for (const [root, rootFacts] of known)
    for (const { index, 1: chain = '' } of source.matchAll(new RegExp(`(?<![\\w.$])${root}((?:\\.\\w+)+)`, 'g'))) {
      let facts: unknown = rootFacts;
      let path = root;
      for (const name of chain.slice(1).split('.')) {
        // In a comment, `facts.ts` means the file.
        if (!isObject(facts) || name === 'ts') break;
        if (!(name in facts)) {
          report(index, path, name, facts);
          break;
        }
        facts = facts[name];
        path = `${path}.${name}`;
      }
    }
  return problems;
}

/** Imported or destructured names, each with its name in the file. */
const namesIn = (list: string, separator: RegExp): (readonly [name: string, alias: string])[] =>
  list
    .split(',')
    .map((part) => part.trim().split(separator))
    .flatMap(([name = '', alias = name]) => (/^\w+$/.test(name) ? [[name, alias] as const] : []));
