import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../setup/browser.ts';
import { createSiteFolder, type TestSiteFolder } from '../../setup/site-folder.ts';
import { startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
let site: TestSiteFolder;

beforeAll(async () => {
  site = await createSiteFolder({
    'index.html': '<h1>Home</h1>',
    'notice/index.html': '<h1>Notice</h1>',
    '404.html': '<h1>Not found</h1>',
    'assets/form.a1B2_c-3.js': 'let x',
  });
  server = await startTestServer({ overrides: { siteFolder: site.folder } });
  browser = new Browser(server.app);
});
afterAll(async () => {
  await server.close();
  await site.remove();
});

const get = (url: string, headers: Record<string, string> = {}) => browser.send('GET', url, { headers });

describe('a page', () => {
  test('is served at its path, revalidated each time, and sent only when it changed', async () => {
    const page = await get('/notice');
    expect([page.status, page.text, page.headers['cache-control']]).toEqual([200, '<h1>Notice</h1>', 'no-cache']);
    const again = await get('/notice', { 'if-none-match': String(page.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/')).text).toBe('<h1>Home</h1>');
  });

  test('with a trailing slash redirects to the one without', async () => {
    const { status, headers } = await get('/notice/?from=mail');
    expect([status, headers['location']]).toEqual([308, '/notice?from=mail']);
  });

  test.each([
    '/nothing',
    '/notice/more',
    '/assets/none.js',
    '/..%2f..%2fpackage.json',
    '/notice/../../package.json',
    '/.env',
  ])('%s is not there', async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, text, headers['cache-control']]).toEqual([404, '<h1>Not found</h1>', 'no-cache']);
  });

  test('has a policy that allows no other origin and no inline script', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
    const secure = await server.buildAnother({ publicUrl: new URL('https://claims.example.com') });
    expect((await new Browser(secure).send('GET', '/')).headers['strict-transport-security']).toContain(
      'max-age=63072000',
    );
  });
});

test('a file with a hash in its name is kept for good', async () => {
  expect((await get('/assets/form.a1B2_c-3.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['States.json', 59],
  ['InsuranceQuestion.json', 2],
  ['CompanyHealthTypes.json', 4],
  ['RelationshipTypes.json', 3],
])('the list %s has its %i entries', async (name, length) => {
  const { status, text, headers } = await get(`/assets/${name}`);
  expect(status).toBe(200);
  const entries = JSON.parse(text) as Record<string, unknown>[];
  expect(entries).toHaveLength(length);
  expect(Object.keys(entries[0] ?? {})).toEqual(['Name']);
  expect((await get(`/assets/${name}`, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
});

test('the API describes itself: every operation and every status that it can return', async () => {
  const { status, body } = await get('/api/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  // The console is no public interface.
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/api/console'))).toEqual([]);
  const answers = (path: string, method: string) => Object.keys(body.paths[path]?.[method]?.responses ?? {});
  expect(answers('/api/ConsumerClaimants', 'post')).toEqual([
    '201',
    '400',
    '401',
    '403',
    '409',
    '410',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
    // Applies to any request, such as headers that are too large.
    '4XX',
  ]);
  expect(answers('/api/ConsumerClaimants/SubmitDocuments', 'post')).toEqual([
    '200',
    '400',
    '403',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
    // Applies to any request, such as headers that are too large.
    '4XX',
  ]);
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      '/api/session',
      '/api/login/creds/',
      '/api/captcha/challenge',
      '/api/health',
      '/api/health/ready',
      '/assets/States.json',
    ]),
  );
  const required =
    body.paths['/api/ConsumerClaimants']?.['post']?.requestBody?.content['application/json']?.schema.required;
  expect(required).toEqual(expect.arrayContaining(['name1', 'signature', 'googleRecaptchaToken']));
  expect(required).not.toContain('email');
});

test('the server is alive and ready', async () => {
  expect((await get('/api/health')).body).toEqual({ status: 'ok' });
  expect((await get('/api/health/ready')).body).toEqual({
    status: 'ok',
    database: 'ok',
    storage: 'ok',
    uploads: 'ok',
    mail: { status: 'ok', oldestSeconds: 0 },
    deadJobs: 0,
  });
});
