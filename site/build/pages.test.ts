import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { site } from '@redress/content/site';
import { beforeAll, describe, expect, it } from 'vitest';

const client = join(import.meta.dirname, '../dist/client');

/** What fits the first round trip of a new connection: 10 TCP segments. */
const firstRoundTripBytes = 14_000;
/** All script of one form page, brotli. */
const scriptBytes = 72_000;

const fileOf = (path: string): string => join(client, path, 'index.html');
const read = (file: string): string => readFileSync(file, 'utf8');
const brotliBytes = (file: string): number => brotliCompressSync(readFileSync(file)).length;
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const scriptsOf = (html: string): string[] => matches(html, /<script\b[^>]*>/g);
const styleSheetsOf = (html: string): string[] => matches(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
const targetsOf = (html: string): string[] => matches(html, /<a [^>]*href="(\/[^"]*|#[^"]*)"/g);

beforeAll(() => {
  if (!existsSync(fileOf('/'))) throw new Error('The site is not built: run "npm run build" first.');
});

const prose = site.pages.filter((page) => page.kind === 'text' || page.kind === 'instructions');
const islands = site.pages.filter((page) => page.kind !== 'text' && page.kind !== 'instructions');

describe.each(prose)('the page $path', ({ path }) => {
  it('holds no script at all', () => {
    expect(read(fileOf(path))).not.toMatch(/<script|\son\w+=/i);
  });

  it('arrives, with its style sheets, in the first round trip', () => {
    const styles = styleSheetsOf(read(fileOf(path))).map((href) => brotliBytes(join(client, href)));
    expect(styles.length).toBeGreaterThan(0);
    expect(brotliBytes(fileOf(path)) + styles.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(firstRoundTripBytes);
  });
});

describe.each(islands)('the page $path', ({ path }) => {
  it('loads its script from a file and has none inline', () => {
    const scripts = scriptsOf(read(fileOf(path)));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !/ src="\/assets\/[^"]+\.js"/.test(tag))).toEqual([]);
  });

  it('preloads every script that it needs, within the limit', () => {
    const html = read(fileOf(path));
    const files = [
      ...matches(html, /<script src="([^"]+)"/g),
      ...matches(html, /<link rel="modulepreload" href="([^"]+)"/g),
    ];
    const bytes = files.map((file) => brotliBytes(join(client, file))).reduce((sum, size) => sum + size, 0);
    expect(files.length).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(scriptBytes);
  });
});

describe('every page', () => {
  const files = new Map<string, string>(site.pages.map(({ path }) => [path, fileOf(path)]));
  files.set('404', join(client, '404.html'));

  it.each([...files])('%s has a language, a title, one heading, and a way past the navigation', (path, file) => {
    const html = read(file);
    const page = site.pages.find((one) => one.path === path);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain(`<title>${page?.title ?? 'Page not found'} – ${site.name}</title>`);
    // A confirmation without a claim has its heading from the script.
    if (page?.kind !== 'complete') expect(matches(html, /<h1\b/g)).toHaveLength(1);
    expect(html).toContain('href="#main"');
    expect(html).toContain('<main id="main"');
  });

  it.each([...files])('%s links only to pages and places that exist', (path, file) => {
    for (const target of targetsOf(read(file))) {
      const [to = '', anchor] = target.split('#');
      const landing = to === '' ? file : files.get(to);
      expect(landing, `${path} links to ${target}`).toBeDefined();
      if (anchor) expect(read(landing ?? file), `${path} links to ${target}`).toContain(` id="${anchor}"`);
    }
  });
});
