import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import { fakePageRenderer } from '../setup/fake-page-renderer.ts';
import { memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';
import { gradeAnswer, type GradedAnswer } from './observatory.ts';

const siteFolder = join(import.meta.dirname, '../../apps/site/dist/client');
const consoleFolder = join(import.meta.dirname, '../../apps/console/dist');
let server: TestServer;
let address: string;

beforeAll(async () => {
  if (!existsSync(siteFolder) || !existsSync(consoleFolder))
    throw new Error('The site is not built: run "npm run build" first.');
  server = await startTestServer({
    overrides: {
      siteFolder,
      consoleFolder,
      pageRenderer: fakePageRenderer(),
      publicUrl: new URL('https://claims.example.com'),
    },
  });
  address = await server.listen();
});
afterAll(() => server.close());

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Without `fetch`, which follows redirects, joins headers and corrects addresses. */
function ask(
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<GradedAnswer & { status: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const raw = response.rawHeaders;
        const pairs = raw.flatMap((name, index) =>
          index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as const] : [],
        );
        const isHtml = response.headers['content-type']?.startsWith('text/html') ?? false;
        const html = isHtml ? { html: Buffer.concat(chunks).toString() } : {};
        resolve({ status: response.statusCode ?? 0, headers: pairs, ...html });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const preflight = {
  method: 'OPTIONS',
  headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
};
const boundary = 'between-the-parts';
const form = { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: 'https://claims.example.com' };
const formBody = `--${boundary}\r\ncontent-disposition: form-data; name="city"\r\n\r\n<b>Phoenix\r\n--${boundary}--\r\n`;
const json = { 'content-type': 'application/json' };
const script = () => readdirSync(join(siteFolder, 'assets/chunks')).find((name) => name.endsWith('.js')) ?? '';
const scriptOf = (folder: string) =>
  readdirSync(join(consoleFolder, folder)).find((name) => name.endsWith('.js')) ?? '';
const style = () => readdirSync(join(siteFolder, 'assets/static')).find((name) => name.endsWith('.css')) ?? '';

describe('every kind of response has the highest grade of the HTTP Observatory', () => {
  test.each<[what: string, status: number, path: string | (() => string), ask?: Ask]>([
    ['a page to read', 200, '/'],
    ['a page in Spanish', 200, '/es/notice'],
    ['a form', 200, '/tpp-claimants'],
    ['a no-script form with errors', 422, '/tpp-claimants', { method: 'POST', headers: form, body: formBody }],
    ['a form of an unknown content type', 415, '/tpp-claimants', { method: 'POST', headers: json, body: '{}' }],
    ['a page that is not there', 404, '/nothing'],
    ['a page with a slash behind it', 308, '/notice/'],
    ['a page that the browser has', 304, '/notice', { headers: { 'if-none-match': '*' } }],
    ['an address that cannot be read', 400, '/%zz'],
    ['a method that there is not', 404, '/', { method: 'DELETE' }],
    ['a request to be sent back what was sent', 404, '/', { method: 'TRACE' }],
    ['a script', 200, () => `/assets/chunks/${script()}`],
    ['a style sheet', 200, () => `/assets/static/${style()}`],
    ['a list', 200, '/assets/States.json'],
    ['a PDF', 200, '/documents/privacy-policy.pdf'],
    ['a part of a PDF', 206, '/documents/privacy-policy.pdf', { headers: { range: 'bytes=0-9' } }],
    ['robots.txt', 200, '/robots.txt'],
    ['security.txt', 200, '/.well-known/security.txt'],
    ['the session, with a cookie', 200, '/api/session'],
    ['a challenge', 200, '/api/captcha/challenge'],
    ['an unknown call', 404, '/api/nothing'],
    ['a call without a token', 403, '/api/TppClaimants', { method: 'POST', headers: json, body: '{}' }],
    ['a receipt of somebody else', 403, '/api/claims/0000000000/receipt.pdf'],
    ['what the API says of itself', 200, '/api/openapi.json'],
    ['the console', 200, '/console/'],
    ['the console without its slash', 308, '/console'],
    ['a claim in the console', 200, '/console/claims/8001583106'],
    ['a script of the console', 200, () => `/console/assets/${scriptOf('assets')}`],
    ['a script of the console that is not there', 404, '/console/assets/main-gone0000.js'],
    ['the frame of previews', 200, '/console/preview/'],
    ['a script of previews', 200, () => `/console/preview/assets/${scriptOf('preview/assets')}`],
    ['claims, asked for without a session', 401, '/api/console/claims'],
    ['the console’s session, with a cookie', 401, '/api/console/session'],
  ])('%s (%i)', async (_what, status, path, how) => {
    const address = typeof path === 'string' ? path : path();
    const answer = await ask(address, how);
    expect(answer.status).toBe(status);
    const { headers } = await ask(address, preflight);
    const { grade, results } = gradeAnswer({ ...answer, preflight: headers });
    expect([grade, results]).toEqual(['A+', results]);
    expect(Object.values(results).filter((result) => result.includes('-') && /-\d+$/.test(result))).toEqual([]);
  });

  test('with every bonus that a page can have: script integrity, cookie prefixes', async () => {
    const [page, session] = [await ask('/tpp-claimants'), await ask('/api/session')];
    const cookies = session.headers.filter(([name]) => name === 'set-cookie');
    expect(cookies.length).toBe(2);
    expect(gradeAnswer({ ...page, headers: [...page.headers, ...cookies] })).toEqual({
      grade: 'A+',
      points: 160,
      results: {
        csp: 'default-none +10',
        cookies: 'all-same-site +5',
        coep: 'require-corp +10',
        coop: 'same-origin +10',
        corp: 'same-origin +10',
        cors: 'not-implemented +0',
        referrer: 'private +5',
        hsts: 'six-months +0',
        integrity: 'signed +5',
        sniffing: 'nosniff +0',
        framing: 'by-policy +5',
      },
    });
  });
});

describe('the scoring lowers the grade for each weakness', () => {
  const best = [
    ['content-security-policy', "default-src 'none'; script-src 'self'; frame-ancestors 'none'"],
    ['set-cookie', '__Host-login=1; Path=/; Secure; HttpOnly; SameSite=Lax'],
    ['cross-origin-embedder-policy', 'require-corp'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['referrer-policy', 'no-referrer'],
    ['strict-transport-security', 'max-age=31536000'],
    ['x-content-type-options', 'nosniff'],
  ] as const;
  const html = '<script src="/a.js" integrity="sha256-x"></script>';
  const gradeWith = (name: string, value: string | undefined) =>
    gradeAnswer({
      headers: [...best.filter(([one]) => one !== name), ...(value === undefined ? [] : ([[name, value]] as const))],
      html: name === 'html' ? (value ?? '') : html,
    });

  test('all bonuses give the maximum', () => {
    expect(gradeAnswer({ headers: best, html })).toMatchObject({ grade: 'A+', points: 160 });
  });

  // The points of the published table; below 90, bonuses do not count.
  test.each([
    ['content-security-policy', undefined, 'not-implemented -25'],
    ['content-security-policy', "default-src 'self'; frame-ancestors 'none'", 'no-unsafe +5'],
    ['content-security-policy', "script-src 'self'; frame-ancestors 'none'", 'unsafe-inline -20'],
    ['content-security-policy', "default-src 'none'; script-src 'unsafe-inline'", 'unsafe-inline -20'],
    ['content-security-policy', "default-src 'none'; script-src https:", 'unsafe-inline -20'],
    ['content-security-policy', "default-src 'none'; script-src 'unsafe-eval'", 'unsafe-eval -10'],
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'", 'unsafe-inline-style +0'],
    ['content-security-policy', "default-src 'none'; connect-src http://a.example", 'insecure-scheme -20'],
    ['content-security-policy', "default-src 'none'; img-src http://a.example", 'insecure-passive -10'],
    ['content-security-policy', "default-src 'none'; default-src 'self'", 'invalid -25'],
    ['set-cookie', 'a=1; Secure', 'without-same-site +0'],
    ['set-cookie', 'a=1; SameSite=Lax', 'insecure-but-hsts -5'],
    ['set-cookie', 'login=1; SameSite=Lax', 'session-readable -30'],
    ['set-cookie', 'CSRF=1; Secure', 'anti-forgery-without-same-site -20'],
    ['cross-origin-embedder-policy', 'unsafe-none', 'unsafe-none +0'],
    ['cross-origin-opener-policy', '"same-origin"', 'invalid -5'],
    ['cross-origin-resource-policy', 'cross-origin', 'cross-origin +0'],
    ['referrer-policy', 'unsafe-url', 'unsafe -5'],
    ['strict-transport-security', undefined, 'not-implemented -20'],
    ['strict-transport-security', 'max-age=86400', 'shorter -10'],
    ['x-content-type-options', undefined, 'missing -5'],
    ['html', '<script src="https://a.example/a.js"></script>', 'foreign-unsigned -5'],
    ['html', '<script src="//a.example/a.js"></script>', 'foreign-open -50'],
    ['html', '<script src="/a.js"></script>', 'own-unsigned +0'],
  ])('%s: %s is %s', (name, value, expected) => {
    const { results, points } = gradeWith(name, value);
    expect(Object.values(results)).toContain(expected);
    expect(points).toBeLessThan(160);
  });

  test.each([
    ['strict-transport-security', undefined, 'B+'],
    ['content-security-policy', undefined, 'C'],
    ['html', '<script src="//a.example/a.js"></script>', 'C'],
  ])('without a good %s the grade of an otherwise perfect response is lower', (name, value, grade) => {
    expect(gradeWith(name, value).grade).toBe(grade);
  });
});

describe('beyond what the Observatory asks', () => {
  test('every cookie except the one with a fixed name is bound to this host, and scripts can read only that one', async () => {
    const { noticeId, uniqueId } = memberOf(0);
    const login = await ask('/api/login/creds/', { headers: { p1: uniqueId, p2: noticeId } });
    expect(login.status).toBe(200);
    const cookies = login.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set(['XSRF-TOKEN', '__Host-redress-browser', '__Host-redress-login']),
    );
    for (const cookie of cookies) {
      const attributes = cookie.split('; ').slice(1);
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'SameSite=Lax']));
      expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
      expect(attributes.includes('HttpOnly')).toBe(!cookie.startsWith('XSRF-TOKEN='));
    }
  });

  test('script uses the only Trusted Types policy, and pages may use no device features', async () => {
    const headers = new Map((await ask('/')).headers);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "require-trusted-types-for 'script'",
        'trusted-types own-workers',
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        'upgrade-insecure-requests',
      ]),
    );
    expect(headers.get('permissions-policy')).toMatch(/^(?:[a-z-]+=\(\)(?:, |$))+$/);
    for (const feature of ['camera', 'geolocation', 'microphone', 'payment'])
      expect(headers.get('permissions-policy')).toContain(`${feature}=()`);
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  });

  test('an API response that is opened as a page may do nothing', async () => {
    const policy = new Map((await ask('/api/session')).headers).get('content-security-policy');
    expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox");
  });

  test('over http there is no HSTS, and cookies keep their plain names', async () => {
    const plain = await server.buildAnother({ publicUrl: new URL('http://localhost:4920') });
    const { headers, cookies } = await plain.inject('/api/session');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade');
    expect(cookies.map(({ name, secure }) => [name, secure ?? false])).toEqual([
      ['redress-browser', false],
      ['XSRF-TOKEN', false],
    ]);
  });
});
