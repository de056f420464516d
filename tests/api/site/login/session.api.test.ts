import { expect, test } from 'vitest';
import { Browser } from '../../../setup/browser.ts';
import { beforeDeadline, memberOf, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer({ members: 1 });

test('a login in constant use ends a day after the IDs were entered, and entering them again starts another day', async () => {
  server.now = beforeDeadline;
  const browser = new Browser(server.app);
  /** The rest of the login, this many minutes later. */
  const secondsLeft = async (minutes: number) => {
    server.now = new Date(server.now.getTime() + minutes * 60_000);
    return (await browser.send('GET', '/api/session')).body.login?.secondsLeft;
  };
  await browser.logIn(memberOf(0));
  expect(await secondsLeft(110)).toBe(2 * 3_600);
  await browser.logIn(memberOf(0));
  for (let hour = 1; hour <= 22; hour += 1) expect(await secondsLeft(60)).toBe(2 * 3_600);
  expect(await secondsLeft(90)).toBe(30 * 60);
  expect(await secondsLeft(30)).toBeUndefined();
});
