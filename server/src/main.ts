import { settlement } from '@redress/content/settlement';
import type { PageDrawer } from '@redress/contract/page-drawer';
import type { FastifyBaseLogger } from 'fastify';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demonstrationLogin } from './class-members/demonstration-login.ts';
import { importMembers } from './class-members/import-members.ts';
import type { Config } from './config.ts';
import { readConfig } from './config.ts';
import { startDataChecks } from './data-checks/start-data-checks.ts';
import { migrate } from './database/migrate.ts';
import type { Database, OpenedDatabase } from './database/pool.ts';
import { openDatabase } from './database/pool.ts';
import type { House } from './house.ts';
import { openHouse } from './house.ts';
import { buildApp } from './http/app.ts';
import { startJobQueue, prepareJobQueue } from './jobs/job-queue.ts';
import { createLog } from './log.ts';
import { folderMailer } from './mail/folder-mailer.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { startMaintenance } from './maintenance.ts';
import type { ReceiptPrinter } from './receipts/receipt-printer.ts';
import { receiptPrinter } from './receipts/receipt-printer.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { StartError } from './start-error.ts';
import { folderStore } from './uploads/document-store.ts';
import { startUploads } from './uploads/start-uploads.ts';
import { openUploadFolder } from './uploads/upload-folder.ts';

const siteFolder = fileURLToPath(new URL('../../site/dist/client', import.meta.url));
const drawerFile = fileURLToPath(new URL('../../site/dist/drawer/drawer.js', import.meta.url));
const demonstrationMembers = fileURLToPath(new URL('../../content/demo/class-members.csv', import.meta.url));
/** How long requests in flight may still take when the server is asked to stop. */
const patienceMilliseconds = 10_000;

/** Starts everything, from the data folder to the listening port. What was started is stopped again when a later part fails. */
async function start(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // A person at a terminal reads the block below; their screen is kept free of requests.
  const log = createLog(process.stdout.isTTY ? 'warn' : 'info');
  const stopSteps: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stopSteps.splice(0).toReversed()) await step();
  };

  let stopping = false;
  const stopBySignal = () => {
    if (stopping) return;
    stopping = true;
    say('Stopping …');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stopBySignal);
  process.on('SIGTERM', stopBySignal);
  process.on('SIGHUP', stopBySignal);

  try {
    if (!existsSync(join(siteFolder, 'index.html')) || !existsSync(drawerFile))
      throw new StartError('The website is not built yet. Run "npm run build" and start again.');
    const house = await openHouse(config, say);
    stopSteps.push(house.close);
    await prepareDatabase(house);
    const { database, pool, close } = openDatabase(house.connectionString, (error) =>
      log.warn({ err: error }, 'a database connection was lost'),
    );
    stopSteps.push(close);
    const store = await folderStore(config.documentsFolder ?? join(house.dataFolder, 'documents'));
    const now = () => new Date();
    const printer = receiptPrinter();
    stopSteps.push(printer.close);
    stopSteps.push(startPost({ config, house, database, pool, printer, now, log }));
    const dataChecks = startDataChecks({ database, store, settlement, now, log });
    stopSteps.push(dataChecks.stop);
    const { claimForms } = settlement;
    // Beside the documents where these are elsewhere: every process must find the pieces that another one received.
    const folder = await openUploadFolder(join(config.documentsFolder ?? house.dataFolder, 'uploads'));
    const uploads = startUploads({ database, store, folder, claimForms, now, log, onJoined: () => dataChecks.wake() });
    stopSteps.push(uploads.stop);
    const app = await buildApp({
      settlement,
      database,
      store,
      keys: house.keys,
      printer,
      uploads,
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      siteFolder,
      drawer: await loadDrawer(),
      logger: log,
      ...(config.rateLimits === 'off' ? { limits: 'off' as const } : {}),
    });
    stopSteps.push(async () => {
      const timer = setTimeout(() => app.server.closeAllConnections(), patienceMilliseconds);
      await app.close();
      clearTimeout(timer);
    });
    await listen(app, config);
    const stopMaintenance = startMaintenance({ database, store, folder, claimForms, now }, log);
    stopSteps.push(() => Promise.resolve(stopMaintenance()));
    say(await describeStart(config.publicUrl, house));
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The website's own components, as its build made them for the server. */
async function loadDrawer(): Promise<PageDrawer> {
  const built: unknown = await import(pathToFileURL(drawerFile).href);
  if (!isDrawerModule(built)) throw new StartError(`${drawerFile} is not what this server draws with: build again.`);
  return built.drawer;
}

function isDrawerModule(built: unknown): built is { readonly drawer: PageDrawer } {
  return typeof built === 'object' && built !== null && 'drawer' in built;
}

interface PostParts {
  readonly config: Config;
  readonly house: House;
  readonly database: Database;
  readonly pool: OpenedDatabase['pool'];
  readonly printer: ReceiptPrinter;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Starts to send what the outbox holds. Gives what stops it: after the message that is on its way. */
function startPost({ config, house, pool, ...room }: PostParts): () => Promise<void> {
  const { smtpUrl, publicUrl } = config;
  const mailer = smtpUrl === undefined ? folderMailer(join(house.dataFolder, 'mail')) : smtpMailer(smtpUrl);
  const from = config.mailFrom ?? { name: '', address: `no-reply@${publicUrl.hostname}` };
  const queue = startJobQueue({
    ...room,
    pool,
    handlers: { receipt: (outboxId) => sendReceipt({ ...room, settlement, mailer, from, publicUrl }, outboxId) },
  });
  return async () => {
    await queue.stop();
    mailer.close();
  };
}

async function prepareDatabase(house: House): Promise<void> {
  try {
    await migrate(house.connectionString);
    await prepareJobQueue(house.connectionString);
  } catch (error) {
    if (house.embedded || (error instanceof Error && error.message.startsWith('The migration'))) throw error;
    throw new StartError(
      `The database of DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  if (!house.embedded) return;
  const { imported } = await importMembers({
    connectionString: house.connectionString,
    keys: house.keys,
    cases: new Set(settlement.claimForms.map((form) => form.caseId)),
    csv: createReadStream(demonstrationMembers),
    onlyIntoEmpty: true,
  });
  if (imported > 0) say(`${imported} invented class members were added for the demonstration.`);
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use by another program: stop it, or set PORT to another number.`, {
        cause: error,
      });
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs more rights than this user has: set PORT to a number from 1024.`, {
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`This machine has no address ${host}: set HOST to another one.`, { cause: error });
    throw error;
  }
}

async function describeStart(publicUrl: URL, house: House): Promise<string> {
  const lines = [`${settlement.site.name} is ready: ${publicUrl.origin}`];
  if (house.embedded) {
    const login = demonstrationLogin(await readFile(demonstrationMembers, 'utf8'));
    if (login) lines.push(`  To file as a demonstration: Notice ID ${login.noticeId}, Unique ID ${login.uniqueId}`);
  }
  const moved = house.movedFrom === undefined ? '' : ` (the database cannot reach ${house.movedFrom})`;
  lines.push(`  Data folder: ${house.dataFolder}${moved}`, '  Stop it with Ctrl-C.');
  return `\n${lines.join('\n')}\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\n${error.message}\n\n`);
  process.exit(1);
}
