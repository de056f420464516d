import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { withClient } from '@redress/server/platform/database/pool';
import { freePort } from '../setup/free-port.ts';
import { startTestServer, type TestServer } from '../setup/test-server.ts';

/** Creates an empty database beside that of all tests. Returns its address. */
export async function createDatabase(): Promise<string> {
  const url = new URL(process.env['E2E_DATABASE_URL'] ?? '');
  const name = `own_${randomBytes(8).toString('hex')}`;
  await withClient(url.href, (client) => client.query(`create database ${name}`));
  url.pathname = name;
  return url.href;
}

const dist = (app: string) => join(import.meta.dirname, '../../apps', app, 'dist');

/**
 * Starts a second server in the test's process, with a separate database, for what would change
 * the claims of other tests. Its clock and jobs are the test's.
 */
export async function startOwnServer(): Promise<TestServer & { readonly address: string }> {
  const connectionString = await createDatabase();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const server = await startTestServer({
    connectionString,
    overrides: {
      siteFolder: join(dist('site'), 'client'),
      consoleFolder: dist('console'),
      publicUrl: new URL(address),
    },
  });
  await server.app.listen({ port, host: 'localhost' });
  return Object.assign(server, { address });
}
