import type { Browser } from '@playwright/test';
import { site } from '@redress/content/site';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';
import { median } from './bench/figures.ts';
import { launchChromium, warnIfBusy } from './phone/launch-chromium.ts';
import { type PhoneRun, timePage } from './phone/time-page.ts';
import { typeAmongRows } from './phone/type-among-rows.ts';

// npm run old-phone [-- PATH …]: how long a form page takes to load on an old phone and a slow
// connection, and how fast it responds to keys. Prints the median of five runs for every page with
// a text field, or for the given pages; for the payors' form, also what a key costs among hundreds of
// class members. docs/performance.md explains the results.

const rounds = 5;
/** In milliseconds. */
const limits = { ready: 2500, key: 100 };
/** Of the script alone, without the slower processor. */
const limitsAmongRows = { middle: 4, slowest: 16 };

const wanted = process.argv.slice(2);
const pages = site.pages.filter(
  ({ path, kind }) => (kind === 'form' || kind === 'login') && (wanted.length === 0 || wanted.includes(path)),
);

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

async function measureAmongRows(browser: Browser, haveErrors: boolean): Promise<void> {
  const keys = await typeAmongRows(browser, address, haveErrors);
  const [middle, slowest] = [median(keys), Math.max(...keys)];
  const where = `500 class members with${haveErrors ? '' : 'out'} errors`;
  console.log(`${where}: script for a key ${middle.toFixed(2)} ms, slowest ${slowest.toFixed(2)} ms`);
  if (middle > limitsAmongRows.middle || slowest > limitsAmongRows.slowest) missed.push(`${where}: a key`);
}
