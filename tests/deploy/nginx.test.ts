import { settlement } from '@redress/content/settlement';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, goodAnswers, logInBrowser } from '../setup/browser.ts';
import { formKeyPlaceholder } from '@redress/contract/site-files';
import { freePort } from '../setup/free-port.ts';
import { type NginxOptions, type RunningNginx, startNginx } from '../setup/nginx.ts';
import { keyIn } from '../setup/no-script-browser.ts';
import { type NoScriptSite, startNoScriptSite } from '../setup/no-script-site.ts';
import { hasProgram } from '../setup/programs.ts';
import type { HttpAnswer } from '../setup/read-answer.ts';
import { createSiteFolder } from '../setup/site-folder.ts';
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

  test('drops an X-Request-Id, so that no client chooses the ID of its log lines', async () => {
    const { text } = await nginx.send('GET', '/api/nothing', { headers: { 'x-request-id': 'chosen-by-a-client' } });
    expect(text).toMatch(/"requestId":"[0-9a-f]{16}"/);
  });
});

test.skipIf(!isInstalled)('nginx passes the files that staff send, which are larger than a claim', async () => {
  const nginx = await startBefore((request, response) => request.on('end', () => response.end('taken')).resume());
  const body = Buffer.alloc(3 * megabyte);
  for (const path of [
    'claims/1234567890/documents',
    'funds/consumers/orders',
    'letter-batches/confirmations',
    'letter-addresses/imports',
  ]) {
    const { status, text } = await nginx.send('POST', `/api/console/${path}`, { body });
    expect([path, status, text]).toEqual([path, 200, 'taken']);
  }
  expect((await nginx.send('POST', '/api/console/reports', { body })).status).toBe(413);
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
    expect(api.headers['retry-after']).toMatch(/^[1-4]0$/);
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

/** Shows whether an answer came from nginx's copy. */
const showsCopies = {
  'add_header Cache-Control $browser_caching always;':
    'add_header Cache-Control $browser_caching always; add_header X-Cache $upstream_cache_status always;',
};

describe.skipIf(!isInstalled)('nginx keeps copies of pages', () => {
  let site: NoScriptSite;
  let nginx: RunningNginx;

  beforeAll(async () => {
    site = await startNoScriptSite({
      overrides: { trustProxy: ['127.0.0.1'], publicUrl: new URL('https://claims.example.com') },
    });
    const { port } = new URL(await site.server.listen());
    nginx = await startNginx({ upstreamPort: Number(port), changes: showsCopies });
  });
  afterAll(async () => {
    await nginx?.stop();
    await site?.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) => nginx.send('GET', path, { headers });

  test('and of nothing else: every route, asked twice as two people', async () => {
    const people = await Promise.all(
      [0, 1].map((index) => logInBrowser(site.server.app, memberOf(index), `192.0.2.${index + 1}`)),
    );
    const paths = readRoutes(site.server.app.printRoutes({ commonPrefix: false })).map(addressOf);
    expect(paths.length).toBeGreaterThan(80);
    const pages = settlement.site.pages.map(({ path }) => path);
    const kept = [];
    for (const path of [...paths, ...pages, '/?from=mail', '/consumer-complete?filed=1', '/tpp-claimants?key']) {
      const answers = [];
      for (const person of people) answers.push(await get(path, { cookie: person.cookieHeader() }));
      const [first, second] = answers;
      if (second?.headers['x-cache'] !== 'HIT') continue;
      kept.push(path);
      expect([path, second.text, second.headers['set-cookie']]).toEqual([path, first?.text, undefined]);
    }
    const lists = Object.keys(settlement.lists).map((name) => `/assets/${name}`);
    const texts = ['/.well-known/security.txt', '/speculation-rules.json'];
    const built = settlement.site.pages.filter(({ path, kind }) => path === '/' || kind !== 'text');
    expect(new Set(kept)).toEqual(new Set([...lists, ...texts, ...built.map(({ path }) => path), '/?from=mail']));
  });

  test('one for all queries of an address, in the encoding of the browser, which asks each time', async () => {
    const answers = [];
    for (const query of ['', '?utm_source=mail', '?fbclid=1&x=key'])
      for (const encoding of ['br, gzip', 'gzip, deflate, br', 'br;q=1.0'])
        answers.push(await get(`/consumera-instructions${query}`, { 'accept-encoding': encoding }));
    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', ...answers.slice(1).map(() => 'HIT')]);
    for (const { status, headers } of answers)
      expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'br', 'no-cache']);
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0', undefined],
    ] as const)
      expect((await get('/consumera-instructions', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(
        encoding,
      );
    const etag = String(answers[0]?.headers['etag']);
    const again = await get('/consumera-instructions', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.headers['cache-control'], again.headers['content-security-policy']]).toEqual([
      304,
      'no-cache',
      expect.stringContaining("default-src 'none'"),
    ]);
  });

  test('but not of a filed claim, or of a form with a key, which each visitor without JavaScript gets', async () => {
    for (const path of ['/consumer-complete?filed=1', '/status/claim', '/es/status/claim'])
      expect((await get(path)).headers['x-cache']).toBe('BYPASS');
    const keys = [];
    for (let count = 0; count < 3; count += 1) keys.push(keyIn(await get('/tpp-claimants?key')));
    expect(new Set(keys).size).toBe(3);
    expect(keyIn(await get('/tpp-claimants'))).toBe(formKeyPlaceholder);
  });
});

test.skipIf(!isInstalled)('nginx shows its copy while the server is down, refuses or does not answer', async () => {
  let answer: RequestListener = (_request, response) =>
    response
      .writeHead(200, { 'cache-control': 's-maxage=1, stale-while-revalidate=1, stale-if-error=600' })
      .end('copy');
  const nginx = await startBefore((request, response) => answer(request, response), {
    ...showsCopies,
    'proxy_read_timeout 150s;': 'proxy_read_timeout 1s;',
  });
  const isStale = async (path = '/notice') => {
    const { status, text, headers } = await nginx.send('GET', path);
    return [status, text, headers['x-cache']];
  };
  expect(await isStale()).toEqual([200, 'copy', 'MISS']);
  for (const failing of [
    (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end('busy'),
    (_request, response) => response.writeHead(500).end('broken'),
    (request) => request.socket.destroy(),
    () => {},
  ] satisfies RequestListener[]) {
    answer = failing;
    // The copy is neither fresh nor updated any more.
    await expect.poll(() => isStale(), { timeout: 30_000 }).toEqual([200, 'copy', 'STALE']);
  }
  // A page without a copy shows why there is none.
  expect((await nginx.send('GET', '/contact')).status).toBe(504);
});

test.skipIf(!isInstalled)(
  'nginx never shows a page from before the midnight that changes it, not even with the server down',
  async () => {
    const site = await createSiteFolder({
      'index.html': 'closed',
      'variants/0/index.html': 'open',
      'variants.json': JSON.stringify({
        timeZone: 'America/New_York',
        pages: {
          '/': [
            { from: '0001-01-01', file: 'variants/0/index.html' },
            { from: '2025-07-18', file: 'index.html' },
          ],
        },
      }),
    });
    const server = await startTestServer({
      overrides: {
        siteFolder: site.folder,
        trustProxy: ['127.0.0.1'],
        publicUrl: new URL('https://claims.example.com'),
      },
    });
    const { port } = new URL(await server.listen());
    const nginx = await startNginx({ upstreamPort: Number(port), changes: showsCopies });
    onTestFinished(async () => {
      await nginx.stop();
      await server.close();
      await site.remove();
    });
    // The clock starts twenty seconds before midnight, so nginx's first copy is confirmed once before it.
    const started = performance.now();
    const sinceMidnight = () => performance.now() - started - 20_000;
    Object.defineProperty(server, 'now', { get: () => new Date(Date.parse('2025-07-18T04:00:00Z') + sinceMidnight()) });
    const shown = new Set<string>();
    while (sinceMidnight() < 3_000) {
      const isAfter = sinceMidnight() >= 0;
      const { text, headers } = await nginx.send('GET', '/');
      // An answer whose request came before midnight may arrive after it.
      if (isAfter) expect(text).toBe('closed');
      shown.add(`${text} ${String(headers['x-cache'])}`);
      // Only near midnight is every moment of interest.
      await setTimeout(Math.abs(sinceMidnight()) < 2_000 ? 50 : 500);
    }
    expect(shown).toContain('open HIT');
    await server.close();
    await setTimeout(100);
    expect((await nginx.send('GET', '/')).text).not.toContain('open');
  },
);

/** The paths of GET in Fastify's tree of routes. */
function readRoutes(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents[depth] = (depth === 0 ? '' : (parents[depth - 1] ?? '')) + path;
    return methods?.split(', ').includes('GET') ? [parents[depth] ?? ''] : [];
  });
}

