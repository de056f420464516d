import { settlement } from '@redress/content/settlement';
import { bootstrap } from '@redress/server/platform/start/bootstrap';
import { readConfig } from '@redress/server/config';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { ConfigurationError } from '@redress/server/platform/errors/start-error';
import type { Keys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { createPageRenderer } from '@redress/server/site/no-script/page-renderer';
import { pageRendererFile, requireBuiltSite, siteFolder } from '@redress/server/start-server';
import { formatCount, print, printProgress, runInterruptible } from '@redress/server/operations/commands/command';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateClaims } from '../../generate/generate-claims.ts';
import { signInTab } from '../../setup/console.ts';
import { type OpenedConsole, startBenchApp } from '../app.ts';
import { log, readCount, runCommand } from '../command.ts';
import { goalOf, printGoals } from '../figures.ts';
import { measureAllocation } from './allocation.ts';
import { findWholeReads } from './find-whole-reads.ts';
import { measureGrowth } from './growth.ts';
import { formatTimes, listPaths, measureRequests, measureSearches } from './measure-console.ts';
import { measureFinding } from './measure-finding.ts';
import { measureLetters } from './letters.ts';
import { measureReview } from './review.ts';
import { inventSearches } from './search-mix.ts';

const usage = `Usage: npm run bench:console -- [--claims N] [--data FOLDER]
       npm run bench:console -- --review [--claims N] [--data FOLDER]
       npm run bench:console -- --letters [--claims N]
       npm run bench:console -- --allocation [--claims N] [--data FOLDER]
       npm run bench:console -- --growth N,N,…

Measures the administrator's console among many claims: searches, lists, a claim's screen, the dashboard, and the time until a
claim can be found. Fails when a goal is missed.
  --claims N      claims that are generated (10,000,000, which take about 45 GB and 90 minutes; for reviews 1,000,000, for
                  allocations 1,250,000),
                  and a fifth as many class members who have not filed
  --data FOLDER   keeps the generated data there, and uses existing data
  --review        measures dry runs of a rule over all claims instead, and the requests of four reviewers who decide claims
  --letters       measures instead how fast the letters of a case are queued and printed, and the page of a claim's status
                  (200,000 claims; needs "npm run build")
  --allocation    measures instead scenarios of a fund, freezing one, and its files. Four fifths of the claims are the fund's
  --growth N,N,…  measures instead how filing, look-ups, background work and operators' commands grow with the number of
                  claims, such as 10000,1000000. Ten million take about 30 GB and half an hour`;

/**
 * Generates claims, and a fifth as many class members who have not filed, unless the database has
 * some. Returns how many claims it has.
 */
async function generateIfEmpty(connectionString: string, keys: Keys, claims: number) {
  return withClient(connectionString, async (client) => {
    const { rows: last } = await client.query<{ id: string | null }>('select max(id) as id from claims');
    const existing = Number(last[0]?.id ?? 0);
    if (existing > 0) {
      log(`${formatCount(existing)} claims are there already`);
      return existing;
    }
    const begun = Date.now();
    const members = Math.ceil(claims / 5);
    const counts = { claims, members, add: false };
    await generateClaims({ connectionString, keys, settlement, ...counts, onProgress: printProgress });
    await client.query('checkpoint');
    const seconds = Math.round((Date.now() - begun) / 1_000);
    print(`${formatCount(claims)} claims and ${formatCount(members)} other class members: generated in ${seconds} s.`);
    return claims;
  });
}

