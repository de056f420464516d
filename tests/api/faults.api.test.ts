import { startEmbeddedPostgres } from '@redress/server/database/embedded-postgres';
import type { EmbeddedPostgres } from '@redress/server/database/embedded-postgres';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from './browser.ts';
import type { TestServer } from './test-server.ts';
import { memberOf, startTestServer } from './test-server.ts';

let server: TestServer;
let folder: string;
let postgres: EmbeddedPostgres;

// A PostgreSQL of its own, because this one is stopped.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-faults-'));
  // As root PostgreSQL runs as another user, who must pass through.
  await chmod(folder, 0o711);
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => {} });
  server = await startTestServer({ connectionString: postgres.connectionString });
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  'a database that stops while claims come in costs no claim and no captcha, and the server goes on by itself',
  { timeout: 60_000 },
  async () => {
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
      { status: 'unavailable', database: 'unavailable', storage: 'ok' },
    ]);

    postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => {} });
    const filed = await browser.post({ ...goodAnswers, googleRecaptchaToken: token }, key);
    expect(filed.status).toBe(201);
    expect((await browser.upload(claimNumber, [kept])).status).toBe(200);
    expect((await browser.send('GET', '/api/health/ready')).status).toBe(200);
  },
);

test(
  'connections that the database cuts under load give 201 or 503, never 500, and every answered claim is there once',
  { timeout: 60_000 },
  async () => {
    const browser = await logInBrowser(server.app, memberOf(2));
    let cutting = true;
    const cut = (async () => {
      while (cutting) {
        // The tests' own connection is spared.
        await server.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'redress'");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const filed: string[] = [];
    let refused = 0;
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
        if (answer.status === 503) refused += 1;
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
    // The lines were really cut.
    expect(refused).toBeGreaterThan(0);
  },
);
