import type { Browser, CDPSession, Page } from '@playwright/test';
import { watchFirstField, watchKeys } from './in-the-page.ts';

/** One visit, in milliseconds. */
export interface PhoneRun {
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

/** Opens a page on a first visit, types, and closes it. */
export async function timePage(browser: Browser, url: string): Promise<PhoneRun> {
  const context = await browser.newContext({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
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
