import { readConfig } from '@redress/server/config';
import { startLocalDatabase } from '@redress/server/database/local-database';
import { migrate } from '@redress/server/database/migrate';
import { openKeyRing } from '@redress/server/keys/key-ring';
import { readProcessStart } from '@redress/local-postgres/processes';
import { readOrCreateSecrets, secretFile } from '@redress/server/keys/secrets';
import { StartError } from '@redress/server/errors/start-error';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun } from '../setup/long-tests.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { serverProcesses } from '../setup/server-process.ts';

type Environment = Readonly<Record<string, string>>;

const secret = 'x'.repeat(32);
const otherSecret = 'y'.repeat(32);
const database = { DATABASE_URL: 'postgresql://db/x', SECRET_KEY: secret };
const smtp = { SMTP_URL: 'smtp://mail.example.com' };

describe('a bad value is refused in one line, before anything is done', () => {
  test.each<[fault: string, Environment, line: RegExp]>([
    ['a name as port', { PORT: 'http' }, /^PORT must be a number from 1 to 65535\.$/],
    ['port 0', { PORT: '0' }, /^PORT must/],
    ['a port that is too large', { PORT: '65536' }, /^PORT must/],
    ['a port with a space', { PORT: '3 000' }, /^PORT must/],
    ['a port with a sign', { PORT: '-3000' }, /^PORT must/],
    ['a port with a fraction', { PORT: '3000.5' }, /^PORT must/],
    ['a port in hexadecimal', { PORT: '0x1F90' }, /^PORT must/],
    ['no address', { PUBLIC_URL: 'claims.example.com' }, /^PUBLIC_URL must be an address such as https/],
    ['an address of another kind', { PUBLIC_URL: 'ftp://claims.example.com' }, /^PUBLIC_URL must/],
    [
      'an address with a path',
      { PUBLIC_URL: 'https://example.com/claims' },
      /^PUBLIC_URL must .*nothing after the host/,
    ],
    ['an address with a query', { PUBLIC_URL: 'https://example.com/?a=b' }, /^PUBLIC_URL must/],
    ['an address with a fragment', { PUBLIC_URL: 'https://example.com/#top' }, /^PUBLIC_URL must/],
    ['an address with a password', { PUBLIC_URL: 'https://me:word@example.com' }, /^PUBLIC_URL must/],
    ['an address without a host', { PUBLIC_URL: 'https://' }, /^PUBLIC_URL must/],
    ['a word for trust', { TRUST_PROXY: 'true' }, /^TRUST_PROXY must be addresses or networks/],
    ['a network that is too narrow', { TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must be addresses or networks/],
    ['an IPv6 network that is too narrow', { TRUST_PROXY: 'fc00::/129' }, /^TRUST_PROXY must be addresses or networks/],
    ['a network without its length', { TRUST_PROXY: '10.0.0.0/' }, /^TRUST_PROXY must be addresses or networks/],
    ['a comma too many', { TRUST_PROXY: '10.0.0.1,' }, /^TRUST_PROXY must be addresses or networks/],
    ['an address of an interface', { TRUST_PROXY: 'fe80::1%eth0' }, /^TRUST_PROXY must be addresses or networks/],
    ['everybody', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY must not hold .*127\.0\.0\.1/],
    ['everybody, by another address', { TRUST_PROXY: '127.0.0.1, 10.0.0.0/0' }, /^TRUST_PROXY must not hold/],
    ['half of everybody', { TRUST_PROXY: '128.0.0.0/1' }, /^TRUST_PROXY must not hold/],
    ['everybody by IPv6', { TRUST_PROXY: '::/0' }, /^TRUST_PROXY must not hold/],
    ['everybody of IPv4 by IPv6', { TRUST_PROXY: '::ffff:0:0/96' }, /^TRUST_PROXY must not hold/],
    ['half of IPv4 by IPv6', { TRUST_PROXY: '::ffff:128.0.0.0/97' }, /^TRUST_PROXY must not hold/],
    ['a wide network around IPv4', { TRUST_PROXY: '::/64' }, /^TRUST_PROXY must not hold/],
    ['a folder that is an address', { DATA_DIR: 's3://bucket' }, /^DATA_DIR must be a folder/],
    ['a database of another kind', { ...database, DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must/],
    ['a database that is no address', { DATABASE_URL: 'db' }, /^DATABASE_URL must/],
    ['a database without one of its hosts', { ...database, DATABASE_URL: 'postgres://a,,b/x' }, /^DATABASE_URL must/],
    ['a database with a bad port', { ...database, DATABASE_URL: 'postgres://db:70000/x' }, /^DATABASE_URL must/],
    [
      'a bucket with credentials',
      { DOCUMENTS_URL: 's3://key:secret@bucket' },
      /^DOCUMENTS_URL must be a folder, or a bucket such as s3:/,
    ],
    ['a folder of another machine', { DOCUMENTS_URL: 'file://other/documents' }, /^DOCUMENTS_URL must be a folder/],
    ['a folder with a bad escape', { DOCUMENTS_URL: 'file:///documents%2Fnew' }, /^DOCUMENTS_URL must be a folder/],
    ['a short key', { SECRET_KEY: 'short' }, /^SECRET_KEY must be at least 32 characters long/],
    ['a short key for a database', { ...database, SECRET_KEY: 'short' }, /^SECRET_KEY must be at least 32/],
    ['no key for a database', { DATABASE_URL: 'postgresql://db/x' }, /^SECRET_KEY is required/],
    ['a key of spaces', { ...database, SECRET_KEY: ' '.repeat(40) }, /^SECRET_KEY is required/],
    ['a short former key', { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: `${otherSecret} short` }, /^SECRET_KEY_PREVIOUS/],
    ['a scanner without tcp://', { CLAMD_URL: '127.0.0.1:3310' }, /^CLAMD_URL must/],
    ['a scanner of another kind', { CLAMD_URL: 'https://127.0.0.1' }, /^CLAMD_URL must/],
    ['a scanner that takes "all"', { CLAMD_URL: 'tcp://127.0.0.1?largest=all' }, /^CLAMD_URL must/],
    ['a mail server that is no address', { SMTP_URL: 'mail.example.com' }, /^SMTP_URL must/],
    ['a mail server of another kind', { SMTP_URL: 'https://mail.example.com' }, /^SMTP_URL must/],
    ['a mail server with a bad escape', { SMTP_URL: 'smtp://me:50%@mail.example.com' }, /^SMTP_URL must/],
    ['a mail server without a sender', smtp, /^MAIL_FROM is required/],
    ['a sender that is no address', { ...smtp, MAIL_FROM: 'nobody' }, /^MAIL_FROM must/],
    ['two senders', { ...smtp, MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM must/],
    ['lists of networks at an address', { NETWORK_LISTS: 's3://bucket' }, /^NETWORK_LISTS must be a folder\.$/],
    ['no processes', { PROCESSES: '0' }, /^PROCESSES must be a number from 1 to 64\.$/],
    ['a process and a half', { PROCESSES: '1.5' }, /^PROCESSES must/],
    ['too many processes', { PROCESSES: '65' }, /^PROCESSES must/],
    ['another captcha', { CAPTCHA: 'recaptcha' }, /^CAPTCHA must be "altcha"\.$/],
    ['another word for limits', { RATE_LIMITS: 'no' }, /^RATE_LIMITS must be "on" or "off"\.$/],
    ['no limits in production', { RATE_LIMITS: 'off', NODE_ENV: 'production' }, /^RATE_LIMITS=off is refused/],
  ])('%s', (_fault, environment, line) => {
    let thrown: unknown;
    try {
      readConfig(environment, '/site');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(StartError);
    const lines = thrown instanceof StartError ? thrown.message.split('\n') : [];
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

interface Faulty {
  readonly environment: Environment;
}
interface FaultyStart {
  readonly fault: string;
  /** The data folder's contents before the start; paths are relative to it. */
  prepare(folder: string, port: number): Faulty | Promise<Faulty>;
  readonly line: RegExp;
  /** PostgreSQL starts on its files before the fault shows, and writes to them. */
  readonly startsPostgres?: true;
  readonly runs?: boolean;
  /** Like another one in what is checked and said: `npm run test:long` tries it. */
  readonly resembles?: true;
}

const processes = serverProcesses();
/** One port for each row, because every start checks whether it can listen. */
const firstPort = 4_740;
let parent: string;
/** Unusable databases, by their fault. */
const databases = new Map<string, string>();
const made: TestDatabase[] = [];
/** A data folder with a database that was written with its key. */
let filled: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'redress-faulty-'));
  await chmod(parent, 0o711);
  const start = await createTestDatabase();
  made.push(start);
  const other = (change: (url: URL) => void) => {
    const url = new URL(start.url);
    change(url);
    return url.href;
  };
  const own = async (name: string) => {
    const each = await createTestDatabase();
    made.push(each);
    databases.set(name, each.url);
    return each.url;
  };
  databases.set(
    'wrong password',
    other((url) => (url.password = 'wrong')),
  );
  databases.set(
    'unknown',
    other((url) => (url.pathname = '/nowhere')),
  );
  databases.set('unreachable', 'postgresql://user:password@127.0.0.1:1/none');
  await run(start.url, [
    "create database faulty_starts_ascii encoding 'SQL_ASCII' locale 'C' template template0",
    "create role faulty_starts login password 'word'",
  ]);
  databases.set(
    'not UTF-8',
    other((url) => (url.pathname = '/faulty_starts_ascii')),
  );
  const poor = new URL(await own('no rights'));
  [poor.username, poor.password] = ['faulty_starts', 'word'];
  databases.set('no rights', poor.href);
  const still = await own('read-only');
  await run(still, [`alter database ${new URL(still).pathname.slice(1)} set default_transaction_read_only = on`]);
  const written = await own('written');
  await migrate(written);
  await openKeyRing(written, { current: secret, others: [] });

  filled = join(parent, 'filled');
  await mkdir(filled);
  await chmod(filled, 0o711);
  const postgres = await startLocalDatabase(join(filled, 'postgres'));
  await migrate(postgres.connectionString);
  await openKeyRing(postgres.connectionString, await readOrCreateSecrets(filled));
  await postgres.stop();
});
afterAll(async () => {
  await processes.killAll();
  for (const blocker of blockers) blocker.close();
  const [start] = made;
  await Promise.all(made.slice(1).map((each) => each.drop()));
  if (start)
    await run(start.url, ['drop database faulty_starts_ascii with (force)', 'drop role if exists faulty_starts']);
  await start?.drop();
  await rm(parent, { recursive: true, force: true });
});

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Every file below a folder with the hash of its bytes, except PostgreSQL's files where it started.
 */
async function snapshot(folder: string, startsPostgres: boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = files.filter((file) => !startsPostgres || !/\/postgres\//.test(relative(folder, file)));
  const lines = kept.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(file));
    return `${relative(folder, file)} ${hash.digest('hex').slice(0, 12)}`;
  });
  return (await Promise.all(lines)).toSorted();
}

const blockers: Server[] = [];
async function block(port: number): Promise<void> {
  const blocker = createServer().listen(port, '127.0.0.1');
  blockers.push(blocker);
  await once(blocker, 'listening');
}

const file = async (path: string, text = '') => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};
const onDatabase =
  (name: string, environment: Environment = {}) =>
  (): Faulty => ({
    environment: { DATABASE_URL: databases.get(name) ?? '', SECRET_KEY: secret, ...environment },
  });
/** The filled data folder after a change. */
const onFilled = (change: (data: string) => Promise<unknown>) => async (folder: string) => {
  // With owners and modes: PostgreSQL's user keeps its files.
  execFileSync('cp', ['-a', filled, join(folder, 'data')]);
  await rm(join(folder, 'data', 'postgres', 'port'));
  await change(join(folder, 'data'));
  return { environment: {} };
};
const nothing: Faulty = { environment: {} };

const starts: readonly FaultyStart[] = [
  {
    fault: 'a port in use',
    prepare: async (_folder, port) => {
      await block(port);
      return nothing;
    },
    line: /^Port \d+ is in use by another program: stop it, or set PORT to another number\.$/,
  },
  {
    fault: 'a port in use, with several processes',
    resembles: true,
    prepare: async (_folder, port) => {
      await block(port);
      return { environment: { PROCESSES: '2' } };
    },
    line: /^Port \d+ is in use by another program/,
  },
  {
    fault: 'a port that only root may use',
    prepare: () => ({ environment: { PORT: '1' } }),
    line: /^Port 1 needs more rights than this user has: set PORT to a number from 1024\.$/,
    runs: isLinux && !isRoot,
  },
  {
    fault: 'an address of another machine',
    prepare: () => ({ environment: { HOST: '203.0.113.7' } }),
    line: /^This machine has no address 203\.0\.113\.7: set HOST to another one\.$/,
  },
  {
    fault: 'an unknown host',
    prepare: () => ({ environment: { HOST: 'nowhere.invalid' } }),
    line: /^This machine has no address nowhere\.invalid: set HOST/,
  },
  {
    fault: 'a host in brackets',
    resembles: true,
    prepare: () => ({ environment: { HOST: '[::1]' } }),
    line: /^This machine has no address \[::1\]: set HOST/,
  },
  {
    fault: 'a trusted proxy range that includes everybody',
    resembles: true,
    prepare: () => ({ environment: { TRUST_PROXY: '0.0.0.0/0' } }),
    line: /^TRUST_PROXY must not hold/,
  },
  {
    fault: 'a mail server URL without a scheme',
    resembles: true,
    prepare: () => ({ environment: { SMTP_URL: 'mail.example.com' } }),
    line: /^SMTP_URL must/,
  },
  {
    fault: 'no list in the folder of network lists',
    prepare: (folder) => ({ environment: { NETWORK_LISTS: folder } }),
    line: /^NETWORK_LISTS: the folder .* has none of tor\.txt, relay\.txt, hosting\.txt\.$/,
  },
  {
    fault: 'a bad line in a list of networks, with several processes',
    prepare: async (folder) => {
      const list = await file(join(folder, 'tor.txt'), '# 2026-11-20\n192.0.2.1\n192.0.2.0/99\n');
      return { environment: { NETWORK_LISTS: dirname(list), PROCESSES: '2' } };
    },
    line: /^NETWORK_LISTS: line 3 of .*tor\.txt is not a network such as .*: 192\.0\.2\.0\/99$/,
  },
  {
    fault: 'a file as the data folder',
    prepare: async (folder) => ({ environment: { DATA_DIR: await file(join(folder, 'file')) } }),
    line: /^The data folder .*\/file (is a file: set DATA_DIR\.|cannot be written \(ENOTDIR\): .*DATA_DIR.*)$/,
  },
  {
    fault: 'a data folder below a file',
    resembles: true,
    prepare: async (folder) => ({ environment: { DATA_DIR: join(await file(join(folder, 'file')), 'data') } }),
    line: /^The data folder .* cannot be written \(ENOTDIR\): .* set DATA_DIR to another folder\.$/,
  },
  {
    fault: 'a data folder that cannot be created',
    prepare: () => ({ environment: { DATA_DIR: '/proc/redress' } }),
    line: /^The data folder \/proc\/redress cannot be written \(E[A-Z]+\)/,
    runs: isLinux,
  },
  {
    fault: 'an existing data folder that cannot be written to',
    resembles: true,
    prepare: () => ({ environment: { DATA_DIR: '/proc' } }),
    line: /^The data folder \/proc cannot be written \(E[A-Z]+\)/,
    runs: isLinux,
  },
  {
    fault: 'a data folder without write permission',
    async prepare(folder) {
      await mkdir(join(folder, 'data'), { mode: 0o500 });
      return nothing;
    },
    line: /^The data folder .* cannot be written \(EACCES\)/,
    runs: !isRoot && process.platform !== 'win32',
  },
  {
    fault: 'a data folder in use',
    async prepare(folder) {
      // The lock file names this very process.
      const started = readProcessStart(process.pid);
      await file(join(folder, 'data', 'redress.lock'), JSON.stringify({ pid: process.pid, started }));
      return nothing;
    },
    line: /^Redress is already running on the data folder .* \(process \d+\): stop it first, or set DATA_DIR/,
  },
  {
    fault: 'a file instead of the database folder',
    async prepare(folder) {
      await file(join(folder, 'data', 'postgres'));
      return nothing;
    },
    line: /\/data\/postgres cannot be used \((EEXIST|ENOTDIR)\)/,
  },
  {
    fault: 'a database folder without its version',
    prepare: onFilled((data) => rm(join(data, 'postgres', 'cluster', 'PG_VERSION'))),
    line: /^The database in .*\/data\/postgres is damaged \(.*PG_VERSION is missing\): restore a backup, or set DATA_DIR/,
  },
  {
    fault: 'a database of another version',
    prepare: onFilled((data) => writeFile(join(data, 'postgres', 'cluster', 'PG_VERSION'), '9\n')),
    line: /^The database in .*\/data\/postgres was made by PostgreSQL 9, and this is PostgreSQL \d+: /,
  },
  {
    fault: 'a database without its control file',
    prepare: onFilled((data) => rm(join(data, 'postgres', 'cluster', 'global', 'pg_control'))),
    line: /^PostgreSQL did not start \(its log is .*postgres\.log\): /,
    startsPostgres: true,
  },
  {
    fault: 'a database whose password is lost',
    prepare: onFilled((data) => rm(join(data, 'postgres', 'password'))),
    line: /^The database's password file .*password is lost: put it back from a backup\.$/,
  },
  {
    fault: 'a file as the document folder',
    prepare: async (folder) => ({ environment: { DOCUMENTS_URL: await file(join(folder, 'file')) } }),
    line: /^The folder .*\/file cannot be used \(ENOTDIR\): .*set DOCUMENTS_URL to another folder\.$/,
  },
  {
    fault: 'a document folder below a file',
    resembles: true,
    prepare: async (folder) => ({
      environment: { DOCUMENTS_URL: `file://${await file(join(folder, 'file'))}/documents` },
    }),
    line: /^The folder .*\/documents cannot be used \(ENOTDIR\): .*DOCUMENTS_URL/,
  },
  {
    fault: 'a document folder that cannot be created',
    resembles: true,
    prepare: () => ({ environment: { DOCUMENTS_URL: '/proc/docs' } }),
    line: /^The folder \/proc\/docs cannot be used \(E[A-Z]+\): .*DOCUMENTS_URL/,
    runs: isLinux,
  },
  {
    fault: 'a deeply nested document folder that cannot be created',
    resembles: true,
    prepare: () => ({ environment: { DOCUMENTS_URL: '/proc/docs/of/a/case' } }),
    line: /^The folder \/proc\/docs\/of\/a\/case cannot be used \(E[A-Z]+\): .*DOCUMENTS_URL/,
    runs: isLinux,
  },
  {
    fault: 'an existing document folder that cannot be written to',
    resembles: true,
    prepare: () => ({ environment: { DOCUMENTS_URL: '/proc' } }),
    line: /^The folder \/proc cannot be used \(E[A-Z]+\): .*DOCUMENTS_URL/,
    runs: isLinux,
  },
  {
    fault: 'a document folder without write permission',
    async prepare(folder) {
      await mkdir(join(folder, 'documents'), { mode: 0o500 });
      return { environment: { DOCUMENTS_URL: join(folder, 'documents') } };
    },
    line: /^The folder .*\/documents cannot be used \(EACCES\): .*DOCUMENTS_URL/,
    runs: !isRoot && process.platform !== 'win32',
  },
  {
    fault: 'a file instead of the document folder',
    prepare: onFilled((data) => file(join(data, 'documents'))),
    line: /\/data\/documents cannot be used \(ENOTDIR\)/,
    startsPostgres: true,
  },
  {
    fault: 'a file instead of the folder of unfinished uploads',
    resembles: true,
    prepare: onFilled((data) => file(join(data, 'uploads'))),
    line: /\/data\/uploads cannot be used \(ENOTDIR\)/,
    startsPostgres: true,
  },
  {
    fault: 'a database that does not exist',
    prepare: onDatabase('unreachable'),
    line: /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/,
  },
  {
    fault: 'a wrong database password',
    prepare: onDatabase('wrong password'),
    line: /^The database of DATABASE_URL cannot be used: password authentication failed/,
  },
  {
    fault: 'a database name that does not exist',
    resembles: true,
    prepare: onDatabase('unknown'),
    line: /^The database of DATABASE_URL cannot be used: database "nowhere" does not exist/,
  },
  {
    fault: 'a database that is not in UTF-8',
    prepare: onDatabase('not UTF-8'),
    line: /^The database of DATABASE_URL cannot be used: its encoding is SQL_ASCII.*encoding 'UTF8'/,
  },
  {
    fault: 'a database without the right to create tables',
    prepare: onDatabase('no rights'),
    line: /^The database of DATABASE_URL cannot be used: permission denied for schema public/,
  },
  {
    fault: 'a read-only database',
    prepare: onDatabase('read-only'),
    line: /^The database of DATABASE_URL cannot be used: cannot execute .* in a read-only transaction/,
  },
  {
    fault: 'a database password with an invalid escape',
    resembles: true,
    prepare: () => ({ environment: { DATABASE_URL: 'postgresql://me:50%@127.0.0.1/x', SECRET_KEY: secret } }),
    line: /^DATABASE_URL must/,
  },
  {
    fault: 'a different key than the data has',
    prepare: onDatabase('written', { SECRET_KEY: otherSecret }),
    line: /^SECRET_KEY is not the key that this data was written with\. Restore the right key\./,
  },
  {
    fault: 'two keys, neither of which is the key of the data',
    resembles: true,
    prepare: onDatabase('written', { SECRET_KEY: otherSecret, SECRET_KEY_PREVIOUS: 'z'.repeat(32) }),
    line: /^SECRET_KEY is not the key/,
  },
  {
    fault: 'a lost key',
    prepare: onFilled((data) => rm(join(data, secretFile))),
    line: /^The secret key .*\/data\/secret-key is lost, .*: restore it from your copy, or .* SECRET_KEY/,
    startsPostgres: true,
  },
  {
    fault: 'a different key in the data folder',
    resembles: true,
    prepare: onFilled((data) => writeFile(join(data, secretFile), `${otherSecret}\n`)),
    line: /^The key in .*\/data\/secret-key is not the key that this data was written with\. Restore the right key\./,
    startsPostgres: true,
  },
  {
    fault: 'half a key in the data folder',
    resembles: true,
    prepare: onFilled((data) => writeFile(join(data, secretFile), 'half')),
    line: /^The secret in .*\/data\/secret-key is damaged\. Restore it from your copy\.$/,
    startsPostgres: true,
  },
  {
    fault: 'a folder instead of the key file',
    prepare: onFilled(async (data) => {
      await rm(join(data, secretFile));
      await mkdir(join(data, secretFile));
    }),
    line: /^The secret in .*\/data\/secret-key cannot be read \(EISDIR\)\. Restore it from your copy\.$/,
    startsPostgres: true,
  },
];

describe('a start that cannot succeed exits with code 1 and one line, and writes nothing', () => {
  const tried = starts.filter(({ resembles = false }) => isLongRun || !resembles);
  test.concurrent.for(tried.map((start, index) => ({ ...start, port: firstPort + index })))(
    '$fault',
    async ({ prepare, line, port, runs = true, startsPostgres = false }, { skip }) => {
      if (!runs) skip('it cannot be had on this machine, or for this user');
      const folder = await mkdtemp(join(parent, 'start-'));
      await chmod(folder, 0o711);
      const { environment } = await prepare(folder, port);
      const before = await snapshot(folder, startsPostgres);
      const { output, ended } = processes.start({
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        ...environment,
      });
      const code = await ended;
      expect(output.err.trim().split('\n')).toEqual([expect.stringMatching(line)]);
      expect(code).toBe(1);
      // Progress messages may come first; no log and no stack trace.
      expect(output.out).not.toMatch(/"level":|^\s+at /m);
      expect(await snapshot(folder, startsPostgres)).toEqual(before);
    },
  );
});
