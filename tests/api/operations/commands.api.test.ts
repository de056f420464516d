import { readConfig } from '@redress/server/config';
import { withInfrastructure } from '@redress/server/operations/commands/command';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { bootstrap, type Infrastructure } from '@redress/server/platform/start/bootstrap';
import type { OperationRunsTable } from '@redress/server/platform/database/tables';
import { applicationNameOf } from '@redress/server/platform/keys/keys';
import { sql } from 'kysely';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { callCommand } from '../../setup/call-command.ts';
import { startCommand } from '../../setup/run-command.ts';
import { importRows } from '../../setup/test-server.ts';
import { useFolder } from '../../setup/folders.ts';

const commands = join(import.meta.dirname, '../../../apps/server/src/operations/commands');

/** The commands run with the local PostgreSQL, as for an operator. */
const parent = useFolder();
let infrastructure: Infrastructure | undefined;
const started = new AsyncDisposableStack();
const folder = (name: string) => join(parent, name);
const configOf = (name: string) => readConfig({ DATA_DIR: folder(name) }, parent);

beforeAll(async () => {
  infrastructure = await bootstrap(configOf('first'), () => {}, started);
  const row = '200000001,TEST0001,Jane,Doe,1 Main Street,Phoenix,Arizona,85001,brand-drug';
  await importRows(infrastructure.connectionString, [row], infrastructure.keys);
});
afterAll(async () => {
  await started.disposeAsync();
});

/** Notices that a command may print on standard error besides the reason of its failure. */
const notice =
  /^(?:PostgreSQL runs as the user "[\w-]+", because it refuses to run as root\.|Creating a new PostgreSQL \d+ database in \S+\.|… .+)$/;
const withoutNotices = (err: string) => err.split('\n').filter((line) => line !== '' && !notice.test(line));

async function versionsIn(name: string): Promise<number[]> {
  const opened = new AsyncDisposableStack();
  try {
    const { connectionString } = await bootstrap(configOf(name), () => {}, opened);
    const sql = 'select get_byte(unique_id_encrypted, 0) as version from class_members';
    const { rows } = await withClient(connectionString, (client) => client.query<{ version: number }>(sql));
    return rows.map(({ version }) => version);
  } finally {
    await opened.disposeAsync();
  }
}

/** How operations of the first data folder ended. */
async function readRuns() {
  return withClient(infrastructure?.connectionString ?? '', async (client) => {
    const { rows } = await client.query<OperationRunsTable>('select * from operation_runs');
    return rows;
  });
}

