import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface OpenedDatabase {
  readonly database: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Two cores are busy with about ten; more only wait inside PostgreSQL instead of here. */
const mostConnections = 20;

/**
 * Opens a pool that recovers by itself when the database goes away and comes back. Nothing waits forever: a connection is given up
 * after 5 seconds, a statement after 10, an answer that does not come (a cut line) after 15. `name`: as which the database lists its connections.
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connections = mostConnections,
  name = 'redress',
): OpenedDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: Math.max(1, Math.min(connections, mostConnections)),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: name,
  });
  let isClosing = false;
  const report = (error: Error) => {
    // The pool does not wait for its connections to end: PostgreSQL may be stopped under the last
    // ones.
    if (!isClosing) onError(error);
  };
  // A connection that breaks while it is idle: the pool drops it. Without a listener Node would end the process.
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  pool.on('release', (_error, client) => {
    if (isInUse(client)) void client.end();
  });
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = () => {
    isClosing = true;
    return database.destroy();
  };
  return { database, pool, close };
}

/**
 * Whether a connection that is given back still waits for an answer, or stands in a transaction. It must not be used on: a `begin` whose
 * answer was not waited for is carried out all the same, and whoever comes next would write into a transaction that nobody commits.
 */
function isInUse(client: pg.Client): boolean {
  // `pg` tells by no other name what it waits for. After a refusal by the database it waits for nothing.
  const waitsFor: unknown = '_activeQuery' in client ? client._activeQuery : undefined;
  const status = client.getTransactionStatus();
  return Boolean(waitsFor) || status === 'T' || status === 'E';
}
