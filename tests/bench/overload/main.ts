import { settlement } from '@redress/content/settlement';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { alignColumns, print, runInterruptible } from '@redress/server/operations/commands/command';
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@redress/server/platform/database/pool';
import { formOf } from '../answers.ts';
import { claimantCount, logInAll } from '../claimants.ts';
import { compareRows, log, readCount, runCommand, startBenchDatabase } from '../command.ts';
import { describeGoals, type Figures, goalsOf } from '../figures.ts';
import { startNginx } from '../../setup/nginx.ts';
import { importInventedMembers } from '../../setup/test-server.ts';
import { startRealServer } from '../start-server.ts';
import type { Order } from './clients.ts';
import type { LoadResult, Manner } from './load.ts';

const usage = `npm run bench:overload -- [options]

Measures the real server behind nginx, as deploy/nginx/redress.conf sets it up, with ten times more claimants than it
can serve. nginx's limits for one address are off; those for all are set to the measured peak. The clients have their
own core if taskset is installed.
  --processes N  server processes (1)
  --seconds N    length of each measurement (20)
  --warm-up N    uncounted seconds before each measurement (8)`;

/** The number of claimants who file concurrently to find the peak. */
const clientsAtPeak = 64;
/** In an overload, arrivals per second are this multiple of the peak. */
const factor = 10;
/** No run accepts more claims a second, so this many challenges are solved for each second. */
const maxPerSecond = 4_000;
const cores = availableParallelism();

interface OverloadOptions {
  readonly processes: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

interface Measurement extends LoadResult {
  readonly name: string;
  /** The ratio of accepted claims to the peak. */
  readonly ratio: number;
  /** Latencies of a static page during the load. */
  readonly pages: Figures;
  /** Milliseconds of the slowest response of the server, the warm-up included. */
  readonly slowestInServer: number;
}

async function bench({ processes, seconds, warmUpSeconds }: OverloadOptions, started: AsyncDisposableStack) {
  const isDivided = cores > 1 && spawnSync('taskset', ['--version']).status === 0;
  const useCores = (list: string, pid = 0) => isDivided && spawnSync('taskset', ['-apc', list, String(pid)]);
  // PostgreSQL and the server start later and inherit the cores.
  useCores(`0-${cores - 2}`, process.pid);

  const secretKey = randomBytes(32).toString('base64');
  log('Starting PostgreSQL …');
  const { connectionString, folder } = await startBenchDatabase('overload', started);
  await importInventedMembers(connectionString, claimantCount, deriveKeys(secretKey));
  const startClients = () => {
    const child = fork(join(import.meta.dirname, 'clients.ts'), { execArgv: [] });
    started.defer(() => void child.kill('SIGKILL'));
    useCores(String(cores - 1), child.pid);
    return child;
  };
  const [load, watcher] = [startClients(), startClients()];
  const environment = { DATABASE_URL: connectionString, SECRET_KEY: secretKey, PROCESSES: String(processes) };
  const { port } = await startRealServer(environment, folder, started);
  let nginx = await startProxy(port);
  started.defer(() => nginx.stop());
  const form = formOf(settlement);
  const claimants = await logInAll(nginx.plainAddress);
  const measurements: Measurement[] = [];
  const measure = async (name: string, manner: Manner, peak?: number): Promise<number> => {
    await withClient(connectionString, (client) => client.query('checkpoint'));
    // Claims get no receipts, because rendering them would lower the peak.
    const claims = { url: `${nginx.plainAddress}/api/${form.resource}`, formVersion: form.version, withEmail: false };
    const tokens = maxPerSecond * (seconds + warmUpSeconds) * 0.6 + 4_000;
    load.send({ load: { ...claims, claimants, manner, warmUpSeconds, seconds }, secretKey, tokens } satisfies Order);
    await receive<'ready'>(load);
    const loaded = receive<LoadResult>(load);
    await wait(warmUpSeconds * 1_000);
    watcher.send({ watch: nginx.plainAddress, seconds } satisfies Order);
    const [result, pages] = await Promise.all([loaded, receive<Figures>(watcher)]);
    const ratio = result.claimsPerSecond / (peak ?? result.claimsPerSecond);
    const measured = { ...result, name, ratio, pages, slowestInServer: await nginx.slowestInServer() };
    measurements.push(measured);
    log(describeProgress(measured));
    return result.claimsPerSecond;
  };

  const peak = await measure('peak', { name: 'in-turn', clients: clientsAtPeak });
  await nginx.stop();
  nginx = await startProxy(port, Math.round(peak));
  await measure('1 × peak', { name: 'patient', perSecond: peak }, peak);
  await measure(`${factor} × peak`, { name: 'patient', perSecond: peak * factor }, peak);
  await measure(`${factor} × peak, rude`, { name: 'rude', perSecond: peak * factor }, peak);

  const rows = await compareRows(
    connectionString,
    measurements.reduce((sum, { accepted }) => sum + accepted, 0),
  );
  const overloads = measurements.filter(({ name }) => name.startsWith(`${factor} × peak`));
  const goal = goalsOf(overloads, ({ name }) => name);
  for (const line of [
    ...describeMeasurements(measurements),
    '',
    ...describeGoals([
      goal('share of the peak', { atLeast: 0.9 }, ({ ratio }) => ratio),
      goal('slowest answer', { unit: 'ms', atMost: 2_000 }, ({ slowest }) => slowest),
      goal('p99 of a page', { unit: 'ms', atMost: 100 }, ({ pages }) => pages.p99),
    ]),
    '',
    `${seconds} seconds each after ${warmUpSeconds} of warm-up; the peak with ${clientsAtPeak} claimants at a time. Server processes: ${processes}. ${cores} cores, Node ${process.versions.node}: ` +
      (isDivided
        ? 'the last one for the clients alone, the others for server and PostgreSQL.'
        : 'shared by server, PostgreSQL and clients.'),
    rows.line,
  ])
    print(line);
  return rows.areEqual;
}

/** Starts nginx without TLS. @param perSecond the claims of all addresses together, or no limit */
async function startProxy(upstreamPort: number, perSecond?: number) {
  const isLimited = perSecond !== undefined;
  const nginx = await startNginx({
    upstreamPort,
    changes: {
      ' ssl http2 backlog': ' backlog',
      '  limit_conn requests 100;\n': '',
      '  limit_req zone=rate burst=500 nodelay;\n': '',
      '  limit_req zone=work burst=100 nodelay;\n': '',
      'zone=new:1m rate=500r/s': `zone=new:1m rate=${Math.round((perSecond ?? 0) / 2) || 1}r/s`,
      'zone=started:1m rate=1000r/s': `zone=started:1m rate=${perSecond ?? 1}r/s`,
      '  limit_req zone=new burst=250;\n': isLimited
        ? `  limit_req zone=new burst=${Math.round(perSecond / 4) || 1};\n`
        : '',
      '  limit_req zone=started burst=500;\n': isLimited
        ? `  limit_req zone=started burst=${Math.round(perSecond / 2) || 1};\n`
        : '',
    },
  });
  let measured = 0;
  return {
    stop: nginx.stop,
    plainAddress: `http://127.0.0.1:${new URL(nginx.address).port}`,
    /** Since the last call. */
    async slowestInServer() {
      const lines = (await nginx.readLog()).split('\n').slice(measured);
      measured += lines.length - 1;
      const secondsOf = (line: string) => Number(line.slice(line.lastIndexOf(' '))) || 0;
      return lines.reduce((slowest, line) => Math.max(slowest, secondsOf(line)), 0) * 1_000;
    },
  };
}

/** Waits for the next message of the clients. They print why they ended. */
function receive<Message>(clients: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    clients.once('message', resolve);
    clients.once('exit', () => reject(new Error('The clients have ended')));
  });
}