async function measureConsole(console: OpenedConsole): Promise<boolean> {
  const { database, keys, app, claims } = console;
  const tab = await signInTab({ app, database }, 'supervisor', 'viewer');
  const searches = await inventSearches(database, keys, 1_000);
  const numbers = searches.flatMap(({ claimNumber }) => claimNumber ?? []).slice(0, 200);
  const paths = (ending: string) => numbers.map((number) => `/claims/${number}${ending}`);
  const dashboard = Array.from({ length: 20 }, () => '/dashboard');

  log('searches, lists and screens');
  const [{ found, lists, screens, related, dashboards }, wholeReads] = await findWholeReads(database, async () => ({
    found: await measureSearches(tab, searches),
    lists: await measureRequests('lists', tab, await listPaths(tab)),
    screens: await measureRequests('a claim’s screen', tab, paths('')),
    related: await measureRequests('other claims of a claimant', tab, paths('/related')),
    dashboards: await measureRequests('dashboard', tab, dashboard),
  }));
  log('finding');
  const finding = await measureFinding(console, tab);

  for (const line of formatTimes([...found.kinds, found.all, lists, screens, related, dashboards])) print(line);
  print(`\nPartial answers: ${found.partial}.`);
  for (const { kind, words } of found.missed.slice(0, 10)) print(`Not found by ${kind}: ${words}`);
  for (const table of wholeReads) print(`${table} was read as a whole`);
  const goal = goalOf(`${formatCount(claims)} claims`);
  return printGoals([
    goal('search, p95', 'ms', 2_000, found.all.p95),
    goal('list, p95', 'ms', 300, lists.p95),
    goal('a claim’s screen, p95', 'ms', 200, screens.p95),
    goal('dashboard, p95', 'ms', 1_000, dashboards.p95),
    goal('from filing to being found, longest', 'ms', 5_000, finding),
    goal('large tables that were read as a whole', '', 0, wholeReads.length),
    goal('searches that miss the intended person', '%', 5, (found.missed.length / searches.length) * 100),
  ]);
}

await runCommand({
  usage,
  options: {
    claims: { type: 'string' },
    data: { type: 'string' },
    review: { type: 'boolean', default: false },
    letters: { type: 'boolean', default: false },
    allocation: { type: 'boolean', default: false },
    growth: { type: 'string' },
  },
  run: ({ data, review, letters, allocation, growth, ...values }) => {
    const usual = allocation ? '1250000' : review ? '1000000' : letters ? '200000' : '10000000';
    const claims = readCount('claims', values.claims ?? usual, review ? 1_000 : 1);
    const sizes = growth?.split(',').map((size) => readCount('growth', size));
    if (sizes?.some((size, index) => size <= (sizes[index - 1] ?? 0)))
      throw new ConfigurationError('--growth needs ascending whole numbers, such as 10000,1000000.');
    return runInterruptible(async (started) => {
      const temporary = join(tmpdir(), `redress-console-${process.pid}`);
      started.defer(() => rm(temporary, { recursive: true, force: true }));
      const dataDir = resolve((sizes ? undefined : data) ?? temporary);
      const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir }, process.cwd());
      const { connectionString, keys, dataFolder } = await bootstrap(config, log, started);
      if (sizes) {
        await measureGrowth({ connectionString, keys, dataFolder }, sizes);
        return 0;
      }
      const existing = await generateIfEmpty(connectionString, keys, claims);
      const opened = openDatabase(connectionString, (error) => log(error.message));
      started.defer(opened.close);
      // One process has this many connections (start-server.ts).
      const ofConsole = openDatabase(connectionString, () => {}, 6);
      started.defer(ofConsole.close);
      const context = { ...opened, keys, settlement, log: createLog('warn'), now: () => new Date() };
      if (letters) requireBuiltSite();
      const site = { folder: siteFolder, pageRenderer: createPageRenderer(pageRendererFile) };
      const given = { ...context, consoleDatabase: ofConsole.database };
      const app = await startBenchApp(given, dataFolder, started, letters ? { site } : {});
      const console = { ...context, connectionString, dataFolder, app, claims: existing };
      const instead = (allocation && measureAllocation) || (review && measureReview) || (letters && measureLetters);
      return (await (instead || measureConsole)(console)) ? 0 : 1;
    });
  },
});
