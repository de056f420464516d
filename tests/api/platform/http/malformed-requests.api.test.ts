import { ProblemSchema } from '@redress/contract/problem';
import { Value } from 'typebox/value';
import { beforeAll, expect, test } from 'vitest';
import { exchange } from '../../../fuzz/http-exchange.ts';
import { useSiteFolder } from '../../../setup/site-folder.ts';
import { useTestServer } from '../../../setup/test-server.ts';

const siteFolder = useSiteFolder({ 'index.html': '<h1>Home</h1>', '404.html': '<h1>Not found</h1>' });
const server = useTestServer({ overrides: { siteFolder } });
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.listen()).port);
});

const send = (...lines: readonly string[]) =>
  exchange(port, Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'), {
    isHead: false,
    maxSilenceMilliseconds: 20_000,
  });
const session = 'GET /api/session HTTP/1.1';

/** The code of a normal problem response with the normal headers, after which the connection closes. */
async function refusalOf(lines: readonly string[], status = 400): Promise<unknown> {
  const { answers, rest, ended } = await send(...lines);
  const [answer] = answers;
  expect([lines, answers.length, answer?.status, rest.length, ended]).toEqual([lines, 1, status, 0, 'closed']);
  const problem: unknown = JSON.parse(answer?.body.toString() ?? '');
  if (!Value.Check(ProblemSchema, problem)) throw new Error('This is no problem document');
  expect(problem.status).toBe(status);
  const header = (name: string) => answer?.headers.get(name)?.[0];
  expect(header('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(header('x-content-type-options')).toBe('nosniff');
  expect([header('cache-control'), header('connection')]).toEqual(['no-store', 'close']);
  expect(header('content-security-policy')).toContain("default-src 'none'");
  return problem.code;
}

test('a malformed request is a bad request', async () => {
  const claim = 'POST /api/TppClaimants HTTP/1.1';
  for (const lines of [
    ['nonsense'],
    [claim, 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
    [claim, 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    // A whole address, of an API call, a page and another scheme.
    ['GET http://a/api/session HTTP/1.1', 'Host: a'],
    ['GET http://a HTTP/1.1', 'Host: a'],
    ['GET ftp://a/api/session HTTP/1.1', 'Host: a'],
    [session, 'Host: a', 'Expect: 200-ok', 'Connection: close'],
  ])
    expect(await refusalOf(lines)).toBe('bad-request');
  const long = [session, 'Host: a', `X-Long: ${'a'.repeat(20_000)}`];
  expect(await refusalOf(long, 431)).toBe('headers-too-large');
});

test('a Host header is required once, with a name or address and perhaps a port', async () => {
  const bad = ['', 'a b', 'a/b', 'user@a', 'a:80:80', 'a%2', '[a]:80'].map((host) => [session, `Host: ${host}`]);
  for (const lines of [
    ...bad,
    [session],
    [session, 'Host: a', 'Host: b'],
    [session, 'Host: a', 'host: a'],
    ['GET /api/session HTTP/1.0', 'Host: a', 'Host: b'],
  ])
    expect(await refusalOf(lines)).toBe('bad-request');
  const good = ['a.example', 'a.example:8080', 'a.example:', '192.0.2.1:80', '[2001:db8::1]:80', 'a_b.%C3%A9xample'];
  for (const host of good) {
    const { answers } = await send(session, `Host: ${host}`, 'Connection: close');
    expect([host, ...answers.map(({ status }) => status)]).toEqual([host, 200]);
  }
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
