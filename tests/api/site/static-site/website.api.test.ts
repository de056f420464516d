import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../setup/browser.ts';
import { createSiteFolder, type TestSiteFolder } from '../../../setup/site-folder.ts';
import { startTestServer, type TestServer } from '../../../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
let site: TestSiteFolder;

beforeAll(async () => {
  site = await createSiteFolder({
    'index.html': '<h1>Home</h1>',
    'notice/index.html': '<h1>Notice</h1>',
    '404.html': '<h1>Not found</h1>',
  });
  server = await startTestServer({ overrides: { siteFolder: site.folder } });
  browser = new Browser(server.app);
});
afterAll(async () => {
  await server?.close();
  await site?.remove();
});

const get = (url: string, headers: Record<string, string> = {}) => browser.send('GET', url, { headers });

describe('a page', () => {
  test('with a trailing slash redirects to the one without', async () => {
    const { status, headers } = await get('/notice/?from=mail');
    expect([status, headers['location']]).toEqual([308, '/notice?from=mail']);
  });

  test('that the build does not have is not there, nor is any other file', async () => {
    for (const path of [
      '/nothing',
      '/notice/more',
      '/assets/none.js',
      '/..%2f..%2fpackage.json',
      '/notice/../../package.json',
      '/.env',
    ]) {
      const { status, text, headers } = await get(path);
      expect([path, status, text, headers['cache-control']]).toEqual([path, 404, '<h1>Not found</h1>', 'no-cache']);
    }
  });

  test('has a policy that allows no other origin and no inline script but one', async () => {
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

test('the lists of the case have their entries', async () => {
  for (const [name, length] of [
    ['States.json', 59],
    ['InsuranceQuestion.json', 2],
    ['CompanyHealthTypes.json', 4],
    ['RelationshipTypes.json', 3],
  ] as const) {
    const { status, text, headers } = await get(`/assets/${name}`);
    expect(status).toBe(200);
    const entries = JSON.parse(text) as Record<string, unknown>[];
    expect([name, entries.length, Object.keys(entries[0] ?? {})]).toEqual([name, length, ['Name']]);
    expect((await get(`/assets/${name}`, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  }
});

test('the API describes itself: every operation and every status that it can return', async () => {
  const { status, body } = await get('/api/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  // The console is not a public interface.
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/api/console'))).toEqual([]);
  const answers = (path: string, method: string) => Object.keys(body.paths[path]?.[method]?.responses ?? {});
  // 4XX applies to any request, such as headers that are too large.
  const always = ['400', '403', '413', '415', '422', '429', '500', '503', '4XX'];
  expect(answers('/api/ConsumerClaimants', 'post').toSorted()).toEqual(
    ['201', '401', '409', '410', ...always].toSorted(),
  );
  expect(answers('/api/ConsumerClaimants/SubmitDocuments', 'post').toSorted()).toEqual(['200', ...always].toSorted());
  for (const path of ['session', 'login/creds/', 'captcha/challenge', 'health', 'health/ready'])
    expect(body.paths).toHaveProperty([`/api/${path}`]);
  expect(JSON.stringify(body.paths['/api/ConsumerClaimants']?.['post']?.requestBody)).toContain('visibleSeconds');
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
