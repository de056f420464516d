import { ProblemError } from '@redress/server/http/problem';
import { createLog } from '@redress/server/logging/log';
import { idempotencyHeader, xsrfCookie, xsrfHeader } from '@redress/contract/http-headers';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { companyAnswers } from '../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { keyIn, NoScriptBrowser } from '../../setup/no-script-browser.ts';
import { memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

const nothing = { maxConcurrent: 0, maxWait: 0, maxQueued: 0 };

describe('a server without a free slot', () => {
  let site: NoScriptSite;
  let logged = '';
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => (logged += line) });
    site = await startNoScriptSite({ overrides: { admission: nothing, log } });
    site.server.now = new Date('2025-03-01T12:00:00Z');
  });
  afterAll(() => site.close());

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

  test('writes no line to the log for each request that it sheds', async () => {
    const browser = new Browser(site.server.app);
    await browser.session();
    logged = '';
    expect((await browser.logIn(memberOf(0))).status).toBe(503);
    expect((await browser.session()).status).toBe(200);
    expect(logged).toContain('"route":"/api/session"');
    expect(logged).not.toContain('/api/login');
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

describe('many more concurrent claims than slots', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      members: 60,
      overrides: { admission: { maxConcurrent: 2, maxWait: 100, maxQueued: 5 } },
    });
    // Slower than claims arrive, on any machine.
    await server.query(
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$`,
    );
    await server.query('create trigger wait before insert on claims for each row execute function wait()');
  });
  afterAll(() => server.close());

  test('are answered 201 or 503, and retries with the same key are filed once each', async () => {
    const browsers: Browser[] = [];
    for (let index = 0; index < 60; index += 1) browsers.push(await logInBrowser(server.app, memberOf(index)));
    const tokens: string[] = [];
    for (const browser of browsers) tokens.push(await browser.solveCaptcha());
    const address = await server.listen();
    let shed = 0;
    const file = async (browser: Browser, token: string): Promise<string> => {
      const key = randomUUID();
      for (;;) {
        const answer = await fetch(`${address}/api/ConsumerClaimants`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            [xsrfHeader]: browser.cookies.get(xsrfCookie) ?? '',
            [idempotencyHeader]: key,
          },
          body: JSON.stringify({
            ...goodAnswers,
            documentsToFollow: 0,
            formVersion: 1,
            googleRecaptchaToken: token,
          }),
        });
        const body: { claimNumber?: string; code?: string } = await answer.json();
        if (answer.status === 201) return body.claimNumber ?? '';
        expect([answer.status, body.code]).toEqual([503, 'overloaded']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        shed += 1;
        // Less patient than our form, so that the test is fast.
        await pause(100 + Math.random() * 200);
      }
    };
    const numbers = await Promise.all(browsers.map((browser, index) => file(browser, tokens[index] ?? '')));
    expect(shed).toBeGreaterThan(0);
    const rows = await server.query<{ number: string }>('select number from claims');
    expect(rows.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
  });
});
