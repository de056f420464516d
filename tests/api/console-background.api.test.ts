import { openDatabase } from '@redress/server/database/pool';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInBrowser } from '../setup/browser.ts';
import { ConsoleTab, signInTab } from '../setup/console.ts';
import { beforeDeadline, memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const polled = ['/claims/newer?than=0', '/dashboard', '/exports', '/reports', `/member-imports/${randomUUID()}`];

test.each(polled)('a screen that stays open and asks for %s does not keep a session alive', async (path) => {
  server.now = beforeDeadline;
  const tab = await signInTab(server, 'supervisor');
  const ask = async (minutes: number) => {
    server.now = new Date(beforeDeadline.getTime() + minutes * 60_000);
    return (await tab.get(path)).status;
  };
  expect([200, 404]).toContain(await ask(20));
  expect(await ask(31)).toBe(401);
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
