import { examine } from '@redress/server/operations/doctor/examine';
import { withClient } from '@redress/server/platform/database/pool';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { openKeyRing } from '@redress/server/platform/keys/key-ring';
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { findSmallDiskSkipReason, mountSmallDisk } from '../../faults/environment/small-disk.ts';
import { hasCeph } from '../../setup/ceph-cluster.ts';
import { openTestObjectStore } from '../../setup/shared-ceph.ts';
import { hasClamd, startClamd } from '../../setup/clamd.ts';
import { freePort } from '../../setup/free-port.ts';
import { startMailServer } from '../../setup/mail-server.ts';
import { callCommand } from '../../setup/call-command.ts';
import { childEnvironment } from '../../setup/server-process.ts';
import { createTestDatabase } from '../../setup/test-database.ts';
import { memberOf, secret, useTestServer } from '../../setup/test-server.ts';
import { useFolder } from '../../setup/folders.ts';

const recentRuns = "insert into operation_runs (operation, succeeded_at) values ('backup', now()), ('verify', now())";
const server = useTestServer();
let address: string;
/** A healthy website's, without scanner. */
let environment: Record<string, string>;
const parent = useFolder();

beforeAll(async () => {
  await openKeyRing(server.connectionString, { current: secret, others: [] });
  address = await server.listen();
  await mkdir(join(parent, 'data'));
  await writeFile(join(parent, 'a-file'), '');
  await mkdir(join(parent, 'documents/uploads'), { recursive: true });
  await server.query(recentRuns);
  const mail = await startMailServer();
  environment = {
    PORT: new URL(address).port,
    PUBLIC_URL: 'https://claims.example.com',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: join(parent, 'data'),
    DATABASE_URL: server.connectionString,
    DOCUMENTS_URL: join(parent, 'documents'),
    SECRET_KEY: secret,
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@example.com',
  };
  return () => mail.stop();
});

/** The doctor's line about one part: its status, a space, and its message. */
async function say(check: string, changes: Record<string, string> = {}): Promise<string> {
  const found = (await examine({ ...environment, ...changes }, parent, 'America/New_York')).find(
    (each) => each.check === check,
  );
  return `${found?.status} ${found?.message}`;
}

const run = (args: readonly string[] = [], changes: Record<string, string> = {}) =>
  callCommand('doctor', args, { ...environment, ...changes });

/** Changes rows until the test ends. */
async function change(sql: string, back: string): Promise<void> {
  await server.query(sql);
  onTestFinished(async () => void (await server.query(back)));
}

function asUser(address: string, name: string): string {
  const url = new URL(address);
  [url.username, url.password] = [name, 'p'];
  return url.href;
}

function queryAt(url: string, sql: string): Promise<unknown> {
  return withClient(url, (client) => client.query(sql));
}

