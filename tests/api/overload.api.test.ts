import { ProblemError } from '@redress/server/http/problem';
import { idempotencyHeader, xsrfCookie, xsrfHeader } from '@redress/contract/wire';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from './browser.ts';
import { companyAnswers } from './other-forms.ts';
import type { PostedSite } from './posted-site.ts';
import { startPostedSite } from './posted-site.ts';
import { keyIn, PostingBrowser } from './posting-browser.ts';
import type { TestServer } from './test-server.ts';
import { memberOf, startTestServer } from './test-server.ts';

const nothing = { inWork: 0, longestWait: 0, mostWaiting: 0 };

describe('a server that has no turn for anybody', () => {
  let site: PostedSite;
  beforeAll(async () => {
    site = await startPostedSite({ overrides: { admission: nothing } });
    site.server.now = new Date('2025-03-01T12:00:00Z');
  });
  afterAll(() => site.close());

  test('asks claims, logins and challenges to come again, in the language of the page; the session and health go on', async () => {
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

  test('gives a form that was posted without script back with all that was typed, under its key', async () => {
    const browser = new PostingBrowser(site.server.app);
    const key = randomUUID();
    const answer = await browser.postForm('/tpp-claimants', companyAnswers, { key });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(keyIn(answer)).toBe(key);
    expect(site.drawer.last.form).toMatchObject({ answers: companyAnswers, notice: { name: 'unavailable' } });
    expect(await site.server.query('select id from claims')).toEqual([]);
  });

  test('gives a page that needs no drawing when that is too much too', async () => {
    const { form } = site.drawer;
    site.drawer.form = () => Promise.reject(new ProblemError('overloaded', {}, { retryAfterSeconds: 5 }));
    const browser = new PostingBrowser(site.server.app);
    const answer = await browser.postForm('/es/tpp-claimants', companyAnswers);
    site.drawer.form = form;
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Su navegador todavía lo tiene');
  });
});

describe('many more claims at once than there are turns', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      members: 60,
      overrides: { admission: { inWork: 2, longestWait: 100, mostWaiting: 5 } },
    });
  });
  afterAll(() => server.close());

  test(
    'are answered 201 or 503, and those who come again with their key are filed once each',
    { timeout: 60_000 },
    async () => {
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
          // Less patient than our form, so that the test need not wait.
          await pause(100 + Math.random() * 200);
        }
      };
      const numbers = await Promise.all(browsers.map((browser, index) => file(browser, tokens[index] ?? '')));
      expect(shed).toBeGreaterThan(0);
      const rows = await server.query<{ number: string }>('select number from claims');
      expect(rows.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
    },
  );
});
