import { withClient } from '@redress/server/platform/database/pool';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { childrenOf } from '../../../bench/process-usage.ts';
import { freePort } from '../../../setup/free-port.ts';
import { serverProcesses, untilReady } from '../../../setup/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../setup/test-database.ts';
import { alertRules, metricsIn, readDashboardQueries } from './queries.ts';
import { useFolder } from '../../../setup/folders.ts';

const requests = 'redress_http_request_duration_seconds';
let database: TestDatabase;
const folder = useFolder();
const processes = serverProcesses();
/** A scrape leaves out slow figures, so a busy machine needs more than one scrape. */
const patience = { timeout: 120_000 };

/** Two processes whose virus scanner is unavailable: uploads would wait, but the processes are ready. */
let server: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  server = await start();
});
afterAll(async () => {
  await processes.killAll();
  await database?.drop();
});

/** Starts `main.ts`, and returns where the website and its metrics are once it serves. */
async function start() {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const started = processes.start({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: join(folder, String(port)),
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
    CLAMD_URL: `tcp://127.0.0.1:${await freePort()}`,
    PROCESSES: '2',
  });
  const website = `http://127.0.0.1:${port}`;
  const metrics = `http://127.0.0.1:${metricsPort}`;
  await untilReady(started, website);
  // All processes serve once they say so.
  await vi.waitFor(() => expect(started.output.out).toContain('is ready'), patience);
  return { ...started, website, metrics };
}

