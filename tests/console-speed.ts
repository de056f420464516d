import { availableParallelism, loadavg } from 'node:os';
import { chromium, type Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { withClient } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import { signInAs } from './e2e/console.ts';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { generateClaims } from './generate/generate-claims.ts';
import { watchKeys } from './phone/in-the-page.ts';

// npm run console-speed: how fast the console responds to keys on a processor four times slower
// than this machine's, among 20,000 claims. Prints the median and the slowest of each kind of key.

const claims = 20_000;
const slowdown = 4;
/** Milliseconds from a key to the end of the frame that shows its effect. */
const limit = 100;

interface Step {
  readonly name: string;
  readonly path: string;
  /** What has the focus before the first key. */
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

const [load = 0] = loadavg();
if (load > availableParallelism() / 2)
  console.log(`This machine is busy (load ${load.toFixed(1)}): expect longer times.`);
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
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signInAs(page, 'supervisor');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  console.log('\n| keys | median | slowest |');
  console.log('| --- | ---: | ---: |');
  for (const step of steps) {
    const times = await timeStep(page, step);
    const [median, slowest] = [times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN, Math.max(...times)];
    console.log(`| ${step.name} | ${Math.round(median)} ms | ${Math.round(slowest)} ms |`);
    if (slowest > limit) slow.push(step.name);
  }
  await browser.close();
} finally {
  await stopServer();
}
console.log(slow.length === 0 ? '\nThe limit of 100 ms is kept.' : `\nSlower than 100 ms: ${slow.join(', ')}`);
if (slow.length > 0) process.exitCode = 1;

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
