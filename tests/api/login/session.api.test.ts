import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../setup/browser.ts';
import { beforeDeadline, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

const minute = 60_000;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ members: 1 });
});
afterAll(() => server.close());

const advance = (minutes: number) => {
  server.now = new Date(server.now.getTime() + minutes * minute);
};

test('a login in constant use ends a day after the IDs were entered', async () => {
  server.now = beforeDeadline;
  const browser = new Browser(server.app);
  await browser.logIn(memberOf(0));
  for (let hour = 1; hour <= 22; hour += 1) {
    advance(60);
    expect((await browser.send('GET', '/api/session')).body.login?.secondsLeft).toBe(2 * 3_600);
  }
  advance(90);
  expect((await browser.send('GET', '/api/session')).body.login?.secondsLeft).toBe(30 * 60);
  advance(30);
  expect((await browser.send('GET', '/api/session')).body.login).toBeNull();
});

test('entering the IDs again starts another day', async () => {
  server.now = beforeDeadline;
  const browser = new Browser(server.app);
  await browser.logIn(memberOf(0));
  advance(110);
  await browser.logIn(memberOf(0));
  for (let hour = 1; hour <= 22; hour += 1) {
    advance(60);
    await browser.send('GET', '/api/session');
  }
  expect((await browser.send('GET', '/api/session')).body.login?.secondsLeft).toBe(2 * 3_600);
});
