import type { Role } from '@redress/contract/console/staff';
import type { StaffSessionRow } from '@redress/contract/console/staff-admin';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import type { Access } from '@redress/server/console/sign-in/staff-access';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rename, rmdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleAnswer, ConsoleTab, signInTab, type StaffTab, type TestPerson } from '../../../setup/console.ts';
import { fileReady } from '../../../setup/review.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { pass, useTestServer } from '../../../setup/test-server.ts';
import { megabyte, pdf } from '../../../setup/uploads.ts';

// Rights that end while a request is open: the request must change nothing and send nothing more.

const server = useTestServer({ members: 3 });
let address: string;
let app: Awaited<ReturnType<typeof server.buildAnother>>;
let admin: StaffTab;
let number: string;
let payor: string;
let document: string;
/** How often a session was looked up. */
let looked = 0;
const undo = new AsyncDisposableStack();
beforeAll(async () => {
  const watched = openDatabase(
    server.connectionString,
    () => {},
    20,
    'watched',
    (sql) => {
      if (sql.includes('"staff_sessions" as "session"')) looked += 1;
    },
  );
  undo.defer(() => watched.close());
  app = await server.buildAnother({ consoleDatabase: watched.database });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  admin = await signInTab(server, 'admin');
  payor = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  const ready = await fileReady(server);
  number = ready.number;
  // More than sockets and streams keep.
  await ready.browser.upload(number, [{ name: 'large.pdf', bytes: pdf(24 * megabyte) }]);
  document =
    (await server.query<{ id: string }>("select id from claim_documents where name = 'large.pdf'"))[0]?.id ?? '';
});
afterAll(() => undo.disposeAsync());

interface OpenTab extends ConsoleTab {
  readonly person: TestPerson;
  readonly sessionId: string;
}

/** Signs in a person on the watched server, by default with all permissions except those of finance. */
async function signIn(...roles: Role[]): Promise<OpenTab> {
  const { person } = await signInTab(server, ...(roles.length > 0 ? roles : (['admin', 'supervisor'] as const)));
  const tab = new ConsoleTab(app, person.token);
  await tab.get('/session');
  const { sessions } = (await admin.get<{ sessions: StaffSessionRow[] }>(`/staff/${person.id}/sessions`)).body;
  return Object.assign(tab, { person, sessionId: sessions[0]?.id ?? '' });
}

/** How many connections wait for a lock of a kind. */
const waiting = async (event: string): Promise<number> =>
  (
    await server.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
      [event],
    )
  ).length;

/** Every way to take rights away, each by another person or by the clock. */
const revocations: Readonly<Record<string, (tab: OpenTab) => Promise<ConsoleAnswer>>> = {
  'disabling the account': ({ person }) =>
    admin.put(`/staff/${person.id}/state`, { disabled: true }, { 'if-match': '"1"' }),
  'taking the roles away': ({ person }) =>
    admin.put(`/staff/${person.id}/roles`, { roles: [], reason: '' }, { 'if-match': '"1"' }),
  'ending the session': ({ person, sessionId }) => admin.delete(`/staff/${person.id}/sessions/${sessionId}`),
};

/** Sends the headers of a request, and the first byte of its body. Its answer may come before the rest. */
function open(tab: ConsoleTab, method: string, path: string, body: string) {
  const sent = request(`${address}/api/console${path}`, {
    method,
    agent: false,
    headers: {
      cookie: [...tab.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': tab.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'if-match': '"0"',
    },
  });
  sent.write(body.slice(0, 1));
  return { sent, answered: answerTo(sent) };
}

async function answerTo(sent: ClientRequest): Promise<{ readonly status: number; readonly text: string }> {
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  return { status: answer?.statusCode ?? 0, text: answer ? await text(answer) : '' };
}

/** Every route that takes a body, with values for its parameters. */
function routesWithBody(): { readonly method: string; readonly path: string; readonly access: Access }[] {
  return [...server.app.consoleRoutes].flatMap(([route, access]) => {
    const [method = '', url = ''] = route.split(' ');
    if (access === 'anyone' || !['POST', 'PUT', 'PATCH'].includes(method)) return [];
    const path = url
      .replace('/api/console', '')
      .replace(':number', number)
      .replace(':noticeId', '200000000')
      .replaceAll(/:\w*[iI]d\b/g, '00000000-0000-4000-8000-000000000001')
      .replaceAll(/:\w+/g, '1');
    return [{ method, path, access }];
  });
}

describe.each(Object.entries(revocations))('%s', (what, revoke) => {
  const refused = what === 'taking the roles away' ? 403 : 401;

  test('no request whose body was still on its way is carried out, whatever it asks for', async () => {
    const [tab, finance] = [await signIn(), await signIn('finance')];
    const routes = routesWithBody().filter(({ access }) => what !== 'taking the roles away' || access !== 'signed-in');
    expect(routes.length).toBeGreaterThan(40);
    const before = looked;
    const opened = routes.map(({ method, path, access }) => ({
      path: `${method} ${path}`,
      ...open(access === 'fund' ? finance : tab, method, path, '{ }'),
    }));
    await expect.poll(() => looked - before).toBeGreaterThanOrEqual(routes.length);
    for (const each of [tab, finance]) expect((await revoke(each)).status).toBeLessThan(300);
    const answers = await Promise.all(
      opened.map(async ({ path, sent, answered }) => {
        sent.end(' }');
        return `${path} ${(await answered).status}`;
      }),
    );
    expect(answers.filter((answer) => !answer.endsWith(` ${refused}`))).toEqual([]);
  });

  test('what waits before its transaction is not written, and what was read is not sent', async () => {
    const tab = await signIn();
    const sent = await withClient(server.connectionString, async (client) => {
      await client.query('begin; lock table claims, access_log in access exclusive mode');
      const requests = [
        tab.get(`/claims/${number}`),
        tab.post('/access-log/search'),
        tab.post('/search', { q: number }),
        tab.post(`/claims/${number}/notes`, { id: randomUUID(), text: 'Called back' }),
        tab.post(`/claims/${payor}/tax-ids/reveal`, { path: 'tin', reason: 'a check' }),
      ];
      await expect.poll(() => waiting('relation')).toBe(requests.length);
      await revoke(tab);
      await client.query('commit');
      return Promise.all(requests);
    });
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => refused));
    expect(await server.query('select from notes where staff_id = $1', [tab.person.id])).toEqual([]);
  });

  test('waits for what is being written already', async () => {
    const tab = await signIn();
    await withClient(server.connectionString, async (client) => {
      await client.query('begin');
      await client.query('select from claims where number = $1 for update', [number]);
      const noted = tab.post(`/claims/${number}/notes`, { id: randomUUID(), text: 'Called back' });
      await expect.poll(() => waiting('transactionid')).toBe(1);
      const revoked = revoke(tab);
      // It goes on when the note is written. Which answer comes first is up to the machine.
      await expect.poll(() => waiting('advisory')).toBe(1);
      await client.query('commit');
      expect((await noted).status).toBe(204);
      await revoked;
    });
  });

  test('an export that is stored is answered so', async () => {
    const tab = await signIn();
    const answer = await withClient(server.connectionString, async (client) => {
      await client.query('begin; lock table access_log in exclusive mode');
      const asked = tab.post('/exports', { list: 'claims', query: '', format: 'csv', columns: ['number'] });
      await expect.poll(() => waiting('relation')).toBe(1);
      await revoke(tab);
      await client.query('commit');
      return asked;
    });
    expect(answer.status).toBe(201);
    expect(await server.query('select from exports where requested_by = $1', [tab.person.id])).toHaveLength(1);
  });

  test('a file that is being sent is cut off', async () => {
    const tab = await signIn();
    const [answer]: IncomingMessage[] = await once(
      request(`${address}/api/console/claims/${number}/documents/${document}`, {
        agent: false,
        headers: { cookie: `redress-staff=${tab.person.token}` },
      }).end(),
      'response',
    );
    expect(answer?.statusCode).toBe(200);
    await revoke(tab);
    pass(server, 2);
    await expect(async () => answer && text(answer)).rejects.toThrow('aborted');
    pass(server, -2);
  });
});

