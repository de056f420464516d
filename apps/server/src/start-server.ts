import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allocationJobs } from './console/allocations/allocation-jobs.ts';
import { fillSearch } from './console/search/fill-search.ts';
import { startReports } from './console/reports/report-jobs.ts';
import { followClaimantsAddresses } from './claims/letters/mail-again.ts';
import { queueReminders } from './claims/letters/queue-reminders.ts';
import { recordClusterVerdicts } from './console/integrity/cluster-verdicts.ts';
import { runNightly } from './console/integrity/nightly.ts';
import { scoreNewClaims } from './console/integrity/score-claims.ts';
import { runReview } from './console/review/review-job.ts';
import { sealAndLog } from './platform/history/start-sealing.ts';
import type { Config } from './config.ts';
import { memberImportJobs } from './console/members/member-import-jobs.ts';
import { startDataCheckWorker } from './claims/documents/data-check-jobs.ts';
import { shareConnections } from './platform/database/connection-shares.ts';
import { openDatabase } from './platform/database/pool.ts';
import type { Infrastructure } from './platform/start/bootstrap.ts';
import { releaseMemoryWhenIdle } from './platform/start/release-memory.ts';
import { mailFolderIn } from './platform/start/data-folder.ts';
import { buildApp, createContext } from './app.ts';
import { listen } from './platform/http/listen.ts';
import { createPageRenderer } from './site/no-script/page-renderer.ts';
import { type JobRunnerOptions, type JobSource, startJobs } from './platform/jobs/job-runner.ts';
import { createReadPartitions } from './console/access-log/read-partitions.ts';
import { periodicJobs } from './platform/jobs/periodic-jobs.ts';
import { applicationNameOf } from './platform/keys/keys.ts';
import { createFolderMailer, createSmtpMailer } from './platform/mail/mailers.ts';
import { cleanUp } from './cleanup.ts';
import { startCounting } from './platform/metrics/event-metrics.ts';
import { measureProcess } from './platform/metrics/process-metrics.ts';
import { measureShared } from './platform/metrics/shared-metrics.ts';
import type { MetricsSource } from './platform/metrics/worker-metrics.ts';
import { openNetworkLists } from './claims/observations/network-lists.ts';
import { createPdfRenderer } from './claims/pdf-renderer.ts';
import { readBounces } from './claims/letters/read-bounces.ts';
import { letterJobs } from './claims/letters/send-letter.ts';
import { receiptJobs } from './claims/receipts/send-receipt.ts';
import { recordQuery } from './platform/traces/record-query.ts';
import { startScanWorker } from './claims/documents/scan-jobs.ts';
import { StartError } from './platform/errors/start-error.ts';
import { documentFolders, openStorage } from './platform/storage/open-storage.ts';
import { bulkJobs } from './console/bulk/bulk-jobs.ts';
import { letterBatchJobs } from './console/letters/letter-batch-jobs.ts';
import { exportJobs } from './console/exports/export-jobs.ts';
import { ruleRunJobs } from './console/rules/rule-run-jobs.ts';
import { emailCodeJobs } from './site/status/email-codes.ts';
import { queueRefusedFiles } from './site/status/queue-refused-files.ts';
import { finalizeJobs } from './site/uploads/finalize-upload.ts';

export const siteFolder = fileURLToPath(new URL(`../../site/${siteBuild}/client`, import.meta.url));
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
export const pageRendererFile = fileURLToPath(
  new URL(`../../site/${siteBuild}/page-renderer/page-renderer.js`, import.meta.url),
);
/** Milliseconds that requests in flight have when the server stops. */
const stopTimeout = 10_000;
/** A claim can be found within five seconds of its filing. */
const fillSeconds = 1;
/** Decisions take effect within a second after the time in which they can be undone. */
const reviewSeconds = 1;
/** A bounce is recorded within half a minute of its report. */
const bounceSeconds = 20;
/** Claims are scored within half a minute of their filing. */
const scoringSeconds = 5;

/** @throws StartError when the website has not been built */
export function requireBuiltSite(): void {
  if (!existsSync(join(siteFolder, 'index.html')) || !existsSync(pageRendererFile) || !existsSync(consoleFolder))
    throw new StartError('The website is not built yet. Run "npm run build" and start again.');
}

/**
 * Starts one serving process: database pool, background workers and the HTTP server.
 * @param started stops them in the opposite order
 * @param draining aborted some time before that: proxies should send no more requests
 * @returns its metrics, if they are served
 */
