import { createLog } from '@redress/server/platform/logging/log';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../setup/browser.ts';
import { memberOf, type TestServer, useTestServer } from '../../../setup/test-server.ts';

interface Line {
  readonly msg: string;
  readonly time: number;
  readonly reqId?: string;
  readonly code?: string;
  readonly matched?: boolean;
  readonly way?: string;
  readonly route?: string;
  readonly status?: number;
}

const server = useTestServer({
  members: 2,
  overrides: { log: createLog('info', { write: (line) => (text += line) }) },
});
let text = '';
const lines = (msg: string): Line[] => {
  const parse: (line: string) => Line = JSON.parse;
  return text
    .split('\n')
    .filter(Boolean)
    .map(parse)
    .filter((line) => line.msg === msg);
};

afterAll(() => server?.close());
beforeEach(() => {
  text = '';
});

test('each login attempt is logged with its outcome and without names', async () => {
  const browser = new Browser(server.app, '203.0.113.77');
  await browser.logIn({ ...memberOf(0), uniqueId: 'WRNG0001' });
  await browser.logIn(memberOf(0));
  expect(lines('login').map(({ matched, way }) => [matched, way])).toEqual([
    [false, 'script'],
    [true, 'script'],
  ]);
  const { noticeId, uniqueId } = memberOf(0);
  for (const personal of [noticeId, uniqueId, 'WRNG0001', '203.0.113.77', 'Jane', 'Doe'])
    expect(text).not.toContain(personal);
});

test('a refused request is logged with the reason and can be found by its request ID', async () => {
  const stranger = new Browser(server.app);
  await stranger.session();
  await stranger.send('GET', '/api/claims/1234567890/receipt.pdf');
  await stranger.send('POST', '/api/TppClaimants', { headers: { 'x-xsrf-token': 'forged' }, body: '{}' });
  await stranger.fileClaim();
  const refused = lines('request refused');
  expect(refused.map(({ code }) => code)).toEqual(['not-your-claim', 'bad-token', 'login-required']);
  const requests = lines('request').filter(({ reqId }) => refused.some((line) => line.reqId === reqId));
  expect(requests.map(({ status }) => status)).toEqual([403, 403, 401]);
  expect(text).not.toContain('1234567890');
});

test('a problem names the request as the log does, by the ID of a trusted proxy', async () => {
  const headers = { 'x-request-id': 'from-the-proxy-1' };
  const behindProxy = await server.buildAnother({
    trustProxy: ['127.0.0.1'],
    log: createLog('info', { write: (line) => (text += line) }),
  });
  const ask = async (app: TestServer['app']) => {
    const answer = await app.inject({ url: '/api/claims/1234567890/receipt.pdf', headers });
    const problem: { readonly requestId: string } = answer.json();
    return problem.requestId;
  };
  expect(await ask(behindProxy)).toBe('from-the-proxy-1');
  const own = await ask(server.app);
  expect(own).toMatch(/^[0-9a-f]{16}$/);
  expect(lines('request').map(({ reqId }) => reqId)).toEqual(['from-the-proxy-1', own]);
});