describe('the command', () => {
  test('prints one line for each check, exits with 0 when there is no problem, and changes nothing', async () => {
    const before = [await readdir(parent, { recursive: true }), await server.query('select * from secret_keys')];
    // Whether the website is built does not matter here.
    const { code, out, err } = await run();
    const lines = out.split('\n').filter((line) => line !== '' && !/^\w+ +site /.test(line));
    expect(lines.filter((line) => line.startsWith('problem'))).toEqual([]);
    expect(lines.every((line) => /^(ok|warning) +\S.*\.$/.test(line))).toBe(true);
    expect(lines.length).toBeGreaterThan(20);
    expect([code, err]).toEqual([out.includes('problem  site') ? 1 : 0, '']);
    expect([await readdir(parent, { recursive: true }), await server.query('select * from secret_keys')]).toEqual(
      before,
    );
    expect(out).not.toContain(secret);
  });

  test('exits with 1 when something is wrong, also when something else does not answer', async () => {
    const { code, out } = await run(['--json'], { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' });
    const parse: (text: string) => Record<'check' | 'status' | 'message', string>[] = JSON.parse;
    const found = parse(out);
    expect(code).toBe(1);
    const problems = found.filter(({ status }) => status === 'problem').map(({ check }) => check);
    expect(problems).toEqual(expect.arrayContaining(['address', 'mail']));
    expect(found.every((each) => Object.keys(each).join() === 'check,status,message')).toBe(true);
  });

  test('exits with 2 when the environment is invalid, and still checks the machine', async () => {
    const { code, out } = await run([], { PORT: 'http', MAIL_FROM: '' });
    expect(code).toBe(2);
    expect(out).toMatch(/^problem +configuration +PORT must be a number.* MAIL_FROM is required/);
    expect(out).toMatch(/clock +/);
  });

  test('warns of a low limit of open files, and of a clock that is not synchronized', async () => {
    await mkdir(join(parent, 'bin'));
    await writeFile(join(parent, 'bin/timedatectl'), '#!/bin/sh\necho no\n', { mode: 0o755 });
    const program = join(import.meta.dirname, '../../../apps/server/src/operations/commands/doctor.ts');
    const env = { ...childEnvironment, ...environment, PATH: `${join(parent, 'bin')}:${childEnvironment.PATH}` };
    const script = `ulimit -n 1024; exec '${process.execPath}' '${program}'`;
    const out = await new Promise<string>((resolve) => {
      execFile('/bin/sh', ['-c', script], { cwd: parent, env }, (_error, printed) => resolve(printed));
    });
    expect(out).toMatch(/warning +open files +A server started like this command may open 1024 files/);
    expect(out).toMatch(/warning +clock +The clock of this machine is not synchronized/);
  });
});

describe('the database', () => {
  test('is reported when nothing listens there, without its password; the other parts are checked', async () => {
    const DATABASE_URL = 'postgresql://redress:a-password@127.0.0.1:1/redress';
    const found = await examine({ ...environment, DATABASE_URL }, parent, 'America/New_York');
    expect(JSON.stringify(found)).not.toContain('a-password');
    const of = (check: string) => found.filter((each) => each.check === check);
    expect(of('database')).toMatchObject([
      { status: 'problem', isUnavailable: true, message: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(of('secret key')).toMatchObject([{ status: 'warning' }]);
    expect(of('mail')).toMatchObject([{ status: 'ok' }]);
  });

  test('is reported with exit code 3 when it accepts connections and is silent', async () => {
    const silent = await listen(() => {});
    const { code, out } = await run([], { DATABASE_URL: `postgresql://redress@127.0.0.1:${silent}/redress` });
    expect(out).toMatch(/problem +database +The database cannot be used \(.*timeout/i);
    expect(code).toBe(out.includes('problem  site') ? 1 : 3);
  });

  test('must be in UTF-8', async () => {
    const name = `latin_${process.pid}`;
    const encoding = "encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'";
    await change(`create database ${name} ${encoding}`, `drop database ${name} with (force)`);
    const url = new URL(server.connectionString);
    url.pathname = name;
    expect(await say('database', { DATABASE_URL: url.href })).toContain(
      'problem The database cannot be used: its encoding',
    );
  });

  test('must let its user write, create and own tables, and have the extensions', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const name = `doctor_${process.pid}`;
    await change(`create role ${name} login password 'p'`, `drop role ${name}`);
    const DATABASE_URL = asUser(url, name);
    expect(await say('database', { DATABASE_URL })).toMatch(/^problem The user of DATABASE_URL may not create tables/);
    expect(await say('extensions', { DATABASE_URL })).toMatch(
      /^problem .* administrator run: create extension pg_trgm;/,
    );
    expect(await say('migrations', { DATABASE_URL })).toMatch(/^warning The database is empty/);
    await change(`alter role ${name} connection limit 10`, `alter role ${name} connection limit -1`);
    expect(await say('connections', { DATABASE_URL })).toMatch(
      /^problem \d+ of 10 connections .* raise max_connections/,
    );
  });

  test('must have tables of this release that belong to its user', async () => {
    const own = await createTestDatabase('migrated');
    const name = `owner_${process.pid}`;
    await change(`create role ${name} login password 'p'`, `drop role ${name}`);
    onTestFinished(own.drop);
    await queryAt(own.url, `grant all on schema public to ${name}`);
    const DATABASE_URL = asUser(own.url, name);
    expect(await say('database', { DATABASE_URL })).toMatch(/^problem The tables .* belong to another user/);
  });

  test('is refused when it is read-only', async () => {
    const name = new URL(server.connectionString).pathname.slice(1);
    await change(
      `alter database ${name} set default_transaction_read_only = on`,
      `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
    );
    expect(await say('database')).toMatch(/^problem The database is read-only/);
  });

  test('has to have the migrations of this release, unchanged, and no half restore', async () => {
    const { url, drop } = await createTestDatabase('migrated');
    onTestFinished(drop);
    const query = (text: string) => queryAt(url, text);
    const migrations = () => say('migrations', { DATABASE_URL: url });
    expect(await migrations()).toMatch(/^ok The tables are those of this release/);
    await query('delete from schema_migrations where name = (select max(name) from schema_migrations)');
    expect(await migrations()).toMatch(/^warning 1 migrations are pending/);
    await query("insert into schema_migrations (name, sha256) values ('9999-later.sql', '')");
    expect(await migrations()).toMatch(/^problem The database belongs to a newer release \(9999-later\.sql\)/);
    await query(
      "delete from schema_migrations where name like '9999%'; update schema_migrations set sha256 = '' where name like '0001%'",
    );
    expect(await migrations()).toMatch(/^problem 0001.* differ from what this database applied/);
    await query("insert into schema_migrations (name, sha256) values ('0001-first-claim.sql', '')");
    expect(await migrations()).toMatch(/^problem The database was made before version 1\.0\.0/);
    await query('create table restore_unfinished (made_at text)');
    expect(await migrations()).toMatch(/^problem A restore was interrupted here/);
  });

  test('has to know the time zone of the settlement', async () => {
    const found = await examine(environment, parent, 'Mars/Olympus');
    const clock = found.find(({ check }) => check === 'database clock');
    expect(clock?.message).toBe('The database does not know the time zone Mars/Olympus: install tzdata where it runs.');
  });

  test('has to have the clock of this machine', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await say('database clock')).toMatch(/^problem The clocks .* are (59\d|600)\.\d seconds apart/);
  });
});

test('a next secret key is not recorded by the check', async () => {
  const { url, drop } = await createTestDatabase('migrated');
  onTestFinished(drop);
  const first = 'y'.repeat(40);
  await openKeyRing(url, { current: first, others: [] });
  const next = { DATABASE_URL: url, SECRET_KEY: 'x'.repeat(40), SECRET_KEY_PREVIOUS: first };
  expect(await say('secret key', next)).toMatch(/^ok .* former one is still accepted/);
  expect(await queryAt(url, 'select version from secret_keys')).toMatchObject({ rowCount: 1 });
});

describe('the work of the servers', () => {
  test('is checked for dead jobs, late receipts and unsealed history', async () => {
    await (await logInBrowser(server.app, memberOf(0))).fileClaim(goodAnswers);
    await change("update receipt_outbox set created_at = now() - interval '1 minute'", 'select 1');
    expect(await say('receipts')).toMatch(/^ok The oldest email has waited for \d+ seconds\.$/);
    await change("update receipt_outbox set created_at = now() - interval '3 hours'", 'select 1');
    expect(await say('receipts')).toMatch(/^problem The oldest email has waited for 3 hours/);
    // The clock of the server that filed it is in 2025.
    expect(await say('seals')).toMatch(/^problem The oldest unsealed entry is \d+ days old: start/);
    expect(await say('jobs')).toBe('ok No dead jobs.');
    await change("update receipt_outbox set due_at = 'infinity'", 'update receipt_outbox set due_at = now()');
    expect(await say('jobs')).toMatch(/^problem \d jobs are dead: "npm run jobs" lists them/);
  });

  test('is checked for backups, and for verifications that never ran', async () => {
    onTestFinished(async () => void (await server.query(`delete from operation_runs; ${recentRuns}`)));
    for (const [run, expected] of [
      ["succeeded_at = now() - interval '25 hours'", 'ok'],
      ["succeeded_at = now() - interval '27 hours'", 'problem "npm run backup" last succeeded 27 hours ago'],
      ['failed_at = now()', 'problem "npm run backup" failed'],
      ["failed_at = now() - interval '1 day', succeeded_at = now()", 'ok'],
      ['succeeded_at = null, failed_at = now()', 'problem "npm run backup" failed'],
    ] as const) {
      await server.query(`update operation_runs set ${run} where operation = 'backup'`);
      expect(await say('backup')).toContain(expected);
    }
    await server.query("delete from operation_runs where operation = 'verify'");
    expect(await say('verification')).toMatch(
      /^problem "npm run claims:verify -- --documents" has not succeeded here yet/,
    );
  });
});

test('each part of a healthy website is found to be so', async () => {
  const found = await examine(environment, parent, 'America/New_York');
  expect(Object.fromEntries(found.map(({ check, status, message }) => [check, `${status} ${message}`]))).toMatchObject({
    address: expect.stringMatching(/^ok https:\/\/claims\.example\.com, behind 127\.0\.0\.1\.$/),
    server: expect.stringMatching(/^ok The server on http:\/\/127\.0\.0\.1:\d+ is ready\.$/),
    documents: expect.stringMatching(/^ok /),
    mail: expect.stringMatching(/^ok The mail server 127\.0\.0\.1:\d+ answers\.$/),
    scanner: expect.stringMatching(/^warning CLAMD_URL is not set/),
    'secret key': expect.stringMatching(/^ok The secret key is correct\.$/),
  });
});

test.each<[check: string, changes: Record<string, string> | (() => Record<string, string>), line: RegExp]>([
  ['address', { PUBLIC_URL: '', TRUST_PROXY: '' }, /^ok http:\/\/localhost:\d+: only for trials/],
  [
    'address',
    { PUBLIC_URL: 'http://claims.example.com' },
    /^problem PUBLIC_URL is http:\/\/claims\.example\.com: cookies/,
  ],
  ['address', { TRUST_PROXY: '' }, /^problem TRUST_PROXY is not set/],
  ['address', { RATE_LIMITS: 'off' }, /^problem RATE_LIMITS is off/],
  ['server', { PORT: '2' }, /^warning No server answers .*ECONNREFUSED/],
  ['documents', () => ({ DOCUMENTS_URL: join(parent, 'absent') }), /^warning .* does not exist yet/],
  [
    'documents',
    () => ({ DOCUMENTS_URL: join(parent, 'a-file') }),
    /^problem The folder .* is not writable \(ENOTDIR\): up/,
  ],
  [
    'mail',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    /^problem The mail server .* does not answer \(ESOCKET|ECONNECTION\): receipts/,
  ],
  ['mail', { SMTP_URL: '', MAIL_FROM: '' }, /^problem SMTP_URL is not set/],
  ['scanner', { CLAMD_URL: 'tcp://127.0.0.1:1' }, /^problem The virus scanner at .* uploads wait in quarantine/],
  ['secret key', { SECRET_KEY: 'x'.repeat(40) }, /^problem SECRET_KEY is not the key that this data was written with/],
  [
    'database',
    () => ({ DATABASE_URL: asUser(server.connectionString, 'nobody') }),
    /^problem The database cannot be used/,
  ],
])('%s with %j', async (check, changes, line) => {
  expect(await say(check, typeof changes === 'function' ? changes() : changes)).toMatch(line);
});

test('a server that is not ready is reported, with what is not', async () => {
  const broken = await server.buildAnother({
    store: { ...(await openUploadStore(server.documentFolder)), probe: () => Promise.reject(new Error('full')) },
  });
  const PORT = new URL(await broken.listen({ port: 0, host: '127.0.0.1' })).port;
  expect(await say('server', { PORT })).toMatch(/^problem The server on .* is not ready: storage unavailable/);
});

describe('a bucket of documents', () => {
  const runWith = (changes: Record<string, string>) =>
    run([], { DOCUMENTS_URL: 's3://documents', AWS_SECRET_ACCESS_KEY: 'a-secret', ...changes });

  test('is reported when nothing answers for it, without its secret', async () => {
    const { out } = await runWith({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'key' });
    expect(out).toMatch(/^problem +documents +Uploads are refused: .* cannot be reached at http/m);
    expect(out).not.toContain('a-secret');
  });

  test.skipIf(!hasCeph())('has to be writable with the credentials of the environment', async () => {
    const store = await openTestObjectStore();
    onTestFinished(() => store.remove());
    const changes = {
      DOCUMENTS_URL: `s3://${await store.bucket()}`,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_ACCESS_KEY_ID: store.accessKeyId,
    };
    const right = await runWith({ ...changes, AWS_SECRET_ACCESS_KEY: store.secretAccessKey });
    expect(right.out).toMatch(/^ok +documents +The bucket .* is writable\.$/m);
    const wrong = await runWith(changes);
    expect(wrong.out).toMatch(/^problem +documents +Uploads are refused: .* refuses these credentials/m);
  });
});

test.skipIf(findSmallDiskSkipReason())('a disk that is nearly full is reported', async () => {
  const folder = join(parent, 'small');
  await mkdir(folder);
  const disk = mountSmallDisk(folder, 8);
  onTestFinished(disk.unmount);
  // The server keeps a gigabyte free, and refuses uploads on a smaller disk.
  expect(await say('disk', { DOCUMENTS_URL: folder })).toMatch(/^problem Only 0\.0 GB of 0\.0 GB are free/);
  expect(await say('documents', { DOCUMENTS_URL: folder })).toMatch(/^ok /);
  await disk.fill();
  expect(await say('documents', { DOCUMENTS_URL: folder })).toMatch(
    /^problem The folder .* is not writable \(ENOSPC\)/,
  );
});

describe('the mail server', () => {
  test('has to accept user and password, which nobody prints; it gets no message', async () => {
    const mail = await startMailServer({ password: 'right' });
    onTestFinished(mail.stop);
    const login = (password: string) => `smtp://redress:${password}@127.0.0.1:${mail.port}`;
    expect(await say('mail', { SMTP_URL: login('right') })).toMatch(
      /^ok .* answers and accepts the user and password\.$/,
    );
    const refused = await say('mail', { SMTP_URL: login('wrong-password') });
    expect(refused).toMatch(/^problem The mail server .* rejects the user and password in SMTP_URL/);
    expect(refused).not.toContain('wrong-password');
    expect(mail.received).toEqual([]);
  });
});

describe('the virus scanner', () => {
  test.runIf(hasClamd())('has to take files as large as configured', async () => {
    const port = await freePort();
    const clamd = await startClamd(port);
    onTestFinished(clamd.stop);
    const sayOf = (largest: number) => say('scanner', { CLAMD_URL: `tcp://127.0.0.1:${port}?largest=${largest}` });
    expect(await sayOf(3)).toMatch(/^problem The virus scanner accepts less than 3 MB: set StreamMaxLength/);
    // The only signature of the tests' daemon has no date.
    expect(await sayOf(2)).toMatch(/^warning ClamAV .* has no dated signatures: run freshclam\.$/);
  });

  test.each([
    [12, /^ok ClamAV 1\.4\.1 at .* accepts 100 MB; its signatures are 12 hours old\.$/],
    [100, /^warning The signatures of ClamAV 1\.4\.1 at .* are 4 days old: check freshclam\.$/],
  ])('has to have recent signatures: %d hours old', async (hours, expected) => {
    const date = new Date(Date.now() - hours * 3_600_000 - 60_000).toString().replace(/ GMT.*/, '');
    const port = await listen((command) => {
      if (command.startsWith('zPING')) return 'PONG\0';
      return command.startsWith('zVERSION') ? `ClamAV 1.4.1/27463/${date}\0` : undefined;
    });
    expect(await say('scanner', { CLAMD_URL: `tcp://127.0.0.1:${port}` })).toMatch(expected);
  });
});

/** A server that answers the first bytes of each connection, or is silent, until the test ends. */
async function listen(answer: (command: string) => string | void): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes: Buffer) => {
      const text = answer(bytes.toString('latin1'));
      if (text !== undefined) socket.end(text);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return port;
}
