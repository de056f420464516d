import { bootstrap, readKeys } from '@redress/server/platform/start/bootstrap';
import { readConfig } from '@redress/server/config';
import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import { migrate } from '@redress/server/platform/database/migrate';
import { withClient } from '@redress/server/platform/database/pool';
import { StartError, startErrorOf } from '@redress/server/platform/errors/start-error';
import { requireFreePort } from '@redress/server/platform/http/listen';
import { openKeyRing } from '@redress/server/platform/keys/key-ring';
import { secretFile } from '@redress/server/platform/keys/secrets';
import { openNetworkLists } from '@redress/server/claims/observations/network-lists';
import { openStorage, requireWritableStorage } from '@redress/server/platform/storage/open-storage';
import { readProcessStart } from '@redress/local-postgres/processes';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../setup/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { serverProcesses } from '../setup/server-process.ts';
import { useFolder } from '../setup/folders.ts';

type Environment = Readonly<Record<string, string>>;

const secret = 'x'.repeat(32);
const otherSecret = 'y'.repeat(32);
const database = { DATABASE_URL: 'postgresql://db/x', SECRET_KEY: secret };

/** Settings that are complete apart from the value that is tried. */
const others: Readonly<Record<string, Environment>> = {
  DATABASE_URL: { SECRET_KEY: secret },
  SECRET_KEY_PREVIOUS: { SECRET_KEY: secret },
  MAIL_FROM: { SMTP_URL: 'smtp://mail.example.com' },
};
const networks = /^TRUST_PROXY must be addresses or networks/;
/** Such a network would trust all addresses, or half of them. */
const tooWide = /^TRUST_PROXY must not contain .*127\.0\.0\.1/;

test.each<[name: string, line: RegExp, values: readonly string[]]>([
  ['PORT', /^PORT must be a number from 1 to 65535\.$/, ['http', '0', '65536', '3 000', '-3000', '3000.5', '0x1F90']],
  [
    'PUBLIC_URL',
    /^PUBLIC_URL must be an address such as https/,
    ['claims.example.com', 'ftp://example.com', 'https://'],
  ],
  ['PUBLIC_URL', /must .*nothing after the host/, ['https://a.com/b', 'https://a.com/?a=b', 'https://a.com/#top']],
  ['PUBLIC_URL', /^PUBLIC_URL must/, ['https://me:word@example.com']],
  ['TRUST_PROXY', networks, ['true', '10.0.0.0/33', 'fc00::/129', '10.0.0.0/', '10.0.0.1,', 'fe80::1%eth0']],
  ['TRUST_PROXY', tooWide, ['0.0.0.0/0', '127.0.0.1, 10.0.0.0/0', '128.0.0.0/1', '::/0']],
  ['TRUST_PROXY', tooWide, ['::ffff:0:0/96', '::ffff:128.0.0.0/97', '::/64']],
  ['DATA_DIR', /^DATA_DIR must be a folder/, ['s3://bucket']],
  ['DATABASE_URL', /^DATABASE_URL must/, ['mysql://db', 'db', 'postgres://a,,b/x', 'postgres://db:70000/x']],
  ['DATABASE_URL', /^DATABASE_URL must/, ['postgresql://me:50%@127.0.0.1/x']],
  ['DOCUMENTS_URL', /^DOCUMENTS_URL must be a folder, or a bucket such as s3:/, ['s3://key:secret@bucket']],
  ['DOCUMENTS_URL', /^DOCUMENTS_URL must be a folder/, ['file://other/documents', 'file:///documents%2Fnew']],
  ['SECRET_KEY', /^SECRET_KEY must be at least 32 characters long/, ['short']],
  ['SECRET_KEY_PREVIOUS', /^SECRET_KEY_PREVIOUS/, [`${otherSecret} short`]],
  ['CLAMD_URL', /^CLAMD_URL must/, ['127.0.0.1:3310', 'https://127.0.0.1', 'tcp://127.0.0.1?largest=all']],
  ['SMTP_URL', /^SMTP_URL must/, ['mail.example.com', 'https://mail.example.com', 'smtp://me:50%@mail.example.com']],
  ['SMTP_URL', /^MAIL_FROM is required/, ['smtp://mail.example.com']],
  ['MAIL_FROM', /^MAIL_FROM must/, ['nobody', 'a@example.com, b@example.com']],
  ['NETWORK_LISTS', /^NETWORK_LISTS must be a folder\.$/, ['s3://bucket']],
  ['PROCESSES', /^PROCESSES must be a number from 1 to 64\.$/, ['0', '1.5', '65']],
  ['CAPTCHA', /^CAPTCHA must be "altcha"\.$/, ['recaptcha']],
  ['RATE_LIMITS', /^RATE_LIMITS must be "on" or "off"\.$/, ['no']],
])('a bad %s is refused in one line that says %s', (name, line, values) => {
  for (const value of values)
    expect(linesOf({ ...others[name], [name]: value }), value).toEqual([expect.stringMatching(line)]);
});

