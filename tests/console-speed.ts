import type { Browser, BrowserContext, Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { withClient } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { signInAs } from './e2e/console.ts';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { generateClaims } from './generate/generate-claims.ts';
import { watchDecisions, watchKeys } from './phone/in-the-page.ts';
import { launchChromium, warnIfBusy } from './phone/launch-chromium.ts';
import { timeFirstLoad } from './phone/time-first-load.ts';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

// npm run console-speed: how fast the console responds to keys on a processor four times slower
// than this machine's, among 20,000 claims, and how long a reviewer waits who decides 100 of them,
// also on this machine's. Prints the median and the slowest of each kind of key, and how long the first load of the dashboard
// takes. With `-- --first-load FOLDER`, instead: this load, side by side with that of another build of the console.

const claims = 20_000;
const slowdown = 4;
/** Milliseconds from a key to the end of the frame that shows its effect. */
const limit = 100;

/** Claims that are decided in a queue, one after the other. */
const decisions = 100;
/** How long a reviewer reads a claim while the next one loads. */
const readingMilliseconds = 500;
/** Milliseconds that all keys of a decision take until the next claim can be read. */
const decisionLimit = 300;
/** Milliseconds of them after the server's answer. */
const nextLimit = 150;

interface Step {
  readonly name: string;
  readonly path: string;
  /** Focuses an element before the first key. */
  readonly focus?: (page: Page) => Promise<void>;
  readonly keys: readonly string[];
}

const steps: readonly Step[] = [
  { name: 'next and previous row of the list', path: '/claims', keys: 'jjjjjjjjjjkkkkk'.split('') },
  {
    name: 'type into the search box',
    path: '/claims',
    focus: (page) => page.keyboard.press('/'),
    keys: 'maria garcia 02139'.split(''),
  },
  {
    name: 'type an amount into a filter',
    path: '/claims',
    focus: (page) => page.getByLabel('Amount from').focus(),
    keys: ['1', '2', '5', '0', 'Enter'],
  },
  {
    name: 'open a filter, choose, close it',
    path: '/claims',
    focus: (page) => page.getByRole('button', { name: /^Form:/ }).focus(),
    keys: ['Enter', 'ArrowDown', 'ArrowUp', 'Space', 'Escape'],
  },
  { name: 'open a claim and go back', path: '/claims', keys: ['j', 'j', 'Enter'] },
  { name: 'move through the dashboard', path: '/', keys: ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab'] },
];

const build = fileURLToPath(new URL('../apps/console/dist', import.meta.url));
const { values } = parseArgs({ options: { 'first-load': { type: 'string' } } });
const before = values['first-load'];

warnIfBusy();
console.log('Starting a server …');
const stopServer = await startServer();
const slow: string[] = [];
try {
  const connectionString = process.env['E2E_DATABASE_URL'] ?? '';
  // The generated class members have the same Notice IDs.
  await withClient(connectionString, (client) => client.query('delete from class_members'));
  await generateClaims({
    connectionString,
    keys: deriveKeys(process.env['E2E_SECRET_KEY'] ?? ''),
    settlement,
    claims,
    add: true,
    onProgress: () => {},
  });
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { token } = await signInAs(page, 'supervisor', 'viewer');
  const builds = before === undefined ? [build] : [before, build];
  await printFirstLoads(browser, token, builds);
  if (before === undefined) await measureKeys(context, page);
  await browser.close();
} finally {
  await stopServer();
}
console.log(slow.length === 0 ? '\nAll limits are kept.' : `\nSlower than the limit: ${slow.join(', ')}`);
if (slow.length > 0) process.exitCode = 1;

async function measureKeys(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  console.log('\n| keys | median | slowest | limit |');
  console.log('| --- | ---: | ---: | ---: |');
  for (const step of steps) {
    print(step.name, await timeStep(page, step), limit);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  printDecisions('', await timeDecisions(page), { decision: decisionLimit, next: nextLimit });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  printDecisions(', four times slower', await timeDecisions(page));
}

/** Without a limit: the whole depends on the machine. Ratios of builds that were loaded in turns do not. */
async function printFirstLoads(browser: Browser, token: string, builds: readonly string[]): Promise<void> {
  console.log('\n| first load of the dashboard | milliseconds | ratio |');
  console.log('| --- | ---: | ---: |');
  for (const latency of [0, 100])
    for (const rate of [1, slowdown]) {
      const times = await timeFirstLoad(browser, { token, path: '/', builds }, { slowdown: rate, latency });
      const ratio = ((times.at(-1) ?? NaN) / (times[0] ?? NaN)).toFixed(2);
      const milliseconds = times.map((time) => Math.round(time)).join(', ');
      console.log(
        `| processor 1/${rate}, round trip ${latency} ms | ${milliseconds} | ${before === undefined ? '' : ratio} |`,
      );
    }
}

function printDecisions(how: string, times: readonly DecisionTimes[], limits?: Record<'decision' | 'next', number>) {
  const whole = times.map(({ choice, next }) => choice + next);
  print(`decide a claim, until the next one can be read${how}`, whole, limits?.decision);
  const next = times.map(({ afterAnswer }) => afterAnswer);
  print(`of this, after the server has answered${how}`, next, limits?.next);
}

function print(name: string, times: readonly number[], atMost = Infinity): void {
  const [median, slowest] = [times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN, Math.max(...times)];
  console.log(
    `| ${name} | ${Math.round(median)} ms | ${Math.round(slowest)} ms | ${atMost < Infinity ? `${atMost} ms` : ''} |`,
  );
  // Also when something could not be measured.
  if (!(slowest <= atMost)) slow.push(name);
}

async function timeStep(page: Page, { path, focus, keys }: Step): Promise<number[]> {
  await page.goto(`${address}/console${path}`);
  await page.getByRole('table').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await focus?.(page);
  await page.evaluate(watchKeys);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  const times: unknown = JSON.parse(await page.evaluate(() => document.documentElement.dataset['keys'] ?? '[]'));
  if (!Array.isArray(times) || times.length !== keys.length)
    throw new Error(`The page has not seen every key: ${path}`);
  return times.map(Number);
}

interface DecisionTimes {
  readonly choice: number;
  readonly next: number;
  readonly afterAnswer: number;
}

/** Approves claims of a queue by keyboard. */
async function timeDecisions(page: Page): Promise<DecisionTimes[]> {
  await page.goto(`${address}/console/queue?form=consumer&reason=none`);
  await page.locator('button[aria-keyshortcuts="a"]:enabled').waitFor();
  await page.evaluate(watchDecisions);
  for (let decided = 0; decided < decisions; decided += 1) {
    await page.waitForTimeout(readingMilliseconds);
    await page.keyboard.press('a');
    await page.locator(`html[data-chosen="${decided}"]`).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await page.locator(`html[data-decided="${decided + 1}"]`).waitFor({ state: 'attached' });
  }
  const parse: (json: string) => DecisionTimes[] = JSON.parse;
  return parse(await page.evaluate(() => document.documentElement.dataset['decisions'] ?? '[]'));
}
