import { availableParallelism, loadavg } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { site } from '@redress/content/site';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { type PhoneRun, timePage } from './phone/time-page.ts';

// npm run old-phone [-- PATH …]: how long a form page takes to load on an old phone and a slow
// connection, and how fast it responds to keys. Prints the median of five runs for every page with
// a text field, or for the given pages. docs/performance.md explains the results.

const rounds = 5;
/** In milliseconds. */
const limits = { ready: 2500, key: 100 };

const wanted = process.argv.slice(2);
const pages = site.pages.filter(
  ({ path, kind }) => (kind === 'form' || kind === 'login') && (wanted.length === 0 || wanted.includes(path)),
);

const [load = 0] = loadavg();
if (load > availableParallelism() / 2)
  console.log(`This machine is busy (load ${load.toFixed(1)}): expect longer times.`);
console.log('Starting a server …');
const stopServer = await startServer();
const missed: string[] = [];
try {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  console.log('\n| page | on the screen | ready to type | a key, middle | a key, slowest of 50 |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const { path } of pages) await measurePage(browser, path);
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
