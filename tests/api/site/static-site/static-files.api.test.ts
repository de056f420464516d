import { settlement } from '@redress/content/settlement';
import { originPlaceholder } from '@redress/contract/site-files';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSiteFolder, keptByProxies, useSiteFolder } from '../../../setup/site-folder.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const script = 'let words = "the same words, the same words";';
const pdf = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
/** Too large for the memory cache. */
const scan = Buffer.from(Array.from({ length: 1_200_000 }, (_, index) => (index * 7) % 253));
const files = {
  'index.html': `<link rel="canonical" href="${originPlaceholder}/"><a href="${originPlaceholder}/notice">Notice</a>`,
  '404.html': '<h1>Not found</h1>',
  'robots.txt': `Sitemap: ${originPlaceholder}/sitemap.xml\n`,
  'sitemap.xml': `<urlset><url><loc>${originPlaceholder}/</loc></url></urlset>`,
  'favicon.svg': '<svg/>',
  'site.webmanifest': '{}',
  'data.json': '{}',
  'assets/form.a1B2_c-3.js': script,
  'assets/form.a1B2_c-3.js.br': brotliCompressSync(script),
  'assets/form.a1B2_c-3.js.gz': gzipSync(script),
  'documents/long-form-notice.pdf': pdf,
  'documents/order.pdf': scan,
  'documents/filing-template.xlsx': Buffer.from('PK'),
};
const address = 'https://claims.example.com';
const siteFolder = useSiteFolder(files);
const server = useTestServer({ overrides: { siteFolder, publicUrl: new URL(address) } });

const send = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method, url, headers });
const get = (url: string, headers: Record<string, string> = {}) => send('GET', url, headers);
const etagOf = async (url: string, headers: Record<string, string> = {}) =>
  String((await get(url, headers)).headers.etag);

