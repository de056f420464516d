import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isAlive } from './processes.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findAccount } from './postgres-account.ts';

// One folder for all tests, used one after the other as by a server that is started and stopped.
let parent: string;
let folder: string;
let lines: string[] = [];
let started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'redress-embedded-'));
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

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ folder, log: (line) => lines.push(line) });
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

function portOf(database: EmbeddedPostgres): string {
  return new URL(database.connectionString).port;
}

test('a first start makes a durable UTF-8 database that only this machine and password can reach', async () => {
  const database = await start();
  const setting = (name: string): Promise<unknown> => query(database, `SELECT current_setting('${name}') AS value`);
  expect(await query(database, 'SELECT current_database() AS value')).toBe('redress');
  expect(await setting('server_encoding')).toBe('UTF8');
  expect(await setting('data_checksums')).toBe('on');
  expect(await setting('fsync')).toBe('on');
  expect(await setting('synchronous_commit')).toBe('on');
  expect(await setting('listen_addresses')).toBe('127.0.0.1');
  expect(await query(database, "SELECT upper('ñ') AS value")).toBe('Ñ');
  const stranger = database.connectionString.replace(/:[0-9a-f]+@/, ':guess@');
  await expect(query({ connectionString: stranger }, 'SELECT 1 AS value')).rejects.toThrow('password');
});

test('what was stored is there after a stop and a start, on the same address', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS value');
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await query(second, 'SELECT value FROM kept')).toBe(42);
  expect(second.connectionString).toBe(first.connectionString);
  expect(lines.join()).not.toContain('new PostgreSQL');
});

test('a remembered port that another program took is changed', async () => {
  const first = await start();
  await first.stop();
  const blocker = createServer().listen(Number(portOf(first)), '127.0.0.1');
  await once(blocker, 'listening');
  const second = await start();
  expect(portOf(second)).not.toBe(portOf(first));
  expect(await query(second, 'SELECT 1 AS value')).toBe(1);
  blocker.close();
});

test('after kill -9 of the server, the next start takes over the database that goes on running', async () => {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const database = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log() {} });
    console.log(database.pid, database.connectionString);
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: unknown[] = await once(createInterface(server.stdout), 'line');
  const [pid, address] = String(printed[0]).split(' ');
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(isAlive(Number(pid))).toBe(true);

  const database = await start();
  expect(database.pid).toBe(Number(pid));
  expect(database.connectionString).toBe(address);
  expect(lines.join()).toContain('taken over');
  await database.stop();
  expect(isAlive(Number(pid))).toBe(false);
});

test('when PostgreSQL is killed it runs again by itself, with its data, on the same address', async () => {
  const database = await start();
  await query(database, 'CREATE TABLE before_the_kill AS SELECT 7 AS value');
  const killed = database.pid;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => database.pid, { timeout: 20_000 }).not.toBe(killed);
  expect(await query(database, 'SELECT value FROM before_the_kill')).toBe(7);
  expect(lines.at(-1)).toBe('PostgreSQL runs again.');
}, 25_000);

test('a postmaster.pid whose number belongs to another program now does not stop the start', async () => {
  const first = await start();
  const path = join(folder, 'cluster', 'postmaster.pid');
  const left = await readFile(path, 'utf8');
  await first.stop();
  // A program of PostgreSQL's own user: PostgreSQL itself would take it for a database that still runs.
  const owner = findAccount(join(folder, 'cluster'));
  const other = spawn('sleep', ['60'], owner === undefined ? {} : { uid: owner.uid, gid: owner.gid });
  await once(other, 'spawn');
  await writeFile(path, left.replace(/^\d+/, String(other.pid)));
  const second = await start();
  expect(await query(second, 'SELECT 1 AS value')).toBe(1);
  other.kill();
});

test.skipIf(process.platform === 'win32')(
  'nor does one whose process is dead but was not collected by its parent, as after a kill in a bare container',
  async () => {
    const first = await start();
    const path = join(folder, 'cluster', 'postmaster.pid');
    const left = await readFile(path, 'utf8');
    await first.stop();
    const owner = findAccount(join(folder, 'cluster'));
    // The shell becomes a program that does not look after the child it has got from it.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(owner === undefined ? {} : { uid: owner.uid, gid: owner.gid }),
    });
    const told = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    const dead = Number(told.toString());
    await expect.poll(() => isAlive(dead)).toBe(false);
    expect(() => process.kill(dead, 0)).not.toThrow();
    await writeFile(path, left.replace(/^\d+/, String(dead)));
    const second = await start();
    expect(await query(second, 'SELECT 1 AS value')).toBe(1);
    parent.kill();
  },
);

test('half a database, left by a start that was killed, is made anew', async () => {
  const other = join(parent, 'half');
  const make = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ folder: other, log: () => {} });
  await (await make()).stop();
  await rm(join(other, 'cluster'), { recursive: true });
  await writeFile(join(other, 'unfinished-1'), '');
  const database = await make();
  started.push(database);
  expect(await query(database, 'SELECT 1 AS value')).toBe(1);
});

test('stop waits for a start that is under way again, and may be called twice', async () => {
  const database = await start();
  process.kill(database.pid, 'SIGKILL');
  await wait(300);
  await Promise.all([database.stop(), database.stop()]);
  expect(isAlive(database.pid)).toBe(false);
});

test('files of another PostgreSQL version, and a lost password, are each refused in one line', async () => {
  await (await start()).stop();
  const failure = async (): Promise<string> => {
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    return error instanceof LocalPostgresError ? error.message : 'no LocalPostgresError';
  };
  const version = join(folder, 'cluster', 'PG_VERSION');
  const kept = await readFile(version, 'utf8');
  await writeFile(version, '15\n');
  expect(await failure()).toMatch(/^The database in .* was made by PostgreSQL 15, and this is PostgreSQL 18: [^\n]*$/);
  await writeFile(version, kept);
  await rm(join(folder, 'password'));
  expect(await failure()).toMatch(/^The database's password file .* is lost: [^\n]*$/);
});
