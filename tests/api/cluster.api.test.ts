import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { releasePort, reservePort } from '../setup/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { serverProcesses } from '../setup/server-process.ts';

// Several processes on one port, as `npm start` starts them where there are four processors. tests/faults checks that
// killing one of them loses no claim.

const processes = serverProcesses();
let port: number;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  port = await reservePort();
  database = await createTestDatabase('migrated');
  folder = await mkdtemp(join(tmpdir(), 'redress-cluster-'));
});
afterEach(processes.killAll);
afterAll(async () => {
  await database?.drop();
  await releasePort(port);
  await rm(folder, { recursive: true, force: true });
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

/** The child processes of a process, on Linux. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === pid && state !== 'Z') children.push(Number(name));
  }
  return children;
}

test.skipIf(process.platform !== 'linux')(
  'a serving process that dies is replaced; kill -9 of the primary frees the port; SIGTERM drains and ends them all',
  async () => {
    const killed = start();
    await expect.poll(() => killed.output.out).toContain('2 server processes');
    const [first, second] = await childrenOf(killed.child.pid);
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => childrenOf(killed.child.pid)).not.toContain(first);
    await expect.poll(readReadiness).toEqual([200, 'ok']);
    await expect.poll(async () => (await childrenOf(killed.child.pid)).length).toBe(2);
    expect(await childrenOf(killed.child.pid)).toContain(second);
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
