import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, goodAnswers, logInBrowser } from '../setup/browser.ts';
import { freePort } from '../setup/free-port.ts';
import { type NginxOptions, type RunningNginx, startNginx } from '../setup/nginx.ts';
import { hasProgram } from '../setup/programs.ts';
import type { HttpAnswer } from '../setup/read-answer.ts';
import { memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';
import { hashOf, listDocuments, megabyte, pdf } from '../setup/uploads.ts';

const builtSite = join(import.meta.dirname, '../../apps/site/dist/client');
const isInstalled = hasProgram('nginx', ['-v']) && hasProgram('openssl', ['version']);

/** nginx before a program that answers in the server's place. */
async function startBefore(listener: RequestListener, changes: NginxOptions['changes'] = {}): Promise<RunningNginx> {
  const upstream = createServer(listener).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const nginx = await startNginx({ upstreamPort: portOf(upstream), changes });
  onTestFinished(async () => {
    await nginx.stop();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });
  return nginx;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return address.port;
}

function expectDown({ headers, text }: HttpAnswer): void {
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('This website is not available right now');
  expect(text).toContain('<section lang="es">');
}

describe.skipIf(!isInstalled)('nginx before the server', () => {
  let server: TestServer;
  let nginx: RunningNginx;

  beforeAll(async () => {
    server = await startTestServer({
      overrides: {
        siteFolder: builtSite,
        trustProxy: ['127.0.0.1'],
        publicUrl: new URL('https://claims.example.com'),
        limits: { ...defaultLimits, 'captcha-address': { attempts: 3, seconds: 600 } },
      },
    });
    const { port } = new URL(await server.listen());
    nginx = await startNginx({ upstreamPort: Number(port) });
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.close();
  });

  /** As the browser, through nginx. */
  const sendAs = (browser: Browser, method: string, path: string, body: string | Buffer, type: string) =>
    nginx.send(method, path, {
      body,
      headers: {
        cookie: browser.cookieHeader(),
        'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
        'idempotency-key': randomUUID(),
        'content-type': type,
      },
    });

  test('accepts the configuration without a warning', () => {
    expect(nginx.check()).toMatch(/^nginx: the configuration file .+ syntax is ok\nnginx: .+ test is successful\n$/);
  });

  test('redirects HTTP to HTTPS', async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${nginx.httpPort}/notice?a=b`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, 'https://claims.example.com/notice?a=b']);
  });

  test('sends pages with the headers of the server, and logs neither queries nor what follows a screen', async () => {
    const { status, headers, text } = await nginx.send('GET', '/?secret=123');
    expect([status, text.startsWith('<!DOCTYPE html>') || text.startsWith('<!doctype html>')]).toEqual([200, true]);
    expect(headers['strict-transport-security']).toContain('max-age');
    expect(headers['server']).toBe('nginx');
    await nginx.send('GET', '/console/members/200000001');
    await expect.poll(nginx.readLog).toContain('"GET /console/members/" ');
    expect(await nginx.readLog()).not.toMatch(/secret|200000001/);
  });

  test('passes a claim and an upload of 3 MB, and refuses a larger claim before the server reads it', async () => {
    const browser = await logInBrowser(server.app, memberOf(0), '192.0.2.1');
    const answers = { ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() };
    const filed = await sendAs(browser, 'POST', '/api/ConsumerClaimants', JSON.stringify(answers), 'application/json');
    expect([filed.status, filed.text]).toEqual([201, expect.stringMatching(/"claimNumber":"\d{10}"/)]);
    const claimNumber = /\d{10}/.exec(filed.text)?.[0] ?? '';
    for (const [pair = ''] of (filed.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';'))) {
      const [name = '', ...value] = pair.split('=');
      browser.cookies.set(name, value.join('='));
    }

    const file = pdf(3 * megabyte);
    const body = Buffer.concat([
      Buffer.from('--limit\r\nContent-Disposition: form-data; name="files"; filename="receipt.pdf"\r\n\r\n'),
      file,
      Buffer.from('\r\n--limit--\r\n'),
    ]);
    const path = `/api/ConsumerClaimants/SubmitDocuments?claimnumber=${claimNumber}`;
    const uploaded = await sendAs(browser, 'POST', path, body, 'multipart/form-data; boundary=limit');
    expect([uploaded.status, await listDocuments(server, claimNumber)]).toEqual([
      200,
      [expect.objectContaining({ name: 'receipt.pdf', sha256: hashOf(file) })],
    ]);

    const large = JSON.stringify({ ...answers, name1: 'x'.repeat(3 * megabyte) });
    const refused = await sendAs(browser, 'POST', '/api/ConsumerClaimants', large, 'application/json');
    expect(refused.status).toBe(413);
  });

  test('replaces a forged X-Forwarded-For: limits count the address of the connection', async () => {
    const statuses = [];
    for (let count = 1; count <= 4; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` };
      statuses.push((await nginx.send('GET', '/api/captcha/challenge', { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe.skipIf(!isInstalled)('while the server is down, nginx', () => {
  test('shows the maintenance page also to a posted form, answers the API with a problem, and finds the server again', async () => {
    const port = await freePort();
    const nginx = await startNginx({ upstreamPort: port });
    onTestFinished(nginx.stop);
    const page = await nginx.send('GET', '/notice');
    expect(page.status).toBe(502);
    expectDown(page);
    const posted = await nginx.send('POST', '/anything', { body: 'a=b' });
    expect(posted.status).toBe(502);
    expectDown(posted);

    const api = await nginx.send('GET', '/api/session');
    expect([api.status, api.headers['content-type'], api.headers['cache-control']]).toEqual([
      502,
      'application/problem+json',
      'no-store',
    ]);
    expect(api.headers['retry-after']).toMatch(/^(?:5|10|15|20)$/);
    expect(JSON.parse(api.text)).toMatchObject({ status: 502, code: 'unavailable' });

    const back = createServer((_request, response) => response.end('back')).listen(port, '127.0.0.1');
    await once(back, 'listening');
    expect((await nginx.send('GET', '/notice')).text).toBe('back');
    back.closeAllConnections();
    back.close();
  });

  test('never offers the maintenance page under its path', async () => {
    const nginx = await startBefore((_request, response) => response.end('the server'));
    expect((await nginx.send('GET', '/maintenance.html')).status).toBe(404);
  });

  test('shows the maintenance page for a server that accepts requests and never answers', async () => {
    const nginx = await startBefore(() => {}, { 'proxy_read_timeout 150s;': 'proxy_read_timeout 1s;' });
    const page = await nginx.send('GET', '/');
    expect(page.status).toBe(504);
    expectDown(page);
  });

  test('passes a 503 of the server unchanged', async () => {
    const nginx = await startBefore((_request, response) =>
      response.writeHead(503, { 'retry-after': '7', 'content-type': 'text/plain' }).end('of the server'),
    );
    for (const path of ['/', '/api/session']) {
      const { status, headers, text } = await nginx.send('GET', path);
      expect([status, headers['retry-after'], text]).toEqual([503, '7', 'of the server']);
    }
  });
});

describe.skipIf(!isInstalled)('nginx limits one address', () => {
  const expectBusy = ({ status, headers, text }: HttpAnswer) => {
    expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
    expect(headers['retry-after']).toMatch(/^(?:5|10|15|20)$/);
  };

  test.each([
    ['100 requests at the same time', '/api/session', 100],
    ['20 transfers at the same time', '/api/uploads/x', 20],
  ])('to %s', async (_name, path, limit) => {
    let arrived = 0;
    const nginx = await startBefore(() => (arrived += 1));
    // They end with nginx.
    for (let count = 0; count < limit; count += 1) nginx.send('GET', path).catch(() => {});
    await expect.poll(() => arrived).toBe(limit);
    expectBusy(await nginx.send('GET', path));
  });

  test('to a rate of requests, with a page for people', async () => {
    const nginx = await startBefore((_request, response) => response.end('ok'), {
      'rate=50r/s': 'rate=1r/m',
      'burst=500': 'burst=4',
    });
    for (let count = 0; count < 5; count += 1) expect((await nginx.send('GET', '/')).status).toBe(200);
    const { status, headers, text } = await nginx.send('GET', '/');
    expect([status, text]).toEqual([503, expect.stringContaining('<title>Please wait</title>')]);
    expect(headers['content-type']).toBe('text/html');
  });
});