export async function startServer(
  config: Config,
  infrastructure: Infrastructure,
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
  draining: AbortSignal,
): Promise<MetricsSource | undefined> {
  const { tracesEndpoint: endpoint, tracesRatio: ratio, tracesServiceName: serviceName } = config;
  if (endpoint) {
    // The module is loaded only here, because most servers never need it.
    const { startTracing } = await import('./platform/traces/start-tracing.ts');
    startTracing({ endpoint, ratio, serviceName }, started);
  }
  const networkLists = await openNetworkLists(config);
  const open = (connections: number) => {
    const opened = openDatabase(
      infrastructure.connectionString,
      (error) => log.warn({ err: error }, 'a database connection was lost'),
      connections,
      applicationNameOf(infrastructure.keys),
      endpoint && recordQuery,
    );
    started.defer(opened.close);
    return opened;
  };
  const connections = shareConnections(config.processes);
  const { database, pool } = open(connections.website);
  // With dozens of processes, each has so few connections that the console shares those of the
  // website.
  const ofConsole = connections.console === 0 ? undefined : open(connections.console);
  const consoleDatabase = ofConsole?.database ?? database;
  const { keys } = infrastructure;
  const { store, uploadFolder } = await openStorage(config, infrastructure.dataFolder);
  const pdfRenderer = createPdfRenderer();
  started.defer(pdfRenderer.close);
  const { clamd, publicUrl } = config;
  const resources = {
    settlement,
    publicUrl,
    database,
    pool,
    store,
    uploadFolder,
    keys,
    log,
    now: () => new Date(),
    pdfRenderer,
    isScanned: clamd !== undefined,
  };
  const seal = () => sealAndLog(resources);
  started.defer(() => seal().catch((error: unknown) => log.warn({ err: error }, 'the history could not be sealed')));
  const run = (source: JobSource, options: Pick<JobRunnerOptions, 'leaseMilliseconds'> = {}) => {
    const jobs = startJobs(source, { ...resources, ...options });
    started.defer(jobs.stop);
    return jobs;
  };
  const cleanup = () => cleanUp(resources);
  run(periodicJobs(resources, { seal, cleanup, 'read-partitions': () => createReadPartitions(resources) }));
  const fill = { 'claim-search': () => fillSearch(resources) };
  run(periodicJobs(resources, fill, fillSeconds), { leaseMilliseconds: 5_000 });
  const review = { review: () => runReview(resources) };
  run(periodicJobs(resources, review, reviewSeconds), { leaseMilliseconds: 5_000 });
  const scoring = {
    async integrity() {
      await recordClusterVerdicts(resources);
      await scoreNewClaims(resources);
    },
  };
  run(periodicJobs(resources, scoring, scoringSeconds), { leaseMilliseconds: 30_000 });
  const letters = {
    async letters() {
      await followClaimantsAddresses(resources);
      await queueReminders(resources);
      await queueRefusedFiles(resources);
    },
  };
  run(periodicJobs(resources, letters));
  run(periodicJobs(resources, { 'integrity-nightly': () => runNightly(resources) }));
  const { smtpUrl, mailFrom: from = { name: '', address: `no-reply@${publicUrl.hostname}` } } = config;
  const mailer =
    smtpUrl === undefined ? createFolderMailer(mailFolderIn(infrastructure.dataFolder)) : createSmtpMailer(smtpUrl);
  started.defer(() => mailer.close());
  run(receiptJobs({ ...resources, mailer, from }));
  const { bounceAddress, bounceFolder, bounceSecrets } = config;
  run(letterJobs({ ...resources, mailer: reachesPeople(config) ? mailer : undefined, from, bounceAddress }));
  run(emailCodeJobs({ ...resources, mailer, from }));
  const bounces = () => (bounceFolder === undefined ? Promise.resolve() : readBounces(resources, bounceFolder));
  run(periodicJobs(resources, { bounces }, bounceSeconds));
  const dataChecks = startDataCheckWorker(resources);
  started.defer(dataChecks.stop);
  const scans = clamd && startScanWorker({ ...resources, clamd });
  if (scans) started.defer(scans.stop);
  const uploads = run(finalizeJobs(resources));
  const { connectionString } = infrastructure;
  const memberImports = run(memberImportJobs({ ...resources, connectionString }));
  run(allocationJobs({ ...resources, connectionString }));
  // Two processes of its own, so that receipts do not wait for a batch.
  const renderers = [createPdfRenderer(), createPdfRenderer()];
  for (const { close } of renderers) started.defer(close);
  const letterBatches = run(letterBatchJobs({ ...resources, renderers }));
  const reports = startReports(resources);
  started.defer(reports.stop);
  for (const source of [exportJobs(resources), ruleRunJobs(resources), bulkJobs(resources)]) run(source);
  const pageRenderer = createPageRenderer(pageRendererFile);
  started.defer(pageRenderer.close);
  const context = createContext({
    ...resources,
    consoleDatabase,
    draining,
    uploads,
    memberImports,
    letterBatches,
    ...(reachesPeople(config) && { mail: { mailer, from, isFolder: smtpUrl === undefined } }),
    ...(scans && { scans }),
    ...(bounceSecrets && { bounceSecrets }),
    ...(networkLists && { networkLists }),
    ...readOidc(config),
    ...(config.rateLimits === 'off' && { limits: 'off' }),
  });
  const app = await buildApp(context, {
    trustProxy: config.trustProxy,
    site: { folder: siteFolder, consoleFolder, pageRenderer },
    isMeasured: config.metricsPort !== undefined,
    isTraced: endpoint !== undefined,
  });
  started.defer(async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), stopTimeout);
    await app.close();
    clearTimeout(timer);
  });
  await listen(app, config);
  releaseMemoryWhenIdle(started);
  if (config.metricsPort === undefined) return undefined;
  startCounting(settlement.claimForms.map(({ id }) => id));
  return {
    own: measureProcess({
      admission: context.admission,
      pools: { website: pool, ...(ofConsole && { console: ofConsole.pool }) },
    }),
    shared: measureShared({
      ...context,
      folders: {
        data: infrastructure.dataFolder,
        ...(config.documents?.kind !== 's3' && {
          documents: documentFolders(config.documents, infrastructure.dataFolder).documents,
        }),
      },
    }),
  };
}

function readOidc({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcName: name,
}: Config) {
  return issuer && clientId !== undefined && clientSecret !== undefined
    ? { oidc: { issuer, clientId, clientSecret, name } }
    : {};
}

/** Without a mail server, messages are files, which only someone trying the site locally reads. */
function reachesPeople({ smtpUrl, publicUrl }: Config): boolean {
  return smtpUrl !== undefined || ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname);
}
