import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { address } from './e2e/settings.ts';
import { takeMember } from './e2e/members.ts';
import startServer from './e2e/start-server.ts';
import { consoleShots, fileInventedClaims, takeConsolePictures } from './screenshots/console-shots.ts';
import { filedShots } from './screenshots/filed-shots.ts';
import { formShots } from './screenshots/form-shots.ts';
import { loginShots } from './screenshots/login-shots.ts';
import { pageShots } from './screenshots/page-shots.ts';
import { takeReadmePictures } from './screenshots/readme-picture.ts';
import { type ColorScheme, openBrowser, type Shot } from './screenshots/shot.ts';
import { statusShots } from './screenshots/status-shots.ts';

// npm run screenshots [PART OF A NAME …]: starts a server and takes screenshots of every page and
// state, or of those named.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
const widths = [375, 1280] as const;
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const shots = [...pageShots, ...loginShots, ...formShots, ...filedShots, ...statusShots, ...consoleShots].filter(
  (shot) => isWanted(shot.name),
);

if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
console.log('Starting a server …');
const stopServer = await startServer();
if (isWanted('readme') || shots.some((shot) => consoleShots.includes(shot))) await fileInventedClaims();
const browser = await openBrowser();
if (isWanted('readme')) {
  const folderOfReadme = join(root, 'docs/images');
  const files = await takeReadmePictures({ browser, baseURL: address, member: takeMember(), folder: folderOfReadme });
  files.push(...(await takeConsolePictures(browser, address, folderOfReadme)));
  console.log(files.join('\n'));
}
let taken = 0;
const missed: string[] = [];
for (const shot of shots) {
  for (const width of shot.widths ?? widths) {
    for (const colorScheme of shot.colorSchemes ?? ['light']) {
      const file = `${shot.name}-${width}-${colorScheme}`;
      try {
        await takeScreenshot(browser, shot, { width, colorScheme, file });
        taken += 1;
      } catch (error) {
        missed.push(file);
        console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  console.log(`${shot.name}: ${taken} screenshots`);
}
await browser.close();
await stopServer();
console.log(`${taken} screenshots in ${folder}`);
if (missed.length > 0) {
  console.error(`Not reached: ${missed.join(', ')}`);
  process.exitCode = 1;
}

/** Saves `<name>-<width>-<light|dark>.png`, and for print a PDF too. */
async function takeScreenshot(
  opened: Browser,
  shot: Shot,
  { width, colorScheme, file }: { readonly width: number; readonly colorScheme: ColorScheme; readonly file: string },
): Promise<void> {
  const context = await opened.newContext({
    baseURL: address,
    viewport: { width, height: width < 600 ? 812 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
    javaScriptEnabled: shot.withoutScript === undefined,
  });
  try {
    const page = await context.newPage();
    // Most states need no class member, and there are fewer of them than pictures.
    await shot.reach(page, shot.reach.length > 1 ? takeMember() : { noticeId: '', uniqueId: '' });
    if (shot.print) {
      await page.emulateMedia({ media: 'print' });
      await page.pdf({ path: join(folder, `${file}.pdf`), format: 'Letter', preferCSSPageSize: true });
    }
    const fullPage = shot.screenOnly === undefined;
    if (fullPage) await page.evaluate(() => scrollTo(0, 0)); // puts sticky elements at the top of the page
    await page.screenshot({ path: join(folder, `${file}.png`), fullPage });
  } finally {
    await context.close();
  }
}
