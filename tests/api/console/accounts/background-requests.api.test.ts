import type { StaffSession } from '@redress/contract/console/staff';
import { backgroundHeader } from '@redress/contract/http-headers';
import { openDatabase } from '@redress/server/platform/database/pool';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { logInBrowser } from '../../../setup/browser.ts';
import { ConsoleTab, signInTab } from '../../../setup/console.ts';
import { beforeDeadline, memberOf, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();

/** Requests that open screens repeat without any activity. */
const polled = (claim: string) => [
  '/session',
  '/claims/newer?than=0',
  `/claims/${claim}/version`,
  '/dashboard',
  '/exports',
  '/reports',
  `/member-imports/${randomUUID()}`,
];

test('a request of a screen by itself keeps a session alive only if the person caused it', async () => {
  server.now = beforeDeadline;
  const claim = (await (await logInBrowser(server.app, memberOf(0))).fileClaim()).body.claimNumber;
  for (const path of polled(claim)) {
    server.now = beforeDeadline;
    const ask = async (tab: ConsoleTab, minutes: number, headers = {}) => {
      server.now = new Date(beforeDeadline.getTime() + minutes * 60_000);
      return (await tab.get(path, headers)).status === 401 ? 'ended' : 'open';
    };
    const [unattended, used] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
    const early = [await ask(unattended, 20, { [backgroundHeader]: '1' }), await ask(used, 20)];
    expect([path, early, await ask(unattended, 31), await ask(used, 31)]).toEqual([
      path,
      ['open', 'open'],
      'ended',
      'open',
    ]);
  }
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
  onTestFinished(() => ofConsole.close());
  const held = await ofConsole.pool.connect();
  let isAnswered = false;
  const waiting = new ConsoleTab(app, token).get('/dashboard').finally(() => (isAnswered = true));
  try {
    await expect.poll(() => ofConsole.pool.waitingCount).toBe(1);
    const filed = await (await logInBrowser(app, memberOf(0))).fileClaim();
    expect([filed.status, isAnswered]).toEqual([201, false]);
  } finally {
    held.release();
  }
  expect((await waiting).status).toBe(200);
});
