import { startLocalDatabase } from '@redress/server/platform/database/local-database';
import type { LocalPostgres } from '@redress/local-postgres/local-postgres';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { openUploadStore } from '@redress/server/platform/storage/upload-store';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { mountSmallDisk, findSmallDiskSkipReason } from '../../../faults/environment/small-disk.ts';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { startDatabaseProxy } from '../../../setup/database-proxy.ts';
import { memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';
import { makeFolder, useFolder } from '../../../setup/folders.ts';

const folder = useFolder();
let postgres: LocalPostgres;

// A separate PostgreSQL, because the test stops it.
beforeAll(async () => {
  postgres = await startLocalDatabase(join(folder, 'postgres'));
  return () => postgres.stop();
});
const server = useTestServer(() => ({ connectionString: postgres.connectionString }));

test('when the database stops while claims arrive, no claim and no captcha is lost, and the server recovers by itself', async () => {
  const browser = await logInBrowser(server.app, memberOf(0));
  const { claimNumber } = (await browser.fileClaim()).body;
  const token = await browser.solveCaptcha();
  const key = randomUUID();
  const kept = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 endobj %%EOF after the fault') };

  await postgres.stop();
  try {
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
  } finally {
    postgres = await startLocalDatabase(join(folder, 'postgres'));
  }
  const filed = await browser.post({ ...goodAnswers, googleRecaptchaToken: token }, key);
  expect(filed.status).toBe(201);
  expect((await browser.upload(claimNumber, [kept])).status).toBe(200);
  await expect.poll(async () => (await browser.send('GET', '/api/health/ready')).status).toBe(200);
});

describe('when the database closes connections', () => {
  /** A claim that can be sent repeatedly, as after a lost answer, from a separate browser. */
  async function prepareClaim(app = server.app) {
    const browser = await logInBrowser(app, memberOf(2));
    const key = randomUUID();
    const answers = { ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() };
    return { key, send: () => browser.post(answers, key) };
  }
  const readStored = (keys: readonly string[]) =>
    server.query<{ number: string }>('select number from claims where idempotency_key = any($1)', [keys]);

  /** Statements that store claims and wait for the lock of `whileClaimsWait`. */
  const waiting = `from pg_stat_activity where application_name = 'redress' and wait_event_type = 'Lock'`;
  const cut = async () => {
    const terminate = `select pg_terminate_backend(pid, 10000) ${waiting}`;
    await expect.poll(async () => (await server.query(terminate)).length).toBeGreaterThan(0);
  };
  /** Lets every statement that stores claims wait, until it is cut, or `run` has ended. */
  async function whileClaimsWait(run: () => Promise<void>): Promise<void> {
    await withClient(postgres.connectionString, async (client) => {
      await client.query('begin');
      await client.query('lock table claims in share mode');
      await run();
    });
  }

  test('a claim is tried once more, then refused; sent again, it is stored once', async () => {
    const [once, twice] = [await prepareClaim(), await prepareClaim()];
    let sent: ReturnType<typeof once.send> | undefined;
    await whileClaimsWait(async () => {
      sent = once.send();
      await cut();
    });
    expect((await sent)?.status).toBe(201);
    await whileClaimsWait(async () => {
      sent = twice.send();
      await cut();
      await cut();
      expectProblem(await sent, 503, 'unavailable');
    });
    expect((await twice.send()).status).toBe(201);
    expect(await readStored([once.key, twice.key])).toHaveLength(2);
  });

  test('a claim whose acknowledgment is lost is stored once, and acknowledged', async () => {
    const url = new URL(postgres.connectionString);
    const proxy = await startDatabaseProxy(Number(url.port));
    url.port = String(proxy.port);
    const { database, pool, close } = openDatabase(url.href, () => {}, 2);
    try {
      const claim = await prepareClaim(await server.buildAnother({ database, pool }));
      let sent: ReturnType<typeof claim.send> | undefined;
      await whileClaimsWait(async () => {
        sent = claim.send();
        await expect.poll(() => server.query(`select ${waiting}`)).toHaveLength(1);
        proxy.hold();
      });
      await expect.poll(() => readStored([claim.key])).toHaveLength(1);
      proxy.cut();
      proxy.release();
      const answer = await sent;
      expect([answer?.status, await readStored([claim.key])]).toEqual([201, [{ number: answer?.body.claimNumber }]]);
    } finally {
      await close();
      await proxy.close();
    }
  });

  test('under load, answers are 201 or 503, never 500, and every acknowledged claim is stored once', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => prepareClaim()));
    let sending: Promise<readonly number[]> | undefined;
    await whileClaimsWait(async () => {
      sending = Promise.all(claims.map(async ({ send }) => (await send()).status));
      for (let times = 0; times < 4; times += 1) await cut();
    });
    const statuses = (await sending) ?? [];
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    const acknowledged = claims.filter((_claim, index) => statuses[index] === 201).map(({ key }) => key);
    expect(await readStored(acknowledged)).toHaveLength(acknowledged.length);
    // Refused claimants send the same claim again.
    const again = await Promise.all(claims.map(async ({ send }) => (await send()).body.claimNumber));
    const stored = await readStored(claims.map(({ key }) => key));
    expect(stored.map(({ number }) => number).toSorted()).toEqual(again.toSorted());
  });
});

test.skipIf(findSmallDiskSkipReason())(
  'while the database disk is full, claims are asked to retry and the server reports that it is not ready',
  async () => {
    const parent = await makeFolder();
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
