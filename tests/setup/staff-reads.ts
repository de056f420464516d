import cookie from '@fastify/cookie';
import { settlement } from '@redress/content/settlement';
import type { Database } from '@redress/server/platform/database/pool';
import { guardReads, recordRead, type StaffRead } from '@redress/server/console/access-log/record-read';
import { guardStaffRoutes } from '@redress/server/console/sign-in/staff-access';
import fastify from 'fastify';
import { keys as testKeys, type TestServer } from './test-server.ts';

export const secretAnswer = 'what the route shows';

/**
 * Starts a route of the console that shows data. `read` calls it and returns its status and answer.
 * Without a read, its handler forgets to record one.
 */
export async function startReadingRoute(server: Pick<TestServer, 'now'>, database: Database, keys = testKeys) {
  const context = { database, keys, settlement, publicUrl: new URL('http://localhost:4300'), now: () => server.now };
  let next: StaffRead | undefined;
  const app = fastify();
  await app.register(cookie);
  await app.register((api, _options, done) => {
    guardStaffRoutes(api, context, new Map());
    guardReads(api, new Map());
    api.get('/read', { config: { access: 'signed-in', reads: 'view' } }, async (request) => {
      if (next) await recordRead(context, request, next);
      return secretAnswer;
    });
    done();
  });
  return {
    async read(person: { readonly token: string }, read?: StaffRead, headers: Readonly<Record<string, string>> = {}) {
      next = read;
      const { statusCode: status, body } = await app.inject({
        url: '/read',
        headers: { cookie: `redress-staff=${person.token}`, ...headers },
      });
      return { status, body };
    },
    close: () => app.close(),
  };
}