/** Sends a request whose method and target `fetch` would refuse or clean, and returns the status. */
function send(address: string, method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { method, path }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

/** One line of the `/metrics` response. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

async function scrape(address: string) {
  const answer = await fetch(`${address}/metrics`);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Sample => {
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      expect(name, `Not a sample: ${line}`).not.toBe('');
      const pairs: Record<string, string> = {};
      for (const [, label = '', given = ''] of labels.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)) pairs[label] = given;
      return { name, labels: pairs, value: Number(value) };
    });
  return {
    text,
    samples,
    /** The sum of the samples with these labels; undefined when there is none. */
    sum(name: string, labels: Readonly<Record<string, string>> = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

test('a process shows what it does, and agrees with its health check', async () => {
  const { website, metrics } = server;
  const before = await scrape(metrics);
  await fetch(`${website}/`);
  await fetch(`${website}/api/session`);
  const { sum, text } = await scrape(metrics);
  const countMore = (labels: Readonly<Record<string, string>>) =>
    (sum(`${requests}_count`, labels) ?? 0) - (before.sum(`${requests}_count`, labels) ?? 0);
  expect(countMore({ route: '/*', method: 'GET', status: '2xx' })).toBe(1);
  expect(countMore({ route: '/api/session', method: 'GET', status: '2xx' })).toBe(1);
  expect(text).not.toContain('/api/health');
  const health: unknown = await (await fetch(`${website}/api/health/ready`)).json();
  expect(health).toMatchObject({ status: 'ok', database: 'ok', scanner: 'unavailable' });
  await expect.poll(async () => (await scrape(metrics)).sum('redress_ready'), patience).toBe(1);
  expect(sum('redress_part_ready', { part: 'database' })).toBe(1);
  expect(sum('redress_part_ready', { part: 'scanner' })).toBe(0);
  expect(sum('redress_processes')).toBe(2);
  expect(sum('redress_jobs', { kind: 'scan' })).toBe(0);
  expect(sum('redress_disk_free_bytes', { folder: 'documents' })).toBeGreaterThan(0);
  expect(sum('redress_build_info', { version: '1.0.0' })).toBe(1);
  expect((await fetch(`${metrics}/`)).status).toBe(404);
  expect((await fetch(`${website}/metrics`)).status).toBe(404);
});

test('documentation, alert rules and dashboard name the metrics that exist', async () => {
  const runs = `insert into operation_runs values ('backup', to_timestamp(5), to_timestamp(7)), ('verify', now(), null)`;
  await withClient(database.url, (client) => client.query(runs));
  await fetch(`${server.website}/`);
  // Figures from the database are cached for a few seconds.
  await expect
    .poll(async () => (await scrape(server.metrics)).sum('redress_operation_failed_timestamp_seconds'), patience)
    .toBe(7);
  const { text, samples, sum } = await scrape(server.metrics);
  expect(sum('redress_operation_succeeded_timestamp_seconds', { operation: 'backup' })).toBe(5);
  const existing = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name).toSorted();
  const exposed = new Set(samples.map(({ name }) => name));
  const queries = [...readDashboardQueries(), await readFile(alertRules, 'utf8')].join('\n');
  expect([...metricsIn(queries)].filter((name) => !exposed.has(name))).toEqual([]);
  const page = await readFile(join(import.meta.dirname, '../../../../docs/monitoring.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(redress_[a-z_]+)`/gm)].map(([, name = '']) => name);
  expect(documented.toSorted()).toEqual(existing);
});

/** Nothing that a request brings may become a label, and nothing that names a person. */
const labelNames = {
  redress_http_request_duration_seconds: ['method', 'route', 'status'],
  redress_claims_total: ['form', 'outcome'],
  redress_uploads_total: ['outcome'],
  redress_requests_waiting: ['priority'],
  redress_database_connections: ['pool', 'state'],
  redress_database_connections_max: ['pool'],
  redress_database_queries_waiting: ['pool'],
  redress_event_loop_delay_seconds: ['quantile'],
  redress_part_ready: ['part'],
  redress_jobs: ['kind', 'state'],
  redress_operation_succeeded_timestamp_seconds: ['operation'],
  redress_operation_failed_timestamp_seconds: ['operation'],
  redress_disk_free_bytes: ['folder'],
  redress_disk_size_bytes: ['folder'],
  redress_build_info: ['version', 'commit'],
};

test('labels are a closed set, and hostile requests do not add any', async () => {
  const { website, metrics } = server;
  const word = 'nobody-else-would-write-this';
  const attack = async (round: number) => {
    const own = `${word}-${round}`;
    const paths = [
      `/${own}`,
      `/api/${own}`,
      `/api/claims/${own}/receipt`,
      `/api/uploads/${own}`,
      `/api/console/claims/${own}`,
      `/console/${own}`,
      `/%zz${own}`,
      `/?${own}`,
      `//${own}`,
      `/api/login/creds/?${own}`,
    ];
    for (const path of paths) for (const method of ['GET', 'POST']) await send(website, method, path);
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'SUBSCRIBE'])
      await send(website, method, `/api/${own}`);
    return scrape(metrics);
  };
  const first = await attack(1);
  const second = await attack(2);
  expect(second.text).not.toContain(word);
  expect(second.samples.length).toBe(first.samples.length);
  const methods = new Set(second.samples.flatMap(({ labels }) => labels['method'] ?? []));
  expect([...methods].filter((method) => !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(method))).toEqual([]);
  const allowed: Readonly<Record<string, readonly string[]>> = labelNames;
  const others = second.samples.filter(({ name, labels }) => {
    const known = [...(allowed[name.replace(/_(bucket|count|sum)$/, '')] ?? []), 'le'];
    return Object.keys(labels).some((label) => !known.includes(label));
  });
  expect(others).toEqual([]);
});

test('the numbers of several processes are added up, and stay when one dies or is stuck', async () => {
  const { website, metrics, child } = server;
  const rounds = 40;
  const countAll = async () => {
    const { sum } = await scrape(metrics);
    return { requests: sum(`${requests}_count`, { route: '/api/session' }), processes: sum('redress_processes') };
  };
  const requestsBefore = (await countAll()).requests ?? 0;
  // Each connection may reach another process.
  for (let round = 0; round < rounds; round += 1)
    await fetch(`${website}/api/session`, { headers: { connection: 'close' } });
  await expect.poll(countAll, patience).toEqual({ requests: requestsBefore + rounds, processes: 2 });
  const { sum } = await scrape(metrics);
  // The database is asked once.
  await expect.poll(async () => (await scrape(metrics)).sum('redress_ready'), patience).toBe(1);
  expect(sum('redress_processes_wanted')).toBe(2);

  const [stuck = 0, dying = 0] = childrenOf(child.pid ?? 0);
  process.kill(stuck, 'SIGSTOP');
  await expect.poll(countAll, patience).toEqual({ requests: requestsBefore + rounds, processes: 1 });
  process.kill(stuck, 'SIGCONT');
  process.kill(dying, 'SIGKILL');
  await expect.poll(countAll, patience).toEqual({ requests: requestsBefore + rounds, processes: 2 });
});
