import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/settlement';
import { expect, test } from './members.ts';

const { pages }: SiteManifest = site;
/** The last page of each kind. */
const kinds = new Map(pages.map(({ kind, path }) => [kind, path]));
const entries = {
  '/notice': ['Home', 'Notices/FAQs', 'Spanish', 'File a Claim', 'Court Documents', 'Contact'],
  '/es/notice': [
    'Inicio',
    'Avisos y preguntas',
    'Español',
    'Presentar un reclamo',
    'Documentos judiciales',
    'Contacto',
  ],
};

test('on a phone, the title of every page is in the first third of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  for (const path of new Set([...kinds.values(), '/', '/es'])) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 }).first();
    await expect(title).toBeVisible();
    const box = await title.boundingBox();
    expect.soft(box?.y, path).toBeLessThan(667 / 3);
  }
});

test('no phone number breaks on a phone, and paper shows what is folded on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  for (const path of ['/', '/es', '/contact', '/consumer-login', '/es/consumer-login', '/consumera-instructions']) {
    await page.goto(path);
    const lines = await page.locator('a[href^="tel:"]').evaluateAll((links) =>
      links.flatMap((link) => {
        const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
        const counts: number[] = [];
        while (texts.nextNode()) {
          const { nodeValue } = texts.currentNode;
          const number = /\d+(?:-\d+)+/.exec(nodeValue ?? '');
          if (!number) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, number.index);
          range.setEnd(texts.currentNode, number.index + number[0].length);
          counts.push(new Set(Array.from(range.getClientRects(), ({ top }) => top)).size);
        }
        return counts;
      }),
    );
    expect.soft(Math.max(...lines), path).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const folded = page.locator('.prose details:not([open]) > :nth-child(2)');
    for (const part of await folded.all()) await expect.soft(part, path).toBeVisible();
    if (['/', '/consumera-instructions'].includes(path)) expect.soft(await folded.count(), path).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'screen' });
  }
});

for (const [path, sum, status, button] of [
  ['/', '$2.25 million', 'The court has approved the settlement', 'See if you are included'],
  ['/es', '2.25 millones de dólares', 'El tribunal ya aprobó el acuerdo', 'Vea si está incluido'],
] as const) {
  test(`${path} leads with the sum, the status and one button, and its timeline can be read on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sum);
    await expect(page.locator('.opening .note')).toContainText(status);
    await expect(page.locator('main .button:visible')).toHaveText([button]);
    await expect(page.getByRole('link', { name: button })).toBeInViewport({ ratio: 1 });
    const dates = page.locator('.timeline li');
    await expect(dates).toHaveCount(4);
    const boxes = await dates.evaluateAll((items) =>
      items.map((item) => {
        const { top, bottom, left, right } = item.getBoundingClientRect();
        return { top, bottom, left, right, isCut: item.scrollWidth > item.clientWidth };
      }),
    );
    for (const [index, { top, left, right, isCut }] of boxes.entries()) {
      expect(left >= 0 && right <= 375 && !isCut).toBe(true);
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
    }
    await page.getByRole('link', { name: button }).click();
    await expect(page.locator('#included')).toBeInViewport();
  });
}

for (const [path, labels] of Object.entries(entries))
  test(`the entries of ${path} stand in one line, and on a phone in a menu that opens by keyboard, beside caption and phone number`, async ({
    page,
  }) => {
    await page.goto(path);
    const header = page.getByRole('banner');
    const links = header.getByRole('navigation').getByRole('link');
    for (const width of [960, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(links).toHaveText(labels);
      const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size, `${width} px`).toBe(1);
    }
    await page.setViewportSize({ width: 375, height: 667 });
    await expect(header.getByRole('navigation')).toBeHidden();
    await expect(header.getByText(site.caption)).toBeVisible();
    await expect(header.getByText(site.phone)).toBeVisible();
    await header.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(links).toHaveText(labels);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(header.getByRole('link', { name: labels[0] ?? '', exact: true })).toBeFocused();
  });

test('the footer of every page has the phone number, the email address, and the links', async ({ page }) => {
  for (const [path, links] of Object.entries({
    '/contact': ['/notice', '/file-claim', '/contact', '/accessibility', '/documents/privacy-policy.pdf'],
    '/es/tpp-claimants': [
      '/es/notice',
      '/es/file-claim',
      '/es/contact',
      '/es/accessibility',
      '/documents/politica-de-privacidad.pdf',
    ],
  })) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: site.phone })).toBeVisible();
    await expect(footer.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`);
    const targets = await footer.locator('li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets).toEqual(links);
    await expect(footer.getByText('2025')).toBeVisible();
  }
});

test('at 640 px, no entry, card or link wraps to a line of its own', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  for (const path of ['/', '/es', '/file-claim', '/es/file-claim', '/espanol']) {
    await page.goto(path);
    await page.locator('.menu summary').click();
    for (const list of await page.locator('header ul, .link-cards').all()) {
      const rows = await list.locator('> li').evaluateAll((items) => {
        const tops = items.map((item) => Math.round(item.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      });
      expect.soft(new Set(rows).size, `${path}: ${rows.join(', ')} in a row`).toBe(1);
    }
  }
});

test('on every kind of page, no text is smaller than 16 px', async ({ page }) => {
  for (const path of kinds.values()) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')]
          .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
          .filter((element) => !element.closest('.visually-hidden') && element.checkVisibility())
          .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
          .map((element) => element.outerHTML.slice(0, 80)),
      );
      expect.soft(small, `${path} at ${width} px`).toEqual([]);
    }
  }
});
