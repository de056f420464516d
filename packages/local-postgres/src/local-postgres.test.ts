import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isAlive } from './processes.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { findRunningPostgres, type LocalPostgres, startLocalPostgres } from './local-postgres.ts';
import { findAccount } from './service-account.ts';

// All tests share a folder, like an application that starts and stops.
let parent: string;
let folder: string;
let lines: string[] = [];
let started: LocalPostgres[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'local-postgres-'));
  await chmod(parent, 0o711);
  folder = join(parent, 'postgres');
});
afterEach(async () => {
  await Promise.all(started.map((database) => database.stop()));
  started = [];
  lines = [];
});
afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

const common = {
  name: 'example',
  sharedFolder: '/var/lib/redress',
  hints: { useOtherFolder: 'use another folder', useOtherServer: 'connect to another PostgreSQL server' },
  format: { version: '1', refusal: 'is too old.' },
};

async function start(): Promise<LocalPostgres> {
  const database = await startLocalPostgres({ ...common, folder, log: (line) => lines.push(line) });
  started.push(database);
  return database;
}

async function query(database: { connectionString: string }, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(sql);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

function portOf(database: LocalPostgres): string {
  return new URL(database.connectionString).port;
}

test('a first start creates a durable UTF-8 database, reachable only from this machine with its password', async () => {
  // The next start removes the leftovers of a killed one.
  await mkdir(folder);
  await writeFile(join(folder, 'unfinished-1'), '');
  const database = await start();
  expect(await readdir(folder)).not.toContain('unfinished-1');
  const setting = (name: string): Promise<unknown> => query(database, `SELECT current_setting('${name}') AS value`);
  expect(await query(database, 'SELECT current_database() AS value')).toBe('example');
  expect(await setting('server_encoding')).toBe('UTF8');
  expect(await setting('data_checksums')).toBe('on');
  expect(await setting('fsync')).toBe('on');
  expect(await setting('synchronous_commit')).toBe('on');
  expect(await setting('listen_addresses')).toBe('127.0.0.1');
  expect(await query(database, "SELECT upper('ñ') AS value")).toBe('Ñ');
  const wrongPassword = database.connectionString.replace(/:[0-9a-f]+@/, ':guess@');
  await expect(query({ connectionString: wrongPassword }, 'SELECT 1 AS value')).rejects.toThrow('password');
});

test('stored data survives a stop and a start, under the same connection string', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE stored AS SELECT 42 AS value');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await query(second, 'SELECT value FROM stored')).toBe(42);
  expect(second.connectionString).toBe(first.connectionString);
  expect(lines.join()).not.toContain('Creating');
});

test('a start picks another port when a program has taken the previous one', async () => {
  const first = await start();
  await first.stop();
  const blocker = createServer().listen(Number(portOf(first)), '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const second = await start();
  expect(portOf(second)).not.toBe(portOf(first));
  expect(await query(second, 'SELECT 1 AS value')).toBe(1);
});

test('after kill -9 of the application, other processes find its PostgreSQL and the next start takes it over', async () => {
  const script = `
    import { startLocalPostgres } from ${JSON.stringify(new URL('./local-postgres.ts', import.meta.url).href)};
    const database = await startLocalPostgres(${JSON.stringify({ ...common, folder })});
    console.log(database.pid, database.connectionString);
    setInterval(() => {}, 1000);`;
  const application = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void application.kill('SIGKILL'));
  const printed: unknown[] = await once(createInterface(application.stdout), 'line');
  const [pid, connectionString] = String(printed[0]).split(' ');
  application.kill('SIGKILL');
  await once(application, 'exit');
  expect(isAlive(Number(pid))).toBe(true);
  expect(await findRunningPostgres(folder, common.name)).toBe(connectionString);

  const database = await start();
  expect(database.pid).toBe(Number(pid));
  expect(database.connectionString).toBe(connectionString);
  expect(lines.join()).toContain('Took over');
  await database.stop();
  expect(isAlive(Number(pid))).toBe(false);
  await expect(findRunningPostgres(folder, common.name)).rejects.toThrow(LocalPostgresError);
});

test('a killed PostgreSQL is restarted with its data, under the same connection string', async () => {
  const database = await start();
  await query(database, 'CREATE TABLE before_the_kill AS SELECT 7 AS value');
  const killed = database.pid;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => database.pid).not.toBe(killed);
  expect(await query(database, 'SELECT value FROM before_the_kill')).toBe(7);
  await expect.poll(() => lines.at(-1)).toBe('PostgreSQL runs again.');
});

/** Starts and queries PostgreSQL although its postmaster.pid names another process. */
async function startDespite(pid: number | undefined): Promise<unknown> {
  const path = join(folder, 'cluster', 'postmaster.pid');
  const before = await start();
  const stalePid = await readFile(path, 'utf8');
  await before.stop();
  await writeFile(path, stalePid.replace(/^\d+/, String(pid)));
  return await query(await start(), 'SELECT 1 AS value');
}
const asPostgres = () => {
  const owner = findAccount({ ...common, folder });
  return owner === undefined ? {} : { uid: owner.uid, gid: owner.gid };
};

test('a postmaster.pid whose process ID now belongs to another program does not prevent a start', async () => {
  const other = spawn('sleep', ['600'], asPostgres());
  onTestFinished(() => void other.kill());
  await once(other, 'spawn');
  expect(await startDespite(other.pid)).toBe(1);
});

test.skipIf(process.platform === 'win32')(
  'nor does one whose process is a zombie, as after a kill in a container without an init process',
  async () => {
    // The shell turns into a program that never reaps its child, and repeats a line once it has.
    const shell = spawn('sh', ['-c', 'sleep 600 & echo $!; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...asPostgres(),
    });
    onTestFinished(() => void shell.kill());
    const read = () => new Promise<Buffer>((resolve) => shell.stdout.once('data', resolve));
    const zombie = Number((await read()).toString());
    shell.stdin.write('turned\n');
    expect((await read()).toString()).toBe('turned\n');
    process.kill(zombie, 'SIGKILL');
    await expect.poll(() => isAlive(zombie)).toBe(false);
    expect(() => process.kill(zombie, 0)).not.toThrow();
    expect(await startDespite(zombie)).toBe(1);
  },
);

test('stop waits for a restart in progress, and may be called twice', async () => {
  const database = await start();
  const killed = database.pid;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isAlive(killed)).toBe(false);
  await Promise.all([database.stop(), database.stop()]);
  expect(isAlive(database.pid)).toBe(false);
});

test('another PostgreSQL version and a lost password each fail with one line', async () => {
  await (await start()).stop();
  const failure = async (): Promise<string> => {
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    return error instanceof LocalPostgresError ? error.message : 'no LocalPostgresError';
  };
  const version = join(folder, 'cluster', 'PG_VERSION');
  const original = await readFile(version, 'utf8');
  await writeFile(version, '15\n');
  expect(await failure()).toMatch(/^The database in .* was made by PostgreSQL 15, and this is PostgreSQL 18: [^\n]*$/);
  await writeFile(version, original);
  const format = join(folder, 'cluster', 'format');
  await rm(format);
  expect(await failure()).toBe(`The database in ${folder} is too old.`);
  await writeFile(format, '1\n');
  await rm(join(folder, 'password'));
  expect(await failure()).toMatch(/^The database's password file .* is missing: [^\n]*$/);
});
