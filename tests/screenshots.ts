import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from '@redress/content/site';
import { findBrowser } from '../tools/find-browser.mjs';
import { takeMember } from './e2e/members.ts';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { addRecords, consoleScreens, fileInventedClaims, takeConsolePictures } from './screenshots/console-shots.ts';
import { takeReadmePictures } from './screenshots/readme-picture.ts';
import { openBrowser, type Shot } from './screenshots/shot.ts';

// npm run screenshots [PART OF A NAME …]: starts a server and takes screenshots of every page and
// screen, or of those named. `npm run screenshots states [Playwright's arguments]` takes them of
// every state that the browser tests check with axe.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
process.exitCode = wanted[0] === 'states' ? await takeStates(wanted.slice(1)) : await takeScreens();

async function takeStates(args: readonly string[]): Promise<number> {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, CHROMIUM_PATH: await findBrowser(), PW_DISABLE_TS_ESM: '1', SCREENSHOTS: folder };
  const run = [cli, 'test', '--config=tests/playwright.config.ts', ...args];
  return spawnSync(process.execPath, run, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

/** Saves `<name>-<width>-<light|dark>.png`. */
async function takeScreens(): Promise<number> {
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  const pages = site.pages.map(({ path }): Shot => ({
    name: path === '/' ? 'home' : path.slice(1),
    widths: [375, 1280, 1600],
    reach: async (page) => void (await page.goto(path, { waitUntil: 'networkidle' })),
  }));
  const shots = [...pages, ...consoleScreens].filter(({ name }) => isWanted(name));
  console.log('Starting a server …');
  const stopServer = await startServer();
  const browser = await openBrowser();
  const showsConsole = shots.some((shot) => consoleScreens.includes(shot));
  if (isWanted('readme') || showsConsole) await fileInventedClaims();
  if (isWanted('readme')) {
    const folderOfReadme = join(root, 'docs/images');
    const files = await takeReadmePictures({ browser, baseURL: address, member: takeMember(), folder: folderOfReadme });
    files.push(...(await takeConsolePictures(browser, address, folderOfReadme)));
    console.log(files.join('\n'));
  }
  if (showsConsole) await addRecords(browser);
  const missed: string[] = [];
  for (const { name, widths, reach } of shots)
    for (const width of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        const file = `${name.replaceAll('/', '-')}-${width}-${colorScheme}`;
        const viewport = { width, height: width < 600 ? 812 : 900 };
        const page = await browser.newPage({ baseURL: address, viewport, colorScheme, reducedMotion: 'reduce' });
        try {
          await reach(page);
          await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true });
        } catch (error) {
          missed.push(file);
          console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
        }
        await page.close();
      }
  await browser.close();
  await stopServer();
  console.log(`Screenshots are in ${folder}`);
  if (missed.length > 0) console.error(`Not reached: ${missed.join(', ')}`);
  return missed.length > 0 ? 1 : 0;
}
