import { originPlaceholder } from '@redress/contract/site-files';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const client = join(import.meta.dirname, '../../apps/site/dist/client');
const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
const filesOf = (ending: string) => files.filter((file) => file.endsWith(ending));
const read = (file: string) => readFileSync(join(client, file), 'utf8');
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

/** Addresses that a browser requests by itself: not those of links. */
function loadedBy(html: string): string[] {
  const tags = matches(html, /(<(?!a\b)[a-z][^>]*>)/gi).filter(
    (tag) => !/^<link rel="(?:canonical|alternate)"/.test(tag),
  );
  return tags.flatMap((tag) => matches(tag, /\s(?:src|srcset|href|action|formaction|poster|data|ping)="([^"]*)"/gi));
}

test('there are pages, scripts and style sheets to check', () => {
  expect([filesOf('.html').length > 40, filesOf('.js').length > 20, filesOf('.css').length > 1]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a page that requests something from another host is detected', () => {
  expect(loadedBy('<p><a href="https://a.example/">A</a><img alt="" src="https://b.example/c.png"></p>')).toEqual([
    'https://b.example/c.png',
  ]);
});

describe.each(filesOf('.html'))('%s', (file) => {
  test('loads nothing from another host, and sends no form there', () => {
    const html = read(file);
    expect(loadedBy(html).filter((address) => !/^\/(?!\/)|^[?#]/.test(address))).toEqual([]);
    expect(html).not.toMatch(
      /<(?:base|iframe|object|embed|frame)\b|<link rel="(?:preconnect|dns-prefetch)"|http-equiv/i,
    );
    expect(html.replaceAll(originPlaceholder, '')).not.toMatch(/\sstyle="/);
  });
});

test.each(filesOf('.css'))('%s loads nothing from another host', (file) => {
  const css = read(file);
  expect(matches(css, /url\(\s*["']?([^"')]+)/g).filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
  expect(css).not.toContain('@import');
});

test.each(filesOf('.js'))('%s names no other host', (file) => {
  const hosts = matches(read(file), /((?:https?|wss?):\/\/[\w.-]+)/g);
  expect([...new Set(hosts)].filter((host) => !neverRequested.has(host))).toEqual([]);
});
