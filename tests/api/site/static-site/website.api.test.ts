import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../setup/browser.ts';
import { useSiteFolder } from '../../../setup/site-folder.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const siteFolder = useSiteFolder({
  'index.html': '<h1>Home</h1>',
  'notice/index.html': '<h1>Notice</h1>',
  '404.html': '<h1>Not found</h1>',
});
const server = useTestServer({ overrides: { siteFolder } });
let browser: Browser;
beforeAll(() => {
  browser = new Browser(server.app);
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
