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
import type { Figures } from './figures.ts';
import { measureHttp } from './http-claims.ts';
import { type BenchOptions, readOptions, UsageError } from './options.ts';
import { findPgbench, makeScratchTable, measurePgbench } from './pgbench.ts';
import { recordClaims } from './recorded-claims.ts';
import { describeReport, reportOf, type Round } from './report.ts';
import { startBenchServer } from './start-server.ts';

// npm run bench: files complete claims over HTTP, and compares with the same PostgreSQL driven by
// bare SQL and by pgbench.

/** The baseline repeats the statements of this many different claims. */
const recordedClaims = 1_000;
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

  // Baselines have a separate database, so that each row in the server's is a claim sent over HTTP.
  await client.query('create database baselines');
  const baselines = new URL(connectionString);
  baselines.pathname = 'baselines';
  for (const database of [connectionString, baselines.href]) await migrate(database);
  await importClaimants(connectionString, keys, settlement);
  await makeScratchTable(baselines.href);
  const recorded = await recordClaims(settlement, recordedClaims);
  const pgbench = findPgbench();
  if (pgbench === undefined) log('pgbench is not on this machine: its baseline is skipped.');

  const form = formOf(settlement);
  let answered = 0;
  let failed = 0;
  const takeFailures = (measured: { readonly failed: number; readonly firstFailure?: string }) => {
    failed += measured.failed;
    if (measured.firstFailure !== undefined) log(`  A claim failed: ${measured.firstFailure}`);
  };
  const withServer = async <T>(captcha: 'on' | 'off', use: (address: string) => Promise<T>): Promise<T> => {
    const server = await startBenchServer({
      connectionString,
      secretKey,
      folder,
      captcha,
      ...(options.profileFolder === undefined ? {} : { profileFolder: resolve(options.profileFolder) }),
    });
    stopSteps.push(server.stop);
    const result = await use(server.address);
    stopSteps.splice(stopSteps.indexOf(server.stop), 1);
    await server.stop();
    return result;
  };

  log('Logging the claimants in …');
  const claimants = await withServer('off', logInAll);
  const measureServer = async (captcha: 'on' | 'off', takeToken: () => string | undefined) => {
    const measured = await withServer(captcha, (address) =>
      measureHttp({ ...options, address, form, claimants, takeToken }),
    );
    answered += measured.filed;
    takeFailures(measured);
    return measured;
  };
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
  const [anyToken = ''] = await mintTokens(keys, 1);
  for (let round = 1; round <= options.rounds; round += 1) {
    log(`Round ${round} of ${options.rounds}`);
    const captchaOff = await measureAlone('server, any captcha taken', () => measureServer('off', () => anyToken));
    if (captchaOff.filed === 0) throw new Error('The server took no claim');
    const wanted = captchaOff.claimsPerSecond * (options.seconds + options.warmUpSeconds) * spareTokens;
    const tokens = await mintTokens(keys, Math.ceil(wanted));
    const captchaOn = await measureAlone('server, captcha verified', () => measureServer('on', () => tokens.pop()));
    const bareSql = await measureAlone('bare SQL', () => measureBareSql(baselines.href, recorded, options));
    takeFailures(bareSql);
    const row = await readClaim(client);
    const byPgbench =
      pgbench &&
      (await measureAlone('pgbench', () => measurePgbench(pgbench, baselines.href, row, { ...options, folder })));
    rounds.push({ captchaOff, captchaOn, bareSql, ...(byPgbench ? { pgbench: byPgbench } : {}) });
  }

  const report = reportOf(rounds, {
    setting: {
      clients: options.clients,
      seconds: options.seconds,
      warmUpSeconds: options.warmUpSeconds,
      rounds: options.rounds,
      cores: availableParallelism(),
      node: process.versions.node,
      profiled: options.profileFolder !== undefined,
      ...(await describePostgres(client)),
    },
    rows: { answered, stored: await countClaims(client) },
    failed,
  });
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : describeReport(report));
  return report.rows.answered === report.rows.stored && failed === 0;
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
