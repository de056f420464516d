import { settlement } from '@redress/content/settlement';
import { deriveKeys } from '@redress/server/keys/keys';
import { print, runInterruptible } from '@redress/server/operations/commands/command';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { formOf } from './answers.ts';
import { findPgbench, makeScratchTable, measureBareSql, measurePgbench } from './baselines.ts';
import { mintTokens } from './captcha-tokens.ts';
import { importClaimants, logInAll } from './claimants.ts';
import { addDatabase, countRows, log, readCount, runCommand, startBenchDatabase } from './command.ts';
import { cpuSecondsOf, cpuSecondsOfTree, parentOf } from './cpu-times.ts';
import { type Figures, figuresOf } from './figures.ts';
import { readFiledClaims } from './filed-claims.ts';
import { measureHttp } from './http-claims.ts';
import type { Measured, MeasureOptions } from './measure.ts';
import { type Memory, measureMemory } from './memory.ts';
import * as rows from './report.ts';
import { type RunningServer, startBenchServer } from './start-server.ts';

/** pgbench opens a connection for each client, and the embedded PostgreSQL allows 100. */
const maxClients = 90;
/** Each has a pool of 20 connections. */
const maxProcesses = 4;
/** The baselines repeat the rows of this many different claims. */
const recordedClaims = 1_000;
/** A single client needs no longer for a steady median. */
const maxSingleSeconds = 5;
/** More captcha solutions than the server accepted claims without verification. */
const spareTokens = 1.3;

const usage = `npm run bench -- [options]

Files complete claims over HTTP, and compares with a hand-written Fastify handler, with bare SQL and with pgbench, on the same PostgreSQL.
  --clients N      claimants at the same time (64; at most ${maxClients})
  --seconds N      length of each measurement (10)
  --warm-up N      seconds before each measurement that are not counted (3)
  --rounds N       how often everything is measured, in turns (3)
  --processes N,M  numbers of server processes, measured in turns (1,2; at most ${maxProcesses})
  --reference      only the hand-written handler in one process, which tells how fast a machine is, in half a minute
  --no-memory      does not measure the server's memory, which takes half a minute and a built website
  --json           figures for machines
  --profile DIR    the server writes CPU profiles there, and is slower for it`;

interface BenchOptions {
  readonly clients: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly processes: readonly number[];
  readonly reference: boolean;
  readonly memory: boolean;
  readonly json: boolean;
  readonly profile: string | undefined;
}

