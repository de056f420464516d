import { readConfig } from '@redress/server/config';
import { openDatabase } from '@redress/server/platform/database/pool';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { createLog } from '@redress/server/platform/logging/log';
import { startBenchApp } from './app.ts';
import { acceptEverything } from './captcha-tokens.ts';
import { serveInProcesses } from './serve-in-processes.ts';

// The server listens on a free port. With `--captcha=off` it accepts any token.

await serveInProcesses(async () => {
  const { databaseUrl = '', secretKey = '', dataDir, publicUrl } = readConfig(process.env, process.cwd());
  const log = createLog('info');
  const { database, pool, close } = openDatabase(databaseUrl, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  );
  const started = new AsyncDisposableStack();
  started.defer(close);
  const captcha = process.argv.includes('--captcha=off') ? { captcha: acceptEverything } : {};
  const given = { database, pool, keys: deriveKeys(secretKey), publicUrl, log, ...captcha };
  const app = await startBenchApp(given, dataDir, started);
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => started.disposeAsync() };
});
