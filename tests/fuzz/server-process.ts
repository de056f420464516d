import { settlement } from '@redress/content/settlement';
import type { PageRenderer } from '@redress/contract/page-renderer';
import { startDataCheckWorker } from '@redress/server/data-checks/data-check-jobs';
import { openDatabase } from '@redress/server/database/pool';
import { createLog } from '@redress/server/logging/log';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startNoScriptSite } from '../setup/no-script-site.ts';
import { beforeDeadline, keys } from '../setup/test-server.ts';
import { injectFaults } from './injected-faults.ts';

// The real server over HTTP in a separate process, without limits and with all background jobs. It
// sends its parent the address, and stops when asked to or when the parent is gone.

const sampleMilliseconds = 10;

const siteFolder = fileURLToPath(new URL('../../apps/site/dist/client', import.meta.url));
const pageRendererFile = fileURLToPath(new URL('../../apps/site/dist/page-renderer/page-renderer.js', import.meta.url));
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    documents: { type: 'string', default: '' },
    'built-site': { type: 'boolean', default: false },
    'inject-faults': { type: 'boolean', default: false },
  },
});

const log = createLog('info');
const { database, pool, close } = openDatabase(options.database, (error) =>
  log.warn({ err: error }, 'a database connection was lost'),
);
const store = await openUploadStore(options.documents);
const built =
  options['built-site'] && existsSync(join(siteFolder, 'index.html'))
    ? { siteFolder, pageRenderer: await loadPageRenderer() }
    : {};
const { server, close: closeSite } = await startNoScriptSite({
  connectionString: options.database,
  overrides: { database, pool, store, log, ...built },
});
const dataChecks = startDataCheckWorker({ database, keys, store, settlement, now: () => beforeDeadline, log });
if (options['inject-faults']) injectFaults(server.app);

async function loadPageRenderer(): Promise<PageRenderer> {
  const built: unknown = await import(pathToFileURL(pageRendererFile).href);
  if (!isPageRendererModule(built)) throw new Error(`${pageRendererFile} renders nothing: build again.`);
  return built.pageRenderer;
}

function isPageRendererModule(built: unknown): built is { readonly pageRenderer: PageRenderer } {
  return typeof built === 'object' && built !== null && 'pageRenderer' in built;
}

/**
 * The longest time that the process's own work blocked its event loop, in milliseconds of its main
 * thread's CPU time. Unlike wall-clock time, this excludes other load on the machine.
 */
function watchBlocks(): () => number {
  let longest = 0;
  let before = processorTime();
  const timer = setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, sampleMilliseconds);
  timer.unref();
  return () => longest;
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function stop(): Promise<void> {
  await closeSite();
  await dataChecks.stop();
  await close();
  process.exit(0);
}
const maxBlock = watchBlocks();
process.on('message', () => process.send?.(maxBlock()));
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());

process.send?.(await server.listen());
