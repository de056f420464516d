import type { StaffSession } from '@redress/contract/console/staff';
import { backgroundHeader } from '@redress/contract/http-headers';
import { openDatabase } from '@redress/server/database/pool';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInBrowser } from '../../setup/browser.ts';
import { ConsoleTab, signInTab } from '../../setup/console.ts';
import { beforeDeadline, memberOf, startTestServer, type TestServer } from '../../setup/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What screens ask for again and again while nobody does anything. */
const polled: readonly ((claim: string) => string)[] = [
  () => '/session',
  () => '/claims/newer?than=0',
  (claim) => `/claims/${claim}/version`,
  () => '/dashboard',
  () => '/exports',
  () => '/reports',
  () => `/member-imports/${randomUUID()}`,
];

test.each(polled)('a request for %s keeps a session alive only if the person caused it', async (pathOf) => {
  server.now = beforeDeadline;
  const path = pathOf((await (await logInBrowser(server.app, memberOf(0))).fileClaim()).body.claimNumber);
  const ask = async (tab: ConsoleTab, minutes: number, headers = {}) => {
    server.now = new Date(beforeDeadline.getTime() + minutes * 60_000);
    return (await tab.get(path, headers)).status;
  };
  const [unattended, used] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  expect([200, 404]).toContain(await ask(unattended, 20, { [backgroundHeader]: '1' }));
  expect([200, 404]).toContain(await ask(used, 20));
  expect(await ask(unattended, 31)).toBe(401);
  expect([200, 404]).toContain(await ask(used, 31));
});

test('the session says how long it lasts without use, and whether use makes it longer', async () => {
  server.now = beforeDeadline;
  const tab = await signInTab(server, 'viewer');
  const ask = async (minutes: number, headers = {}) => {
    server.now = new Date(beforeDeadline.getTime() + minutes * 60_000);
    const { secondsLeft, isExtendable } = (await tab.get<StaffSession>('/session', headers)).body;
    return [secondsLeft, isExtendable];
  };
  const background = { [backgroundHeader]: '1' };
  expect(await ask(0)).toEqual([30 * 60, true]);
  expect(await ask(28, background)).toEqual([2 * 60, true]);
  expect(await ask(29)).toEqual([30 * 60, true]);
  for (let minutes = 49; minutes < 10 * 60 - 15; minutes += 20) await ask(minutes);
  // After ten hours it ends, whatever is done.
  expect(await ask(10 * 60 - 1)).toEqual([60, false]);
  server.now = new Date(beforeDeadline.getTime() + 10 * 60 * 60_000);
  expect((await tab.get('/session')).status).toBe(401);
});

test('claims are filed while requests of staff have taken all connections of the console', async () => {
  server.now = beforeDeadline;
  const { token } = (await signInTab(server, 'supervisor')).person;
  const ofConsole = openDatabase(server.connectionString, () => {}, 1);
  const app = await server.buildAnother({ consoleDatabase: ofConsole.database });
  const held = await ofConsole.pool.connect();
  let isAnswered = false;
  const waiting = new ConsoleTab(app, token).get('/dashboard').finally(() => (isAnswered = true));
  await expect.poll(() => ofConsole.pool.waitingCount).toBe(1);

  const filed = await (await logInBrowser(app, memberOf(0))).fileClaim();
  expect([filed.status, isAnswered]).toEqual([201, false]);
  held.release();
  expect((await waiting).status).toBe(200);
  await ofConsole.close();
});
