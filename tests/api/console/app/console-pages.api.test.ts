import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../setup/test-server.ts';
import { useSiteFolder } from '../../../setup/site-folder.ts';

const siteFolder = useSiteFolder({
  'index.html': '<title>Website</title>',
  '404.html': '<title>Not on the website</title>',
});
const consoleFolder = useSiteFolder({
  'index.html': '<title>Console</title>',
  'assets/main-abcd1234.js': 'export {};',
  'preview/index.html': '<title>Preview</title>',
  'preview/assets/index-abcd1234.js': 'export {};',
});
const server = useTestServer({ overrides: { siteFolder, consoleFolder } });

const get = (url: string) => server.app.inject({ url });

test.each(['/console/', '/console/claims', '/console/claims/8001583106?form=consumer', '/console/sign-in'])(
  'the console’s one page is at %s, and browsers ask for it anew each time',
  async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(response.body).toContain('<title>Console</title>');
  },
);

test('its address without a slash leads to it', async () => {
  const { statusCode, headers } = await get('/console');
  expect([statusCode, headers.location]).toEqual([308, '/console/']);
});

test('a script is kept by browsers, and a missing one is not answered with the page', async () => {
  const { statusCode, headers } = await get('/console/assets/main-abcd1234.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await get('/console/assets/main-gone0000.js')).statusCode).toBe(404);
});

describe('its headers', () => {
  const read = async (url: string) => (await get(url)).headers;

  test('allow passkeys and its own frames, and nothing of other hosts', async () => {
    const headers = await read('/console/claims');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-src 'self'"]),
    );
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "require-trusted-types-for 'script'"]));
    expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/);
  });

  test('are those of an address that is written with escapes', async () => {
    expect(await read('/%63onsole/claims')).toMatchObject({ 'referrer-policy': 'no-referrer' });
    expect((await read('/%61pi/console/claims'))['content-security-policy']).toContain('sandbox');
    expect((await get('/console/%zz')).statusCode).toBe(400);
  });

  test('are those of a target with a fragment, which browsers never send', async () => {
    const origin = await server.listen();
    const policyOf = async (path: string) => {
      const [response] = (await once(request(origin, { path }).end(), 'response')) as [IncomingMessage];
      response.resume();
      return String(response.headers['content-security-policy']);
    };
    for (const address of ['/console/preview', '/console/claims', '/api/console/session', '/']) {
      expect([address, await policyOf(`${address}#x`)]).toEqual([address, await policyOf(address)]);
      expect([address, await policyOf(`${address}#?x=%zz`)]).toEqual([address, await policyOf(address)]);
    }
    // These are names of pages that do not exist.
    for (const address of ['/console/preview%23x', '/console/preview%3Fx'])
      expect([address, await policyOf(address)]).toEqual([address, await policyOf('/console/claims')]);
  });

  test.each(['/', '/consoles', '/console.html', '/notice?/console/'])('do not apply to %s', async (url) => {
    const headers = await read(url);
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=()');
    expect(headers['content-security-policy']).toContain("frame-src 'none'");
  });
});

describe('the frame of previews', () => {
  test.each([
    '/console/preview',
    '/console/preview/assets/index-abcd1234.js',
    '/console/preview/assets/gone-abcd1234.js',
    '/console/%70review',
    '/%63onsole/preview%2F?x=%zz',
  ])('has an opaque origin and no network, also when somebody opens its address: %s', async (url) => {
    const { headers } = await get(url);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(['sandbox allow-scripts', "default-src 'none'", "connect-src 'none'"]),
    );
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'self'", "require-trusted-types-for 'script'"]));
    expect(policy.join(' ')).not.toMatch(/allow-same-origin|unsafe-inline|'unsafe-eval'|https?:/);
    expect([headers['x-frame-options'], headers['referrer-policy']]).toEqual(['SAMEORIGIN', 'no-referrer']);
  });

  test('loads its scripts from the origin that is another’s to it; no other response can be read from elsewhere', async () => {
    const { statusCode, headers } = await get('/console/preview/assets/index-abcd1234.js');
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/console/preview/assets/gone-abcd1234.js')).statusCode).toBe(404);
    for (const url of [
      '/',
      '/console/',
      '/console/previews',
      '/console/assets/main-abcd1234.js',
      '/api/console/session',
    ])
      expect([url, (await get(url)).headers['access-control-allow-origin']]).toEqual([url, undefined]);
  });
});