function describeProgress({ name, pages, failures, ...result }: Measurement): string {
  const failed = Object.entries(failures).map(([what, times]) => `; FAILED: ${times} × ${what}`);
  return `  ${name}: ${result.claimsPerSecond.toFixed(0)} claims/s, pages p99 ${pages.p99.toFixed(0)} ms, clients late by ${result.ownLateness.toFixed(0)} ms${failed.join('')}`;
}

const head = [
  '',
  'claims/s',
  'to peak',
  'answers/s',
  'shed',
  'p50 ms',
  'p99 ms',
  'slowest ms',
  'in server',
  'page p50',
  'page p99',
];

const describeMeasurements = (measurements: readonly Measurement[]): string[] => {
  const rows = measurements.map(({ name, ratio, pages, ...each }) => [
    name,
    each.claimsPerSecond.toFixed(0),
    ratio.toFixed(2),
    each.answeredPerSecond.toFixed(0),
    `${(each.shareShed * 100).toFixed(0)}%`,
    ...[each.p50, each.p99, each.slowest, each.slowestInServer].map((milliseconds) => milliseconds.toFixed(0)),
    ...[pages.p50, pages.p99].map((milliseconds) => milliseconds.toFixed(1)),
  ]);
  return alignColumns([head, ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
};

await runCommand({
  usage,
  options: {
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '8' },
  },
  run: async (values) => {
    const options = {
      processes: readCount('processes', values.processes, 1, 64),
      seconds: readCount('seconds', values.seconds, 2, 600),
      warmUpSeconds: readCount('warm-up', values['warm-up'], 0, 600),
    };
    return (await runInterruptible((started) => bench(options, started))) ? 0 : 1;
  },
});