test('a backup of a running server is restored into a new folder with its key, and the key is rotated there', async () => {
  const secret = (await readFile(folder('first/secret-key'), 'utf8')).trim();
  const made = await callCommand('backup', [folder('backups')], { DATA_DIR: folder('first') });
  expect(made.code).toBe(0);
  expect(made.out).toContain('The secret key is not in it. Keep');
  expect((await readRuns()).map((row) => [row.operation, row.succeeded_at instanceof Date, row.failed_at])).toEqual([
    ['backup', true, null],
  ]);
  const [name = ''] = await readdir(folder('backups'));
  const backup = join(folder('backups'), name);

  const locked = await callCommand('restore', [backup], { DATA_DIR: folder('first') });
  expect([locked.code, locked.err]).toEqual([1, expect.stringContaining('is already running on the data folder')]);
  const keyless = await callCommand('restore', [backup], { DATA_DIR: folder('second') });
  expect([keyless.code, keyless.err]).toEqual([
    1,
    expect.stringContaining('secret-key (mode 600), or give it as SECRET_KEY'),
  ]);
  const wrong = await callCommand('restore', [backup], { DATA_DIR: folder('second'), SECRET_KEY: 'x'.repeat(40) });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('The secret key is not the one')]);

  await mkdir(folder('second'), { recursive: true });
  await copyFile(folder('first/secret-key'), folder('second/secret-key'));
  const restored = await callCommand('restore', [backup], { DATA_DIR: folder('second') });
  expect(restored.code).toBe(0);
  expect(restored.out).toContain('npm run claims:verify');
  const again = await callCommand('restore', [backup], { DATA_DIR: folder('second') });
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('The database is not empty')]);

  const rotated = await callCommand('keys-rotate', [], { DATA_DIR: folder('second') });
  expect(rotated.code).toBe(0);
  expect(rotated.out).toContain('0 tax IDs, 1 Unique ID and 0 authenticator secrets were encrypted with the new key');
  expect((await readFile(folder('second/secret-key'), 'utf8')).trim()).not.toBe(secret);
  expect((await readFile(folder('second/secret-key-previous'), 'utf8')).trim()).toBe(secret);
  expect(await versionsIn('second')).toEqual([2]);
  const waiting = await callCommand('keys-rotate', [], { DATA_DIR: folder('second') });
  expect(waiting.code).toBe(0);
  expect(waiting.out).toContain('the previous key stays until');
  await callCommand('keys-rotate', ['--drop-former'], { DATA_DIR: folder('second') });
  expect(await readdir(folder('second'))).not.toContain('secret-key-previous');
  expect(await versionsIn('second')).toEqual([2]);
  for (const { err } of [made, restored, rotated, waiting]) expect(withoutNotices(err)).toEqual([]);
  for (const { out, err } of [made, keyless, wrong, restored, rotated, waiting])
    expect(out + err).not.toContain(secret);
});

test('each command can be loaded as it is, explains itself, and runs as a program', async () => {
  const names = (await readdir(commands)).filter((name) => !/^(command|format-.*)\.ts$/.test(name));
  const load = `for (const name of process.argv.slice(2)) await (await import(name)).main(['--help']);`;
  const args = ['--input-type=module', '--eval', load, 'all', ...names.map((name) => join(commands, name))];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.match(/^Usage: npm run /gm)).toHaveLength(names.length);
  for (const name of names)
    expect(await readFile(join(commands, name), 'utf8'), name).toContain(
      'await runAsProgram(import.meta.filename, main)',
    );
});

test('a statement of a command may read a table that takes longer than a request may', async () => {
  vi.stubEnv('DATA_DIR', folder('first'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const limits: unknown[] = [];
  await withInfrastructure(async ({ database, pool }) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database);
    limits.push(rows[0]?.statement_timeout, pool.options.query_timeout);
    return 0;
  });
  expect(limits).toEqual(['1h', 3_605_000]);
});

test('a command that is interrupted while PostgreSQL starts ends with 3, and leaves no PostgreSQL behind', async () => {
  await callCommand('backup', [folder('complete')], { DATA_DIR: folder('first') });
  const [backup = ''] = await readdir(folder('complete'));
  for (const [command, args] of [
    ['jobs', []],
    ['restore', [join(folder('complete'), backup)]],
  ] as const) {
    const dataFolder = folder(`interrupted-${command}`);
    const { child, ended } = startCommand(command, args, { environment: { DATA_DIR: dataFolder }, cwd: parent });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lock = join(dataFolder, 'postgres/cluster/postmaster.pid');
    await expect.poll(() => existsSync(lock)).toBe(true);
    child.kill('SIGINT');
    // The second one does not cut short what the first one began.
    child.kill('SIGTERM');
    const { code, err } = await ended;
    expect([command, code, withoutNotices(err)]).toEqual([command, 3, []]);
    expect(existsSync(lock)).toBe(false);
  }
});

test('a backup into the data folder, or without a folder, is refused with an explanation', async () => {
  const inside = await callCommand('backup', [folder('first/documents/backups')], { DATA_DIR: folder('first') });
  expect([inside.code, inside.err]).toEqual([1, expect.stringContaining('choose a folder elsewhere')]);
  expect((await readRuns()).map(({ operation, failed_at: failed }) => [operation, failed instanceof Date])).toEqual([
    ['backup', true],
  ]);
  expect((await callCommand('backup', [], { DATA_DIR: folder('first') })).code).toBe(2);
});

