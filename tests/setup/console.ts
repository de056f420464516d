import type { Role } from '@redress/contract/console/staff';
import type { Problem } from '@redress/contract/problem';
import { type Database, openDatabase } from '@redress/server/platform/database/pool';
import { addRecordEntry } from '@redress/server/platform/history/record-history';
import { createStaffSession } from '@redress/server/console/sign-in/staff-sessions';
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { beforeDeadline, keys, type TestServer } from './test-server.ts';
import { hashRow } from '@redress/server/platform/history/row-hashes';

/** A role applies to every case, or to one. */
export type TestRole = Role | { readonly role: Role; readonly caseId: string };

/** The person works for the claims administrator. */
export interface TestPerson {
  readonly id: string;
  readonly name: string;
  /** The session's cookie has this value. */
  readonly token: string;
}

/** Inserts a person with roles and a session, as if they had just signed in. */
export async function createPerson(
  connectionString: string,
  roles: readonly TestRole[],
  now = new Date(),
): Promise<TestPerson> {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    return await insertPerson(database, roles, now);
  } finally {
    await close();
  }
}

async function insertPerson(database: Database, roles: readonly TestRole[], now: Date): Promise<TestPerson> {
  const id = randomUUID();
  const name = `Staff ${id.slice(0, 8)}`;
  const email = `${id}@administrator.example.com`;
  await database
    .insertInto('staff')
    .values({ id, name, email, created_at: now, activated_at: now, disabled_at: null })
    .execute();
  for (const each of roles) {
    const { role, caseId } = typeof each === 'string' ? { role: each, caseId: '*' } : each;
    const granted = await database
      .insertInto('staff_roles')
      .values({ staff_id: id, case_id: caseId, role, granted_at: now, granted_by: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    const rows = hashRow('staff_roles', granted, keys);
    const event = { kind: 'role-granted', details: { role, caseId }, rows } as const;
    await database
      .transaction()
      .execute((transaction) => addRecordEntry(transaction, { kind: 'staff', id }, now, event));
  }
  const session = { method: 'passkey', userAgent: 'tests' } as const;
  const { token } = await createStaffSession({ database, now: () => now }, id, session);
  return { id, name, token };
}

export interface ConsoleAnswer<Body = Pick<Problem, 'code' | 'detail' | 'errors'>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed JSON body is a problem, or the expected type. */
  readonly body: Body;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

/** Removes the ID of the request, which differs each time. */
export const withoutRequestId = (text: string) => text.replace(/"requestId":"\w+"/, '');

/** A browser tab with the console sends its cookies and CSRF token. */
export class ConsoleTab {
  readonly #app: () => TestServer['app'];
  readonly cookies = new Map<string, string>();

  /** @param app may be a function if the server has not started yet */
  constructor(app: TestServer['app'] | (() => TestServer['app']), token?: string) {
    this.#app = typeof app === 'function' ? app : () => app;
    if (token !== undefined) this.cookies.set('redress-staff', token);
  }

  /** @param path below `/api/console` */
  async send<Body = ConsoleAnswer['body']>(
    method: Method,
    path: string,
    options: { readonly headers?: Headers; readonly body?: unknown } = {},
  ): Promise<ConsoleAnswer<Body>> {
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.send('GET', '/session');
    const { headers, body } = options;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await this.#app().inject({
      method,
      url: `/api/console${path}`,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '',
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    const isJson = (response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: (isJson && response.body !== '' ? response.json() : {}) as Body,
    };
  }

  get<Body = ConsoleAnswer['body']>(path: string, headers: Headers = {}) {
    return this.send<Body>('GET', path, { headers });
  }

  post<Body = ConsoleAnswer['body']>(path: string, body: unknown = {}, headers: Headers = {}) {
    return this.send<Body>('POST', path, { body, headers });
  }

  put<Body = ConsoleAnswer['body']>(path: string, body: unknown, headers: Headers = {}) {
    return this.send<Body>('PUT', path, { body, headers });
  }

  delete<Body = ConsoleAnswer['body']>(path: string, headers: Headers = {}) {
    return this.send<Body>('DELETE', path, { headers });
  }
}

export type StaffTab = ConsoleTab & { readonly person: TestPerson };

/** Opens a tab in which a person with these roles has just signed in. */
export async function signInTab(
  server: Pick<TestServer, 'app' | 'database'> & { readonly now?: Date },
  ...roles: readonly TestRole[]
): Promise<StaffTab> {
  const person = await insertPerson(server.database, roles, server.now ?? new Date());
  return Object.assign(new ConsoleTab(server.app, person.token), { person });
}

/**
 * Tabs in which people with these roles have just signed in when a test starts, on the server's first
 * day. `signIn` signs in others in the same tabs, for tests in which days pass.
 */
export function useStaff<Name extends string>(
  server: TestServer,
  roles: Readonly<Record<Name, TestRole>>,
): Readonly<Record<Name, StaffTab>> & { signIn(): Promise<void> } {
  const tabs = Object.entries<TestRole>(roles).map(([name, role]) => {
    const tab = Object.assign(new ConsoleTab(() => server.app), { person: { id: '', name: '', token: '' } });
    return { name, role, tab };
  });
  async function signIn() {
    for (const { role, tab } of tabs) {
      tab.person = await insertPerson(server.database, [role], server.now);
      tab.cookies.clear();
      tab.cookies.set('redress-staff', tab.person.token);
    }
  }
  beforeEach(() => {
    server.now = beforeDeadline;
    return signIn();
  });
  return Object.assign(Object.fromEntries(tabs.map(({ name, tab }) => [name, tab])) as Record<Name, StaffTab>, {
    signIn,
  });
}
