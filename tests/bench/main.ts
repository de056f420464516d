import { settlement } from '@redress/content/settlement';
import { migrate } from '@redress/server/database/migrate';
import { deriveKeys } from '@redress/server/keys/keys';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startTemporaryPostgres } from '../setup/temporary-postgres.ts';
import { formOf } from './answers.ts';
import { measureBareSql } from './bare-sql.ts';
import { mintTokens } from './captcha-tokens.ts';
import { importClaimants, logInAll } from './claimants.ts';
import { cpuSecondsOf, cpuSecondsOfTree, parentOf } from './cpu-times.ts';
import { type Figures, figuresOf } from './figures.ts';
import { readFiledClaims } from './filed-claims.ts';
import { measureHttp } from './http-claims.ts';
import type { Measured, MeasureOptions } from './measure.ts';
import { measureMemory } from './memory.ts';
import { type BenchOptions, readOptions, UsageError } from './options.ts';
import { findPgbench, makeScratchTable, measurePgbench } from './pgbench.ts';
import {
  bareSql,
  describeReport,
  handler,
  type Memory,
  pgbench,
  type Report,
  type Round,
  server,
  singleHandler,
  singleServer,
  summarize,
} from './report.ts';
import { type RunningServer, startBenchServer } from './start-server.ts';

// npm run bench: files complete claims over HTTP, and compares with a hand-written Fastify handler,
// with bare SQL and with pgbench, on the same PostgreSQL.

/** The baselines repeat the rows of this many different claims. */
const recordedClaims = 1_000;
/** A single client needs no longer for a steady median. */
const maxSingleSeconds = 5;
/** More captcha solutions than the server accepted claims without verification. */
const spareTokens = 1.3;