test('members:import leaves an entry in the sealed history that says what it added, and none when it adds nothing', async () => {
  const file = folder('members.csv');
  const rows = ['200000002,TEST0002,John,Roe,,,,,brand-drug', '200000003,SHORT,Jane,Poe,,,,,brand-drug'];
  const text = ['notice_id,unique_id,first_name,last_name,street,city,state,zip,case', ...rows].join('\n');
  await writeFile(file, text);
  const refused = await callCommand('members-import', [file], { DATA_DIR: folder('first') });
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('Nothing was imported')]);
  const done = await callCommand('members-import', [file, '--skip-bad'], { DATA_DIR: folder('first') });
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 class members were imported.')]);
  const sql = "select kind, details from record_history where record_kind = 'member-import'";
  const { rows: entries } = await withClient(infrastructure?.connectionString ?? '', (client) =>
    client.query<{ kind: string; details: object }>(sql),
  );
  const details = { rows: 2, bad: 1, added: 1, sha256: createHash('sha256').update(text).digest('hex') };
  expect(entries).toEqual([{ kind: 'members-imported', details: { ...details, cases: 'brand-drug savings-club' } }]);
  expect(await callCommand('claims-verify', [], { DATA_DIR: folder('first') })).toMatchObject({ code: 0 });
});

test('doctor checks the embedded database of a running server, and does not start one by itself', async () => {
  const running = await callCommand('doctor', [], { DATA_DIR: folder('first') });
  expect(running.out).toMatch(/^ok +database +PostgreSQL \d+.*, a primary\.$/m);
  expect(running.out).toMatch(/^ok +secret key +The secret key is correct/m);
  const stopped = await callCommand('doctor', [], { DATA_DIR: folder('second') });
  expect(stopped.out).toMatch(/^warning +database +The embedded PostgreSQL is not running, because no server is/m);
  expect(existsSync(folder('second/postgres/cluster/postmaster.pid'))).toBe(false);
});

test('keys:rotate explains the first step when the key is in the environment', async () => {
  const environment = {
    DATA_DIR: folder('first'),
    SECRET_KEY: (await readFile(folder('first/secret-key'), 'utf8')).trim(),
  };
  const { code, err } = await callCommand('keys-rotate', [], environment);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('set it as SECRET_KEY and the current one as SECRET_KEY_PREVIOUS'),
  ]);
  const wrong = await callCommand('keys-rotate', [], {
    DATA_DIR: folder('first'),
    SECRET_KEY: 'y'.repeat(40),
    SECRET_KEY_PREVIOUS: 'z'.repeat(40),
  });
  expect([wrong.code, wrong.err]).toEqual([
    1,
    expect.stringContaining('SECRET_KEY is not the key that this data was written with'),
  ]);
});

test('keys:rotate waits until a running server has restarted with the new key of the data folder', async () => {
  const before = (await readFile(folder('first/secret-key'), 'utf8')).trim();
  const serving = openDatabase(
    infrastructure?.connectionString ?? '',
    () => {},
    1,
    infrastructure && applicationNameOf(infrastructure.keys),
  );
  await serving.database.selectFrom('claims').select('id').execute();
  const early = await callCommand('keys-rotate', [], { DATA_DIR: folder('first') });
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('Restart all its processes')]);
  // Running it again too early creates no other key.
  await callCommand('keys-rotate', [], { DATA_DIR: folder('first') });
  expect((await readFile(folder('first/secret-key-previous'), 'utf8')).trim()).toBe(before);
  await serving.close();
  const done = await callCommand('keys-rotate', [], { DATA_DIR: folder('first') });
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('Nothing is left under the previous key')]);
});
