import type { Tables } from '@redress/server/platform/database/tables';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import pg from 'pg';
import { findIssues } from './find-issues.ts';
import type { TestServer } from './test-server.ts';

/** A database owner can change rows and bypass triggers and foreign keys. */
interface ChangedDatabase {
  /** The owner's changes are outside a transaction. */
  readonly owner: pg.Client;
  /** Verifies after changes, which must each change a row. They are rolled back afterward. */
  verifyAfter(...changes: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function openChangedDatabase(server: TestServer): Promise<ChangedDatabase> {
  const owner = new pg.Client({ connectionString: server.connectionString });
  await owner.connect();
  await owner.query('set session_replication_role = replica');
  const connection = Object.assign(owner, { release() {} });
  const database = new Kysely<Tables>({
    dialect: new NestingDialect({ pool: { connect: async () => connection, end: async () => {} } }),
  });
  return {
    owner,
    async verifyAfter(...changes) {
      await owner.query('begin');
      try {
        for (const change of changes)
          if (!(await owner.query(change)).rowCount) throw new Error(`Nothing was changed by: ${change}`);
        return await findIssues({ database, store: server.store });
      } finally {
        await owner.query('rollback');
      }
    },
    close: () => owner.end(),
  };
}

/** Transactions become savepoints of the open one. */
class NestingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new NestingDriver(this.#config);
  }
}

class NestingDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint nested'));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint nested'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint nested'));
  }
}
