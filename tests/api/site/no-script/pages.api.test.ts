import { formKeyPlaceholder } from '@redress/contract/site-files';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';

const site = useNoScriptSite();
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.server.app.inject({ method, url, headers });

test('a form carries a new key each time, and browsers do not reuse an old page for a new visit', async () => {
  for (const path of ['/tpp-claimants', '/es/consumera-claimants', '/consumer-login']) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(path)));
    const found = answers.map(({ body }) => keyIn({ text: body }));
    expect(new Set(found).size).toBe(5);
    for (const key of found) expect(key).toMatch(/^[0-9a-v]{26}$/);
    for (const { headers, body } of answers) {
      expect(body).not.toContain(formKeyPlaceholder);
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('etag');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
  }
});

test('it is compressed in an encoding that the browser accepts', async () => {
  const brotli = await get('/tpp-claimants', { 'accept-encoding': 'gzip, br' });
  const zipped = await get('/tpp-claimants', { 'accept-encoding': 'gzip' });
  expect([brotli.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
  for (const page of [brotliDecompressSync(brotli.rawPayload), gunzipSync(zipped.rawPayload)]) {
    expect(keyIn({ text: page.toString() })).toMatch(/^[0-9a-v]{26}$/);
  }
  const head = await get('/tpp-claimants', {}, 'HEAD');
  expect([head.statusCode, head.body, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
});

test('pages without a form are sent as before, with an ETag', async () => {
  const { headers } = await get('/consumer-complete');
  expect([headers['cache-control'], typeof headers.etag]).toEqual(['no-cache', 'string']);
});

test('an unknown path below /es gets a Spanish page with 404', async () => {
  for (const [path, expected] of [
    ['/es/nada', 'no se encuentra'],
    ['/es/nada/mas', 'no se encuentra'],
    ['/es/404.html', 'no se encuentra'],
    ['/nada', 'not found'],
    ['/esto', 'not found'],
  ] as const) {
    const { statusCode, body } = await get(path);
    expect([path, statusCode, body]).toEqual([path, 404, expected]);
  }
});

test('a rendered page is compressed too', async () => {
  const browser = new NoScriptBrowser(site.server.app);
  const answer = await browser.postForm('/tpp-claimants', {}, { headers: { 'accept-encoding': 'br' } });
  expect([answer.status, answer.headers['content-encoding']]).toEqual([422, 'br']);
});

test('a claim number or an invalid code shows the built page', async () => {
  for (const query of ['?claim=', '?claim=1234567897', '?filed=', '?filed=1234567897', '?filed=%00', '?other=1', ''])
    expect((await get(`/tpp-complete${query}`)).body).toContain('as built');
});
