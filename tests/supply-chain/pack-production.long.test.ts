import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { goodAnswers } from '../setup/browser.ts';
import { freePort } from '../setup/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import { memberOf } from '../setup/test-server.ts';
import { useFolder } from '../setup/folders.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const parent = useFolder();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function pack(name: string, options: readonly string[] = [], content = ''): Promise<string> {
  const folder = join(parent, name);
  await run('npm', ['run', 'pack:production', '--', folder, ...options], {
    cwd: root,
    env: { ...process.env, CONTENT: content },
    maxBuffer: 10_000_000,
  });
  return folder;
}

/** Packages of others in node_modules, by npm's own list. */
function countPackages(folder: string): number {
  const parse: (json: string) => { packages: Record<string, { link?: boolean }> } = JSON.parse;
  const { packages } = parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true).length;
}

/** Bytes of all files in a folder. */
const weigh = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

test('a packed folder has at most 250 packages and 250 MB', async () => {
  const folder = await pack('with-postgres');
  const figures = { packages: countPackages(folder), megabytes: Math.round(weigh(folder) / 1e6) };
  console.log('with PostgreSQL', figures);
  expect(figures.packages).toBeLessThanOrEqual(250);
  expect(figures.megabytes).toBeLessThanOrEqual(250);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /^(?!node_modules).*\.test\.tsx?$/.test(name))).toEqual([]);
  expect(names).not.toContain(join('node_modules', 'vite'));
});

test('a packed folder has one settlement, which needs no CONTENT, and refuses to run another', async () => {
  const folder = await pack('template', ['--without-postgres'], 'template');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(readdirSync(join(folder, 'content')).toSorted()).toEqual(['folders.ts', 'package.json', 'shared', 'template']);
  expect(names.filter((name) => name.startsWith(join('apps', 'site', 'dist', 'settlements')))).toEqual([]);
  expect(readFileSync(join(folder, 'apps/site/dist/client/index.html'), 'utf8')).toContain('Example Settlement');
  const server = run(process.execPath, ['apps/server/src/main.ts'], { cwd: folder, env: { CONTENT: 'demonstration' } });
  await expect(server).rejects.toThrow('CONTENT must be "template", the settlement of this process');
});

test('the server starts from a packed folder without anything else, files a claim and makes its receipt', async () => {
  const folder = await pack('without-postgres', ['--without-postgres']);
  const figures = { packages: countPackages(folder), megabytes: Math.round(weigh(folder) / 1e6) };
  console.log('without PostgreSQL', figures);
  const port = await freePort();
  const environment = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    PORT: String(port),
    DATA_DIR: join(parent, 'data'),
    DATABASE_URL: database.url,
    SECRET_KEY: 'only for tests, 32 characters long',
  };
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: folder, env: environment });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(server, 'exit');
  onTestFinished(() => void server.kill('SIGKILL'));
  const address = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.status;
  await expect.poll(isReady).toBe(200);

  expect(await (await fetch(address)).text()).toContain('</html>');
  const page = await fetch(`${address}/courtdocuments`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const pageRenderer = './apps/site/dist/page-renderer/page-renderer.js';
  await run(process.execPath, ['--input-type=module', '--eval', `await import('${pageRenderer}')`], { cwd: folder });
  const command = (name: string, ...args: readonly string[]) =>
    run('npm', ['run', '--silent', name, '--', ...args], { cwd: folder, env: environment });
  const member = memberOf(0);
  const members = join(parent, 'members.csv');
  await writeFile(
    members,
    `notice_id,unique_id,first_name,last_name,street,city,state,zip,case\n${member.noticeId},${member.uniqueId},Jane,Doe,,,,,brand-drug\n`,
  );
  await command('members:import', members);
  const { claimNumber, receiptToken, cookie } = await fileClaim(address, member);
  const receipt = await fetch(`${address}/api/claims/${claimNumber}/receipt.pdf`, {
    headers: { cookie, 'receipt-token': receiptToken },
  });
  expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');

  expect((await command('claims:verify')).stdout).toContain('Claims: 1');
  await mkdir(join(parent, 'backups'));
  await command('backup', join(parent, 'backups'));
  expect(readdirSync(join(parent, 'backups'))).toHaveLength(1);
  server.kill('SIGTERM');
  expect(await ended, output).toEqual([0, null]);
});

interface Filed {
  readonly claimNumber: string;
  readonly receiptToken: string;
}

/** Logs a class member in and files a claim, as the form does. */
async function fileClaim(address: string, { noticeId, uniqueId }: ReturnType<typeof memberOf>) {
  const login = await fetch(`${address}/api/login/creds/`, { headers: { p1: uniqueId, p2: noticeId } });
  const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const cookies = cookiesOf(login);
  const parseChallenge: (json: string) => Challenge = JSON.parse;
  const challenge = parseChallenge(await (await fetch(`${address}/api/captcha/challenge`)).text());
  const solution = await solveChallenge({ challenge, deriveKey });
  const googleRecaptchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const answer = await fetch(`${address}/api/ConsumerClaimants`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'x-xsrf-token': cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ ...goodAnswers, googleRecaptchaToken }),
  });
  expect(answer.status).toBe(201);
  const parse: (json: string) => Filed = JSON.parse;
  return { ...parse(await answer.text()), cookie: [...cookies, ...cookiesOf(answer)].join('; ') };
}
