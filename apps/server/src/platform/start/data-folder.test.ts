import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { StartError } from '../errors/start-error.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'redress-data-folder-'));
  await chmod(parent, 0o755);
});
afterEach(async () => {
  await rm(parent, { recursive: true, force: true });
});

async function failureOf(dataDir: string): Promise<string> {
  const error: unknown = await openDataFolder(dataDir).catch((thrown: unknown) => thrown);
  if (!(error instanceof StartError)) throw new Error('no StartError', { cause: error });
  return error.message;
}

test('creates the folder with its parents, and other users cannot list it', async () => {
  const path = join(parent, 'a', 'data');
  const folder = await openDataFolder(path);
  expect(folder.path).toBe(path);
  expect((await stat(path)).mode & 0o066).toBe(0);
  await folder.release();
});

test('refuses a second start on the same folder in one line with the process ID', async () => {
  const folder = await openDataFolder(parent);
  const message = await failureOf(parent);
  expect(message).toContain(`process ${String(process.pid)}`);
  expect(message).toContain(parent);
  expect(message).not.toContain('\n');
  await folder.release();
});

test('leaves nothing in the folder after release', async () => {
  await (await openDataFolder(parent)).release();
  expect(await readdir(parent)).toEqual([]);
  await (await openDataFolder(parent)).release();
});

test.each([
  ['a process that is gone', JSON.stringify({ pid: 2 ** 22 - 7, started: 'boot:1' })],
  ['another process under a number used again', JSON.stringify({ pid: process.ppid, started: 'boot:1' })],
  ['a process that ended while it wrote', ''],
])('takes over the lock of %s', async (_name, text) => {
  await writeFile(join(parent, 'redress.lock'), text);
  const folder = await openDataFolder(parent);
  expect(await readFile(join(parent, 'redress.lock'), 'utf8')).toContain(`"pid":${String(process.pid)}`);
  expect(await readdir(parent)).toEqual(['redress.lock']);
  await folder.release();
});

test('names a file that exists where the folder should be', async () => {
  const path = join(parent, 'data');
  await writeFile(path, '');
  expect(await failureOf(path)).toContain(path);
  expect(await failureOf(join(path, 'below'))).toContain(join(path, 'below'));
});

test.runIf(process.platform === 'linux')('a folder that cannot be created is reported in one line', async () => {
  const message = await failureOf('/proc/redress/data');
  expect(message).toMatch(/^The data folder \/proc\/redress\/data is not writable \(E[A-Z]+\): .*DATA_DIR/);
  expect(message).not.toContain('\n');
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("as root, a folder that PostgreSQL's user cannot reach is moved as a whole", async () => {
  await chmod(parent, 0o700);
  const wanted = join(parent, 'data');
  const folder = await openDataFolder(wanted);
  expect(folder.path).toMatch(/^\/var\/lib\/redress\/[0-9a-f]{8}$/);
  await expect(stat(wanted)).rejects.toThrow('ENOENT');
  await folder.release();
  await rm(folder.path, { recursive: true });
});

test.runIf(isRoot)('as root, two unreachable folders are moved to two places', async () => {
  await chmod(parent, 0o700);
  const [one, two] = [await openDataFolder(join(parent, 'one')), await openDataFolder(join(parent, 'two'))];
  expect(one.path).not.toBe(two.path);
  for (const folder of [one, two]) {
    await folder.release();
    await rm(folder.path, { recursive: true });
  }
});

test.runIf(isRoot)('as root, data in an unreachable folder is not left behind silently', async () => {
  const wanted = join(parent, 'data');
  await mkdir(wanted, { mode: 0o700 });
  await writeFile(join(wanted, 'secret-key'), 'x');
  await chmod(parent, 0o700);
  const message = await failureOf(wanted);
  expect(message).toContain(`mv ${wanted} /var/lib/redress/`);
  const folder = await openDataFolder(wanted, false);
  expect(folder.path).toBe(wanted);
  await folder.release();

  // Following the message's advice works although the folder keeps its mode.
  const [, place = ''] = /(\/var\/lib\/redress\/[0-9a-f]{8})/.exec(message) ?? [];
  await mkdir('/var/lib/redress', { recursive: true });
  // The two may be on different disks.
  execFileSync('mv', [wanted, place]);
  const moved = await openDataFolder(wanted);
  expect([moved.path, (await stat(place)).mode & 0o777]).toEqual([place, 0o711]);
  await moved.release();
  await rm(place, { recursive: true });
});

test.runIf(isRoot)(
  "as root, PostgreSQL's user passes through a folder that only root could enter, and reads nothing in it",
  async () => {
    const wanted = join(parent, 'data');
    await mkdir(wanted, { mode: 0o700 });
    await mkdir(join(wanted, 'backups'), { mode: 0o755 });
    await writeFile(join(wanted, 'secret-key'), 'x', { mode: 0o644 });
    const folder = await openDataFolder(wanted);
    expect(folder).toMatchObject({ path: wanted });
    const modes = await Promise.all(
      ['', 'backups', 'secret-key'].map(async (name) => (await stat(join(wanted, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o711, 0o700, 0o600]);
    await folder.release();
  },
);

test.runIf(isRoot)('as root, a start finds data that an earlier one moved, even next to an empty folder', async () => {
  await chmod(parent, 0o700);
  const wanted = join(parent, 'data');
  const first = await openDataFolder(wanted);
  await writeFile(join(first.path, 'secret-key'), 'x');
  await first.release();
  await mkdir(wanted, { mode: 0o700 });
  await chmod(parent, 0o755);
  const again = await openDataFolder(wanted);
  expect(again.path).toBe(first.path);
  await again.release();
  await rm(first.path, { recursive: true });
});
