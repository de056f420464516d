import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { documents } from '@redress/content/documents';
import { settlement } from '@redress/content/settlement';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The rooms, and which other rooms each may stand on (docs/decisions/0001-monorepo-layout.md). `content` is for composition roots only. */
const direction: Readonly<Record<string, readonly string[]>> = {
  forms: [],
  datafiles: [],
  contract: ['forms', 'datafiles'],
  content: ['forms', 'contract', 'datafiles'],
  documents: ['forms', 'contract'],
  site: ['forms', 'contract', 'datafiles', 'documents'],
  server: ['forms', 'contract', 'datafiles', 'documents'],
  tools: ['forms', 'contract', 'content', 'server'],
  tests: ['forms', 'contract', 'content', 'datafiles', 'documents', 'site', 'server', 'tools'],
};
const rooms = Object.keys(direction);
const compositionRoots = [
  /^site\/pages\/(.+\/)?\+[^/]+\.tsx?$/,
  /^site\/(build|entries)\//,
  /^documents\/build\//,
  /^server\/src\/(main|start-server)\.ts$/,
  /^server\/src\/cli\//,
];

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/');
const isCode = (file: string) => /\.(ts|tsx|mts|mjs|js|mdx)$/.test(file) && !file.endsWith('.d.ts');

/** Everything that is written by hand, by its path from the root with `/`. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    const isMade = ['node_modules', 'dist', 'data', 'screenshots', 'test-results', 'playwright-report'].includes(
      entry.name,
    );
    if (isMade || entry.name.startsWith('.')) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
const files = listFiles('.');
const code = files.filter((file) => isCode(file) && rooms.includes(roomOf(file)));

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}
function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
/** Comments out, so that an example in one is no import. */
function readCode(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

/** What a file imports, loads or globs, as it is written. */
function importsOf(file: string): string[] {
  const imports = readCode(file).matchAll(
    /(?:(?<![.\w])from|\bimport(?:\.meta\.glob(?:<[^>]*>)?)?\s*\(?)\s*(['"])([^'"\n]+)\1/g,
  );
  return [...new Set([...imports].flatMap((match) => match[2] ?? []))];
}
/** The room that an import leads to, if it is one of ours. */
function importedRoom(file: string, specifier: string): string | undefined {
  const context = specifier.startsWith('.')
    ? roomOf(
        relative(root, resolve(root, dirname(file), specifier))
          .split(sep)
          .join('/'),
      )
    : /^@redress\/([^/]+)/.exec(specifier)?.[1];
  return context !== undefined && rooms.includes(context) ? context : undefined;
}
/** Which packages a room's or the root's package.json names. */
function declaredIn(folder: string): string[] {
  const file = posix.join(folder, 'package.json');
  if (!existsSync(join(root, file))) return [];
  const manifest: unknown = JSON.parse(read(file));
  const parts = /^((dev|optional|peer)D|d)ependencies$/;
  return typeof manifest === 'object' && manifest !== null
    ? Object.entries(manifest).flatMap(([part, packages]: [string, unknown]) =>
        parts.test(part) && typeof packages === 'object' && packages !== null ? Object.keys(packages) : [],
      )
    : [];
}

describe('the direction between the rooms', () => {
  test('there is code in every context, and its imports are seen', () => {
    expect(rooms.filter((context) => !code.some((file) => roomOf(file) === context))).toEqual([]);
    expect(importsOf('content/settlement.ts')).toContain('@redress/contract/manifest');
    expect(importedRoom('apps/site/src/entries/texts.ts', '../../content/pages/*.mdx')).toBe('content');
  });

  test('each context imports only from the rooms that it stands on', () => {
    const wrong = code
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const own = roomOf(file);
        const allowed = [
          own,
          ...(direction[own] ?? []),
          ...(compositionRoots.some((path) => path.test(file)) ? ['content'] : []),
        ];
        return importsOf(file).flatMap((specifier) => {
          const context = importedRoom(file, specifier);
          return context === undefined || allowed.includes(context) ? [] : [`${file} imports ${specifier}`];
        });
      });
    expect(wrong).toEqual([]);
  });

  test('not even a test lets the site and the server import each other', () => {
    const wrong = code.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const pair = `${roomOf(file)} ${importedRoom(file, specifier)}`;
        return pair === 'site server' || pair === 'server site' ? [`${file} imports ${specifier}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('one context reaches another by its name, not by a path (but for the prose that Vite globs, and what tests share)', () => {
    const wrong = code
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (specifier) =>
              specifier.startsWith('.') && !specifier.includes('*') && !specifier.endsWith('/package.json'),
          )
          .filter((specifier) => (importedRoom(file, specifier) ?? roomOf(file)) !== roomOf(file))
          .map((specifier) => `${file} imports ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  test.each(rooms)('%s imports only packages that its package.json declares', (context) => {
    const declared = declaredIn(context);
    const forTests = declaredIn('.');
    const wrong = code
      .filter((file) => roomOf(file) === context)
      .flatMap((file) =>
        importsOf(file).flatMap((specifier) => {
          if (/^(\.|node:|virtual:)/.test(specifier)) return [];
          const name = specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/');
          // A package that is only types is declared by the name of its types.
          const isDeclared = declared.includes(name) || declared.includes(`@types/${name}`);
          const mayUse = name === `@redress/${context}` || isDeclared || (isTest(file) && forTests.includes(name));
          return mayUse ? [] : [`${file} imports ${name}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  test('what a browser loads uses nothing of Node', () => {
    const forBrowsers = code.filter((file) => !isTest(file) && isForBrowsers(file));
    expect(forBrowsers.filter((file) => importsOf(file).some((specifier) => specifier.startsWith('node:')))).toEqual(
      [],
    );
  });
});

/** The code of pages; the files that Vike runs only while it renders are left out. */
function isForBrowsers(file: string): boolean {
  if (file.endsWith('.config.ts') || file.startsWith('apps/site/build/')) return false;
  if (/\/\+(data|route|config|onRenderHtml|onBeforePrerenderStart)\.tsx?$/.test(file)) return false;
  return ['forms', 'contract', 'content', 'datafiles', 'site'].includes(roomOf(file));
}

describe('the words of the case', () => {
  const { site, claimForms } = settlement;
  const addresses = documents
    .flatMap(({ source }) => (source.kind === 'claim-form' ? source.mailTo : []))
    .filter((line) => !line.startsWith('c/o '));
  // The demonstration's own words are no other case's either.
  const ofDemonstration = [
    '11416REF',
    'info@settlement.example.com',
    'antidepressant',
    'savings club',
    'savings-club',
    'brand drug',
  ];
  const words = [
    ...claimForms.flatMap((form) => [form.referencePrefix, form.caseId]),
    ...site.pages.flatMap((page) => (page.kind === 'text' ? [] : [page.path])),
    site.name,
    ...Object.values(site.translations ?? {}).map(({ name }) => name),
    site.caption,
    site.phone,
    site.phone.replace(/^1-/, ''),
    site.securityEmail,
    ...addresses,
    ...ofDemonstration,
  ].map((word) => word.toLowerCase());

  // Another case puts its own prefix, phone number and name here (docs/new-case.md).
  test('are known: prefix, name, phone number and address are among them', () => {
    for (const word of ['11416ref', '1-800-555-0142', 'antidepressant antitrust settlement', 'p.o. box 99900'])
      expect(words).toContain(word);
    expect(words.filter((word) => word.length < 5)).toEqual([]);
  });

  test('stand only in content, documentation and tests', () => {
    const scanned = files.filter(
      (file) =>
        rooms.includes(roomOf(file)) &&
        roomOf(file) !== 'content' &&
        !/\.(test|spec)\.tsx?$/.test(file) &&
        !file.startsWith('tests/e2e/'),
    );
    const wrong = scanned.flatMap((file) => {
      const text = read(file).toLowerCase();
      return words.filter((word) => text.includes(word)).map((word) => `${file} says "${word}"`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('names and exports', () => {
  test('no file or folder is called utils, helpers, common or manager', () => {
    const vague = /^(.+[-.])?(utils?|helpers?|commons?|managers?)([-.].+)?$/i;
    expect(files.filter((file) => file.split('/').some((part) => vague.test(part)))).toEqual([]);
  });

  test('there is no barrel', () => {
    expect(files.filter((file) => /^index\.(ts|tsx|js|mjs)$/.test(basename(file)))).toEqual([]);
  });

  test('there is no default export but where a tool demands one', () => {
    // Playwright's global set-up is the default export of the file that its configuration names.
    const globalSetup = /globalSetup: '(.+)'/.exec(read('tests/playwright.config.ts'))?.[1];
    const demanded = (file: string) =>
      basename(file).startsWith('+') ||
      file.endsWith('.config.ts') ||
      (globalSetup !== undefined && file === posix.join('tests', globalSetup));
    const wrong = [...code, ...files.filter((file) => !file.includes('/') && isCode(file))]
      .filter((file) => !demanded(file) && !file.endsWith('.mdx'))
      .filter((file) => /^\s*export\s+default\b|\bas default\b/m.test(readCode(file)));
    expect(wrong).toEqual([]);
  });
});

test('what a browser loads calls nothing that browsers of early 2020 lack', () => {
  const later =
    /\.(at|replaceAll|findLast|findLastIndex|toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(|\b(Object\.(hasOwn|groupBy)|structuredClone|Array\.fromAsync|Promise\.(any|withResolvers|try)|AbortSignal\.(any|timeout)|randomUUID|WeakRef)\b/;
  const wrong = code
    .filter((file) => !isTest(file) && isForBrowsers(file))
    .flatMap((file) => {
      const found = later.exec(readCode(file));
      return found ? [`${file} calls ${found[0]}`] : [];
    });
  expect(wrong).toEqual([]);
});
