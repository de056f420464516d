import { ProblemSchema } from '@redress/contract/problem';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../../fuzz/http-exchange.ts';
import { createSiteFolder, type TestSiteFolder } from '../../setup/site-folder.ts';
import { startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
let site: TestSiteFolder;
let port: number;
beforeAll(async () => {
  site = await createSiteFolder({ 'index.html': '<h1>Home</h1>', '404.html': '<h1>Not found</h1>' });
  server = await startTestServer({ overrides: { siteFolder: site.folder } });
  port = Number(new URL(await server.listen()).port);
});
afterAll(async () => {
  await server.close();
  await site.remove();
});

const send = (...lines: readonly string[]) =>
  exchange(port, Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'), {
    isHead: false,
    maxSilenceMilliseconds: 2_000,
  });
const session = 'GET /api/session HTTP/1.1';

test.each([
  ['a line that is none', ['nonsense'], 400, 'bad-request'],
  [
    'two lengths',
    ['POST /api/TppClaimants HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
    400,
    'bad-request',
  ],
  [
    'a length and chunks',
    ['POST /api/TppClaimants HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    400,
    'bad-request',
  ],
  ['no host', [session], 400, 'bad-request'],
  ['two hosts', [session, 'Host: a', 'Host: b'], 400, 'bad-request'],
  ['the same host twice', [session, 'Host: a', 'host: a'], 400, 'bad-request'],
  ['two hosts before HTTP/1.1', ['GET /api/session HTTP/1.0', 'Host: a', 'Host: b'], 400, 'bad-request'],
  ['an empty host', [session, 'Host: '], 400, 'bad-request'],
  ['a host with a space', [session, 'Host: a b'], 400, 'bad-request'],
  ['a host with a path', [session, 'Host: a/b'], 400, 'bad-request'],
  ['a host with a user', [session, 'Host: user@a'], 400, 'bad-request'],
  ['a host with two ports', [session, 'Host: a:80:80'], 400, 'bad-request'],
  ['a host with a bad escape', [session, 'Host: a%2'], 400, 'bad-request'],
  ['a host whose brackets hold no address', [session, 'Host: [a]:80'], 400, 'bad-request'],
  ['a whole address', ['GET http://a/api/session HTTP/1.1', 'Host: a'], 400, 'bad-request'],
  ['a whole address of a page', ['GET http://a HTTP/1.1', 'Host: a'], 400, 'bad-request'],
  ['a whole address of another scheme', ['GET ftp://a/api/session HTTP/1.1', 'Host: a'], 400, 'bad-request'],
  ['an expectation that nobody knows', [session, 'Host: a', 'Expect: 200-ok', 'Connection: close'], 400, 'bad-request'],
  ['20 kB of headers', [session, 'Host: a', `X-Long: ${'a'.repeat(20_000)}`], 431, 'headers-too-large'],
])(
  '%s: a normal problem response with the normal headers, and the connection closes',
  async (_what, lines, status, code) => {
    const { answers, rest, ended } = await send(...lines);
    const [answer] = answers;
    expect([answers.length, answer?.status, rest.length, ended]).toEqual([1, status, 0, 'closed']);
    const problem: unknown = JSON.parse(answer?.body.toString() ?? '');
    expect(Value.Check(ProblemSchema, problem)).toBe(true);
    expect(problem).toMatchObject({ code, status });
    const header = (name: string) => answer?.headers.get(name)?.[0];
    expect(header('content-type')).toBe('application/problem+json; charset=utf-8');
    expect([header('x-content-type-options'), header('cache-control'), header('connection')]).toEqual([
      'nosniff',
      'no-store',
      'close',
    ]);
    expect(header('content-security-policy')).toContain("default-src 'none'");
  },
);

test.each([
  ['a name', 'a.example'],
  ['a port', 'a.example:8080'],
  ['an empty port', 'a.example:'],
  ['an IPv4 address', '192.0.2.1:80'],
  ['an IPv6 address', '[2001:db8::1]:80'],
  ['a name with an underscore and an escape', 'a_b.%C3%A9xample'],
])('a Host with %s is accepted', async (_what, host) => {
  const { answers } = await send(session, `Host: ${host}`, 'Connection: close');
  expect(answers.map(({ status }) => status)).toEqual([200]);
});

test('HTTP/1.0 needs no Host header, and Expect: 100-continue is honored', async () => {
  expect((await send('GET /api/health HTTP/1.0')).answers.map(({ status }) => status)).toEqual([200]);
  const asked = await send('GET /api/health HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Connection: close');
  expect(asked.answers.map(({ status }) => status)).toEqual([200]);
});

test('malformed data after a request adds nothing to that request’s response', async () => {
  const { answers, rest } = await send('GET /api/openapi.json HTTP/1.1', 'Host: a', '', 'nonsense');
  expect(rest.length).toBe(0);
  for (const { body, headers } of answers) expect(body.length).toBe(Number(headers.get('content-length')?.[0]));
});
