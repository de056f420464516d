import { beforeAll, describe, expect, test } from 'vitest';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import { fakePageRenderer } from '../setup/fake-page-renderer.ts';
import { memberOf, useTestServer } from '../setup/test-server.ts';

const siteFolder = join(import.meta.dirname, '../../apps/site/dist/client');
const consoleFolder = join(import.meta.dirname, '../../apps/console/dist');
const server = useTestServer(() => {
  if (!existsSync(siteFolder) || !existsSync(consoleFolder))
    throw new Error('The site is not built: run "npm run build" first.');
  const publicUrl = new URL('https://claims.example.com');
  return { overrides: { siteFolder, consoleFolder, pageRenderer: fakePageRenderer(), publicUrl } };
});
let address: string;
beforeAll(async () => {
  address = await server.listen();
});

type Headers = readonly (readonly [name: string, value: string])[];
interface Answer {
  /** By lower-case name; a repeated header has several values. */
  readonly headers: Headers;
  /** The body, if it is HTML. */
  readonly html?: string;
  /** Response headers to a cross-origin request. */
  readonly preflight?: Headers;
}

/**
 * Finds the penalties of the HTTP Observatory (algorithm 6, November 2026:
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring), and a few more. An
 * answer starts at 100 points, so one without a penalty has A+. Redirects from http are left out:
 * the TLS-terminating proxy makes them. docs/decisions/0021 says why we have our own.
 */
function findPenalties({ headers, html = '', preflight = [] }: Answer): string[] {
  const valuesOf = (name: string) => headers.filter(([one]) => one === name).map(([, value]) => value);
  const is = (name: string, ...good: readonly string[]) => {
    const [value = '', ...others] = valuesOf(name);
    return others.length === 0 && good.includes(value);
  };
  const policies = valuesOf('content-security-policy');
  const directives = (policies[0] ?? '').split(';').map((directive) => directive.trim().split(/\s+/));
  const policy = new Map(directives.map(([name = '', ...sources]) => [name, sources]));
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isUnsafe = (source: string) =>
    /^(?:data:|'unsafe-(?:inline|eval)'|'strict-dynamic'|(?:https?|ftp):.*|\*)$/.test(source);
  const cookies = valuesOf('set-cookie');
  const [, age] = /^max-age=(\d+)/.exec(valuesOf('strict-transport-security')[0] ?? '') ?? [];
  const shared = new Map(preflight);
  const passed: Readonly<Record<string, boolean>> = {
    policy: policies.length === 1 && policy.size === directives.length,
    scripts: !sourcesOf('script-src').some(isUnsafe) && !sourcesOf('object-src').some(isUnsafe),
    sources: ![...policy.values()].flat().some((source) => /^(?:http:|ftp:|'unsafe-eval')/.test(source)),
    framing: policy.has('frame-ancestors'),
    cookies: cookies.every((cookie) => /; Secure/.test(cookie) && /; SameSite=(?:Lax|Strict)/.test(cookie)),
    session: cookies.every((cookie) => /; HttpOnly/.test(cookie) || !/^[^=]*(?:login|sess)/i.test(cookie)),
    embedder: is('cross-origin-embedder-policy', 'require-corp'),
    opener: is('cross-origin-opener-policy', 'same-origin'),
    resource: is('cross-origin-resource-policy', 'same-origin'),
    sharing:
      ['*', undefined].includes(shared.get('access-control-allow-origin')) &&
      !shared.has('access-control-allow-credentials'),
    referrer: is('referrer-policy', 'no-referrer', 'same-origin'),
    https: Number(age) >= 15_552_000,
    sniffing: is('x-content-type-options', 'nosniff'),
    integrity: !/<script\b[^>]*\ssrc="(?:[a-z]+:)?\/\//i.test(html),
  };
  return Object.keys(passed).filter((name) => passed[name] !== true);
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Without `fetch`, which follows redirects, joins headers and corrects addresses. */
function ask(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer & { status: number }> {
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
    expect(findPenalties({ ...answer, preflight: headers })).toEqual([]);
  });
});

describe('a penalty is found for', () => {
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

  test.each([
    ['content-security-policy', undefined, ['scripts', 'framing']],
    ['content-security-policy', "script-src 'self'; frame-ancestors 'none'", ['scripts']],
    ['content-security-policy', "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'", ['scripts']],
    ['content-security-policy', "default-src 'none'; script-src https:; frame-ancestors 'none'", ['scripts']],
    ['content-security-policy', "default-src 'none'; style-src 'unsafe-eval'; frame-ancestors 'none'", ['sources']],
    ['content-security-policy', "default-src 'none'; img-src http://a.example; frame-ancestors 'none'", ['sources']],
    ['content-security-policy', "default-src 'none'; default-src 'self'; frame-ancestors 'none'", ['policy']],
    ['set-cookie', 'a=1; Secure', ['cookies']],
    ['set-cookie', 'a=1; SameSite=Lax', ['cookies']],
    ['set-cookie', 'login=1; Secure; SameSite=Lax', ['session']],
    ['cross-origin-embedder-policy', 'unsafe-none', ['embedder']],
    ['cross-origin-opener-policy', '"same-origin"', ['opener']],
    ['cross-origin-resource-policy', 'cross-origin', ['resource']],
    ['referrer-policy', 'unsafe-url', ['referrer']],
    ['strict-transport-security', undefined, ['https']],
    ['strict-transport-security', 'max-age=86400', ['https']],
    ['x-content-type-options', undefined, ['sniffing']],
    ['html', '<script src="https://a.example/a.js"></script>', ['integrity']],
    ['html', '<script src="//a.example/a.js"></script>', ['integrity']],
  ])('%s: %s', (name, value, penalties) => {
    const others = best.filter(([one]) => one !== name);
    const html = '<script src="/a.js" integrity="sha256-x"></script>';
    expect(findPenalties({ headers: best, html })).toEqual([]);
    const answer =
      name === 'html'
        ? { headers: best, html: value ?? '' }
        : { headers: value ? [...others, [name, value] as const] : others };
    expect(findPenalties(answer)).toEqual(expect.arrayContaining(penalties));
  });

  test('reading by another origin that brings cookies', () => {
    const preflight = [['access-control-allow-origin', 'https://a.example']] as const;
    expect(findPenalties({ headers: best, preflight })).toEqual(['sharing']);
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

  test('script is signed and uses the only Trusted Types policy, and pages may use no device features', async () => {
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
    const scripts = (await ask('/tpp-claimants')).html?.match(/<script\b[^>]*\ssrc=[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(' integrity="sha'))).toEqual([]);
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
