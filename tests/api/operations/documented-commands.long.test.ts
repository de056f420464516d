import { readConfig } from '@redress/server/config';
import { bootstrap, type Infrastructure } from '@redress/server/platform/start/bootstrap';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logInBrowser } from '../../setup/browser.ts';
import { freePort } from '../../setup/free-port.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { useFolder } from '../../setup/folders.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The lines of the first shell block of a section. */
function linesOf(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const block = /```sh\n([^`]+)```/.exec(section)?.[1] ?? '';
  return block.split('\n').filter((line) => line !== '');
}

const parent = useFolder();
let infrastructure: Infrastructure;
const resources = new AsyncDisposableStack();
let server: TestServer;
let claimNumber: string;
let started: ChildProcess | undefined;

beforeAll(async () => {
  // Like /srv and /mnt, which everyone can enter.
  await chmod(parent, 0o755);
  await mkdir(join(parent, 'first'));
  // The secret of the test server, which files claims into this database.
  await writeFile(join(parent, 'first/secret-key'), 'a secret that only tests know, 32 characters\n', { mode: 0o600 });
  infrastructure = await bootstrap(readConfig({ DATA_DIR: join(parent, 'first') }, parent), () => {}, resources);
  server = await startTestServer({
    connectionString: infrastructure.connectionString,
    overrides: { store: await openUploadStore(join(parent, 'first/documents')) },
  });
  const browser = await logInBrowser(server.app, memberOf(0));
  ({ claimNumber } = (await browser.fileClaim()).body);
  const bytes = Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n${'x'.repeat(500)}`);
  await browser.upload(claimNumber, [{ name: 'one.pdf', bytes }]);
});
afterAll(async () => {
  started?.kill('SIGKILL');
  await server.close();
  await resources.disposeAsync();
});

/** Replaces the paths on the page with those of this test. */
async function here(line: string): Promise<string> {
  const backups = await readdir(join(parent, 'backups')).catch(() => []);
  return line
    .replaceAll('/mnt/backups', join(parent, 'backups'))
    .replaceAll('/srv/redress-new', join(parent, 'redress-new'))
    .replaceAll('/path/to/the/kept/secret-key', join(parent, 'first/secret-key'))
    .replace(/backup-\d{4}-\d\d-\d\dT[\d-]+Z/, backups[0] ?? 'no backup');
}

const environment = async (dataDir: string) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATA_DIR: join(parent, dataDir),
  PORT: String(await freePort()),
});

/** Runs a line of the page and returns its output; throws unless it exits with 0. */
async function run(line: string, dataDir: string): Promise<string> {
  const options = { cwd: root, env: await environment(dataDir) };
  const command = await here(line);
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-ec', command], options, (error, out, err) => {
      if (error) reject(new Error(`${line}: ${err}`, { cause: error }));
      else resolve(out);
    });
  });
}

/** Starts a server, waits until it is ready, and stops it with SIGTERM. */
async function startAndStop(line: string, dataDir: string): Promise<void> {
  const env = await environment(dataDir);
  // With exec, the signal reaches npm instead of the shell.
  const command = (await here(line)).replace('npm start', 'exec npm start');
  const child = spawn('/bin/sh', ['-ec', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit');
  const isReady = async () => {
    if (child.exitCode !== null) return true;
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/api/health/ready`).catch(() => undefined);
    return answer?.status === 200;
  };
  await expect.poll(isReady, { timeout: 120_000, interval: 250 }).toBe(true);
  if (child.exitCode !== null) throw new Error(`${line}: ${said}`);
  child.kill('SIGTERM');
  await ended;
  await expect.poll(() => readdir(join(parent, 'redress-new'))).not.toContain('redress.lock');
  started = undefined;
}

test('the documented backup, restore and other commands work as written, for root too', async () => {
  const backup = linesOf('Back up');
  expect(backup).toEqual(['npm run backup -- /mnt/backups']);
  for (const line of backup) await run(line, 'first');

  const restore = linesOf('Restore');
  const printed: Record<string, string> = {};
  for (const line of restore) {
    if (line.endsWith('npm start')) await startAndStop(line, 'not-named');
    else printed[line.replace(/^DATA_DIR=\S+ /, '').replace(/ \/.*/, '')] = await run(line, 'not-named');
  }
  expect(Object.keys(printed)).toEqual([
    'mkdir -m 700',
    expect.stringMatching(/^(cp|install -m 600)$/),
    'npm run restore --',
    'npm run claims:verify -- --documents',
  ]);
  expect(restore.at(-1)).toBe('DATA_DIR=/srv/redress-new npm start');
  expect(printed['npm run claims:verify -- --documents']).toMatch(/Claims: 1 \(0 purged\)\.[^]*Documents: 1\./);
  expect(await readdir(parent)).not.toContain('not-named');

  const named = [...page.matchAll(/`(npm run [a-z:]+(?: -- [^`]+)?)`/g)].map(([, command = '']) => command);
  // `demo` refuses a database that has claims; those in capitals need a value.
  const others = [...new Set(named)].filter((command) => !/restore|demo|[A-Z]{2,}/.test(command));
  expect(others).toEqual(
    expect.arrayContaining(['npm run keys:rotate', 'npm run purge', 'npm run claims:verify -- --claim N']),
  );
  for (const command of others) await run(command.replace('--claim N', `--claim ${claimNumber}`), 'redress-new');
});
