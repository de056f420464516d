import { ProblemSchema } from '@redress/contract/problem';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../fuzz/http-exchange.ts';
import type { TestServer } from './test-server.ts';
import { startTestServer } from './test-server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server.close());

const send = (...lines: readonly string[]) =>
  exchange(port, Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'), { isHead: false, patience: 2_000 });
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
  ['an expectation that nobody knows', [session, 'Host: a', 'Expect: 200-ok', 'Connection: close'], 400, 'bad-request'],
  ['20 kB of headers', [session, 'Host: a', `X-Long: ${'a'.repeat(20_000)}`], 431, 'headers-too-large'],
])(
  '%s: a problem like any other, with the headers of any other, and the connection ends',
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

test('HTTP/1.0 needs no host, and the wish to be asked for a body is granted', async () => {
  expect((await send('GET /api/health HTTP/1.0')).answers.map(({ status }) => status)).toEqual([200]);
  const asked = await send('GET /api/health HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Connection: close');
  expect(asked.answers.map(({ status }) => status)).toEqual([200]);
});

test('what follows a request that is being answered and cannot be read is not answered into it', async () => {
  const { answers, rest } = await send('GET /api/openapi.json HTTP/1.1', 'Host: a', '', 'nonsense');
  expect(rest.length).toBe(0);
  for (const { body, headers } of answers) expect(body.length).toBe(Number(headers.get('content-length')?.[0]));
});
