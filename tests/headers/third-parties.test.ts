import { formKeyRefresh, originPlaceholder } from '@redress/contract/site-files';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const apps = join(import.meta.dirname, '../../apps');
const listFiles = (folder: string) =>
  readdirSync(join(apps, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
const siteFiles = listFiles('site/dist/client');
const consoleFiles = listFiles('console/dist');
const filesOf = (ending: string, files = [...siteFiles, ...consoleFiles]) =>
  files.filter((file) => file.endsWith(ending));
const read = (file: string) => readFileSync(join(apps, file), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/**
 * Addresses in scripts that are never requested: XML namespaces, and the error pages of React and
 * Vike.
 */
const neverRequested = new Set([
  'http://www.w3.org',
  'http://schemas.microsoft.com',
  'http://schemas.openxmlformats.org',
  'http://purl.org',
  'http://www.wps.cn',
  'https://react.dev',
  'https://vike.dev',
  'https://github.com',
]);

/**
 * More in scripts of the console: names of XML in PDFs, addresses that only complete relative ones,
 * and links to documentation in messages for developers.
 */
const neverRequestedByConsole = new Set([
  ...neverRequested,
  'http://ns.adobe.com',
  'http://www.xfa.org',
  'http://example.com',
  'http://localhost',
  'https://foo.bar',
  'https://base-ui.com',
  'https://reactrouter.com',
  'https://simplewebauthn.dev',
]);

/** Addresses that a browser requests by itself: not those of links. */
function loadedBy(html: string): string[] {
  const tags = matches(html, /(<(?!a\b)[a-z][^>]*>)/gi).filter(
    (tag) => !/^<link rel="(?:canonical|alternate)"/.test(tag),
  );
  return tags.flatMap((tag) => matches(tag, /\s(?:src|srcset|href|action|formaction|poster|data|ping)="([^"]*)"/gi));
}

test('there are pages, scripts and style sheets to check', () => {
  const count = (files: string[]) => ['.html', '.js', '.css'].map((ending) => filesOf(ending, files).length);
  const [pages = 0, scripts = 0, styles = 0] = count(siteFiles);
  expect([pages > 40, scripts > 20, styles > 1]).toEqual([true, true, true]);
  // The console has one page, and one for previews.
  const [consolePages, consoleScripts = 0, consoleStyles = 0] = count(consoleFiles);
  expect([consolePages, consoleScripts > 20, consoleStyles > 1]).toEqual([2, true, true]);
});

test('a page that requests something from another host is detected', () => {
  expect(loadedBy('<p><a href="https://a.example/">A</a><img alt="" src="https://b.example/c.png"></p>')).toEqual([
    'https://b.example/c.png',
  ]);
});

/** Lists the findings with their files. */
const findIn = (ending: string, find: (text: string, file: string) => readonly string[]) =>
  filesOf(ending).flatMap((file) => find(read(file), file).map((found) => `${file}: ${found}`));

test('no page loads anything from another host, or sends a form there', () => {
  const elements = /<(?:base|iframe|object|embed|frame)\b|<link rel="(?:preconnect|dns-prefetch)"|http-equiv/gi;
  const found = findIn('.html', (page) => {
    const html = page.replace(formKeyRefresh, '');
    return [
      ...loadedBy(html).filter((address) => !/^\/(?!\/)|^[?#]/.test(address)),
      ...(html.match(elements) ?? []),
      ...(html.replaceAll(originPlaceholder, '').match(/\sstyle="/g) ?? []),
    ];
  });
  expect(found).toEqual([]);
});

test('no style sheet loads anything from another host', () => {
  const found = findIn('.css', (css) => [
    ...matches(css, /url\(\s*["']?([^"')]+)/g).filter((address) => !/^\/(?!\/)/.test(address)),
    ...(css.match(/@import/g) ?? []),
  ]);
  expect(found).toEqual([]);
});

test('no script names another host', () => {
  const found = findIn('.js', (script, file) => {
    const known = consoleFiles.includes(file) ? neverRequestedByConsole : neverRequested;
    return matches(script, /((?:https?|wss?):\/\/[\w.-]+)/g).filter((host) => !known.has(host));
  });
  expect(found).toEqual([]);
});