test('limits may not be off in production, and a database needs a key of some length', () => {
  const { DATABASE_URL } = database;
  const [required] = linesOf({ DATABASE_URL });
  expect(required).toMatch(/^SECRET_KEY is required/);
  expect(linesOf({ DATABASE_URL, SECRET_KEY: ' '.repeat(40) })).toEqual([required]);
  expect(linesOf({ DATABASE_URL, SECRET_KEY: 'short' })).toEqual([
    expect.stringMatching(/^SECRET_KEY must be at least 32/),
  ]);
  expect(linesOf({ RATE_LIMITS: 'off', NODE_ENV: 'production' })).toEqual([
    expect.stringMatching(/^RATE_LIMITS=off is not allowed/),
  ]);
});

/** The lines with which a configuration is refused. */
function linesOf(environment: Environment): string[] {
  try {
    readConfig(environment, '/site');
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n');
    throw error;
  }
}

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const parent = useFolder();
const undo = new AsyncDisposableStack();
/** Databases by their fault. */
const databases = {
  written: '',
  'wrong password': '',
  unknown: '',
  'not UTF-8': '',
  'no rights': '',
  'read-only': '',
  'before 1.0.0': '',
};
/** A data folder with the embedded database. */
let filled: string;

beforeAll(async () => {
  const make = async () => {
    const made: TestDatabase = await createTestDatabase();
    undo.defer(() => made.drop());
    return made.url;
  };
  const change = (address: string, part: 'username' | 'password' | 'pathname', value: string) => {
    const url = new URL(address);
    url[part] = value;
    return url.href;
  };
  const run = (sql: string) => withClient(databases.written, (client) => client.query(sql));
  databases.written = await make();
  await migrate(databases.written);
  await openKeyRing(databases.written, { current: secret, others: [] });
  databases['wrong password'] = change(databases.written, 'password', 'wrong');
  databases.unknown = change(databases.written, 'pathname', '/nowhere');
  await run("create database faulty_starts_ascii encoding 'SQL_ASCII' locale 'C' template template0");
  undo.defer(() => run('drop database faulty_starts_ascii with (force)').then(() => {}));
  databases['not UTF-8'] = change(databases.written, 'pathname', '/faulty_starts_ascii');
  await run("create role faulty_starts login password 'word'");
  undo.defer(() => run('drop role faulty_starts').then(() => {}));
  databases['no rights'] = change(change(await make(), 'username', 'faulty_starts'), 'password', 'word');
  databases['read-only'] = await make();
  const { pathname } = new URL(databases['read-only']);
  await run(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
  databases['before 1.0.0'] = await make();
  await withClient(databases['before 1.0.0'], (client) =>
    client.query(
      `create table schema_migrations (name text); insert into schema_migrations values ('0001-first-claim.sql')`,
    ),
  );
  filled = join(parent, 'filled');
  await mkdir(filled, { mode: 0o711 });
  await startLocalDatabase(join(filled, 'postgres')).then(({ stop }) => stop());
});
afterAll(() => undo.disposeAsync());

/** Every file below a folder with the hash of its bytes, except the files of a started PostgreSQL. */
async function snapshot(folder: string, startsPostgres = false): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = files.filter((file) => !startsPostgres || !/\/postgres\//.test(relative(folder, file)));
  const lines = kept.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(file));
    return `${relative(folder, file)} ${hash.digest('hex').slice(0, 12)}`;
  });
  return (await Promise.all(lines)).toSorted();
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(parent, 'start-'));
  await chmod(folder, 0o711);
  return folder;
}

const file = async (folder: string, name: string, text = '') => {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};
const onDatabase =
  (name: keyof typeof databases, environment: Environment = {}) =>
  () => ({ DATABASE_URL: databases[name], SECRET_KEY: secret, ...environment });
/** A folder after a change. */
const inFolder = (change: (folder: string) => Promise<unknown>) => (folder: string) => change(folder).then(() => ({}));
/** The filled data folder after a change. */
const onFilled = (change: (postgres: string) => Promise<unknown>) =>
  inFolder(async (folder) => {
    // With owners and modes: PostgreSQL's user keeps its files.
    execFileSync('cp', ['-a', filled, join(folder, 'data')]);
    await rm(join(folder, 'data', 'postgres', 'port'), { force: true });
    await change(join(folder, 'data', 'postgres'));
  });