const addressOf = (route: string) => route.replace('*', 'x').replaceAll(/:\w+/g, '1');

function expectBusy({ status, headers, text }: HttpAnswer): void {
  expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
  expect(headers['retry-after']).toMatch(/^[1-4]0$/);
}

function expectBusyPage({ status, headers, text }: HttpAnswer): void {
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    503,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(headers['retry-after']).toMatch(/^[1-4]0$/);
  expect(text).toContain('Very many requests are arriving right now');
  expect(text).toContain('<section lang="es">');
}

describe.skipIf(!isInstalled)('nginx limits one address', () => {
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

  test('to five claims, logins and challenges a second, which count for no other address', async () => {
    const nginx = await startBefore((_request, response) => response.end('ok'), {
      'zone=work:10m rate=5r/s': 'zone=work:10m rate=1r/m',
      'zone=work burst=100': 'zone=work burst=2',
      'zone=started:1m rate=1000r/s': 'zone=started:1m rate=1r/m',
      'zone=started burst=500': 'zone=started burst=3 nodelay',
    });
    const file = async (from: string) => (await nginx.send('POST', '/api/ConsumerClaimants', { from })).status;
    for (let count = 0; count < 3; count += 1) expect(await file('127.0.0.1')).toBe(200);
    for (let count = 0; count < 5; count += 1) expectBusy(await nginx.send('POST', '/api/ConsumerClaimants'));
    expect((await nginx.send('HEAD', '/api/captcha/challenge')).status).toBe(503);
    // The refused requests of the first address took no place in the common line.
    expect(await file('127.0.0.2')).toBe(200);
    expect((await nginx.send('GET', '/api/session')).status).toBe(200);
  });

  test('to a rate of requests, with a page for people', async () => {
    const nginx = await startBefore((_request, response) => response.end('ok'), {
      'rate=50r/s': 'rate=1r/m',
      'burst=500': 'burst=4',
    });
    for (let count = 0; count < 5; count += 1) expect((await nginx.send('GET', '/')).status).toBe(200);
    const { status, headers, text } = await nginx.send('GET', '/');
    expectBusyPage({ status, headers, text });
  });
});

