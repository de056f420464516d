import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { childrenOf } from '../bench/process-usage.ts';
import { releasePort, reservePort } from '../setup/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { useFolder } from '../setup/folders.ts';

// Several processes on one port, as `npm start` starts them where there are four processors. tests/faults checks that
// killing one of them loses no claim.

const processes = serverProcesses();
let port: number;
let database: TestDatabase;
const folder = useFolder();

beforeAll(async () => {
  port = await reservePort();
  database = await createTestDatabase('migrated');
});
afterEach(processes.killAll);
afterAll(async () => {
  await database?.drop();
  await releasePort(port);
});

const start = (dataDir = join(folder, 'data')) =>
  processes.start({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
    PROCESSES: '2',
    DRAIN_SECONDS: '10',
  });
/**
 * On a new connection, which any process can get. The primary may still assign it to one that was
 * just killed; then it gets no answer.
 */
const get = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
async function readReadiness() {
  const answer = await get('/api/health/ready');
  const parse: (json: string) => { readonly status: string } = JSON.parse;
  return answer && [answer.status, parse(await answer.text()).status];
}

test.skipIf(process.platform !== 'linux')(
  'a serving process that dies is replaced; kill -9 of the primary frees the port; SIGTERM drains and ends them all',
  async () => {
    const killed = start();
    await expect.poll(() => killed.output.out).toContain('2 server processes');
    const children = () => childrenOf(killed.child.pid ?? 0);
    const [first, second] = children();
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(children).not.toContain(first);
    await expect.poll(readReadiness).toEqual([200, 'ok']);
    await expect.poll(() => children().length).toBe(2);
    expect(children()).toContain(second);
    expect(killed.output.err).toBe('');
    killed.child.kill('SIGKILL');
    await killed.ended;
    await expect.poll(readReadiness).toBeUndefined();

    const { child, output, ended } = start();
    await expect.poll(() => output.out).toContain('2 server processes');
    child.kill('SIGTERM');
    await expect.poll(readReadiness).toEqual([503, 'draining']);
    // Requests are answered for DRAIN_SECONDS, but none more on an open connection.
    const session = await fetch(`http://127.0.0.1:${port}/api/session`);
    expect([session?.status, session?.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    expect([await readReadiness(), output.err]).toEqual([undefined, '']);
  },
);

test('a process that cannot serve at the start says why, and none is started in its place', async () => {
  const data = join(folder, 'damaged');
  await mkdir(data);
  await writeFile(join(data, 'uploads'), 'a file in place of the folder');
  const { ended, output } = start(data);
  expect(await ended).toBe(1);
  expect(output.out).not.toContain('another one is starting');
  const lines = output.err.split('\n').filter((line) => line !== '');
  expect([...new Set(lines)]).toEqual([
    expect.stringMatching(/^The folder .*\/damaged\/uploads cannot be used \(ENOTDIR\): /),
    'The server did not start: one of its processes ended (1).',
  ]);
});
