import { settlement } from '@redress/content/settlement';
import { startDataCheckWorker } from '@redress/server/claims/documents/data-check-jobs';
import { openDatabase } from '@redress/server/platform/database/pool';
import { createLog } from '@redress/server/platform/logging/log';
import { createPageRenderer } from '@redress/server/site/no-script/page-renderer';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { startNoScriptSite } from '../setup/no-script-site.ts';
import { beforeDeadline, keys } from '../setup/test-server.ts';

// The real server runs over HTTP in a separate process, without limits and with all background
// jobs.
// It sends its parent the address, and stops when asked to or when the parent is gone.

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

// The schema is untyped, because these routes violate their own description.
const schema: FastifySchema = { response: { 200: Type.Object({ status: Type.Literal('ok') }) } };
/** The time is in microseconds. */
const held = 1_300_000;
const plain = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').serializer(JSON.stringify).type('application/json');

/**
 * Routes that each break one of the fuzzer's rules, so that a test can check that it notices. They
 * are described like any other.
 */
function injectFaults(app: FastifyInstance): void {
  app.get('/api/injected/throws', { schema }, () => {
    throw new Error('injected');
  });
  app.get('/api/injected/leaks', { schema }, (_request, reply) =>
    plain(reply).send({ status: 'ok', more: new Error('injected').stack }),
  );
  app.get('/api/injected/other-answer', { schema }, (_request, reply) => plain(reply).send({ status: 7 }));
  app.get('/api/injected/other-status', { schema }, (_request, reply) => plain(reply).code(202).send({ status: 'ok' }));
  app.get('/api/injected/other-problem', { schema }, (_request, reply) =>
    plain(reply).code(400).type('application/problem+json').send({ error: 'Bad Request' }),
  );
  app.get('/api/injected/bare', { schema }, (_request, reply) => {
    reply.hijack();
    reply.raw.end('{"status":"ok"}');
  });
  app.get('/api/injected/redirects', { schema }, (_request, reply) => plain(reply).redirect('//fake.example/'));
  app.get('/api/injected/logs', { schema }, (request, reply) => {
    request.log.info({ url: request.url }, 'injected');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/writes', { schema }, (_request, reply) => {
    writeFileSync('stray.txt', '');
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/blocks', { schema }, (_request, reply) => {
    // CPU time counts, because wall-clock time passes without it on a busy machine.
    const from = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - from < held);
    return plain(reply).send({ status: 'ok' });
  });
  app.get('/api/injected/ends', { schema }, () => process.exit(7));
}

const log = createLog('info');
const { database, pool, close } = openDatabase(options.database, (error) =>
  log.warn({ err: error }, 'a database connection was lost'),
);
const store = await openUploadStore(options.documents);
const built =
  options['built-site'] && existsSync(join(siteFolder, 'index.html'))
    ? { siteFolder, pageRenderer: createPageRenderer(pageRendererFile) }
    : {};
const { server, close: closeSite } = await startNoScriptSite({
  connectionString: options.database,
  overrides: { database, pool, store, log, ...built },
});
const dataChecks = startDataCheckWorker({ database, keys, store, settlement, now: () => beforeDeadline, log });
if (options['inject-faults']) injectFaults(server.app);

/**
 * Watches how long the process's own work blocks its event loop, in milliseconds of its main
 * thread's CPU time. Unlike wall-clock time, this excludes other load on the machine.
 */
function watchBlocks(): () => number {
  const processorTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let before = processorTime();
  setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, sampleMilliseconds).unref();
  return () => longest;
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