describe('the address of the website', () => {
  test('is in every page and index, in every encoding', async () => {
    const links = `<link rel="canonical" href="${address}/"><a href="${address}/notice">Notice</a>`;
    for (const [path, expected] of [
      ['/', links],
      ['/robots.txt', `Sitemap: ${address}/sitemap.xml\n`],
      ['/sitemap.xml', `<urlset><url><loc>${address}/</loc></url></urlset>`],
    ] as const) {
      expect((await get(path)).body).toBe(expected);
      const brotli = await get(path, { 'accept-encoding': 'br' });
      const zipped = await get(path, { 'accept-encoding': 'gzip' });
      expect([brotli.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(expected);
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(expected);
    }
  });

  test('cannot break out of an attribute', async () => {
    const odd = await server.buildAnother({ publicUrl: new URL("http://a&b'c:8080") });
    expect((await odd.inject('/')).body).toContain('href="http://a&amp;b&#39;c:8080/notice"');
    expect((await odd.inject('/robots.txt')).body).toBe("Sitemap: http://a&b'c:8080/sitemap.xml\n");
  });
});

describe('a validator', () => {
  test('is strong, and a hash of the sent bytes: the same on every machine, different for each encoding', async () => {
    const etags = await Promise.all(
      ['', 'gzip', 'br'].map((encoding) => etagOf('/assets/form.a1B2_c-3.js', { 'accept-encoding': encoding })),
    );
    const hashes = [script, files['assets/form.a1B2_c-3.js.gz'], files['assets/form.a1B2_c-3.js.br']].map(
      (bytes) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    );
    expect(etags).toEqual(hashes);
    const copy = await createSiteFolder(files);
    const other = await server.buildAnother({ siteFolder: copy.folder });
    for (const path of ['/', '/documents/long-form-notice.pdf', '/documents/order.pdf'])
      expect((await other.inject(path)).headers.etag).toBe(await etagOf(path));
    await copy.remove();
  });

  test('saves sending a file again', async () => {
    for (const path of ['/', '/favicon.svg', '/assets/form.a1B2_c-3.js', '/documents/order.pdf']) {
      const first = await get(path, { 'accept-encoding': 'br' });
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': header });
        expect([again.statusCode, again.body]).toEqual([304, '']);
        for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
          expect(again.headers[name]).toBe(first.headers[name]);
        for (const name of ['content-encoding', 'content-type', 'content-length'])
          expect(again.headers[name]).toBeUndefined();
      }
      expect((await get(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
  });

  test('of one encoding does not match another', async () => {
    const etag = await etagOf('/', { 'accept-encoding': 'br' });
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200);
  });
});

test('a file is sent as the build compressed it', async () => {
  for (const [encoding, ending] of [
    ['br', 'br'],
    ['gzip', 'gz'],
  ] as const) {
    const { headers, rawPayload } = await get('/assets/form.a1B2_c-3.js', { 'accept-encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(rawPayload.equals(files[`assets/form.a1B2_c-3.js.${ending}`])).toBe(true);
  }
  expect((await get('/assets/form.a1B2_c-3.js.br')).statusCode).toBe(404);
});

test('the 404 page is sent as it was compressed once, like every other page', async () => {
  const page = await readFile(import.meta.filename);
  const copy = await createSiteFolder({ '404.html': page, 'index.html': page });
  const other = await server.buildAnother({ siteFolder: copy.folder });
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    const [missing, found] = [
      await other.inject({ url: '/missing', headers }),
      await other.inject({ url: '/', headers }),
    ];
    expect([missing.statusCode, missing.headers['content-encoding']]).toEqual([404, found.headers['content-encoding']]);
    expect(missing.rawPayload.equals(found.rawPayload)).toBe(true);
  }
  const head = await other.inject({ method: 'HEAD', url: '/missing' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([404, String(page.length), '']);
  await copy.remove();
});

test('a file has a type, which browsers may not guess, and is kept for good if its name has a hash', async () => {
  const forGood = 'public, max-age=31536000, immutable';
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  for (const [path, type, kept] of [
    ['/', 'text/html; charset=utf-8', keptByProxies],
    ['/robots.txt', 'text/plain; charset=utf-8', keptByProxies],
    ['/sitemap.xml', 'application/xml; charset=utf-8', keptByProxies],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', keptByProxies],
    ['/data.json', 'application/json; charset=utf-8', keptByProxies],
    ['/site.webmanifest', 'application/octet-stream', keptByProxies],
    ['/assets/form.a1B2_c-3.js', 'text/javascript; charset=utf-8', forGood],
    ['/documents/long-form-notice.pdf', 'application/pdf', keptByProxies],
    ['/documents/filing-template.xlsx', sheet, keptByProxies],
  ] as const)
    expect((await get(path)).headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': kept,
      vary: 'Accept-Encoding',
    });
});

test('HEAD has the headers of GET and no body', async () => {
  const documents = ['/documents/long-form-notice.pdf', '/documents/order.pdf'];
  for (const path of ['/', ...documents, '/assets/form.a1B2_c-3.js', '/none'])
    for (const headers of [{ 'accept-encoding': 'br' }, {}]) {
      const [whole, head] = [await send('GET', path, headers), await send('HEAD', path, headers)];
      expect([head.statusCode, head.rawPayload.length]).toEqual([whole.statusCode, 0]);
      expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
      expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    }
});

describe('a document', () => {
  test('opens in the browser if it is a PDF, with a policy that its viewer can work with, and is saved otherwise', async () => {
    const { headers } = await get('/documents/long-form-notice.pdf');
    expect(headers['content-disposition']).toBe('inline; filename=long-form-notice.pdf');
    expect(headers['content-security-policy']).toBe(
      "script-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const template = await get('/documents/filing-template.xlsx');
    expect(template.headers['content-disposition']).toBe('attachment; filename=filing-template.xlsx');
  });

  describe.each([
    ['kept in memory', '/documents/long-form-notice.pdf', pdf],
    ['sent from the disk', '/documents/order.pdf', scan],
  ])('%s', (_kind, path, bytes) => {
    test('is sent whole or in parts', async () => {
      const { statusCode, headers, rawPayload } = await get(path, { 'accept-encoding': 'gzip, br' });
      expect([statusCode, headers['accept-ranges']]).toEqual([200, 'bytes']);
      expect(headers['content-length']).toBe(`${bytes.length}`);
      expect(rawPayload.equals(bytes)).toBe(true);
      for (const [range, first, last] of [
        ['bytes=0-99', 0, 99],
        ['bytes=900-', 900, bytes.length - 1],
        ['bytes=-10', bytes.length - 10, bytes.length - 1],
      ] as const) {
        const part = await get(path, { range });
        expect(part.statusCode).toBe(206);
        expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/${bytes.length}`);
        expect(part.headers['content-length']).toBe(String(last - first + 1));
        expect(part.rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true);
      }
      const beyond = await get(path, { range: `bytes=${bytes.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    });

    test('is sent in part only if it has not changed since the client’s part', async () => {
      const range = 'bytes=0-9';
      expect((await get(path, { range, 'if-range': await etagOf(path) })).statusCode).toBe(206);
      for (const stale of ['"other"', `W/${await etagOf(path)}`, 'Fri, 18 Jul 2025 04:00:00 GMT']) {
        const whole = await get(path, { range, 'if-range': stale });
        expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, bytes.length]);
      }
      expect((await get(path, { range, 'if-none-match': await etagOf(path) })).statusCode).toBe(304);
    });
  });

  test('that the build does not have does not exist', async () => {
    for (const path of ['/documents/unknown.pdf', '/documents', '/documents/']) {
      const { statusCode, body, headers } = await get(path, { range: 'bytes=0-9', 'if-none-match': '*' });
      expect([statusCode, body]).toEqual([404, '<h1>Not found</h1>']);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      for (const name of ['etag', 'content-disposition']) expect(headers).not.toHaveProperty(name);
    }
  });
});

test.each(['removed', 'replaced'])(
  'after a build has %s the files they are still those of the start, or temporarily unavailable',
  async (change) => {
    const built = await createSiteFolder(files);
    onTestFinished(() => built.remove());
    const other = await server.buildAnother({ siteFolder: built.folder });
    const request = (url: string) => other.inject({ url, headers: { range: 'bytes=0-9' } });
    const paths = ['/', '/assets/form.a1B2_c-3.js', '/documents/long-form-notice.pdf'];
    const before = await Promise.all(paths.map(request));
    await built.remove();
    if (change === 'replaced') for (const file of Object.keys(files)) await built.write(file, 'new');
    const after = await Promise.all(paths.map(request));
    expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200, 206]);
    const contents = (answers: typeof after) => answers.map(({ body, headers }) => [body, headers.etag]);
    expect(contents(after)).toEqual(contents(before));
    // Too large for the memory.
    const large = await request('/documents/order.pdf');
    expect([large.statusCode, large.headers['cache-control']]).toEqual([503, 'no-store']);
    for (const name of ['etag', 'content-disposition', 'content-range']) expect(large.headers).not.toHaveProperty(name);
  },
);

test('the next page may be prefetched by rules that every page names', async () => {
  expect((await get('/')).headers['speculation-rules']).toBe('"/speculation-rules.json"');
  for (const path of ['/robots.txt', '/documents/long-form-notice.pdf', '/assets/form.a1B2_c-3.js'])
    expect((await get(path)).headers['speculation-rules']).toBeUndefined();
  const { statusCode, headers, body } = await get('/speculation-rules.json');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/speculationrules+json']);
  // Fetched at a hint of interest and never prerendered. Excludes what costs the server work and
  // what is not read in a browser.
  expect(JSON.parse(body)).toEqual({
    prefetch: [
      {
        source: 'document',
        eagerness: 'moderate',
        where: {
          and: [
            { href_matches: '/*' },
            { not: { href_matches: '/api/*' } },
            { not: { href_matches: '/assets/*' } },
            { not: { href_matches: '/documents/*' } },
            { not: { href_matches: '/.well-known/*' } },
          ],
        },
      },
    ],
  });
});

test('security.txt names the contact, until half a year after the start of the server', async () => {
  server.now = new Date('2025-07-01T12:34:56Z');
  const started = await server.buildAnother();
  server.now = new Date('2025-12-24T00:00:00Z');
  const { statusCode, headers, body } = await started.inject('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual([
    `Contact: mailto:${settlement.site.securityEmail}`,
    'Expires: 2025-12-28T00:00:00Z',
    'Preferred-Languages: en, es',
    'Canonical: https://claims.example.com/.well-known/security.txt',
    '',
  ]);
});
