import { join } from 'node:path';
import pg from 'pg';
import { LocalPostgresError } from './local-postgres-error.ts';
import { readIfThere } from './postgres-files.ts';
import { connectionString } from './postgres-process.ts';

/**
 * The address of the embedded PostgreSQL that a running server has started in this folder. It is only used here: neither watched nor stopped,
 * so that it ends with its server.
 * @throws LocalPostgresError it does not answer
 */
export async function readRunningPostgres(folder: string): Promise<string> {
  const port = Number(await readIfThere(join(folder, 'port')));
  const password = await readIfThere(join(folder, 'password'));
  if (!(port > 0) || password === undefined) throw new LocalPostgresError(notYet);
  const address = connectionString(port, password, 'redress');
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // A connection that breaks now fails the query below.
  try {
    await client.connect();
    await client.query('select 1');
    return address;
  } catch (error) {
    throw new LocalPostgresError(notYet, { cause: error });
  } finally {
    await client.end();
  }
}

const notYet = 'The server is starting or stopping at this moment, and its database does not answer: try again soon.';
