import { formKeyPlaceholder, formKeyRefresh, formKeyScript, formKeySearch } from '@redress/contract/site-files';
import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { keptByProxies } from '../../../setup/site-folder.ts';

const site = useNoScriptSite();
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.server.app.inject({ method, url, headers });

test('a form page is like any page, without a key, until a browser without JavaScript asks for one', async () => {
  for (const path of ['/tpp-claimants', '/es/consumera-claimants']) {
    const page = await get(path);
    expect(page.headers).toMatchObject({ 'cache-control': keptByProxies, etag: expect.any(String) });
    expect(page.body).toContain(formKeyRefresh);
    expect(keyIn({ text: page.body })).toBe(formKeyPlaceholder);

    const answers = await Promise.all(Array.from({ length: 5 }, () => get(path + formKeySearch)));
    const found = answers.map(({ body }) => keyIn({ text: body }));
    expect(new Set(found).size).toBe(5);
    for (const key of found) expect(key).toMatch(/^[0-9a-v]{26}$/);
    for (const { headers, body } of answers) {
      // A page with a key that asked for a key would be loaded forever.
      expect(body).not.toContain('refresh');
      // Back finds the page with its key.
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('etag');
    }
  }
  expect((await get(`/consumer-complete${formKeySearch}`)).headers['cache-control']).toBe(keptByProxies);
});

test('a page with a key is compressed in an encoding that the browser accepts', async () => {
  const brotli = await get('/tpp-claimants?key', { 'accept-encoding': 'gzip, br' });
  const zipped = await get('/tpp-claimants?key', { 'accept-encoding': 'gzip' });
  expect([brotli.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
  for (const page of [brotliDecompressSync(brotli.rawPayload), gunzipSync(zipped.rawPayload)]) {
    expect(keyIn({ text: page.toString() })).toMatch(/^[0-9a-v]{26}$/);
  }
  const head = await get('/tpp-claimants?key', {}, 'HEAD');
  expect([head.statusCode, head.body, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
});

test('the script that makes the key is the only one that the content security policy allows in a page', async () => {
  const { headers } = await get('/tpp-claimants');
  const inline = `'sha256-${createHash('sha256').update(formKeyScript).digest('base64')}'`;
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${inline};`);
  const keys = Array.from({ length: 3 }, () => {
    const field = { value: formKeyPlaceholder };
    const document = { currentScript: { previousElementSibling: field } };
    runInNewContext(formKeyScript, { document, crypto });
    return field.value;
  });
  for (const key of keys) expect(key).toMatch(/^0[0-9a-v]{25}$/);
  expect(new Set(keys).size).toBe(3);
  const kept = { value: 'a-key-of-the-server' };
  runInNewContext(formKeyScript, { document: { currentScript: { previousElementSibling: kept } }, crypto });
  expect(kept.value).toBe('a-key-of-the-server');
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
