import { settlement } from '@redress/content/settlement';
import type { Captcha } from '@redress/server/captcha/proof-of-work';
import { readConfig } from '@redress/server/config';
import { openDatabase } from '@redress/server/database/pool';
import { buildApp } from '@redress/server/app';
import { createContext } from '@redress/server/context';
import { deriveKeys } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { createReceiptRenderer } from '@redress/server/receipts/receipt-renderer';
import { startJobs } from '@redress/server/jobs/job-runner';
import { finalizeJobs } from '@redress/server/uploads/finalize-upload';
import { openUploadFolder } from '@redress/server/storage/upload-folder';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { serveInProcesses } from './serve-in-processes.ts';

// The server as `apps/server/src/start-server.ts` composes it, on a free port, without the website's
// pages and background jobs. With `--captcha=off` it accepts any token.

/** Accepts any token as a new solved challenge: writes the same rows without the verification. */
const acceptEverything: Captcha = {
  createChallenge: () => Promise.reject(new Error('No challenge is needed')),
  verify: () => ({ nonce: randomBytes(16), expiresAt: new Date(Date.now() + 20 * 60 * 1_000) }),
};

await serveInProcesses(async () => {
  const config = readConfig(process.env, process.cwd());
  const { databaseUrl = '', secretKey = '', dataDir } = config;
  const log = createLog('info');
  const { database, pool, close } = openDatabase(databaseUrl, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  );
  const resources = {
    settlement,
    database,
    pool,
    store: await openUploadStore(join(dataDir, 'documents')),
    uploadFolder: await openUploadFolder(join(dataDir, 'uploads')),
    keys: deriveKeys(secretKey),
    publicUrl: config.publicUrl,
    log,
    now: () => new Date(),
    receiptRenderer: createReceiptRenderer(),
  };
  const uploads = startJobs(finalizeJobs(resources), resources);
  const context = createContext({
    ...resources,
    uploads,
    limits: 'off',
    ...(process.argv.includes('--captcha=off') && { captcha: acceptEverything }),
  });
  const app = await buildApp(context, { trustProxy: config.trustProxy });
  return {
    address: await app.listen({ port: 0, host: config.host }),
    async stop() {
      await app.close();
      await uploads.stop();
      await resources.receiptRenderer.close();
      await close();
    },
  };
});
