import { settlement } from '@redress/content/settlement';
import { bootstrap } from '@redress/server/bootstrap';
import { readConfig } from '@redress/server/config';
import { openDatabase, withClient } from '@redress/server/database/pool';
import { ConfigurationError } from '@redress/server/errors/start-error';
import type { Keys } from '@redress/server/keys/keys';
import { formatCount, print, printProgress, runInterruptible } from '@redress/server/operations/commands/command';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateClaims } from '../../generate/generate-claims.ts';
import { ConsoleTab, createPerson } from '../../setup/console.ts';
import { type OpenedConsole, startBenchApp } from '../app.ts';
import { log, readCount, runCommand } from '../command.ts';
import { areMet, describeGoals, type Goal } from '../figures.ts';
import { measureGrowth } from './growth.ts';
import { formatTimes, listPaths, measureRequests, measureSearches } from './measure-console.ts';
import { measureFilingRates, measureFinding } from './measure-filing.ts';
import { findBadPlans, findWholeReads, statementsOf } from './plans.ts';
import { measureReview } from './review.ts';
import { inventSearches } from './search-mix.ts';

const usage = `Usage: npm run bench:console -- [--claims N] [--members N] [--searches N] [--data FOLDER]
       npm run bench:console -- --review [--queues] [--claims N] [--data FOLDER]
       npm run bench:console -- --growth N,N,…

Measures the administrator's console among many claims: searches, lists, a claim's screen, the dashboard, how soon a claim can be
found, and what that costs its filing. Fails when a goal is missed.
  --claims N      claims that are generated (10,000,000, which take about 45 GB and 90 minutes; for reviews 1,000,000)
  --members N     class members who have not filed (a fifth of that)
  --searches N    searches (1,000)
  --data FOLDER   keeps the generated data there, and uses what is there
  --review        instead: dry runs of a rule over all claims, and what reviewers ask for when four of them decide claims
  --queues        no rules
  --growth N,N,…  instead: how filing, look-ups, background work and the operators' commands grow with the number of claims,
                  such as 10000,1000000. Ten million take about 30 GB and half an hour`;

/** Generates claims, unless the database has some. Returns how many it has. */
async function generateIfEmpty(connectionString: string, keys: Keys, claims: number, members: number) {
  return withClient(connectionString, async (client) => {
    const { rows: last } = await client.query<{ id: string | null }>('select max(id) as id from claims');
    const existing = Number(last[0]?.id ?? 0);
    if (existing > 0) {
      log(`${formatCount(existing)} claims are there already`);
      return existing;
    }
    const begun = Date.now();
    const counts = { claims, members, add: false };
    await generateClaims({ connectionString, keys, settlement, ...counts, onProgress: printProgress });
    await client.query('checkpoint');
    const { rows } = await client.query<{ size: string; search: string }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size,
         pg_size_pretty(sum(pg_total_relation_size(oid))) as search from pg_class
       where relname in ('claim_search', 'claim_counts', 'member_search', 'name_words')`,
    );
    print(
      `${formatCount(claims)} claims and ${formatCount(members)} class members who have not filed: generated in ${Math.round((Date.now() - begun) / 1_000)} s, ` +
        `${rows[0]?.size ?? ''} on disk, of which ${rows[0]?.search ?? ''} for finding and counting them.`,
    );
    return claims;
  });
}

async function measureConsole(console: OpenedConsole, searchCount: number): Promise<boolean> {
  const { connectionString, database, keys, app, claims } = console;
  const { token } = await createPerson(connectionString, ['supervisor', 'viewer']);
  const tab = new ConsoleTab(app, token);
  const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];
  const searches = await inventSearches(database, keys, searchCount);
  const numbers = searches.flatMap(({ claimNumber }) => claimNumber ?? []).slice(0, 200);
  const paths = (path: (number: string) => string) => numbers.map(path);

  const badPlans = await findBadPlans(database, statementsOf(cases));
  log('searches, lists and screens');
  const [{ found, lists, screens, related, dashboards }, wholeReads] = await findWholeReads(database, async () => ({
    found: await measureSearches(tab, searches),
    lists: await measureRequests('lists', tab, await listPaths(tab)),
    screens: await measureRequests(
      'a claim’s screen',
      tab,
      paths((number) => `/claims/${number}`),
    ),
    related: await measureRequests(
      'other claims of a claimant',
      tab,
      paths((number) => `/claims/${number}/related`),
    ),
    dashboards: await measureRequests(
      'dashboard',
      tab,
      Array.from({ length: 20 }, () => '/dashboard'),
    ),
  }));
  const problems = [...badPlans, ...wholeReads.map((table) => `${table} was read as a whole`)];
  log('finding');
  const finding = await measureFinding(console, tab);
  log('filing');
  const filing = await measureFilingRates(console);

  for (const line of formatTimes([...found.kinds, found.all, lists, screens, related, dashboards])) print(line);
  print(
    `\nFiling: ${filing.without.toFixed(0)} claims per second without the job, ${filing.with.toFixed(0)} with it. Partial answers: ${found.partial}.`,
  );
  for (const { kind, words } of found.missed.slice(0, 10)) print(`Not found by ${kind}: ${words}`);
  for (const problem of problems) print(problem);
  const of = `${formatCount(claims)} claims`;
  const goal = (name: string, unit: string, atMost: number, value: number): Goal => ({
    name,
    unit,
    atMost,
    figures: [{ of, value }],
  });
  const goals = [
    goal('search, p95', 'ms', 2_000, found.all.p95),
    goal('list, p95', 'ms', 300, lists.p95),
    goal('a claim’s screen, p95', 'ms', 200, screens.p95),
    goal('dashboard, p95', 'ms', 1_000, dashboards.p95),
    goal('from filing to being found, longest', 'ms', 5_000, Math.max(...finding)),
    goal('filing rate lost to the job', '%', 2, (1 - filing.ratio) * 100),
    goal('plans without their index', '', 0, problems.length),
    goal('searches for somebody that find another', '%', 5, (found.missed.length / searches.length) * 100),
  ];
  print('');
  for (const line of describeGoals(goals)) print(line);
  return areMet(goals);
}

await runCommand({
  usage,
  options: {
    claims: { type: 'string' },
    members: { type: 'string' },
    searches: { type: 'string', default: '1000' },
    data: { type: 'string' },
    review: { type: 'boolean', default: false },
    queues: { type: 'boolean', default: false },
    growth: { type: 'string' },
  },
  run: ({ data, review, queues, growth, ...values }) => {
    const claims = readCount('claims', values.claims ?? (review ? '1000000' : '10000000'), review ? 1_000 : 1);
    const members = readCount('members', values.members ?? String(Math.ceil(claims / 5)));
    const searches = readCount('searches', values.searches);
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
      const existing = await generateIfEmpty(connectionString, keys, claims, members);
      const opened = openDatabase(connectionString, (error) => log(error.message));
      started.defer(opened.close);
      // As many as one process has (start-server.ts).
      const ofConsole = openDatabase(connectionString, () => {}, 6);
      started.defer(ofConsole.close);
      const { database, pool } = opened;
      const app = await startBenchApp(
        { database, pool, consoleDatabase: ofConsole.database, keys },
        dataFolder,
        started,
      );
      const console = { ...opened, connectionString, keys, app, claims: existing };
      return (await (review ? measureReview(console, queues) : measureConsole(console, searches))) ? 0 : 1;
    });
  },
});
