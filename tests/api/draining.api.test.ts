import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { releasePort, reservePort } from '../setup/free-port.ts';
import { isLongRun } from '../setup/long-tests.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

const processes = serverProcesses();
let port: number;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  port = await reservePort();
  database = await createTestDatabase('migrated');
  folder = await mkdtemp(join(tmpdir(), 'redress-draining-'));
});
afterEach(processes.killAll);
afterAll(async () => {
  await database.drop();
  await releasePort(port);
  await rm(folder, { recursive: true, force: true });
});

/** On a new connection, which in a cluster any process can get. */
const get = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
async function readReadiness() {
  const answer = await get('/api/health/ready');
  const parse: (json: string) => { readonly status: string } = JSON.parse;
  return answer && [answer.status, parse(await answer.text()).status];
}

test.each(isLongRun ? ['1', '2'] : ['2'])(
  'after SIGTERM, a server of %s processes says that it drains, takes requests for DRAIN_SECONDS, and ends',
  { timeout: 90_000 },
  async (count) => {
    const { child, ended, output } = processes.start({
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.url,
      SECRET_KEY: 'only for tests, 32 characters long',
      PROCESSES: count,
      DRAIN_SECONDS: '5',
    });
    await expect.poll(readReadiness, { timeout: 45_000 }).toEqual([200, 'ok']);
    // All processes serve.
    await expect.poll(() => output.out, { timeout: 45_000 }).toContain('is ready');
    child.kill('SIGTERM');
    await expect.poll(readReadiness).toEqual([503, 'draining']);
    const session = await get('/api/session');
    expect(session?.status).toBe(200);
    // Requests on an open connection would go on forever.
    expect(session?.headers.get('connection')).toBe('close');
    expect(await ended).toBe(0);
    expect(await readReadiness()).toBeUndefined();
  },
);
