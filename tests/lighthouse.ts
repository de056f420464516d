import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { site } from '@redress/content/site';
import { median } from './bench/figures.ts';
import { address } from './e2e/settings.ts';
import startServer from './e2e/start-server.ts';

// npm run lighthouse [PATH …]: the median of five runs of Lighthouse's mobile profile on every
// page, or on the given pages.

const rounds = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const wanted = process.argv.slice(2);
const program = join(process.env['LIGHTHOUSE_FOLDER'] ?? '', 'node_modules/lighthouse/cli/index.js');
const chromeFlags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
const pages = site.pages.filter(({ path }) => wanted.length === 0 || wanted.includes(path));

console.log('Starting a server …');
const stopServer = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'redress-lighthouse-'));
const missed: string[] = [];
console.log(`\n| page | ${categories.join(' | ')} |\n| --- | ${categories.map(() => '---:').join(' | ')} |`);
try {
  for (const { path, kind } of pages) {
    const runs: number[][] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await measure(path));
    const medians = categories.map((_, index) => median(runs.map((run) => run[index] ?? 0)));
    console.log(`| \`${path}\` | ${medians.join(' | ')} |`);
    // Pages of a flow have noindex, which Lighthouse counts against them.
    const isListed = kind === 'text' || kind === 'instructions';
    categories.forEach((category, index) => {
      if ((isListed || category !== 'seo') && medians[index] !== 100) missed.push(`${path}: ${category}`);
    });
  }
} finally {
  await stopServer();
  await rm(folder, { recursive: true, force: true });
}
console.log(missed.length === 0 ? '\nEvery target is met.' : `\nBelow 100: ${missed.join(', ')}`);
if (missed.length > 0) process.exitCode = 1;

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly categories: Readonly<Record<(typeof categories)[number], { readonly score: number }>>;
}

/**
 * One run in a new browser: a score from 0 to 100 for each category. A run that Lighthouse aborts
 * is repeated.
 */
async function measure(path: string, attempts = 3): Promise<number[]> {
  const args = [program, `${address}${path}`, '--output=json', '--quiet', `--chrome-flags=${chromeFlags}`];
  const env = { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'], TMPDIR: folder };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 100_000_000 });
    const parse: (json: string) => Report = JSON.parse;
    return categories.map((category) => Math.round(parse(stdout).categories[category].score * 100));
  } catch (error) {
    if (attempts === 1) throw error;
    return measure(path, attempts - 1);
  }
}
