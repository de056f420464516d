import { settlement } from '@redress/content/settlement';
import { bootstrap } from '@redress/server/bootstrap';
import { readConfig } from '@redress/server/config';
import { openDatabase, type OpenedDatabase } from '@redress/server/database/pool';
import { StartError } from '@redress/server/errors/start-error';
import type { Keys } from '@redress/server/keys/keys';
import { formatCount, print, runCommand } from '@redress/server/operations/commands/command';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleTab, createPerson } from '../../setup/console.ts';
import { areMet, describeGoals, type Goal } from '../goals.ts';
import { formatTimes, listPaths, measureRequests, measureSearches } from './measure-console.ts';
import { measureFilingRates, measureFinding } from './measure-filing.ts';
import { generateIfEmpty, log, openConsole } from './open-console.ts';
import { countWholeReads, findBadPlans, statementsOf } from './plans.ts';
import { inventSearches } from './search-mix.ts';

const usage = `Usage: npm run bench:console -- [--claims N] [--members N] [--searches N] [--data FOLDER]

Measures the administrator's console among many claims: searches, lists, a claim's screen, the dashboard, how soon a claim can be
found, and what that costs its filing.
  --claims N     claims that are generated (10,000,000, which take about 45 GB and 90 minutes)
  --members N    class members who have not filed (a fifth of that)
  --searches N   searches (1,000)
  --data FOLDER  keeps the generated data there, and uses what is there`;

/** PostgreSQL counts what it reads with a delay. Milliseconds. */
const countingDelay = 3_000;

interface Options {
  readonly claims: number;
  readonly members: number;
  readonly searches: number;
  readonly folder: string | undefined;
}

async function bench(options: Options): Promise<number> {
  const temporary = join(tmpdir(), `redress-console-${process.pid}`);
  const dataDir = resolve(options.folder ?? temporary);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir }, process.cwd());
  const started = new AsyncDisposableStack();
  try {
    const { connectionString, keys, dataFolder } = await bootstrap(config, log, started);
    await generateIfEmpty(connectionString, keys, options);
    const opened = openDatabase(connectionString, (error) => log(error.message));
    started.defer(opened.close);
    // As many as one process has (start-server.ts).
    const ofConsole = openDatabase(connectionString, () => {}, 6);
    started.defer(ofConsole.close);
    const app = await openConsole({ ...opened, consoleDatabase: ofConsole.database }, keys, dataFolder, started);
    const { token } = await createPerson(connectionString, ['supervisor', 'viewer']);
    return await measure(opened, keys, app, new ConsoleTab(app, token), options);
  } finally {
    await started.disposeAsync();
    await rm(temporary, { recursive: true, force: true });
  }
}

async function measure(
  opened: OpenedDatabase,
  keys: Keys,
  app: Awaited<ReturnType<typeof openConsole>>,
  tab: ConsoleTab,
  options: Options,
): Promise<number> {
  const { database } = opened;
  const cases = [...new Set(settlement.claimForms.map(({ caseId }) => caseId))];
  const hasRoute = (path: string) => app.consoleRoutes.has(`GET /api/console${path}`);
  const searches = await inventSearches(database, keys, options.searches);
  const numbers = searches.flatMap(({ claimNumber }) => claimNumber ?? []).slice(0, 200);

  log('searches');
  const problems = await findBadPlans(database, statementsOf(cases));
  await pause(countingDelay);
  const readBefore = await countWholeReads(database);
  const found = await measureSearches(tab, searches);
  log('lists');
  const lists = await measureRequests('lists', tab, await listPaths(tab));
  log('screens');
  const screens = hasRoute('/claims/:number')
    ? await measureRequests(
        'a claim’s screen',
        tab,
        numbers.map((number) => `/claims/${number}`),
      )
    : undefined;
  const related = hasRoute('/claims/:number/related')
    ? await measureRequests(
        'other claims of a claimant',
        tab,
        numbers.map((number) => `/claims/${number}/related`),
      )
    : undefined;
  const dashboards = hasRoute('/dashboard')
    ? await measureRequests(
        'dashboard',
        tab,
        Array.from({ length: 20 }, () => '/dashboard'),
      )
    : undefined;
  await pause(countingDelay);
  const readAfter = await countWholeReads(database);
  for (const [table, reads] of readAfter)
    if (reads > (readBefore.get(table) ?? 0)) problems.push(`${table} was read as a whole`);

  const { last } = await database
    .selectFrom('claims')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const claims = Math.min(options.claims, Number(last));
  log('finding');
  const finding = await measureFinding({ opened, keys, claims }, tab);
  log('filing');
  const filing = await measureFilingRates({ opened, keys, claims });

  for (const line of formatTimes([
    ...found.kinds,
    found.all,
    lists,
    ...(screens ? [screens] : []),
    ...(related ? [related] : []),
    ...(dashboards ? [dashboards] : []),
  ]))
    print(line);
  print('');
  print(
    `Filing: ${filing.without.toFixed(0)} claims per second without the job, ${filing.with.toFixed(0)} with it. Partial answers: ${found.partial}.`,
  );
  for (const { kind, words } of found.missed.slice(0, 10)) print(`Not found by ${kind}: ${words}`);
  for (const problem of problems) print(problem);
  const of = `${formatCount(claims)} claims`;
  const one = (name: string, unit: string, atMost: number, value: number | undefined): Goal => ({
    name,
    unit,
    atMost,
    figures: [{ of, value }],
  });
  const goals = [
    one('search, p95', 'ms', 2_000, found.all.p95),
    one('list, p95', 'ms', 300, lists.p95),
    one('a claim’s screen, p95', 'ms', 200, screens?.p95),
    one('dashboard, p95', 'ms', 1_000, dashboards?.p95),
    one('from filing to being found, longest', 'ms', 5_000, Math.max(...finding)),
    one('filing rate lost to the job', '%', 2, (1 - filing.ratio) * 100),
    one('plans without their index', '', 0, problems.length),
    one('searches for somebody that find another', '%', 5, (found.missed.length / searches.length) * 100),
  ];
  print('');
  for (const line of describeGoals(goals)) print(line);
  return areMet(goals) ? 0 : 1;
}

await runCommand({
  usage,
  options: {
    claims: { type: 'string', default: '10000000' },
    members: { type: 'string' },
    searches: { type: 'string', default: '1000' },
    data: { type: 'string' },
  },
  run: (values) => {
    const claims = Number(values.claims);
    const members = Number(values.members ?? Math.ceil(claims / 5));
    const searches = Number(values.searches);
    if (![claims, members, searches].every((value) => Number.isInteger(value) && value > 0))
      throw new StartError('--claims, --members and --searches need whole numbers above 0.');
    return bench({ claims, members, searches, folder: values.data });
  },
});
