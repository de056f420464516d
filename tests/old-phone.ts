import type { Browser, CDPSession, Page } from '@playwright/test';
import { site } from '@redress/content/site';
import { isProsePage } from '@redress/contract/site-files';
import { median } from './bench/figures.ts';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { watchFirstField, watchKeys } from './phone/in-the-page.ts';
import { launchChromium, warnIfBusy } from './phone/launch-chromium.ts';
import { typeAmongRows } from './phone/type-among-rows.ts';

/** One visit, in milliseconds. */
interface PhoneRun {
  /** From navigation to the first text on the screen. */
  readonly shown: number;
  /**
   * From navigation until a key is visible in the first field and the page's script handles that
   * field.
   */
  readonly ready: number;
  /** For each key typed after that: from the press to the end of the frame that shows it. */
  readonly keys: readonly number[];
  /** Whether text typed before the script ran is still in the field. */
  readonly kept: boolean;
}

/**
 * A processor six times slower than this machine's, and a connection of 1.6 Mbit/s down, 750 kbit/s
 * up, 150 ms: Lighthouse's "slow 4G".
 */
const slowdown = 6;
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

const keyCount = 50;
/**
 * A fast typist's 120 ms between keys; after every tenth a pause, in which the page writes its
 * draft.
 */
const betweenKeys = 120;
const pause = 700;

/** A page of a browser with an empty cache. */
async function openPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page, session };
}

/** The largest contentful paint of a second visit, in milliseconds from its navigation. */
async function timeSecondVisit(browser: Browser, url: string): Promise<number> {
  const { context, page } = await openPhone(browser);
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          );
          observer.observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

/** Opens a page on a first visit, types, and closes it. */
async function timePage(browser: Browser, url: string): Promise<PhoneRun> {
  const { context, page, session } = await openPhone(browser);
  try {
    await page.addInitScript(watchFirstField);
    await page.goto(url, { waitUntil: 'commit' });
    // The first key comes as soon as there is a field, well before the script.
    await page.waitForFunction(() => document.documentElement.dataset['field'] === 'focused', undefined, {
      polling: 20,
    });
    await pressKey(session);
    await page.waitForFunction(() => document.documentElement.dataset['ready'], undefined, { polling: 50 });
    const { shown, ready } = await page.evaluate(() => ({
      shown: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ready: Number(document.documentElement.dataset['ready']),
    }));
    await page.waitForLoadState('networkidle');
    const kept = (await readField(page)).includes(key);
    return { shown, ready, kept, keys: await typeKeys(page, session) };
  } finally {
    await context.close();
  }
}

/** A digit: fields for names, numbers and sums all take it. */
const key = '1';

async function pressKey(session: CDPSession): Promise<void> {
  const what = { key, code: `Digit${key}`, text: key, windowsVirtualKeyCode: key.charCodeAt(0) };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...what });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...what });
}

const readField = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''));

async function typeKeys(page: Page, session: CDPSession): Promise<number[]> {
  await page.evaluate(watchKeys);
  for (let typed = 0; typed < keyCount; typed += 1) {
    if (typed % 10 === 0) await page.waitForTimeout(pause);
    await pressKey(session);
    await page.waitForTimeout(betweenKeys);
  }
  await page.waitForTimeout(pause);
  const times: unknown = JSON.parse(await page.evaluate(() => document.documentElement.dataset['keys'] ?? '[]'));
  if (!Array.isArray(times) || times.length !== keyCount) throw new Error('The page has not seen every key');
  return times.map(Number);
}

// npm run old-phone [-- PATH …]: how long a form page takes to load on an old phone and a slow
// connection, and how fast it responds to keys. Prints the median of five runs for every page with
// a text field, or for the given pages; for the payors' form, also what a key costs among hundreds of
// class members; for pages without fields, how long a second visit takes. docs/performance.md explains the results.

const rounds = 5;
/** In milliseconds. */
const limits = { ready: 2500, key: 100, secondVisit: 1000 };
/** Milliseconds of script alone, without the slower processor. */
const limitsAmongRows = { middle: 4, slowest: 16 };

const wanted = process.argv.slice(2);
const chosen = site.pages.filter(({ path }) => wanted.length === 0 || wanted.includes(path));
const pages = chosen.filter(({ kind }) => kind === 'form' || kind === 'login');

warnIfBusy();
console.log('Starting a server …');
const stopServer = await startServer();
const missed: string[] = [];
try {
  const browser = await launchChromium();
  console.log('\n| page | on the screen | ready to type | a key, middle | a key, slowest of 50 |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const { path } of pages) await measurePage(browser, path);
  if (pages.some(({ path }) => path === '/tpp-claimants'))
    for (const haveErrors of [false, true]) await measureAmongRows(browser, haveErrors);
  for (const { path } of chosen.filter(isProsePage)) await measureSecondVisit(browser, path);
  await browser.close();
} finally {
  await stopServer();
}
console.log(missed.length === 0 ? '\nEvery limit is kept.' : `\nNot kept: ${missed.join(', ')}`);
if (missed.length > 0) process.exitCode = 1;

async function measurePage(browser: Browser, path: string): Promise<void> {
  const runs: PhoneRun[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await timePage(browser, `${address}${path}`));
  const shown = median(runs.map((run) => run.shown));
  const ready = median(runs.map((run) => run.ready));
  // A key that is slow in most runs is slow because of the page; one that is slow once is noise.
  const keys = (runs[0]?.keys ?? []).map((_, key) => median(runs.map((run) => run.keys[key] ?? Number.NaN)));
  const [middle, slowest] = [median(keys), Math.max(...keys)];
  const cells = [shown, ready, middle, slowest].map((one) => `${Math.round(one).toLocaleString('en-US')} ms`);
  console.log(`| \`${path}\` | ${cells.join(' | ')} |`);
  if (ready > limits.ready) missed.push(`${path}: ready to type`);
  if (slowest > limits.key) missed.push(`${path}: a key`);
  if (runs.some((run) => !run.kept)) missed.push(`${path}: a key typed before the script was ready is lost`);
}

async function measureSecondVisit(browser: Browser, path: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeSecondVisit(browser, `${address}${path}`));
  console.log(`${path}, second visit: largest paint after ${Math.round(median(times)).toLocaleString('en-US')} ms`);
  if (median(times) > limits.secondVisit) missed.push(`${path}: second visit`);
}

async function measureAmongRows(browser: Browser, haveErrors: boolean): Promise<void> {
  const keys = await typeAmongRows(browser, address, haveErrors);
  const [middle, slowest] = [median(keys), Math.max(...keys)];
  const where = `500 class members with${haveErrors ? '' : 'out'} errors`;
  console.log(`${where}: script for a key ${middle.toFixed(2)} ms, slowest ${slowest.toFixed(2)} ms`);
  if (middle > limitsAmongRows.middle || slowest > limitsAmongRows.slowest) missed.push(`${where}: a key`);
}