/** Makes the checks of `main.ts` before it serves, in its order. */
async function prepareStart(environment: Environment): Promise<void> {
  const config = readConfig(environment, parent);
  await requireFreePort(config);
  await openNetworkLists(config);
  await requireWritableStorage(config);
  const started = new AsyncDisposableStack();
  try {
    const { dataFolder } = await bootstrap(config, () => {}, started);
    await openStorage(config, dataFolder);
  } finally {
    await started.disposeAsync();
  }
}

type Prepare = (folder: string) => Environment | Promise<Environment>;
const lockOfThisProcess = { pid: process.pid, started: readProcessStart(process.pid) };

test.for<[fault: string, Prepare, line: RegExp, runs?: boolean]>([
  ['a port that only root may use', () => ({ PORT: '1' }), /^Port 1 needs more rights .* PORT/, isLinux && !isRoot],
  [
    'a port in use',
    async () => {
      const port = await freePort();
      const blocker = createServer().listen(port, '127.0.0.1');
      onTestFinished(() => void blocker.close());
      await once(blocker, 'listening');
      return { PORT: String(port) };
    },
    /^Port \d+ is in use by another program: stop it, or set PORT to another number\.$/,
  ],
  ['an address of another machine', () => ({ HOST: '203.0.113.7' }), /^This machine has no address 203\.0\.113\.7/],
  ['an unknown host', () => ({ HOST: 'nowhere.invalid' }), /^This machine has no address nowhere\.invalid: set HOST/],
  ['a folder without lists', (at) => ({ NETWORK_LISTS: at }), /^NETWORK_LISTS: the folder .* has none of tor\.txt/],
  ['a file as data folder', async (at) => ({ DATA_DIR: await file(at, 'x') }), /^The data folder \S+\/x .*DATA_DIR/],
  ['a data folder that cannot be made', () => ({ DATA_DIR: '/proc/x' }), /^The data folder \/proc\/x .*\(E/, isLinux],
  ['a read-only data folder', () => ({ DATA_DIR: '/proc' }), /^The data folder \/proc is not writable \(E/, isLinux],
  [
    'a closed data folder',
    inFolder((at) => mkdir(join(at, 'data'), { mode: 0o500 })),
    /^The data .*\(EACCES\)/,
    !isRoot,
  ],
  [
    'a data folder in use',
    inFolder((at) => file(at, 'data/redress.lock', JSON.stringify(lockOfThisProcess))),
    /^Redress is already running on the data folder .* \(process \d+\): stop it first, or set DATA_DIR/,
  ],
  ['a file as database folder', inFolder((at) => file(at, 'data/postgres')), /postgres cannot be used \((EEXI|ENOTDI)/],
  [
    'a database folder without its version',
    onFilled((postgres) => rm(join(postgres, 'cluster/PG_VERSION'))),
    /^The database in .*\/data\/postgres is damaged \(.*PG_VERSION is missing\): restore a backup, or set DATA_DIR/,
  ],
  [
    'a database of another version',
    onFilled((postgres) => file(postgres, 'cluster/PG_VERSION', '9\n')),
    /^The database in .*\/data\/postgres was made by PostgreSQL 9, and this is PostgreSQL \d+: /,
  ],
  [
    'a database folder of a commit before 1.0.0',
    onFilled((postgres) => rm(join(postgres, 'cluster/format'))),
    /^The database in .*\/data\/postgres was made before version 1\.0\.0, .*\. Nothing in it was changed\. Export/,
  ],
  [
    'a lost password',
    onFilled((postgres) => rm(join(postgres, 'password'))),
    /password is missing: restore it from a b/,
  ],
  [
    'a file as document folder',
    async (at) => ({ DOCUMENTS_URL: await file(at, 'x') }),
    /x cannot be used \(ENOTDIR\): /,
  ],
  ['a document folder in /proc', () => ({ DOCUMENTS_URL: '/proc/docs/of' }), /^The .*\(E.*DOCUMENTS_URL/, isLinux],
  [
    'no database',
    () => ({ ...database, DATABASE_URL: 'postgresql://u:word@127.0.0.1:1/x' }),
    /^The .*: (?!.*word).*ECON/,
  ],
  ['a wrong database password', onDatabase('wrong password'), /: password authentication failed/],
  ['an unknown database', onDatabase('unknown'), /^The database of DATABASE_URL .*: database "nowhere" does not exist/],
  ['a database not in UTF-8', onDatabase('not UTF-8'), /: its encoding is SQL_ASCII.*encoding 'UTF8'/],
  ['a database without rights', onDatabase('no rights'), /^The database of .*: permission denied for schema public/],
  ['a read-only database', onDatabase('read-only'), /^The database of .* in a read-only transaction/],
  [
    'a database of a commit before 1.0.0',
    onDatabase('before 1.0.0'),
    /^The database was made before version 1\.0\.0, /,
  ],
  [
    'another key',
    onDatabase('written', { SECRET_KEY: otherSecret }),
    /^SECRET_KEY is not the key that this data was written with\. Restore the right key\./,
  ],
  [
    'two other keys',
    onDatabase('written', { SECRET_KEY: otherSecret, SECRET_KEY_PREVIOUS: 'z'.repeat(32) }),
    /not the key/,
  ],
])('%s is refused in one line, and nothing is written', async ([_fault, prepare, line, runs = true], { skip }) => {
  if (!runs) skip('it cannot be had on this machine, or for this user');
  const folder = await makeFolder();
  const environment = await prepare(folder);
  const before = await snapshot(folder);
  const start = prepareStart({ PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...environment });
  const error: unknown = await start.catch((reason: unknown) => reason);
  expect(startErrorOf(error)?.message).toMatch(line);
  expect(await snapshot(folder)).toEqual(before);
});

test('a database of a commit before 1.0.0 stays as it is', async () => {
  const start = prepareStart({
    PORT: String(await freePort()),
    DATA_DIR: await makeFolder(),
    ...onDatabase('before 1.0.0')(),
  });
  await expect(start).rejects.toThrow('was made before version 1.0.0');
  const { rows } = await withClient(databases['before 1.0.0'], (client) =>
    client.query("select table_name, column_name from information_schema.columns where table_schema = 'public'"),
  );
  expect(rows).toEqual([{ table_name: 'schema_migrations', column_name: 'name' }]);
});

test.each<[fault: string, change: (folder: string) => Promise<unknown>, line: RegExp]>([
  ['a lost key', () => Promise.resolve(), /^The secret key .*\/secret-key is missing, .*: restore it .* SECRET_KEY/],
  [
    'another key',
    (at) => file(at, secretFile, `${otherSecret}\n`),
    /^The key in .*\/secret-key is not the key that this/,
  ],
  [
    'half a key',
    (at) => file(at, secretFile, 'half'),
    /^The secret in .*\/secret-key is damaged\. Restore it from your/,
  ],
  [
    'a folder as the key',
    (at) => mkdir(join(at, secretFile)),
    /^The secret in .*\/secret-key cannot be read \(EISDIR\)/,
  ],
])('%s in the data folder is refused, and stays', async (_fault, change, line) => {
  const dataFolder = await makeFolder();
  await change(dataFolder);
  const before = await snapshot(dataFolder);
  const read = readKeys(readConfig({}, dataFolder), { dataFolder, connectionString: databases.written });
  await expect(read).rejects.toThrow(line);
  expect(await snapshot(dataFolder)).toEqual(before);
});

test.each(['documents', 'uploads'])('a file instead of the folder of %s is refused', async (name) => {
  const folder = await makeFolder();
  await file(folder, name);
  await expect(openStorage({ documents: undefined }, folder)).rejects.toThrow(`${name} cannot be used (ENOTDIR)`);
});

describe('a server that cannot start exits with code 1 and one line, and writes nothing:', () => {
  test.for<[fault: string, Prepare, line: RegExp]>([
    ['a bad value', () => ({ PORT: 'http' }), /^PORT must be a number from 1 to 65535\.$/],
    [
      'a bad line in a list of networks, with several processes',
      async (folder) => {
        const list = await file(folder, 'tor.txt', '# 2026-11-20\n192.0.2.1\n192.0.2.0/99\n');
        return { NETWORK_LISTS: dirname(list), PROCESSES: '2' };
      },
      /^NETWORK_LISTS: line 3 of .*tor\.txt is not a network such as .*: 192\.0\.2\.0\/99$/,
    ],
    [
      'a damaged embedded database',
      onFilled((postgres) => rm(join(postgres, 'cluster/global/pg_control'))),
      /^PostgreSQL did not start \(its log is .*postgres\.log\): /,
    ],
  ])('%s', async ([_fault, prepare, line]) => {
    const folder = await makeFolder();
    const port = await freePort();
    const environment = await prepare(folder);
    const before = await snapshot(folder, true);
    const processes = serverProcesses();
    onTestFinished(processes.killAll);
    const { output, ended } = processes.start({ PORT: String(port), DATA_DIR: join(folder, 'data'), ...environment });
    expect(await ended).toBe(1);
    expect(output.err.trim().split('\n')).toEqual([expect.stringMatching(line)]);
    // Progress messages may come first; no log and no stack trace.
    expect(output.out).not.toMatch(/"level":|^\s+at /m);
    expect(await snapshot(folder, true)).toEqual(before);
  });
});
