import { startLocalDatabase } from '@redress/server/database/local-database';
import type { LocalPostgres } from '@redress/local-postgres/local-postgres';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountSmallDisk, findSmallDiskSkipReason } from '../../faults/environment/small-disk.ts';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let folder: string;
let postgres: LocalPostgres;

async function makeFolder(prefix: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), prefix));
  // Root runs PostgreSQL as another user, which must be able to enter the folder.
  await chmod(made, 0o711);
  return made;
}

// A separate PostgreSQL, because the test stops it.
beforeAll(async () => {
  folder = await makeFolder('redress-faults-');
  postgres = await startLocalDatabase(join(folder, 'postgres'));
  server = await startTestServer({ connectionString: postgres.connectionString });
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('when the database stops while claims arrive, no claim and no captcha is lost, and the server recovers by itself', async () => {
  const browser = await logInBrowser(server.app, memberOf(0));
  const { claimNumber } = (await browser.fileClaim()).body;
  const token = await browser.solveCaptcha();
  const key = randomUUID();
  const kept = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 after the fault') };

  await postgres.stop();
  const refused = await browser.post({ ...goodAnswers, googleRecaptchaToken: token }, key);
  const problem = expectProblem(refused, 503, 'unavailable');
  expect(problem.detail).toBe('Nothing was lost. Please try again in a moment.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expectProblem(await browser.logIn(memberOf(1)), 503, 'unavailable');
  expectProblem(await browser.upload(claimNumber, [kept]), 503, 'unavailable');
  expect((await browser.session()).body.login).not.toBeNull();
  expect((await browser.send('GET', '/api/health')).status).toBe(200);
  const ready = await browser.send('GET', '/api/health/ready');
  expect([ready.status, ready.body]).toEqual([
    503,
    { status: 'unavailable', database: 'unavailable', storage: 'ok', uploads: 'ok' },
  ]);

  postgres = await startLocalDatabase(join(folder, 'postgres'));
  const filed = await browser.post({ ...goodAnswers, googleRecaptchaToken: token }, key);
  expect(filed.status).toBe(201);
  expect((await browser.upload(claimNumber, [kept])).status).toBe(200);
  await expect.poll(async () => (await browser.send('GET', '/api/health/ready')).status).toBe(200);
});

test('when the database closes connections under load, responses are 201 or 503, never 500, and every acknowledged claim is stored once', async () => {
  const browser = await logInBrowser(server.app, memberOf(2));
  let cutting = true;
  let connectionsCut = 0;
  const cut = (async () => {
    while (cutting) {
      // Spares the tests' own connection.
      const ended = await server.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'redress'",
      );
      connectionsCut += ended.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const filed: string[] = [];
  const keys = Array.from({ length: 60 }, () => randomUUID());
  const tokens = new Map<string, string>();
  for (const key of keys) {
    const sender = new Browser(server.app);
    for (const [name, value] of browser.cookies) sender.cookies.set(name, value);
    for (;;) {
      const token = tokens.get(key) ?? (await sender.solveCaptcha());
      tokens.set(key, token);
      const answer = await sender.post({ ...goodAnswers, googleRecaptchaToken: token }, key);
      expect([201, 503]).toContain(answer.status);
      if (answer.status !== 201) continue;
      filed.push(answer.body.claimNumber);
      break;
    }
  }
  cutting = false;
  await cut;
  const rows = await server.query<{ number: string }>('select number from claims where idempotency_key = any($1)', [
    keys,
  ]);
  expect(rows.map(({ number }) => number).toSorted()).toEqual(filed.toSorted());
  expect(filed).toHaveLength(60);
  // A claim whose connection breaks is tried once more, so few are refused, or none.
  expect(connectionsCut).toBeGreaterThan(1);
});

test.skipIf(findSmallDiskSkipReason())(
  'while the database disk is full, claims are asked to retry and the server reports that it is not ready',
  async () => {
    const parent = await makeFolder('redress-full-');
    const place = join(parent, 'postgres');
    await mkdir(place);
    await chmod(place, 0o711);
    const disk = mountSmallDisk(place, 200);
    const small = await startLocalDatabase(place);
    const full = await startTestServer({ connectionString: small.connectionString });
    try {
      const browser = await logInBrowser(full.app, memberOf(0));
      const readiness = async () => (await browser.send('GET', '/api/health/ready')).body;
      expect(await readiness()).toMatchObject({ status: 'ok', database: 'ok' });

      await disk.fill();
      // A few more fit into the free space of its tables.
      await expect.poll(async () => (await browser.fileClaim()).status, { interval: 0 }).toBe(503);
      await expect
        .poll(readiness)
        .toEqual({ status: 'unavailable', database: 'unavailable', storage: 'ok', uploads: 'ok' });
      expect((await browser.send('GET', '/api/health/ready')).status).toBe(503);
      expect((await browser.send('GET', '/api/health')).status).toBe(200);
      expect((await browser.fileClaim()).status).toBe(503);

      await disk.freeSpace();
      await expect.poll(readiness).toMatchObject({ status: 'ok', database: 'ok' });
      expect((await browser.fileClaim()).status).toBe(201);
      // Probes leave one row behind, however many there were.
      expect(await full.query('select id from readiness_probe')).toEqual([{ id: 1 }]);
    } finally {
      await full.close();
      await small.stop();
      disk.unmount();
      await rm(parent, { recursive: true, force: true });
    }
  },
);

test.skipIf(findSmallDiskSkipReason()).each([
  ['documents', 'storage'],
  ['unfinished uploads', 'uploads'],
] as const)('while the disk of %s is full, the server says that it is not ready, and why', async (_what, part) => {
  const folder = part === 'storage' ? server.documentFolder : server.uploadPath;
  const disk = mountSmallDisk(folder, 4);
  try {
    const browser = new Browser(server.app);
    const readiness = async () => (await browser.send('GET', '/api/health/ready')).body;
    const allIsWell = { status: 'ok', database: 'ok', storage: 'ok', uploads: 'ok' };
    await expect.poll(readiness).toMatchObject(allIsWell);
    await disk.fill();
    await expect.poll(readiness).toMatchObject({ ...allIsWell, status: 'unavailable', [part]: 'unavailable' });
    expect((await browser.send('GET', '/api/health')).status).toBe(200);
    await disk.freeSpace();
    await expect.poll(readiness).toMatchObject(allIsWell);
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  } finally {
    disk.unmount();
  }
});

test('concurrent readiness checks write to the disks once', async () => {
  let probes = 0;
  const store = {
    ...(await openUploadStore(server.documentFolder)),
    probe: () => {
      probes += 1;
      return Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    },
  };
  const app = await server.buildAnother({ store });
  const browser = new Browser(app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.send('GET', '/api/health/ready')));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([503, expect.objectContaining({ status: 'unavailable', storage: 'unavailable' })]);
  expect(probes).toBe(1);
});
