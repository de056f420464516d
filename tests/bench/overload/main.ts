import { settlement } from '@redress/content/settlement';
import { migrate } from '@redress/server/database/migrate';
import { deriveKeys } from '@redress/server/keys/keys';
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startTemporaryPostgres } from '../../setup/temporary-postgres.ts';
import { formOf } from '../answers.ts';
import { type Claimant, importClaimants, logInAll } from '../claimants.ts';
import { UsageError } from '../options.ts';
import { startRealServer } from '../start-server.ts';
import type { Order, ClientMessage } from './clients.ts';
import type { LoadResult, Manner } from './load.ts';
import { type OverloadOptions, readOptions } from './options.ts';
import { describeOverload, type Measurement, type OverloadReport } from './report.ts';
import type { PageTimes } from './static-probe.ts';

// npm run bench:overload: how the real server behaves when many times more claimants come than it
// can serve.

const clients = join(import.meta.dirname, 'clients.ts');
/** Concurrent claimants when finding the peak. */
const clientsAtPeak = 64;
/** More claims a second than any run accepts: this many challenges are solved for each second. */
const maxPerSecond = 4_000;

const stopSteps: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const step of stopSteps.splice(0).toReversed()) await step();
  })();
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(130)));

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function bench(options: OverloadOptions): Promise<boolean> {
  const cores = availableParallelism();
  const clientCore = cores - 1;
  const isDivided = options.divide && hasTaskset();
  // PostgreSQL and the server, started from here on, inherit it.
  if (isDivided) spawnSync('taskset', ['-apc', `0-${clientCore - 1}`, String(process.pid)]);

  const secretKey = randomBytes(32).toString('base64');
  log('Starting PostgreSQL …');
  const temporary = await startTemporaryPostgres(join(tmpdir(), `redress-overload-${process.pid}`));
  stopSteps.push(() => temporary.remove());
  const folder = join(temporary.folder, 'bench');
  await mkdir(folder, { recursive: true });
  await migrate(temporary.address);
  await importClaimants(temporary.address, deriveKeys(secretKey), settlement);
  const database = new pg.Client({ connectionString: temporary.address });
  await database.connect();
  stopSteps.push(() => database.end());

  const [load, watcher] = [startClients(isDivided, clientCore), startClients(isDivided, clientCore)];
  stopSteps.push(async () => {
    for (const child of [load, watcher]) child.kill('SIGKILL');
  });
  const form = formOf(settlement);
  let answered = 0;
  let claimants: Claimant[] | undefined;
  const measurements: Measurement[] = [];

  for (const processes of options.processes) {
    const running = await startRealServer({
      databaseUrl: temporary.address,
      secretKey,
      folder,
      processes,
      limits: 'off',
    });
    stopSteps.push(running.stop);
    log(`${processes === 1 ? 'One server process' : `${processes} server processes`}:`);
    claimants ??= await logInAll(running.address);
    const people = claimants;
    const measure = async (name: string, manner: Manner): Promise<Measurement> => {
      await database.query('checkpoint');
      const order: Order = {
        name: 'load',
        secretKey,
        tokens: maxPerSecond * (options.seconds + options.warmUpSeconds) * 0.6 + 4_000,
        load: {
          address: running.address,
          resource: form.resource,
          formVersion: form.version,
          claimants: people,
          manner,
          warmUpSeconds: options.warmUpSeconds,
          seconds: options.seconds,
        },
      };
      load.send(order);
      await receive(load, 'ready');
      await wait(options.warmUpSeconds * 1_000);
      const [{ result }, pages] = await Promise.all([
        receive(load, 'loaded'),
        watchFor(watcher, running.address, options.seconds),
      ]);
      answered += result.accepted;
      const measured = { name, processes, pages, ...result };
      measurements.push(measured);
      log(
        `  ${name}: ${result.acceptedPerSecond.toFixed(0)} claims/s of ${result.answeredPerSecond.toFixed(0)} answers/s, p99 ${result.p99.toFixed(0)} ms, slowest ${result.slowest.toFixed(0)} ms, pages p99 ${pages.p99.toFixed(1)} ms, clients late by ${result.ownLateness.toFixed(0)} ms, ${result.unsent} never sent${describeFailures(result)}`,
      );
      return measured;
    };

    const idle = await watchFor(watcher, running.address, 5);
    const peak = await measure('peak', { name: 'in-turn', clients: clientsAtPeak });
    const { acceptedPerSecond: rate } = peak;
    await measure('1 × peak', { name: 'patient', perSecond: rate });
    await measure(`${options.factor} × peak`, { name: 'patient', perSecond: rate * options.factor });
    await measure(`${options.factor} × peak, rude`, { name: 'rude', perSecond: rate * options.factor });
    for (const measured of measurements.filter((each) => each.processes === processes))
      Object.assign(measured, { ratio: measured.acceptedPerSecond / rate, idlePages: idle });
    stopSteps.splice(stopSteps.indexOf(running.stop), 1);
    await running.stop();
  }

  const { rows } = await database.query<{ count: string }>('select count(*) from claims');
  const report: OverloadReport = {
    setting: {
      seconds: options.seconds,
      warmUpSeconds: options.warmUpSeconds,
      factor: options.factor,
      cores,
      divided: isDivided,
      clientsAtPeak,
      node: process.versions.node,
    },
    measurements,
    rows: { answered, stored: Number(rows[0]?.count) },
  };
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : describeOverload(report));
  return report.rows.answered === report.rows.stored;
}

function describeFailures({ failures }: LoadResult): string {
  const all = Object.entries(failures).map(([what, times]) => `${times} × ${what}`);
  return all.length === 0 ? '' : `; FAILED: ${all.join(', ')}`;
}

function hasTaskset(): boolean {
  return spawnSync('taskset', ['--version']).status === 0;
}

function startClients(isDivided: boolean, core: number): ChildProcess {
  const child = fork(clients, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  if (isDivided && child.pid !== undefined) spawnSync('taskset', ['-apc', String(core), String(child.pid)]);
  return child;
}

function receive<Name extends ClientMessage['name']>(
  child: ChildProcess,
  name: Name,
): Promise<Extract<ClientMessage, { name: Name }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: ClientMessage) => {
      if (message.name !== name && message.name !== 'failed') return;
      child.off('message', onMessage);
      if (isNamed(message, name)) resolve(message);
      else reject(new Error(message.name === 'failed' ? message.reason : message.name));
    };
    child.on('message', onMessage);
    child.once('exit', () => reject(new Error('The clients have ended')));
  });
}

function isNamed<Name extends ClientMessage['name']>(
  message: ClientMessage,
  name: Name,
): message is Extract<ClientMessage, { name: Name }> {
  return message.name === name;
}

async function watchFor(watcher: ChildProcess, address: string, seconds: number): Promise<PageTimes> {
  watcher.send({ name: 'watch', address } satisfies Order);
  await wait(seconds * 1_000);
  watcher.send({ name: 'end-watch' } satisfies Order);
  return (await receive(watcher, 'watched')).times;
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
