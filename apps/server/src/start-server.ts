import { settlement } from '@redress/content/settlement';
import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SealingOptions } from './seals/seal-history.ts';
import { startSealing } from './seals/seal-history.ts';
import type { Config } from './config.ts';
import { startDataChecks } from './data-checks/start-data-checks.ts';
import type { Database, OpenedDatabase } from './database/pool.ts';
import { openDatabase } from './database/pool.ts';
import type { Infrastructure } from './bootstrap.ts';
import { buildApp } from './app.ts';
import { listenAtDoors, requireFree } from './http/listen.ts';
import { loadDrawer } from './no-script/load-page-renderer.ts';
import { threadedDrawer } from './no-script/page-renderer.ts';
import { startJobQueue } from './jobs/job-queue.ts';
import { databaseNameOf } from './operations/key-rotation/former-secrets.ts';
import { folderMailer } from './mail/folder-mailer.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { startMaintenance } from './jobs/maintenance.ts';
import { errorCode } from './error-code.ts';
import type { ReceiptPrinter } from './receipts/receipt-renderer.ts';
import { receiptPrinter } from './receipts/receipt-renderer.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { startScans } from './virus-scan/start-scans.ts';
import { StartError } from './start-error.ts';
import { openUploadStore } from './storage/upload-store.ts';
import { startUploads } from './uploads/start-uploads.ts';
import { openUploadFolder } from './storage/upload-folder.ts';

const siteFolder = fileURLToPath(new URL('../../site/dist/client', import.meta.url));
const drawerFile = fileURLToPath(new URL('../../site/dist/drawer/drawer.js', import.meta.url));
/** How long requests in flight may still take when the server is asked to stop. */
const patienceMilliseconds = 10_000;
/** Connections to the database of all processes of one machine together: PostgreSQL allows 100, and tools need some. */
const connectionsOfAll = 80;

/** What tests make shorter, to see in seconds what takes minutes. */
export interface Tuning {
  /** Milliseconds to wait after the first, second, … failed attempt to send mail. */
  readonly retryDelays?: readonly number[];
  /** How long the history waits for its seal. */
  readonly sealing?: SealingOptions;
}

/** Throws what a person is to do when the website was not built. */
export function requireBuiltSite(): void {
  if (!existsSync(join(siteFolder, 'index.html')) || !existsSync(drawerFile))
    throw new StartError('The website is not built yet. Run "npm run build" and start again.');
}

/**
 * Starts everything that serves, from the pool of connections to the listening port, whose database is ready. Gives what stops
 * it. What was started is stopped again when a later part fails.
 */
export async function startServer(
  config: Config,
  infrastructure: Omit<Infrastructure, 'close'>,
  log: FastifyBaseLogger,
  tuning: Tuning = {},
): Promise<() => Promise<void>> {
  const stopSteps: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stopSteps.splice(0).toReversed()) await step();
  };
  try {
    const { database, pool, close } = openDatabase(
      infrastructure.connectionString,
      (error) => log.warn({ err: error }, 'a database connection was lost'),
      Math.floor(connectionsOfAll / config.processes),
      databaseNameOf(infrastructure.keys),
    );
    stopSteps.push(close);
    const { keys } = infrastructure;
    const now = () => new Date();
    stopSteps.push(startSealing({ database, keys, now }, log, tuning.sealing));
    const store = await openUploadStore(config.documentsFolder ?? join(infrastructure.dataFolder, 'documents'));
    const printer = receiptPrinter();
    stopSteps.push(printer.close);
    stopSteps.push(startPost({ config, infrastructure, database, pool, printer, now, log }, tuning));
    const { clamd } = config;
    const dataChecks = startDataChecks({ database, keys, store, settlement, now, log, isScanned: clamd !== undefined });
    stopSteps.push(dataChecks.stop);
    const scans = clamd && startScans({ database, store, clamd, now, log, onScanned: () => dataChecks.wake() });
    if (scans) stopSteps.push(scans.stop);
    const { claimForms } = settlement;
    // Beside the documents where these are elsewhere: every process must find the pieces that another one received.
    const folder = await openUploadFolder(join(config.documentsFolder ?? infrastructure.dataFolder, 'uploads'));
    const wakeChecks = () => (scans ?? dataChecks).wake();
    const uploads = startUploads({ database, keys, store, folder, claimForms, now, log, onJoined: wakeChecks });
    stopSteps.push(uploads.stop);
    const drawer = threadedDrawer(await loadDrawer(drawerFile), drawerFile);
    stopSteps.push(drawer.close);
    const app = await buildApp({
      settlement,
      database,
      store,
      keys,
      printer,
      uploads,
      ...(scans ? { scans } : {}),
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      siteFolder,
      drawer,
      logger: log,
      ...(config.rateLimits === 'off' ? { limits: 'off' as const } : {}),
    });
    stopSteps.push(async () => {
      const timer = setTimeout(() => app.server.closeAllConnections(), patienceMilliseconds);
      await app.close();
      clearTimeout(timer);
    });
    await listen(app, config);
    const stopMaintenance = startMaintenance({ database, keys, store, folder, claimForms, now }, log);
    stopSteps.push(() => Promise.resolve(stopMaintenance()));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

interface PostParts {
  readonly config: Config;
  readonly infrastructure: Pick<Infrastructure, 'dataFolder'>;
  readonly database: Database;
  readonly pool: OpenedDatabase['pool'];
  readonly printer: ReceiptPrinter;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Starts to send what the outbox holds. Gives what stops it: after the message that is on its way. */
function startPost(
  { config, infrastructure, pool, ...context }: PostParts,
  { retryDelays }: Tuning,
): () => Promise<void> {
  const { smtpUrl, publicUrl } = config;
  const mailer = smtpUrl === undefined ? folderMailer(join(infrastructure.dataFolder, 'mail')) : smtpMailer(smtpUrl);
  const from = config.mailFrom ?? { name: '', address: `no-reply@${publicUrl.hostname}` };
  const isScanned = config.clamd !== undefined;
  const postRoom = {
    ...context,
    settlement,
    mailer,
    from,
    publicUrl,
    isScanned,
    ...(retryDelays ? { retryDelays } : {}),
  };
  const queue = startJobQueue({
    ...context,
    pool,
    handlers: { receipt: (outboxId) => sendReceipt(postRoom, outboxId) },
  });
  return async () => {
    await queue.stop();
    mailer.close();
  };
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await listenAtDoors(app, { port, host });
  } catch (error) {
    throw explainPort(error, { port, host });
  }
}

/** @throws StartError nobody could listen there now */
export async function requireFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  try {
    await requireFree(port, host);
  } catch (error) {
    throw explainPort(error, { port, host });
  }
}

function explainPort(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use by another program: stop it, or set PORT to another number.`, {
        cause: error,
      });
    case 'EACCES':
      return new StartError(`Port ${port} needs more rights than this user has: set PORT to a number from 1024.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new StartError(`This machine has no address ${host}: set HOST to another one.`, { cause: error });
    default:
      return error;
  }
}
