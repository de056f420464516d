import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../setup/free-port.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { scrape } from './scrape.ts';

let database: TestDatabase;
let folder: string;
const processes = serverProcesses();

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  folder = await mkdtemp(join(tmpdir(), 'redress-metrics-'));
});
afterEach(processes.killAll);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts `main.ts`, and returns where the website and its metrics are once it serves. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const server = processes.start({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
    ...environment,
  });
  const website = `http://127.0.0.1:${port}`;
  const metrics = `http://127.0.0.1:${metricsPort}`;
  await expect.poll(async () => (await fetch(`${website}/api/health/ready`).catch(() => undefined))?.status).toBe(200);
  await expect.poll(() => server.output.out).toContain('is ready');
  return { ...server, website, metrics };
}

test('a process shows what it does, and agrees with its health check', async () => {
  const { website, metrics } = await start();
  await fetch(`${website}/`);
  await fetch(`${website}/api/session`);
  const { sum, text } = await scrape(metrics);
  const requests = 'redress_http_request_duration_seconds_count';
  expect(sum(requests, { route: '/*', method: 'GET', status: '2xx' })).toBe(1);
  expect(sum(requests, { route: '/api/session' })).toBe(1);
  expect(text).not.toContain('/api/health');
  expect(sum('redress_ready')).toBe(1);
  expect(sum('redress_part_ready')).toBe(3);
  expect(sum('redress_processes')).toBe(1);
  expect(sum('redress_jobs', { kind: 'receipt' })).toBe(0);
  expect(sum('redress_jobs', { kind: 'scan' })).toBeUndefined();
  expect(sum('redress_disk_free_bytes', { folder: 'documents' })).toBeGreaterThan(0);
  expect(sum('redress_build_info', { version: '0.1.0' })).toBe(1);
  expect((await fetch(`${metrics}/`)).status).toBe(404);
});