const stopSteps: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;
/** Shuts everything down once, although a signal and the end of the bench may both ask for it. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const step of stopSteps.splice(0).toReversed()) await step();
  })();
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(130)));

/** Progress goes to stderr, so that stdout has only the figures. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function bench(options: BenchOptions): Promise<boolean> {
  const secretKey = randomBytes(32).toString('base64');
  const keys = deriveKeys(secretKey);
  log('Starting PostgreSQL …');
  const temporary = await startTemporaryPostgres(join(tmpdir(), `redress-bench-${process.pid}`));
  stopSteps.push(() => temporary.remove());
  const connectionString = temporary.address;
  const folder = join(temporary.folder, 'bench');
  await mkdir(folder, { recursive: true });
  const client = new pg.Client({ connectionString });
  await client.connect();
  stopSteps.push(() => client.end());

  await migrate(connectionString);
  await importClaimants(connectionString, keys, settlement);
  const addDatabase = async (name: string) => {
    await client.query(`create database ${name}`);
    const added = new URL(connectionString);
    added.pathname = name;
    await migrate(added.href);
    return added.href;
  };
  // Baselines have a separate database, so that each row in the server's is a claim sent over HTTP.
  const baselines = await addDatabase('baselines');
  await makeScratchTable(baselines);
  const pgbenchProgram = findPgbench();
  if (pgbenchProgram === undefined) log('pgbench is not on this machine: its baseline is skipped.');

  const postmaster = await findPostmaster(client);
  const cpuReader = (server?: number) =>
    postmaster === undefined
      ? undefined
      : () => ({
          server: server === undefined ? 0 : cpuSecondsOfTree(server),
          postgres: cpuSecondsOfTree(postmaster),
          // pgbench counts as an ended child.
          client: cpuSecondsOf(process.pid),
        });
  const withServer = async <T>(
    order: Omit<Parameters<typeof startBenchServer>[0], 'folder'>,
    use: (server: RunningServer) => Promise<T>,
  ): Promise<T> => {
    const server = await startBenchServer({ ...order, folder });
    stopSteps.push(server.stop);
    const result = await use(server);
    stopSteps.splice(stopSteps.indexOf(server.stop), 1);
    await server.stop();
    return result;
  };
  const redress = (captcha: 'on' | 'off', processes: number) =>
    ({
      program: 'bench-server.ts',
      args: [`--captcha=${captcha}`],
      processes,
      env: { DATABASE_URL: connectionString, SECRET_KEY: secretKey, RATE_LIMITS: 'off' },
      profileFolder: options.profileFolder === undefined ? undefined : resolve(options.profileFolder),
    }) as const;
  const handWritten = (processes: number) =>
    ({
      program: 'fastify-handler.ts',
      processes,
      env: { DATABASE_URL: baselines, FILED_CLAIMS: connectionString },
    }) as const;

  const form = formOf(settlement);
  const [anyToken = ''] = await mintTokens(keys, 1);
  let answered = 0;
  let failed = 0;
  const takeFailures = (measured: Measured) => {
    failed += measured.failures.length;
    const [first] = measured.failures;
    if (first !== undefined) log(`  A claim failed: ${first}`);
  };
  log('Logging the claimants in …');
  const claimants = await withServer(redress('off', 1), async ({ address }) => logInAll(address));
  const fileOverHttp = async (
    order: Parameters<typeof withServer>[0],
    { takeToken = () => anyToken, ...load }: MeasureOptions & { takeToken?: () => string | undefined } = options,
  ) => {
    const path = order.program === 'bench-server.ts' ? `/api/${form.resource}` : '/claims';
    const measured = await withServer(order, ({ address, pid }) =>
      measureHttp({ ...load, url: new URL(path, address), form, claimants, takeToken, ...withCpu(cpuReader(pid)) }),
    );
    if (order.program === 'bench-server.ts') answered += measured.filed;
    takeFailures(measured);
    return measured;
  };
  let memory: Memory | undefined;
  if (options.memory) {
    log('Memory');
    const database = { databaseUrl: await addDatabase('memory'), secretKey, folder: join(folder, 'memory') };
    const after = await measureMemory(database, keys, { clients: options.clients, form, claimants });
    takeFailures(after.measured);
    memory = after.memory;
  }
  let toRecord = recordedClaims;
  await fileOverHttp(redress('off', 1), {
    clients: options.clients,
    warmUpSeconds: 0,
    seconds: 600,
    takeToken: () => (toRecord-- > 0 ? anyToken : undefined),
  });
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
  const bySql = async () => {
    const measured = await measureBareSql(baselines, filed, { ...options, ...withCpu(cpuReader()) });
    takeFailures(measured);
    return measured;
  };
  const single = { ...options, clients: 1, seconds: Math.min(maxSingleSeconds, options.seconds) };
  const measurements: [string, () => Promise<Figures>][] = [
    ...options.processes.flatMap((processes): [string, () => Promise<Figures>][] => [
      [handler(processes), () => fileOverHttp(handWritten(processes))],
      [server('off', processes), () => withoutCaptcha(processes)],
      [server('on', processes), () => withCaptcha(processes)],
    ]),
    [singleHandler, () => fileOverHttp(handWritten(1), single)],
    [singleServer, () => fileOverHttp(redress('off', 1), single)],
    [bareSql, bySql],
  ];
  if (pgbenchProgram !== undefined) {
    const row = await readClaim(client);
    const order = { ...options, folder, ...withCpu(cpuReader()) };
    measurements.push([pgbench, () => measurePgbench(pgbenchProgram, baselines, row, order)]);
  }
  /**
   * Before each measurement, waits until the connections of the previous one are closed and its
   * writes are on disk.
   */
  const measureAlone = async <T extends Figures>(name: string, measurement: () => Promise<T>): Promise<T> => {
    await waitForOtherConnections(client);
    await client.query('checkpoint');
    const figures = await measurement();
    log(`  ${name}: ${figures.claimsPerSecond.toFixed(0)} claims a second, p99 ${figures.p99.toFixed(0)} ms`);
    return figures;
  };

  const rounds: Round[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    log(`Round ${round} of ${options.rounds}`);
    // Every other round goes backward: a machine that slows down or warms up affects all alike.
    const order = round % 2 === 1 ? measurements : measurements.toReversed();
    const figures = new Map<string, Figures>();
    for (const [name, measurement] of order) figures.set(name, await measureAlone(name, measurement));
    rounds.push(Object.fromEntries(measurements.map(([name]) => [name, figures.get(name) ?? noFigures])));
  }

  const report: Report = {
    setting: {
      clients: options.clients,
      seconds: options.seconds,
      warmUpSeconds: options.warmUpSeconds,
      processes: options.processes,
      cores: availableParallelism(),
      node: process.versions.node,
      profiled: options.profileFolder !== undefined,
      ...(await describePostgres(client)),
    },
    rounds,
    memory,
    rows: { answered, stored: await countClaims(client) },
    failed,
  };
  const { medians, goals } = summarize(report);
  const json = { ...report, medians: Object.fromEntries(medians), goals };
  process.stdout.write(options.json ? `${JSON.stringify(json, null, 2)}\n` : describeReport(report));
  return report.rows.answered === report.rows.stored && failed === 0;
}

const noFigures = figuresOf([], 1);

const withCpu = (readCpu: MeasureOptions['readCpu']) => (readCpu ? { readCpu } : {});

/** The process above all others of the database. Only Linux tells their CPU time. */
async function findPostmaster(client: pg.Client): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]?.pid ?? 0);
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
  const { rows } = await client.query<{ answers: string; summary: string }>(
    'select answers::text, summary::text from claims limit 1',
  );
  if (rows[0] === undefined) throw new Error('The server filed no claim');
  return rows[0];
}

async function countClaims(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from claims');
  return Number(rows[0]?.count);
}

async function describePostgres(client: pg.Client): Promise<{ postgres: string; durable: boolean }> {
  const { rows } = await client.query<{ version: string; durable: boolean }>(
    `select current_setting('server_version') as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`,
  );
  return { postgres: rows[0]?.version ?? 'unknown', durable: rows[0]?.durable ?? false };
}

try {
  const isSound = await bench(readOptions(process.argv.slice(2)));
  if (!isSound) process.exitCode = 1;
} catch (error) {
  // After a signal stops the database, pending work fails as expected.
  if (stopping === undefined && !(error instanceof UsageError)) throw error;
  if (error instanceof UsageError) log(error.message);
  process.exitCode = 2;
} finally {
  await stop();
}
