import { documents } from '@redress/content/documents';
import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/settlement';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../e2e/members.ts';

const { pages, translations = {} }: SiteManifest = site;
const languages = new Set(['en', ...Object.keys(translations)]);
const pageAt = (path: string) => pages.find((one) => one.path === path);

/** The page for unknown addresses, in each language of the website. */
const unknown = [
  { path: '/no-such-page', language: 'en', title: 'Page not found' },
  { path: '/es/no-such-page', language: 'es', title: 'Página no encontrada' },
].filter(({ language }) => languages.has(language));

/** The targets of a page: its links, and the links in its head. */
const targetsOf = (page: Page) =>
  page
    .locator('a[href], link[href], img[src]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    );

test('every link works: every page, every anchor, every download; each document is linked and described correctly', async ({
  page,
  request,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  const found = new Set<string>();
  const waiting = [...pages.map(({ path }) => path), ...unknown.map(({ path }) => path)];
  const places = new Map<string, ReadonlySet<string>>();
  const left = new Map<string, readonly string[]>();
  const linked = new Map<string, string[]>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (places.has(path)) continue;
    // As served: loading each page with its scripts would take longer than reading it.
    await page.setContent(await (await request.get(path)).text(), { waitUntil: 'commit' });
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size, `${path} has the same id twice`).toBe(ids.length);
    places.set(path, new Set(ids));
    const aboutDocuments = await page
      .locator('main a[href^="/documents/"], footer a[href^="/documents/"]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href') ?? '', link.parentElement?.textContent ?? '']),
      );
    for (const [href = '', text = ''] of aboutDocuments) linked.set(href, [...(linked.get(href) ?? []), text]);
    for (const href of await targetsOf(page)) {
      if (/^(tel|mailto):/.test(href)) {
        expect(href, path).toMatch(/^(tel:\+1-\d{3}-\d{3}-\d{4}|mailto:[\w.+-]+@[\w.-]+)$/);
        continue;
      }
      const url = new URL(href, `${origin}${path}`);
      const leavesSpanish = pageAt(path)?.language === 'es' && pageAt(url.pathname)?.language === undefined;
      if (leavesSpanish && pageAt(url.pathname)) left.set(path, [...(left.get(path) ?? []), url.pathname]);
      expect(url.origin, `${path} leads away: ${href}`).toBe(origin);
      found.add(url.pathname + url.hash);
      if (pageAt(url.pathname) && !places.has(url.pathname)) waiting.push(url.pathname);
    }
  }
  expect(found.size).toBeGreaterThan(pages.length);
  // In their heads and in their first link: the same page in English.
  for (const [path, targets] of left)
    expect(new Set(targets), path).toEqual(new Set([pageAt(path)?.translationOf ?? '/']));
  for (const target of found) {
    const [path = '', place] = target.split('#');
    const known = places.get(path);
    if (known) {
      if (place !== undefined && place !== '') expect([...known], target).toContain(place);
    } else await expectDownload(request, path);
  }
  await expectDocuments(request, linked);
});

async function expectDownload(request: APIRequestContext, path: string): Promise<void> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  const body = await response.body();
  if (path.endsWith('.pdf')) {
    expect(response.headers()['content-type'], path).toBe('application/pdf');
    expect(body.subarray(0, 5).toString(), path).toBe('%PDF-');
  }
  if (path.endsWith('.xlsx')) {
    expect(response.headers()['content-type'], path).toContain('spreadsheetml');
    expect(body.subarray(0, 2).toString(), path).toBe('PK');
  }
}

/**
 * Each published document is linked; the text around each link says its kind, and at least one says
 * the size of a document that takes a slow connection more than a second.
 */
async function expectDocuments(
  request: APIRequestContext,
  linked: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const ids = [...linked.keys()].map((href) => href.replace(/^\/documents\/(.+)\.\w+$/, '$1'));
  expect(ids.toSorted()).toEqual(documents.map(({ id }) => id).toSorted());
  for (const [href, texts] of linked) {
    const bytes = (await (await request.get(href)).body()).length;
    for (const text of texts) expect(text, href).toMatch(/PDF|Excel/);
    const sizes = texts.flatMap((text) => [...text.matchAll(/(\d[\d.,]*)\s?(kB|MB)/g)]);
    if (sizes.length === 0)
      expect(bytes, `${href} is shown without its size: ${texts.join('; ')}`).toBeLessThan(50_000);
    for (const [said, number = '', unit] of sizes) {
      const saidBytes = Number(number.replace(',', '')) * (unit === 'MB' ? 1024 * 1024 : 1024);
      expect(Math.abs(saidBytes - bytes) / bytes, `${href} says ${said} and has ${String(bytes)} bytes`).toBeLessThan(
        0.1,
      );
    }
  }
}

test('sitemap, robots and security contact name addresses that exist', async ({ request, baseURL }) => {
  const origin = new URL(baseURL ?? '').origin;
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  const listed = pages.filter(({ kind }) => kind === 'text' || kind === 'instructions').map(({ path }) => path);
  for (const path of listed) expect(addresses).toContain(`${origin}${path}`);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  const security = await (await request.get('/.well-known/security.txt')).text();
  expect(security).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(new Date(/^Expires: (.+)$/m.exec(security)?.[1] ?? '').getTime()).toBeGreaterThan(Date.now());
});

for (const { path, title } of unknown) {
  test(`an unknown address, ${path}, says so in its language and links to the pages of the navigation`, async ({
    page,
  }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const ways = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    expect(ways.length).toBeGreaterThan(1);
    expect(ways).toEqual(await page.locator('header nav').getByRole('link').allInnerTexts());
  });
}

/** Two pages of the navigation; the second is visible from the first. */
const [here, there] = pages.filter(({ navigation }) => navigation !== undefined);

test('the page behind a hovered link is loaded before the click', async ({ page }) => {
  if (!here || !there) throw new Error('The navigation needs two pages');
  await page.goto(here.path);
  const link = page.getByRole('navigation').getByRole('link', { name: there.navigation ?? '', exact: true });
  const ahead = page.waitForResponse((response) => new URL(response.url()).pathname === there.path);
  await link.hover();
  expect(await (await ahead).request().headerValue('sec-purpose')).toBe('prefetch');
  await link.click();
  await page.waitForURL(there.path);
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry && 'deliveryType' in entry ? entry.deliveryType : undefined;
  });
  expect(deliveryType).toBe('navigational-prefetch');
});