test.skipIf(!isInstalled)(
  'nginx limits all addresses together, and who has started goes before who begins',
  async () => {
    const nginx = await startBefore((_request, response) => response.end('ok'), {
      'zone=new:1m rate=500r/s': 'zone=new:1m rate=1r/m',
      'zone=new burst=250': 'zone=new burst=1 nodelay',
      'zone=started:1m rate=1000r/s': 'zone=started:1m rate=1r/m',
      'zone=started burst=500': 'zone=started burst=2 nodelay',
    });
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
    const sendAll = async (method: string, path: string) => {
      const answers = [];
      for (const from of addresses) answers.push(await nginx.send(method, path, { from }));
      return answers;
    };
    const statusesOf = (answers: readonly HttpAnswer[]) => answers.map(({ status }) => status);
    const begun = [
      ...(await sendAll('GET', '/api/captcha/challenge')).slice(0, 2),
      ...(await sendAll('GET', '/api/login/creds/')),
    ];
    expect(statusesOf(begun)).toEqual([200, 200, 503, 503, 503, 503]);
    const claims = await sendAll('POST', '/api/ConsumerClaimants');
    expect(statusesOf(claims)).toEqual([200, 200, 200, 503]);
    for (const refused of [...begun.slice(2), ...claims.slice(3)]) expectBusy(refused);
    for (const refused of await sendAll('POST', '/es/tpp-claimants')) expectBusyPage(refused);
    // Nothing else waits for them.
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/api/session'],
      ['POST', '/api/uploads'],
      ['POST', '/api/ConsumerClaimants/SubmitDocuments'],
      ['POST', '/api/console/approvals/1/approve'],
    ] as const)
      expect(statusesOf(await sendAll(method, path))).toEqual([200, 200, 200, 200]);
  },
);