async function bench(options: BenchOptions, started: AsyncDisposableStack): Promise<boolean> {
  const secretKey = randomBytes(32).toString('base64');
  const keys = deriveKeys(secretKey);
  log('Starting PostgreSQL …');
  const { connectionString, folder } = await startBenchDatabase('bench', started);
  const client = new pg.Client({ connectionString });
  await client.connect();
  started.defer(() => client.end());
  await importClaimants(connectionString, keys, settlement);
  // Baselines have a separate database, so that each row in the server's is a claim sent over HTTP.
  const baselines = await addDatabase(connectionString, 'baselines');

  const postmaster = await findPostmaster(client);
  const withCpu = (server?: number): Pick<MeasureOptions, 'readCpu'> =>
    postmaster === undefined
      ? {}
      : {
          readCpu: () => ({
            server: server === undefined ? 0 : cpuSecondsOfTree(server),
            postgres: cpuSecondsOfTree(postmaster),
            // pgbench counts as an ended child.
            client: cpuSecondsOf(process.pid),
          }),
        };
  type Order = Omit<Parameters<typeof startBenchServer>[0], 'folder'>;
  const withServer = async <T>(order: Order, use: (server: RunningServer) => Promise<T>): Promise<T> => {
    const server = await startBenchServer({ ...order, folder });
    started.defer(server.stop);
    const result = await use(server);
    await server.stop();
    return result;
  };
  const redress = (captcha: 'on' | 'off', processes: number): Order => ({
    program: 'bench-server.ts',
    args: [`--captcha=${captcha}`],
    processes,
    env: { DATABASE_URL: connectionString, SECRET_KEY: secretKey, RATE_LIMITS: 'off' },
    profileFolder: options.profile === undefined ? undefined : resolve(options.profile),
  });
  const handWritten = (processes: number): Order => ({
    program: 'fastify-handler.ts',
    processes,
    env: { DATABASE_URL: baselines, FILED_CLAIMS: connectionString },
  });

  const form = formOf(settlement);
  const [anyToken = ''] = await mintTokens(keys, 1);
  let answered = 0;
  let failed = 0;
  const takeFailures = <T extends Measured>(measured: T): T => {
    const { failures } = measured;
    failed += failures.length;
    if (failures[0] !== undefined) log(`  A claim failed: ${failures[0]}`);
    return measured;
  };
  log('Logging the claimants in …');
  const claimants = await withServer(redress('off', 1), async ({ address }) => logInAll(address));
  const fileOverHttp = async (
    order: Order,
    { takeToken = () => anyToken, ...load }: MeasureOptions & { takeToken?: () => string | undefined } = options,
  ) => {
    const path = order.program === 'bench-server.ts' ? `/api/${form.resource}` : '/claims';
    const measured = await withServer(order, ({ address, pid }) =>
      measureHttp({ ...load, url: new URL(path, address), form, claimants, takeToken, ...withCpu(pid) }),
    );
    if (order.program === 'bench-server.ts') answered += measured.filed;
    return takeFailures(measured);
  };
  let memory: Memory | undefined;
  if (options.memory) {
    log('Memory');
    const databaseUrl = await addDatabase(connectionString, 'memory');
    const place = { databaseUrl, secretKey, folder: join(folder, 'memory') };
    const after = await measureMemory(place, keys, { clients: options.clients, form, claimants });
    takeFailures(after.measured);
    memory = after.memory;
  }
  let toRecord = recordedClaims;
  const takeToken = () => (toRecord-- > 0 ? anyToken : undefined);
  await fileOverHttp(redress('off', 1), { clients: options.clients, warmUpSeconds: 0, seconds: 600, takeToken });
  if (options.reference) {
    const { claimsPerSecond } = await fileOverHttp(handWritten(1));
    print(`The hand-written handler: ${claimsPerSecond.toFixed(0)} claims/s`);
    return failed === 0;
  }
  const filed = await readFiledClaims(connectionString, recordedClaims);

  let fastest = 0;
  const withoutCaptcha = async (processes: number) => {
    const measured = await fileOverHttp(redress('off', processes));
    fastest = Math.max(fastest, measured.claimsPerSecond);
    return measured;
  };
  const withCaptcha = async (processes: number) => {
    const wanted = fastest * (options.seconds + options.warmUpSeconds) * spareTokens;
    const tokens = await mintTokens(keys, Math.ceil(wanted));
    return fileOverHttp(redress('on', processes), { ...options, takeToken: () => tokens.pop() });
  };
  const single = { ...options, clients: 1, seconds: Math.min(maxSingleSeconds, options.seconds) };
  const measurements: [string, () => Promise<Figures>][] = [
    ...options.processes.flatMap((processes): [string, () => Promise<Figures>][] => [
      [rows.handler(processes), () => fileOverHttp(handWritten(processes))],
      [rows.server('off', processes), () => withoutCaptcha(processes)],
      [rows.server('on', processes), () => withCaptcha(processes)],
    ]),
    [rows.singleHandler, () => fileOverHttp(handWritten(1), single)],
    [rows.singleServer, () => fileOverHttp(redress('off', 1), single)],
    [rows.bareSql, async () => takeFailures(await measureBareSql(baselines, filed, { ...options, ...withCpu() }))],
  ];
  const pgbench = findPgbench();
  if (pgbench === undefined) log('pgbench is not on this machine: its baseline is skipped.');
  else {
    const row = await readClaim(client);
    await makeScratchTable(baselines);
    const order = { ...options, folder, ...withCpu() };
    measurements.push([rows.pgbench, () => measurePgbench(pgbench, baselines, row, order)]);
  }

  const rounds: rows.Round[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    log(`Round ${round} of ${options.rounds}`);
    const figures = new Map<string, Figures>();
    // Every other round goes backward: a machine that slows down or warms up affects all alike.
    for (const [name, measurement] of round % 2 === 1 ? measurements : measurements.toReversed()) {
      // The connections of the previous measurement are closed then, and its writes are on disk.
      await waitForOtherConnections(client);
      await client.query('checkpoint');
      const measured = await measurement();
      figures.set(name, measured);
      log(`  ${name}: ${measured.claimsPerSecond.toFixed(0)} claims a second, p99 ${measured.p99.toFixed(0)} ms`);
    }
    rounds.push(Object.fromEntries(measurements.map(([name]) => [name, figures.get(name) ?? figuresOf([], 1)])));
  }

  const { clients, seconds, processes } = options;
  const machine = { cores: availableParallelism(), node: process.versions.node, ...(await describePostgres(client)) };
  const report: rows.Report = {
    setting: { clients, seconds, processes, profiled: options.profile !== undefined, ...machine },
    rounds,
    memory,
    rows: await countRows(connectionString, answered),
    failed,
  };
  const { medians, goals } = rows.summarize(report);
  const json = { ...report, medians: Object.fromEntries(medians), goals };
  print(options.json ? JSON.stringify(json, null, 2) : rows.describeReport(report));
  return report.rows.answered === report.rows.stored && failed === 0;
}

/** The process above all others of the database. Only Linux tells their CPU time. */
async function findPostmaster(client: pg.Client): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(backends[0]?.pid ?? 0);
}

/** PostgreSQL closes a connection a moment after its client, and it counts until then. */
async function waitForOtherConnections(client: pg.Client): Promise<void> {
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await client.query(others)).rowCount === 0) return;
    await wait(50);
  }
  throw new Error('Connections of the measurement before are still open');
}

/** The large columns of a claim, to make rows of the same size. */
async function readClaim(client: pg.Client): Promise<{ answers: string; summary: string }> {
  const { rows: claims } = await client.query<{ answers: string; summary: string }>(
    'select answers::text, summary::text from claims limit 1',
  );
  if (claims[0] === undefined) throw new Error('The server filed no claim');
  return claims[0];
}

async function describePostgres(client: pg.Client): Promise<{ postgres: string; durable: boolean }> {
  const { rows: settings } = await client.query<{ postgres: string; durable: boolean }>(
    `select current_setting('server_version') as postgres,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`,
  );
  return settings[0] ?? { postgres: 'unknown', durable: false };
}

await runCommand({
  usage,
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1,2' },
    reference: { type: 'boolean', default: false },
    'no-memory': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
  run: async ({ reference, json, profile, ...values }) => {
    const options: BenchOptions = {
      clients: readCount('clients', values.clients, 1, maxClients),
      seconds: readCount('seconds', values.seconds, 1, 600),
      warmUpSeconds: readCount('warm-up', values['warm-up'], 0, 600),
      rounds: readCount('rounds', values.rounds, 1, 100),
      processes: values.processes.split(',').map((count) => readCount('processes', count, 1, maxProcesses)),
      memory: !values['no-memory'] && !reference,
      reference,
      json,
      profile,
    };
    return (await runInterruptible((started) => bench(options, started))) ? 0 : 1;
  },
});
