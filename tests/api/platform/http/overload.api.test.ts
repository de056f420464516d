import { openDatabase } from '@redress/server/platform/database/pool';
import { ProblemError } from '@redress/server/platform/http/problem';
import { createLog } from '@redress/server/platform/logging/log';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { companyAnswers } from '../../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../../setup/no-script-site.ts';
import { keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { memberOf, startTestServer } from '../../../setup/test-server.ts';

const nothing = { maxConcurrent: 0, maxWait: 0, maxQueued: 0 };

describe('a server without a free slot', () => {
  let site: NoScriptSite;
  let logged = '';
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => (logged += line) });
    site = await startNoScriptSite({ overrides: { admission: nothing, log } });
    site.server.now = new Date('2025-03-01T12:00:00Z');
  });
  afterAll(() => site?.close());

  test('asks claims, logins and challenges to retry, in the language of the page; session and health respond', async () => {
    const browser = new Browser(site.server.app, '127.0.0.1', 'es');
    await browser.session();
    for (const answer of [
      await browser.logIn(memberOf(0)),
      await browser.send('GET', '/api/captcha/challenge'),
      await browser.post(goodAnswers, randomUUID()),
    ]) {
      const { detail } = expectProblem(answer, 503, 'overloaded');
      expect(detail).toBe('No se perdió nada. Espere un momento e inténtelo otra vez.');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await browser.session()).status).toBe(200);
    expect((await browser.send('GET', '/api/health/ready')).status).toBe(200);
    expect((await browser.send('GET', '/')).status).toBe(200);
  });

  test('returns a form submitted without script with everything typed, under its key', async () => {
    const browser = new NoScriptBrowser(site.server.app);
    const key = randomUUID();
    const answer = await browser.postForm('/tpp-claimants', companyAnswers, { key });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(keyIn(answer)).toBe(key);
    expect(site.pageRenderer.last.form).toMatchObject({ answers: companyAnswers, notice: { name: 'overloaded' } });
    expect(await site.server.query('select id from claims')).toEqual([]);
  });

  test('sends a static page when rendering is overloaded too', async () => {
    const { form } = site.pageRenderer;
    site.pageRenderer.form = () => Promise.reject(new ProblemError('overloaded', {}, { retryAfterSeconds: 5 }));
    const browser = new NoScriptBrowser(site.server.app);
    const answer = await browser.postForm('/es/tpp-claimants', companyAnswers);
    site.pageRenderer.form = form;
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Su navegador todavía lo tiene');
  });

  test('sends a page that blames itself, not the claimant or other people, when rendering fails', async () => {
    const { form } = site.pageRenderer;
    site.pageRenderer.form = () => Promise.reject(new Error('A defect of the page renderer'));
    const browser = new NoScriptBrowser(site.server.app);
    const answer = await browser.postForm('/tpp-claimants', companyAnswers);
    site.pageRenderer.form = form;
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Something went wrong on our side');
    expect(answer.text).toContain('Your browser still has what you typed');
    expect(logged).toContain('A defect of the page renderer');
  });
});

test('many more concurrent claims than slots are answered 201 or 503, and retries with the same key are filed once each', async () => {
  const admission = { maxConcurrent: 2, maxWait: 100, maxQueued: 5 };
  const server = await startTestServer({ members: 20, overrides: { admission } });
  onTestFinished(() => server.close());
  // No claim can be stored before the first was turned away.
  await server.query(
    `create function wait() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock_shared(32); return new; end $$`,
  );
  await server.query('create trigger wait before insert on claims for each row execute function wait()');
  const { pool, close } = openDatabase(server.connectionString, () => {});
  onTestFinished(close);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(32)');
  let shed = 0;
  const file = async (browser: Browser, googleRecaptchaToken: string): Promise<string> => {
    const key = randomUUID();
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      const answer = await browser.post({ ...goodAnswers, googleRecaptchaToken }, key);
      if (answer.status === 201) return answer.body.claimNumber;
      expectProblem(answer, 503, 'overloaded');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      shed += 1;
      if (shed === 1) await holder.query('select pg_advisory_unlock(32)');
      // Less patient than our form, so that the test is fast.
      await pause(50);
    }
    throw new Error('A claim was never accepted');
  };
  try {
    const filed: { browser: Browser; token: string }[] = [];
    for (let index = 0; index < 20; index += 1) {
      const browser = await logInBrowser(server.app, memberOf(index));
      filed.push({ browser, token: await browser.solveCaptcha() });
    }
    const numbers = await Promise.all(filed.map(({ browser, token }) => file(browser, token)));
    expect(shed).toBeGreaterThan(0);
    const rows = await server.query<{ number: string }>('select number from claims');
    expect(rows.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
  } finally {
    holder.release(true);
  }
});
