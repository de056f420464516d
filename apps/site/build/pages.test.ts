import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@redress/content/site';
import { formatDay, type Language } from '@redress/contract/language';
import type { Page, SiteManifest } from '@redress/contract/settlement';
import {
  formKeyPlaceholder,
  formKeyScript,
  type PageVariants,
  isProsePage,
  notFoundFileIn,
  originPlaceholder,
} from '@redress/contract/site-files';
import { pageIn, translatedLanguages } from '@redress/contract/translations';
import { beforeAll, describe, expect, it } from 'vitest';

const client = join(import.meta.dirname, '../dist/client');

/** A new connection's first round trip holds this much: 10 TCP segments. */
const firstRoundTripBytes = 14_000;
/**
 * The limit of one form page's script, in Brotli, until the claimant starts to fill in the form.
 */
const scriptBytes = 75_000;

const manifest: SiteManifest = site;
const fileOf = (path: string): string => join(client, path, 'index.html');
const read = (file: string): string => readFileSync(file, 'utf8');
/** The size of a file as the build compressed it. */
const brotliBytes = (file: string): number => statSync(`${file}.br`).size;
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const scriptsOf = (html: string): string[] => matches(html, /<script\b[^>]*>/g);
const styleSheetsOf = (html: string): string[] => matches(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
const pageAt = (path: string): Page | undefined => manifest.pages.find((one) => one.path === path);
const targetsOf = (html: string): string[] => matches(html, /<a [^>]*href="(\/[^"]*|#[^"]*)"/g);

const forReading = manifest.pages.filter(isProsePage);
const isAfterLogin = ({ path }: Page) => manifest.pages.some((page) => page.kind === 'login' && page.next === path);
// The receipt and status pages are plain forms that need no JavaScript.
const islands = manifest.pages.filter(
  (page) => (!isProsePage(page) || isAfterLogin(page)) && page.kind !== 'receipt' && page.kind !== 'status',
);

const last = '9999-12-31';

function readVariants(): PageVariants['pages'] | undefined {
  if (!existsSync(join(client, 'variants.json'))) return undefined;
  const parse: (json: string) => PageVariants = JSON.parse;
  return parse(read(join(client, 'variants.json'))).pages;
}
const variants = readVariants();

/** Finds the file of a page for a given day. */
function fileOn(day: string, path: string): string {
  const shown = (variants?.[path] ?? []).filter(({ from }) => from <= day);
  const file = shown[shown.length - 1]?.file;
  return file === undefined ? fileOf(path) : join(client, file);
}

/** Each prose page as of each day on which it changes, with a name for the test. */
const prose = forReading.flatMap((page) =>
  (variants?.[page.path] ?? [{ from: last }]).map(({ from }) => ({
    name: `${page.path} (${from})`,
    isAfterLogin: isAfterLogin(page),
    from,
    file: fileOn(from, page.path),
  })),
);

beforeAll(() => {
  if (!variants) throw new Error('The site is not built: run "npm run build" first.');
});

const withoutScript = manifest.pages
  .filter(({ kind }) => kind === 'status')
  .map(({ path }) => ({ name: path, isAfterLogin: false, file: fileOf(path) }));

it.each([...prose, ...withoutScript])(
  'the page $name has no script, and fits the first round trip with its style sheets',
  (page) => {
    const { file } = page;
    // The page after a login says who is logged in, which needs script.
    expect(read(file)).not.toMatch(page.isAfterLogin ? /<[^>]+\son\w+=/i : /<script|<[^>]+\son\w+=/i);
    const styles = styleSheetsOf(read(file)).map((href) => brotliBytes(join(client, href)));
    expect(styles.length).toBeGreaterThan(0);
    expect(brotliBytes(file) + styles.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(firstRoundTripBytes);
  },
);

it.each(islands)(
  'the page $path has no inline script but that of a form’s key, and preloads all that it needs, within the limit',
  ({ path }) => {
    const html = read(fileOf(path));
    const scripts = scriptsOf(html);
    expect(scripts.length).toBeGreaterThan(0);
    const inline = html.includes(formKeyPlaceholder) ? [`<script>${formKeyScript}</script>`] : [];
    expect(html.match(/<script>.*?<\/script>/gs) ?? []).toEqual(inline);
    expect(scripts.filter((tag) => !/ src="\/assets\/[^"]+\.js"/.test(tag))).toEqual(inline.map(() => '<script>'));
    const files = [
      ...matches(html, /<script src="([^"]+)"/g),
      ...matches(html, /<link rel="modulepreload" href="([^"]+)"/g),
    ];
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.map((file) => brotliBytes(join(client, file))).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(scriptBytes);
  },
);

// Forms take addresses of the United States only.
it.each(manifest.pages.filter((page) => page.kind === 'form' || read(fileOf(page.path)).includes('id="by-mail"')))(
  'the page $path says how to file with an address in another country',
  ({ path, language }) => {
    const html = read(fileOf(path)).replaceAll(/<[^>]+>/g, '');
    expect(html).toMatch(
      language === 'es'
        ? /el extranjero|en otro país\? Entonces reclame por correo/
        : /abroad|in another country\? Then file by mail/,
    );
  },
);

it.each(manifest.pages.filter(({ path }) => read(fileOf(path)).includes('class="timeline desktop"')))(
  'the text of $path names each date that only a wide screen lists',
  ({ path, language = 'en' }) => {
    const [list = '', ...others] = read(fileOf(path)).split(/(?<=class="timeline desktop"[^]*?<\/section>)/);
    const dates = [...list.slice(list.indexOf('class="timeline desktop"')).matchAll(/dateTime="([^"]+)"/gi)];
    expect(dates.length).toBeGreaterThan(2);
    for (const [, date = ''] of dates)
      expect(others.join('')).toContain(formatDay(date, language, { dateStyle: 'long' }));
  },
);

describe('every page', () => {
  const files = new Map<string, string>(manifest.pages.map(({ path }) => [path, fileOf(path)]));
  const notFoundFiles = [...new Set<Language>(['en', ...translatedLanguages(manifest)])].map(notFoundFileIn);
  for (const file of notFoundFiles) files.set(file, join(client, file));
  const everyFile = [...prose, ...[...files].map(([name, file]) => ({ name, from: last, file }))];
  const languageOf = (path: string): Language => pageAt(path)?.language ?? (path.startsWith('es/') ? 'es' : 'en');

  it.each([...files])('%s has a language, a title, one heading, and a skip link', (path, file) => {
    const html = read(file);
    const page = pageAt(path);
    const language = languageOf(path);
    const { name, notFound } = {
      en: { name: site.name, notFound: 'Page not found' },
      es: { name: manifest.translations?.es?.name, notFound: 'Página no encontrada' },
    }[language];
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`));
    expect(html).toContain(`<title>${page?.title ?? notFound} – ${name}</title>`);
    // A confirmation without a claim gets its heading from the script.
    if (page?.kind !== 'complete') expect(matches(html, /<h1\b/g)).toHaveLength(1);
    expect(html).toContain('href="#main"');
    expect(html).toContain('<main id="main"');
    for (const landmark of ['header', 'main', 'footer'])
      expect(matches(html, new RegExp(`<${landmark}\\b`, 'g')), landmark).toHaveLength(1);
  });

  it('has a title that no other page has', () => {
    const titles = [...files.values()].map((file) => matches(read(file), /<title>([^<]+)</g)[0]);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it.each(['en', 'es'] as const)('in %s has the phone number and the navigation at the same place', (language) => {
    const headers = [...files]
      .filter(([path]) => languageOf(path) === language)
      .map(([, file]) => /<header\b.*?<\/header>/s.exec(read(file))?.[0] ?? '');
    for (const header of headers) expect(matches(header, /<a [^>]*href="tel:/g)).toHaveLength(1);
    // The link to the other language depends on the page; its position does not.
    const orders = headers.map((header) => matches(header, /<a (?![^>]* lang=)[^>]*>([^<]*)/g).join(' | '));
    expect(headers.length).toBeGreaterThan(10);
    expect([...new Set(orders)]).toHaveLength(1);
  });

  it('of text is linked from the navigation and from another page', () => {
    const linksIn = (part: RegExp) =>
      [...files].flatMap(([path, file]) =>
        targetsOf(part.exec(read(file))?.[0] ?? '').filter((target) => target !== path),
      );
    const links = { navigation: linksIn(/<nav\b.*?<\/nav>/s), text: linksIn(/<main\b.*<\/main>/s) };
    const listed = manifest.pages.filter(({ kind, navigation }) => kind === 'text' && navigation !== undefined);
    expect(listed.length).toBeGreaterThan(10);
    for (const { path } of listed) {
      expect(links.navigation, path).toContain(path);
      // Every page links Home through the website's name.
      if (path !== '/' && path !== '/es') expect(links.text, path).toContain(path);
    }
  });

  it.each([...files])(
    '%s has icons, a link preview, and a current page, and says whether to be found',
    (path, file) => {
      const html = read(file);
      const page = pageAt(path);
      expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(!(page && isProsePage(page)));
      const own = page ? [originPlaceholder + path] : [];
      expect(matches(html, /<link rel="canonical" href="([^"]+)"/g)).toEqual(own);
      expect(matches(html, /<meta property="og:url" content="([^"]+)"/g)).toEqual(own);

      const icons = matches(html, /<link rel="(?:icon|apple-touch-icon)" href="\/([^"]+)"/g);
      expect(icons).toEqual(['favicon-48.png', 'favicon.svg', 'apple-touch-icon.png']);
      const previews = matches(html, /<meta property="og:image" content="([^"]+)"/g);
      const preview = languageOf(path) === 'en' ? 'preview.png' : 'preview-es.png';
      expect(previews).toEqual(page ? [`${originPlaceholder}/${preview}`] : []);
      for (const picture of [...icons, preview]) expect(existsSync(join(client, picture)), picture).toBe(true);
      const { name } = languageOf(path) === 'en' ? site : (manifest.translations?.es ?? site);
      if (page) expect(html).toContain(`<meta property="og:image:alt" content="${name}. ${site.caption}"/>`);

      const current = matches(html, /<a [^>]*aria-current="[^"]+"[^>]*>/g);
      expect(current).toEqual(page ? [expect.stringContaining(`href="${page.parent ?? path}"`)] : []);
      if (page) expect(current[0]).toContain(`aria-current="${page.navigation === undefined ? 'true' : 'page'}"`);
    },
  );

  it.each(everyFile)('$name has integrity hashes of all scripts and style sheets', ({ file }) => {
    const tags = matches(read(file), /<(?:script src|link rel="(?:stylesheet|modulepreload)")[^>]*>/g);
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) {
      const [, address = ''] = / (?:src|href)="([^"]+)"/.exec(tag) ?? [];
      const hash = createHash('sha256')
        .update(readFileSync(join(client, address)))
        .digest('base64');
      expect(tag).toContain(` integrity="sha256-${hash}"`);
    }
  });

  it.each(everyFile)('$name links only to pages, documents and anchors that exist', ({ name, from, file }) => {
    for (const target of targetsOf(read(file))) {
      const [to = '', anchor] = target.split('#');
      if (to.startsWith('/documents/')) {
        expect(existsSync(join(client, decodeURIComponent(to))), `${name} links to ${target}`).toBe(true);
        continue;
      }
      expect(to === '' || files.has(to), `${name} links to ${target}`).toBe(true);
      const landing = to === '' ? file : fileOn(from, to);
      if (anchor) expect(read(landing), `${name} links to ${target}`).toContain(` id="${anchor}"`);
    }
  });

  it.each([
    ['en', ['/', '/notice', '/espanol', '/file-claim', '/courtdocuments', '/contact']],
    ['es', ['/es', '/es/notice', '/espanol', '/es/file-claim', '/es/courtdocuments', '/es/contact']],
  ] as const)('in %s has the six entries of the specification, in its order', (language, entries) => {
    for (const [path, file] of files) {
      if (languageOf(path) !== language) continue;
      const [navigation = ''] = matches(read(file), /<header\b.*?(<nav\b.*?<\/nav>)/gs);
      expect(targetsOf(navigation), path).toEqual(entries);
    }
  });

  it('calls the link to the other language by its name, and the page of that language otherwise', () => {
    const labels = (path: string) =>
      [
        ...(/<header\b.*?<\/header>/s.exec(read(fileOf(path)))?.[0] ?? '').matchAll(/<a [^>]*?href="\/[^>]*>([^<]*)</g),
      ].map(([, label]) => label);
    expect(labels('/notice').filter((label) => /span|esp/i.test(label ?? ''))).toEqual(['Español', 'Spanish']);
    expect(labels('/es/notice').filter((label) => /engl|ingl/i.test(label ?? ''))).toEqual(['English']);
  });

  const inSpanish = manifest.pages.filter(({ language }) => language === 'es');
  /** The home page of each language; undefined if it has no pages. */
  const home = { en: '/', es: (inSpanish.find(({ translationOf }) => translationOf === '/') ?? inSpanish[0])?.path };

  it.each([...files])('%s has a link to itself in the other language, and names it in its head', (path, file) => {
    const html = read(file);
    const page = pageAt(path);
    const other = languageOf(path) === 'en' ? 'es' : 'en';
    const counterpart = page && pageIn(manifest, page, other);
    const way = counterpart?.path ?? home[other];
    if (way === undefined) expect(html).not.toContain(`hrefLang="${other}"`);
    else expect(html).toContain(`<a href="${way}" lang="${other}" hrefLang="${other}">`);
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)];
    const pair = counterpart && (other === 'es' ? [path, counterpart.path] : [counterpart.path, path]);
    expect(Object.fromEntries(alternates.map(([, language, href]) => [language, href]))).toEqual(
      pair
        ? {
            en: originPlaceholder + pair[0],
            es: originPlaceholder + pair[1],
            'x-default': originPlaceholder + pair[0],
          }
        : {},
    );
    if (counterpart) expect(pageIn(manifest, counterpart, languageOf(path))).toBe(page);
  });
});

it('lists prose pages for search engines, and disallows the API', () => {
  const sitemap = matches(read(join(client, 'sitemap.xml')), /<loc>([^<]+)<\/loc>/g);
  expect(sitemap).toEqual(forReading.map(({ path }) => originPlaceholder + path));
  for (const url of read(join(client, 'sitemap.xml'))
    .split('\n')
    .filter((line) => line.startsWith('<url>'))) {
    const [own = ''] = matches(url, /<loc>([^<]+)<\/loc>/g);
    const page = pageAt(own.replace(originPlaceholder, ''));
    const versions = page ? [pageIn(manifest, page, 'en'), pageIn(manifest, page, 'es')] : [];
    const paths = versions.every(Boolean) ? versions.map((version) => originPlaceholder + version?.path) : [];
    expect(matches(url, / hreflang="[^"]+" href="([^"]+)"/g)).toEqual(paths);
  }
  expect(read(join(client, 'robots.txt'))).toBe(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${originPlaceholder}/sitemap.xml\n`,
  );
});
