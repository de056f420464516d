import { settlement } from '@redress/content/settlement';
import type { Captcha } from '@redress/server/captcha/proof-of-work';
import { readConfig } from '@redress/server/config';
import { openDatabase } from '@redress/server/database/pool';
import { bootstrap } from '@redress/server/bootstrap';
import { buildApp } from '@redress/server/app';
import { createContext } from '@redress/server/context';
import { createLog } from '@redress/server/logging/log';
import { createReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { startResumableUploads } from '@redress/server/uploads/finalize-jobs';
import { openUploadFolder } from '@redress/server/storage/upload-folder';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

// The server as `apps/server/src/main.ts` composes it, on a free port and without the website's
// pages. With `--captcha=off` it accepts any token. It sends its parent the address, and stops when
// asked to or when the parent is gone.

/** Accepts any token as a new solved challenge: writes the same rows without the verification. */
const acceptEverything: Captcha = {
  createChallenge: () => Promise.reject(new Error('No challenge is needed')),
  verify: () => ({ nonce: randomBytes(16), expiresAt: new Date(Date.now() + 20 * 60 * 1_000) }),
};

const config = readConfig(process.env, process.cwd());
const log = createLog('info');
const infrastructure = await bootstrap(config, () => {});
const { database, pool, close } = openDatabase(infrastructure.connectionString, (error) =>
  log.warn({ err: error }, 'a database connection was lost'),
);
const resources = {
  settlement,
  database,
  pool,
  store: await openUploadStore(join(infrastructure.dataFolder, 'documents')),
  uploadFolder: await openUploadFolder(join(infrastructure.dataFolder, 'uploads')),
  keys: infrastructure.keys,
  publicUrl: config.publicUrl,
  log,
  now: () => new Date(),
  receiptRenderer: createReceiptRenderer(),
};
const uploads = startResumableUploads(resources);
const context = createContext({
  ...resources,
  uploads,
  ...(config.rateLimits === 'off' && { limits: 'off' }),
  ...(process.argv.includes('--captcha=off') && { captcha: acceptEverything }),
});
const app = await buildApp(context, { trustProxy: config.trustProxy });

async function stop(): Promise<void> {
  await app.close();
  await uploads.stop();
  await resources.receiptRenderer.close();
  await close();
  await infrastructure.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());

process.send?.(await app.listen({ port: 0, host: config.host }));
