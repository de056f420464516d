import { bootstrap } from '@redress/server/bootstrap';
import { readConfig } from '@redress/server/config';
import { openDatabase, withClient } from '@redress/server/database/pool';
import { StartError } from '@redress/server/errors/start-error';
import { formatCount, print, runCommand } from '@redress/server/operations/commands/command';
import { createStaffSession } from '@redress/server/staff/staff-sessions';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleTab, createPerson } from '../../setup/console.ts';
import { formatTimes } from '../console/measure-console.ts';
import { generateIfEmpty, log, openConsole } from '../console/open-console.ts';
import { countWholeReads } from '../console/plans.ts';
import { areMet, describeGoals, type Goal } from '../goals.ts';
import { inventReviews, inventScores } from './invent-reviews.ts';
import { measureQueues, nextClaim } from './measure-queues.ts';
import { type MeasuredRun, measureRules } from './measure-rules.ts';

const usage = `Usage: npm run bench:review -- [--claims N] [--queues] [--data FOLDER]

Measures the review of claims: dry runs of a rule over all claims, and what reviewers ask for when four of them
decide claims of a dozen queues. Fails when a goal is missed.
  --claims N     claims that are generated (1,000,000, which take about 6 GB and 15 minutes)
  --queues       no rules
  --data FOLDER  keeps the generated data there, and uses what is there`;

/** People who decide claims at the same time. */
const reviewers = 4;
/** PostgreSQL counts what it reads with a delay. Milliseconds. */
const countingDelay = 3_000;

interface Options {
  readonly claims: number;
  /** Only these. */
  readonly queues: boolean;
  readonly folder: string | undefined;
}

async function bench({ claims, queues, folder }: Options): Promise<number> {
  const temporary = join(tmpdir(), `redress-review-${process.pid}`);
  const dataDir = resolve(folder ?? temporary);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir }, process.cwd());
  const started = new AsyncDisposableStack();
  try {
    const { connectionString, keys, dataFolder } = await bootstrap(config, log, started);
    await generateIfEmpty(connectionString, keys, { claims, members: Math.ceil(claims / 5) });
    log('scores');
    await withClient(connectionString, inventScores);
    const opened = openDatabase(connectionString, (error) => log(error.message));
    started.defer(opened.close);
    // As many as one process has (start-server.ts).
    const ofConsole = openDatabase(connectionString, () => {}, 6);
    started.defer(ofConsole.close);
    const app = await openConsole({ ...opened, consoleDatabase: ofConsole.database }, keys, dataFolder, started);
    const signIn = async () => {
      const person = await createPerson(connectionString, ['supervisor', 'reviewer']);
      return { id: person.id, tab: new ConsoleTab(app, person.token) };
    };

    log('rules');
    const runs = queues ? [] : await measureRules(opened.database, (await signIn()).tab);
    for (const run of runs) print(describeRun(run));
    log('reviews');
    const others = await Promise.all(Array.from({ length: reviewers - 1 }, signIn));
    const assignee = await withClient(connectionString, async (client) => inventReviews(client, (await signIn()).id));
    const context = { database: opened.database, now: () => new Date() };
    const { token } = await createStaffSession(context, assignee, { method: 'passkey', userAgent: 'bench' });
    log('queues');
    await pause(countingDelay);
    const before = await countWholeReads(opened.database);
    const tabs = others.map(({ tab }) => tab);
    const times = await measureQueues({ database: opened.database, keys }, new ConsoleTab(app, token), tabs);
    await pause(countingDelay);
    const after = await countWholeReads(opened.database);
    const wholeReads = [...after].filter(([table, reads]) => reads > (before.get(table) ?? 0)).map(([table]) => table);
    for (const line of formatTimes(times)) print(line);
    for (const table of wholeReads) print(`${table} was read as a whole`);

    const { rows } = await opened.pool.query<{ claims: number }>('select count(*)::int as claims from claims');
    const of = `${formatCount(rows[0]?.claims ?? 0)} claims`;
    const p95 = (what: string) => times.find((each) => each.what === what)?.p95;
    const goals: readonly Goal[] = [
      {
        name: 'dry run of a rule',
        unit: 's',
        atMost: 60,
        figures: runs.map(({ what, seconds }) => ({ of: what, value: seconds })),
      },
      ...[
        { what: 'queues', atMost: 300 },
        { what: nextClaim, atMost: 300 },
        { what: 'review of a claim', atMost: 200 },
        { what: 'a claim’s screen', atMost: 200 },
        { what: 'decision', atMost: 300 },
      ].map(({ what, atMost }) => ({ name: `${what}, p95`, unit: 'ms', atMost, figures: [{ of, value: p95(what) }] })),
      { name: 'large tables that were read as a whole', atMost: 0, figures: [{ of, value: wholeReads.length }] },
    ];
    print('');
    for (const line of describeGoals(goals)) print(line);
    return areMet(goals) ? 0 : 1;
  } finally {
    await started.disposeAsync();
    await rm(temporary, { recursive: true, force: true });
  }
}

function describeRun({ what, seconds, run: { result, sha256 } }: MeasuredRun): string {
  const { approve = 0, queue = 0, difference, sample = [] } = result ?? {};
  const differs = difference
    ? `, ${formatCount(difference.added)} more and ${formatCount(difference.removed)} fewer than before`
    : '';
  return `${what}: ${seconds.toFixed(1)} s, ${formatCount(approve)} approved, ${formatCount(queue)} queued${differs}, ${sample.length} shown, SHA-256 ${sha256 ?? ''}`;
}

await runCommand({
  usage,
  options: {
    claims: { type: 'string', default: '1000000' },
    queues: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
  run: (values) => {
    const claims = Number(values.claims);
    if (!Number.isInteger(claims) || claims < 1_000) throw new StartError('--claims needs a whole number from 1,000.');
    return bench({ claims, queues: values.queues, folder: values.data });
  },
});
