import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { maxPoolConnections } from './connection-shares.ts';
import { databaseClient } from './database-client.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/**
 * Runs at the beginning of each transaction that starts within it, for example to check that the
 * sender of a request still has permission. If it throws, the transaction ends without a write.
 */
export const transactionCheck = new AsyncLocalStorage<(transaction: Database) => Promise<void>>();

class CheckingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    try {
      await transactionCheck.getStore()?.(kyselyOn(connection));
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }
}

/** Kysely on a connection that has been acquired, in its transaction. */
function kyselyOn(connection: DatabaseConnection): Database {
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return new Kysely<Tables>({ dialect: dialectOf(driver) });
}

const dialectOf = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (database) => new PostgresIntrospector(database),
});

/**
 * Opens a pool that recovers by itself when the database goes away and comes back. Nothing waits
 * forever: connections time out after 5 s, statements after 10 s, lost answers 5 s later.
 * @param name the application name of its connections in `pg_stat_activity`
 * @param onQuery called after each query, with its SQL without parameters
 * @param statementMs a limit for statements other than 10 s
 */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
  connections = maxPoolConnections,
  name = 'redress',
  onQuery?: (sqlText: string, milliseconds: number, hasFailed: boolean) => void,
  statementMs = 10_000,
) {
  const pool = new pg.Pool({
    Client: databaseClient(connectionString),
    max: Math.max(1, Math.min(connections, maxPoolConnections)),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5_000,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: name,
  });
  let isClosing = false;
  // On close, the pool does not wait for its connections, and PostgreSQL may stop before them.
  const report = (error: Error) => {
    if (!isClosing) onError(error);
  };
  // The pool drops a broken idle connection. Without a listener, Node would end the process.
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  pool.on('release', (_error, client) => {
    if (isInUse(client)) void client.end();
  });
  const database = new Kysely<Tables>({
    dialect: dialectOf(new CheckingDriver({ pool })),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis, level === 'error'),
    }),
  });
  const close = () => {
    isClosing = true;
    return database.destroy();
  };
  return { database, pool, close };
}

export type OpenedDatabase = ReturnType<typeof openDatabase>;

/**
 * Whether a released connection still awaits an answer or is inside a transaction. It must not be
 * reused: the server runs an abandoned `begin`, and the next user's writes would never be
 * committed.
 */
function isInUse(client: pg.Client): boolean {
  // `pg` exposes a pending query only under this name. After a database error, none is pending.
  const pending: unknown = '_activeQuery' in client ? client._activeQuery : undefined;
  const status = client.getTransactionStatus();
  return Boolean(pending) || status === 'T' || status === 'E';
}

/** Kysely on one connection, such as in a transaction that began without it. It needs no close. */
export function databaseOn(client: pg.Client): Database {
  const connection = Object.assign(client, { release() {} });
  const pool = { connect: async () => connection, end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Calls `run` with a connection outside the pool, without its time limits, and closes it. */
export async function withClient<T>(
  connectionString: string,
  run: (client: pg.Client) => Promise<T>,
  name?: string,
): Promise<T> {
  const Client = databaseClient(connectionString);
  const client = new Client({ connectionTimeoutMillis: 10_000, application_name: name });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
