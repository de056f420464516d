import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { serverProcesses } from '../setup/server-process.ts';

// Several processes on one port, as `npm run start:cluster` starts them. tests/faults checks that
// killing one of them loses no claim.

const port = 4392;
const address = `http://127.0.0.1:${port}`;
const processes = serverProcesses();
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'redress-cluster-'));
});
afterEach(processes.killAll);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  processes.start({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
    PROCESSES: '2',
  });
/**
 * Uses a new connection. The primary may still assign it to a process that was just killed; then
 * nobody answers.
 */
const isReady = async () => {
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetch(`${address}/api/health/ready`, { headers: { connection: 'close' }, signal }).catch(
    () => undefined,
  );
  return answer?.status;
};

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
  'a serving process that dies is replaced while the other one serves on, and SIGTERM ends them all',
  { timeout: 120_000 },
  async () => {
    const { child, output, ended } = start();
    await expect.poll(() => output.out, { timeout: 45_000 }).toContain('2 processes serve');
    const [first, second] = await childrenOf(child.pid);
    expect(await isReady()).toBe(200);

    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => childrenOf(child.pid)).not.toContain(first);
    await expect.poll(isReady).toBe(200);
    await expect.poll(async () => (await childrenOf(child.pid)).length, { timeout: 45_000 }).toBe(2);
    expect(await childrenOf(child.pid)).toContain(second);

    // A process that is still starting when asked to stop does not delay the others.
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await isReady()).toBeUndefined();
    expect(output.err).toBe('');
  },
);

test.skipIf(process.platform !== 'linux')(
  'kill -9 of the primary ends what it started, so that the port is free for the next start',
  { timeout: 120_000 },
  async () => {
    const { child, output, ended } = start();
    await expect.poll(() => output.out, { timeout: 45_000 }).toContain('2 processes serve');
    child.kill('SIGKILL');
    await ended;
    await expect.poll(isReady).toBeUndefined();
    const next = start();
    await expect.poll(() => next.output.out, { timeout: 45_000 }).toContain('2 processes serve');
    expect(await isReady()).toBe(200);
  },
);

test('what prevents the processes from starting is reported once, in one line', { timeout: 120_000 }, async () => {
  const blocked = processes.start({
    PORT: String(port),
    HOST: '203.0.113.7',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
    PROCESSES: '2',
  });
  expect(await blocked.ended).toBe(1);
  expect(blocked.output.err.trim().split('\n')).toEqual([
    'This machine has no address 203.0.113.7: set HOST to another one.',
  ]);
});

test(
  'a process that cannot serve at the start says why, and none is started in its place',
  { timeout: 120_000 },
  async () => {
    const data = join(folder, 'damaged');
    await mkdir(data);
    await writeFile(join(data, 'uploads'), 'a file in place of the folder');
    const { ended, output } = processes.start({
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: database.url,
      SECRET_KEY: 'only for tests, 32 characters long',
      PROCESSES: '2',
    });
    expect(await ended).toBe(1);
    expect(output.out).not.toContain('another one is starting');
    const lines = output.err.split('\n').filter((line) => line !== '');
    expect([...new Set(lines)]).toEqual([
      expect.stringMatching(/^The folder .*\/damaged\/uploads cannot be used \(ENOTDIR\): /),
      'The server did not start: one of its processes ended (1).',
    ]);
  },
);
