import { contentFolder } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import type { FastifyBaseLogger } from 'fastify';
import cluster from 'node:cluster';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importMembers } from './console/members/import-members.ts';
import { startProcesses } from './platform/start/server-processes.ts';
import { type Config, readConfig } from './config.ts';
import { loadCredentials } from './platform/start/credentials.ts';
import { bootstrap, type Infrastructure } from './platform/start/bootstrap.ts';
import { createLog } from './platform/logging/log.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';
import { openDatabase } from './platform/database/pool.ts';
import { createSetupLink, setupHours } from './console/sign-in/staff-links.ts';
import { openNetworkLists } from './claims/observations/network-lists.ts';
import { startErrorOf } from './platform/errors/start-error.ts';
import { explainListenError, requireFreePort } from './platform/http/listen.ts';
import { readBuildInfo } from './platform/metrics/build-info.ts';
import { serveMetrics } from './platform/metrics/metrics-server.ts';
import { type Metrics, readGauge, toMetrics } from './platform/metrics/gauge-reading.ts';
import { answerPrimary, askProcesses } from './platform/metrics/worker-metrics.ts';
import { requireBuiltSite, startServer } from './start-server.ts';
import { requireWritableStorage } from './platform/storage/open-storage.ts';

const demonstrationMembers = join(contentFolder, 'demo/class-members.csv');

/** Starts the server, and stops everything again on a signal or an error. */
async function start(): Promise<void> {
  loadCredentials(process.env);
  const config = readConfig(process.env, process.cwd());
  // At a terminal, requests would hide the startup message.
  const log = createLog(process.stdout.isTTY ? 'warn' : 'info');
  const started = new AsyncDisposableStack();
  const hasProcesses = cluster.isPrimary && config.processes > 1;
  const draining = new AbortController();
  let isServing = false;
  let isStopping = false;
  const stop = async () => {
    draining.abort();
    // The processes of a cluster drain by themselves.
    if (isServing && !hasProcesses) await pause(config.drainSeconds * 1_000);
    await started.disposeAsync();
  };
  const stopBySignal = () => {
    if (isStopping) return;
    isStopping = true;
    if (cluster.isPrimary) print('Stopping …');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stopBySignal);
  // Ctrl-C at a terminal reaches every process, but the primary stops the others.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, cluster.isPrimary ? stopBySignal : () => {});

  try {
    const { signal } = draining;
    if (cluster.isPrimary) await startPrimary(config, log, started, signal);
    else {
      const infrastructure = await bootstrap(config, () => {}, started, true);
      const metrics = await startServer(config, infrastructure, log, started, signal);
      if (metrics) answerPrimary(metrics);
    }
    isServing = true;
  } catch (error) {
    // A signal to stop during startup caused this error, and is already ending the process.
    if (started.disposed) return;
    await started.disposeAsync();
    throw error;
  }
}

async function startPrimary(
  config: Config,
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
  draining: AbortSignal,
): Promise<void> {
  requireBuiltSite();
  // These are checked before anything is written.
  await requireFreePort(config);
  await openNetworkLists(config);
  // Without the object storage, claims can still be filed.
  await requireWritableStorage(config, (message) => print(`Uploads are refused for now. ${message}`));
  const infrastructure = await bootstrap(config, print, started);
  await prepareDemonstration(infrastructure);
  // Metrics start before the server, so that they are served until it has stopped.
  let readMetrics: (() => Promise<readonly Metrics[]>) | undefined;
  await listenForMetrics(config, () => readMetrics?.() ?? Promise.resolve([]), log, started);
  if (config.processes === 1) {
    const metrics = await startServer(config, infrastructure, log, started, draining);
    if (metrics) readMetrics = () => Promise.all([metrics.own(), metrics.shared()]);
  } else {
    readMetrics = askProcesses();
    await startProcesses(config, log, started);
  }
  print(await describeStart(config, infrastructure));
}

async function listenForMetrics(
  { metricsPort: port, metricsHost: host, processes }: Config,
  read: () => Promise<readonly Metrics[]>,
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
): Promise<void> {
  if (port === undefined) return;
  const known = await toMetrics([
    readBuildInfo(),
    readGauge('redress_processes_wanted', 'Server processes that should answer', processes),
  ]);
  await serveMetrics({ port, host, log, read: async () => [known, ...(await read())] }, started).catch(
    (error: unknown) => {
      throw explainListenError(error, { port, host }, 'METRICS_');
    },
  );
}

async function prepareDemonstration(infrastructure: Infrastructure): Promise<void> {
  // Only a settlement with a login has class members.
  if (!infrastructure.embedded || !existsSync(demonstrationMembers)) return;
  const { imported } = await importMembers({
    connectionString: infrastructure.connectionString,
    keys: infrastructure.keys,
    cases: new Set(settlement.claimForms.map((form) => form.caseId)),
    csv: createReadStream(demonstrationMembers),
    onlyIntoEmpty: true,
  });
  if (imported === 0) return;
  print(`${imported} invented class members were added for the demonstration.`);
  if (existsSync(join(contentFolder, 'demo/demonstration.ts')))
    print('To try the console with invented claims: npm run demo -- --claims 5000 (in another terminal).');
}

async function describeStart(
  { publicUrl, processes, dataDir }: Config,
  { embedded, dataFolder, connectionString }: Infrastructure,
): Promise<string> {
  const lines = [`${settlement.site.name} is ready: ${publicUrl.origin}`];
  if (embedded && existsSync(demonstrationMembers)) {
    const [, first = ''] = (await readFile(demonstrationMembers, 'utf8')).split('\n');
    const [noticeId, uniqueId] = first.split(',');
    if (uniqueId !== undefined)
      lines.push(`  To file a demonstration claim: Notice ID ${noticeId}, Unique ID ${uniqueId}`);
  }
  const setupLink = await findSetupLink(connectionString, publicUrl);
  if (setupLink === undefined) lines.push(`  Staff console: ${publicUrl.origin}/console/`);
  else lines.push(`  Set up the staff console (works once, for ${setupHours} hours): ${setupLink}`);
  if (processes > 1) lines.push(`  ${processes} server processes`);
  const moved = dataFolder === dataDir ? '' : ` (the database cannot reach ${dataDir})`;
  lines.push(`  Data folder: ${dataFolder}${moved}`, '  Stop it with Ctrl-C.');
  return `\n${lines.join('\n')}\n`;
}

/** Returns undefined when there is an account already, or when the database is unavailable. */
async function findSetupLink(connectionString: string, publicUrl: URL): Promise<string | undefined> {
  const { database, close } = openDatabase(connectionString, () => {}, 1);
  try {
    return await createSetupLink({ database, publicUrl, now: () => new Date() });
  } catch (error) {
    // The server is already serving: a failover at this moment must not end it.
    if (!isDatabaseUnavailable(error)) throw error;
    return undefined;
  } finally {
    await close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await start();
} catch (error) {
  const startError = startErrorOf(error);
  if (!startError) throw error;
  process.stderr.write(`\n${startError.message}\n\n`);
  process.exit(1);
}
