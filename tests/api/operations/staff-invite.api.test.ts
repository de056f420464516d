import { beforeAll, expect, test } from 'vitest';
import { readRecordHistory } from '../../setup/read-history.ts';
import { callCommand } from '../../setup/call-command.ts';
import { ConsoleTab } from '../../setup/console.ts';
import { readLink, setUpWithPasskey, tokenOf } from '../../setup/staff.ts';
import { secret, useTestServer } from '../../setup/test-server.ts';

const server = useTestServer();
beforeAll(async () => {
  server.now = new Date();
});

const run = (...args: string[]) =>
  callCommand('staff-invite', args, {
    DATABASE_URL: server.connectionString,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://localhost:4300',
    DATA_DIR: server.documentFolder,
  });

test('npm run staff:invite makes an account with roles, and lets in somebody who lost every way to sign in', async () => {
  const first = await run('--email', 'Bo@Example.com', '--name', 'Bo', '--role', 'admin', '--role', 'reviewer');
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('A new account')]);
  const bo = await setUpWithPasskey(server, tokenOf(first.out.trim()), { name: 'Bo Admin' });
  expect((await bo.tab.get('/staff')).status).toBe(200);

  // No staff member can sign in any more.
  await server.query('update staff set disabled_at = now()');
  const again = await run('--email', 'bo@example.com');
  expect([again.code, again.err]).toEqual([0, expect.stringContaining('The account exists')]);
  const opened = await readLink(new ConsoleTab(server.app), tokenOf(again.out.trim()));
  expect(opened.body).toMatchObject({ kind: 'recovery', name: 'Bo Admin' });
  const back = await setUpWithPasskey(server, tokenOf(again.out.trim()));
  expect((await back.tab.get('/staff')).status).toBe(200);
  expect((await bo.tab.get('/session')).status).toBe(401);
  const events = (await readRecordHistory(server, bo.personId)).filter(({ kind }) => kind.startsWith('staff-'));
  const kinds = ['staff-invited', 'staff-link-made', 'staff-joined'];
  expect(events.map(({ kind }) => kind)).toEqual([...kinds, ...kinds]);
  expect(events.filter(({ details }) => details['by'] !== undefined)).toEqual([]);
});

test('it refuses what cannot be, and changes nothing', async () => {
  const readStaff = () => server.query('select id from staff');
  const before = await readStaff();
  for (const [args, reason] of [
    [['--email', 'cy@example.com'], 'Enter a name'],
    [['--email', 'cy', '--name', 'Cy'], 'Enter an email address'],
    [['--email', 'cy@example.com', '--name', 'Cy', '--role', 'finance', '--role', 'reviewer'], 'finance'],
  ] as const) {
    const { code, err } = await run(...args);
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  }
  expect((await run('--email', 'cy@example.com', '--name', 'Cy', '--role', 'king')).code).toBe(2);
  expect(await readStaff()).toEqual(before);
});
