import { settlement } from '@redress/content/settlement';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { alignColumns, print, runInterruptible } from '@redress/server/operations/commands/command';
import { requireBuiltSite } from '@redress/server/start-server';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { formOf } from './answers.ts';
import { mintTokens } from './captcha-tokens.ts';
import { importInventedMembers } from '../setup/test-server.ts';
import { claimantCount, logInAll } from './claimants.ts';
import { addDatabase, compareRows, log, readCount, runCommand, startBenchDatabase } from './command.ts';
import { describeGoals, type Figures, goalOf, goalsOf, medianFigures, medianRatio } from './figures.ts';
import { runLoad } from './overload/load.ts';
import { findPgbench, measurePgbench } from './pgbench.ts';
import { cpuSecondsOf, type Memory, memoryOf, parentOf } from './process-usage.ts';
import { describeProfiles } from './profiles.ts';
import { type ServerOrder, startRealServer, withServer } from './start-server.ts';

/** Each client has a connection to the server, and logs in as another class member. */
const maxClients = 1_000;
/** Each process has a pool of 20 connections, and the embedded PostgreSQL allows 100. */
const maxProcesses = 4;
/** The handler repeats the rows of this many different claims. */
const recordedClaims = 1_000;
/** No server accepts more claims a second. */
const maxPerSecond = 20_000;
/** Captcha solutions exceed the claims that the server accepted without verification. */
const spareTokens = 1.3;
/** Memory is read this long after the start, and again after this many claims. */
const idleSeconds = 10;
const claimsForMemory = 5_000;

const usage = `npm run bench -- [options]

Files complete claims over HTTP, and compares with a hand-written Fastify handler and, where it is installed, with
pgbench on the same PostgreSQL. Then reads the memory of the server as \`npm start\` starts it.
  --clients N      claimants at the same time (64; at most 1,000)
  --seconds N      length of each measurement (10)
  --warm-up N      uncounted seconds before each measurement (3)
  --rounds N       how often everything is measured, in turns (3)
  --processes N,M  numbers of server processes, measured in turns (1,2; at most ${maxProcesses})
  --reference      only the hand-written handler in one process, which tells how fast a machine is, in half a minute
  --profile DIR    the server writes CPU profiles there, and is slower for it; prints what took the time`;

interface BenchOptions {
  readonly clients: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly processes: readonly number[];
  readonly reference: boolean;
  readonly profile: string | undefined;
}

