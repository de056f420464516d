import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { site } from '@redress/content/site';

/** What is photographed: a path, or a state that takes some steps to reach. `name` becomes the file's name. */
interface Shot {
  readonly name: string;
  readonly path: string;
  /** Brings the opened page into the state. */
  readonly reach?: (page: Page) => Promise<void>;
}

const widths = [375, 1280] as const;
const colorSchemes = ['light', 'dark'] as const;

/** Named states beside the pages themselves. */
const states: readonly Shot[] = [
  { name: 'not-found', path: '/no-such-page' },
  {
    name: 'skip-link',
    path: '/',
    reach: (page) => page.keyboard.press('Tab'),
  },
];

const [baseUrl = '', folder = join(import.meta.dirname, '../screenshots')] = process.argv.slice(2);
if (!URL.canParse(baseUrl)) {
  console.error('Say where the site runs: npm run screenshots -- http://localhost:3000');
  process.exit(1);
}

const pages = site.pages.map(({ path }): Shot => ({ name: path === '/' ? 'home' : path.slice(1), path }));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
await mkdir(folder, { recursive: true });
for (const shot of [...pages, ...states]) await photograph(browser, shot);
await browser.close();
console.log(`${(pages.length + states.length) * widths.length * colorSchemes.length} screenshots in ${folder}`);

/** Saves `<name>-<width>-<light|dark>.png` of the whole page for every width and colour scheme. */
async function photograph(opened: Browser, { name, path, reach }: Shot): Promise<void> {
  for (const width of widths) {
    for (const colorScheme of colorSchemes) {
      const page = await opened.newPage({
        viewport: { width, height: width < 600 ? 812 : 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.goto(new URL(path, baseUrl).href, { waitUntil: 'networkidle' });
      await reach?.(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
  }
}
