import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { StartError } from '../errors/start-error.ts';

const folder = new URL('./migrations/', import.meta.url);
/** Any number, the same in every process: only one migrates at a time. */
const lock = 7_324_901;

/**
 * Brings the tables up to date: every `migrations/*.sql` that was not applied yet, in the order of the names, each in a transaction of
 * its own. Gives the names it applied. Throws when a migration that was applied has been edited since.
 * @param only those that a backup was made with: no newer one is applied
 */
export async function migrate(connectionString: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const added: string[] = [];
    for (const { name, sql, sha256 } of await readMigrations()) {
      if (only && !only.has(name)) continue;
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before !== undefined)
        throw new StartError(
          `The migration ${name} was changed after this database had applied it. Add a new migration instead.`,
        );
      await applyMigration(client, name, sql, sha256);
      added.push(name);
    }
    return added;
  } finally {
    await client.end();
  }
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** All migrations of this release, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
    const sql = await readFile(new URL(name, folder), 'utf8');
    migrations.push({ name, sql, sha256: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

async function applyMigration(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