test('a sign-in that grows too old while the body is on its way is too old', async () => {
  const tab = await signIn();
  const paths = ['/account/passkeys', '/staff', `/claims/${payor}/tax-ids/reveal`];
  const before = looked;
  const opened = paths.map((path) => open(tab, 'POST', path, '{ }'));
  await expect.poll(() => looked - before).toBe(paths.length);
  pass(server, 6 * 60);
  const answers = await Promise.all(
    opened.map(({ sent, answered }) => {
      sent.end(' }');
      return answered;
    }),
  );
  pass(server, -6 * 60);
  const problem = expect.stringContaining('"code":"fresh-sign-in-required"');
  expect(answers).toEqual(paths.map(() => ({ status: 403, text: problem })));
});

test('a sign-in that grows too old before the transaction is too old where only some requests need a new one', async () => {
  const tab = await signIn();
  const wanted = {
    list: 'claims',
    query: 'form=tpp',
    format: 'csv',
    columns: ['number', 'tax-ids'],
    reason: 'Form 1099',
  };
  const answer = await withClient(server.connectionString, async (client) => {
    await client.query('begin; lock table claim_search in access exclusive mode');
    const asked = tab.post('/exports', wanted);
    await expect.poll(() => waiting('relation')).toBe(1);
    pass(server, 6 * 60);
    await client.query('commit');
    return asked;
  });
  pass(server, -6 * 60);
  expect([answer.status, answer.body.code]).toEqual([403, 'fresh-sign-in-required']);
  expect(await server.query('select from exports where requested_by = $1', [tab.person.id])).toEqual([]);
});

describe('a file', () => {
  const url = () => `${address}/api/console/claims/${number}/documents/${document}`;
  const pathOf = async () => (await server.listStored()).find((path) => path.endsWith(keyOf)) ?? '';
  let keyOf = '';
  beforeAll(async () => {
    const [row] = await server.query<{ key: string }>('select storage_key as key from claim_documents where id = $1', [
      document,
    ]);
    keyOf = row?.key ?? '';
  });

  test('is closed when the browser leaves before or while it is sent', async () => {
    const { person } = await signIn();
    for (const leave of ['close', 'response', 'close', 'response']) {
      const sent = request(url(), { agent: false, headers: { cookie: `redress-staff=${person.token}` } });
      sent.on('error', () => {});
      const begun = looked;
      sent.end();
      if (leave === 'response') await once(sent, 'response');
      else await expect.poll(() => looked).toBeGreaterThan(begun);
      sent.destroy();
    }
    const path = await pathOf();
    const opened = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(links)).filter((link) => link === path);
    };
    await expect.poll(opened).toEqual([]);
  });

  test('that cannot be read is an error of this request, not the end of the server', async () => {
    const { person } = await signIn();
    const path = await pathOf();
    await rename(path, `${path}-away`);
    await mkdir(path);
    // All of it is read: a server that is still sending cannot be closed.
    const download = async () => {
      const response = await fetch(url(), { headers: { cookie: `redress-staff=${person.token}` } });
      await response.arrayBuffer();
      return response.status;
    };
    const answer = await download().catch(() => 'cut');
    await rmdir(path);
    await rename(`${path}-away`, path);
    expect(answer).not.toBe(200);
    expect(await download()).toBe(200);
  });
});