async function bench(options: BenchOptions, started: AsyncDisposableStack): Promise<boolean> {
  const { clients, seconds, warmUpSeconds, rounds, processes, profile } = options;
  const readsMemory = !options.reference && profile === undefined;
  if (readsMemory) requireBuiltSite();
  const secretKey = randomBytes(32).toString('base64');
  const keys = deriveKeys(secretKey);
  log('Starting PostgreSQL …');
  const { connectionString, folder } = await startBenchDatabase('bench', started);
  const client = new pg.Client({ connectionString });
  await client.connect();
  started.defer(() => client.end());
  await importInventedMembers(connectionString, claimantCount, keys);
  // The handler has a separate database, so that each row in the server's is a claim sent to it.
  const ofHandler = await addDatabase(connectionString, 'handler');

  const redress = (captcha: 'on' | 'off', count: number): ServerOrder => ({
    program: 'bench-server.ts',
    args: [`--captcha=${captcha}`],
    processes: count,
    env: { DATABASE_URL: connectionString, SECRET_KEY: secretKey, RATE_LIMITS: 'off' },
  });
  const handWritten = (count: number): ServerOrder => ({
    program: 'fastify-handler.ts',
    processes: count,
    env: { DATABASE_URL: ofHandler, FILED_CLAIMS: connectionString },
  });

  const form = formOf(settlement);
  const [anyToken = ''] = await mintTokens(keys, 1);
  const anyTokens = Array.from({ length: maxPerSecond * (seconds + warmUpSeconds) }, () => anyToken);
  let answered = 0;
  let failed = 0;
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postgres = parentOf(backends[0]?.pid ?? 0);
  const readCpu = (pid: number) => [performance.now(), ...[pid, postgres].map((id) => cpuSecondsOf(id) * 1_000)];
  log('Logging the claimants in …');
  const claimants = await withServer(redress('off', 1), folder, started, logInAll);
  const load = async (url: string, pid: number, given: readonly string[], length = { warmUpSeconds, seconds }) => {
    const claims = { claimants, formVersion: form.version, withEmail: true, tokens: given };
    const begin = wait(length.warmUpSeconds * 1_000).then(() => readCpu(pid));
    const measured = await runLoad({ ...claims, ...length, url, manner: { name: 'in-turn', clients } });
    const before = await begin;
    for (const [what, times] of Object.entries(measured.failures)) {
      failed += times;
      log(`  FAILED: ${times} × ${what}`);
    }
    const [time = 0, ...cpu] = readCpu(pid).map((end, index) => end - (before[index] ?? 0));
    const [serverCpu = 0, postgresCpu = 0] = cpu.map((each) => (each / time / measured.claimsPerSecond) * 1_000);
    return { ...measured, serverCpu, postgresCpu };
  };
  const file = async (order: ServerOrder, given = anyTokens, length = { warmUpSeconds, seconds }) => {
    const isRedress = order.program === 'bench-server.ts';
    const path = isRedress ? `/api/${form.resource}` : '/claims';
    const measured = await withServer(order, folder, started, (address, pid) =>
      load(`${address}${path}`, pid, given, length),
    );
    if (isRedress) answered += measured.accepted;
    return measured;
  };
  await file(redress('off', 1), anyTokens.slice(0, recordedClaims), { warmUpSeconds: 0, seconds: 600 });
  if (options.reference) {
    const { claimsPerSecond } = await file(handWritten(1));
    print(`The hand-written handler: ${claimsPerSecond.toFixed(0)} claims/s`);
    return failed === 0;
  }

  /** Reads the memory of the server in MB, while it is idle and after many claims. */
  const measureMemory = async () => {
    log('Memory');
    const environment = { DATABASE_URL: await addDatabase(connectionString, 'memory'), SECRET_KEY: secretKey };
    const start = () => startRealServer(environment, folder, started);
    // The first start compiles the programs, which takes memory that later starts do not need.
    await (await start()).stop();
    const { address, pid, stop } = await start();
    await wait(idleSeconds * 1_000);
    const idle = memoryOf(pid);
    const tokens = await mintTokens(keys, claimsForMemory);
    await load(`${address}/api/${form.resource}`, pid, tokens, { warmUpSeconds: 0, seconds: 600 });
    const afterClaims = memoryOf(pid);
    await stop();
    return { idle, afterClaims };
  };

  const startedAt = Date.now();
  const profiled = (order: ServerOrder) => ({ ...order, profileFolder: profile && resolve(profile) });
  let fastest = 0;
  const withoutCaptcha = async (count: number) => {
    const measured = await file(profiled(redress('off', count)));
    fastest = Math.max(fastest, measured.claimsPerSecond);
    return measured;
  };
  const withCaptcha = async (count: number) => {
    const tokens = await mintTokens(keys, Math.ceil(fastest * (seconds + warmUpSeconds) * spareTokens));
    return file(profiled(redress('on', count)), tokens);
  };
  const measurements = processes.flatMap((count): [string, () => Promise<Figures>][] => [
    [handler(count), () => file(handWritten(count))],
    [server('off', count), () => withoutCaptcha(count)],
    [server('on', count), () => withCaptcha(count)],
  ]);
  const program = findPgbench();
  const toInsert = { connectionString: ofHandler, filed: connectionString, folder };
  if (program !== undefined) measurements.push([pgbench, () => measurePgbench(program, toInsert, options)]);

  const measuredRounds: Map<string, Figures>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds}`);
    const figures = new Map<string, Figures>();
    // Every other round goes backward, so that a machine that slows down affects all alike.
    for (const [name, measurement] of round % 2 === 1 ? measurements : measurements.toReversed()) {
      // By then, the connections of the previous measurement are closed, and its writes are on
      // disk.
      await waitForOtherConnections(client);
      await client.query('checkpoint');
      const each = await measurement();
      figures.set(name, each);
      log(`  ${name}: ${each.claimsPerSecond.toFixed(0)} claims a second, p99 ${each.p99.toFixed(0)} ms`);
    }
    measuredRounds.push(figures);
  }

  const memory = readsMemory ? await measureMemory() : undefined;
  const rows = await compareRows(connectionString, answered);
  for (const line of [
    '',
    ...describeRounds(measuredRounds, processes, memory),
    ...(profile === undefined ? [] : ['', ...describeProfiles(resolve(profile), startedAt)]),
    '',
    `${clients} clients, ${seconds} seconds each; medians of ${rounds} rounds. ${availableParallelism()} cores for everything, Node ${process.versions.node}.` +
      (profile === undefined ? '' : ' The server was profiled, which slows it.') +
      (program === undefined ? ' pgbench is not installed.' : ''),
    rows.line,
    ...(failed === 0 ? [] : [`${failed} CLAIMS FAILED.`]),
  ])
    print(line);
  return rows.areEqual && failed === 0;
}

const describeProcesses = (processes: number) => (processes === 1 ? '1 process' : `${processes} processes`);
const handler = (processes: number) => `Fastify handler, ${describeProcesses(processes)}`;
const server = (captcha: 'on' | 'off', processes: number) =>
  `server, ${captcha === 'on' ? 'captcha verified' : 'any captcha taken'}, ${describeProcesses(processes)}`;
const pgbench = 'pgbench';

/**
 * Makes a table with the median of each measurement, and one with each goal.
 * @param rounds the measurements of each round, by name
 */
function describeRounds(
  rounds: readonly ReadonlyMap<string, Figures>[],
  processes: readonly number[],
  memory?: { readonly idle: Memory; readonly afterClaims: Memory },
) {
  const of = (name: string) => rounds.flatMap((round) => round.get(name) ?? []);
  const ratio = (name: string, baseline: string) => medianRatio(of(name), of(baseline));
  const names = processes.flatMap((count) => [handler(count), server('off', count), server('on', count)]);
  const rows = [...names, pgbench].map((name) => {
    const { claimsPerSecond, ...each } = medianFigures(of(name));
    const toHandler = ratio(name, handler(processes.find((count) => name.endsWith(describeProcesses(count))) ?? 0));
    const cells = [
      [claimsPerSecond, 0],
      [each.p50, 1],
      [each.p99, 1],
      [toHandler, 2],
      [ratio(name, pgbench), 2],
      [each.serverCpu, 3],
      [each.postgresCpu, 3],
    ] as const;
    return [name, ...cells.map(([value = Number.NaN, digits]) => (Number.isNaN(value) ? '' : value.toFixed(digits)))];
  });
  const goal = goalsOf(processes, describeProcesses);
  const memoryGoal = 'memory with child processes, without PostgreSQL';
  const goals = [
    goal('claims/s, any captcha taken, to the Fastify handler', { atLeast: 1 }, (count) =>
      ratio(server('off', count), handler(count)),
    ),
    goal('claims/s, any captcha taken, to pgbench', { atLeast: 0.35 }, (count) => ratio(server('off', count), pgbench)),
    goal('claims/s, captcha verified, to any captcha taken', { atLeast: 0.75 }, (count) =>
      ratio(server('on', count), server('off', count)),
    ),
    goal(
      'CPU time of the server per claim, captcha verified',
      { unit: 'ms', atMost: 0.16 },
      (count) => medianFigures(of(server('on', count))).serverCpu ?? Number.NaN,
    ),
    goal('p99, captcha verified', { unit: 'ms', atMost: 60 }, (count) => medianFigures(of(server('on', count))).p99),
    goalOf(`idle, ${idleSeconds} s after the start`)(memoryGoal, 'MB', 150, memory?.idle.total),
    goalOf(`after ${claimsForMemory} claims`)(memoryGoal, 'MB', 250, memory?.afterClaims.total),
  ];
  const head = ['', 'claims/s', 'p50 ms', 'p99 ms', 'to handler', 'to pgbench', 'CPU server', 'CPU PostgreSQL'];
  const parts = memory && [
    ['memory in MB', 'Node’s program', 'the server', 'its child processes'],
    ...(['idle', 'afterClaims'] as const).map((when) => {
      const { program, own, children } = memory[when];
      return [when === 'idle' ? 'idle' : 'after claims', ...[program, own, children].map((part) => part.toFixed(0))];
    }),
  ];
  const tables = [alignColumns([head, ...rows], [1, 2, 3, 4, 5, 6, 7]), parts && alignColumns(parts, [1, 2, 3])];
  return [...tables.flatMap((table) => (table ? [...table, ''] : [])), ...describeGoals(goals)];
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

await runCommand({
  usage,
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'string', default: '1,2' },
    reference: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
  run: async ({ reference, profile, ...values }) => {
    const options: BenchOptions = {
      clients: readCount('clients', values.clients, 1, maxClients),
      seconds: readCount('seconds', values.seconds, 1, 600),
      warmUpSeconds: readCount('warm-up', values['warm-up'], 0, 600),
      rounds: readCount('rounds', values.rounds, 1, 100),
      processes: values.processes.split(',').map((count) => readCount('processes', count, 1, maxProcesses)),
      reference,
      profile,
    };
    return (await runInterruptible((started) => bench(options, started))) ? 0 : 1;
  },
});
