import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { preReleaseRefusal, StartError } from '../errors/start-error.ts';
import { withClient } from './pool.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The advisory lock of the one process that migrates has an arbitrary number. */
const lock = 7_324_901;
/** The oldest major version of PostgreSQL that the migrations run on. */
const minPostgresVersion = 15;
/**
 * While a migration waits for a lock, every query of that table waits behind it. It is longer than
 * `deadlock_timeout` (1 s), after which PostgreSQL interrupts an autovacuum that is in the way.
 */
const maxLockWait = '2s';
/** The pause after an attempt that did not get its locks. */
const pauseMs = 4_000;
/** The attempts take about ten minutes. */
const maxAttempts = 120;

/**
 * Brings the tables up to date: applies every new `migrations/*.sql`, in order of name, each in its
 * own transaction. Returns the names it applied.
 * @param only applies only these names, such as those that a backup was made with
 * @param log called with a line when a migration waits for another transaction
 * @throws StartError a migration failed or was edited after it was applied, the database is not
 *   supported, was made before 1.0.0, or holds an unfinished restore
 */
export async function migrate(
  connectionString: string,
  only?: ReadonlySet<string>,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    await requireSupportedDatabase(client);
    if (await isPreRelease(client)) throw new StartError(`The database ${preReleaseRefusal}`);
    // A restore applies the migrations of its backup.
    if (!only && (await isRestoreUnfinished(client)))
      throw new StartError(
        'A restore was interrupted here: run the same "npm run restore" again to complete it. Redress cannot run with half a restore.',
      );
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const added: string[] = [];
    for (const migration of await readMigrations()) {
      const { name, sha256 } = migration;
      if (only && !only.has(name)) continue;
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before !== undefined)
        throw new StartError(
          `The migration ${name} was changed after this database had applied it. Add a new migration instead.`,
        );
      await applyMigration(client, migration, log);
      added.push(name);
    }
    return added;
  });
}

/** Reads all migrations of this release, in order, with their hashes in hexadecimal. */
export async function readMigrations() {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

/** Tries again while another transaction, such as a backup's, holds a table. */
async function applyMigration(
  client: pg.Client,
  { name, sql, sha256 }: Migration,
  log: (line: string) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`begin; set local lock_timeout = '${maxLockWait}'`);
    try {
      await client.query(sql);
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockConflict(error))
        throw new StartError(
          `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      if (attempt === maxAttempts)
        throw new StartError(
          `The migration ${name} waited ten minutes for a table that a backup, a verification or an import uses. Wait until it has ended, and try again.`,
          { cause: error },
        );
    }
    if (attempt === 1) log(`The migration ${name} waits until no backup, verification or import uses its tables.`);
    await pause(pauseMs);
  }
}

/** Whether a statement waited for a lock too long, or was canceled to end a deadlock. */
function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** The first migration of every commit before 1.0.0, and of none after it. */
export const preReleaseMigration = '0001-first-claim.sql';

/** Whether a commit before 1.0.0 made the database. Changes nothing. */
export async function isPreRelease(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasTable(client, 'schema_migrations'))) return false;
  const { rowCount } = await client.query('select from schema_migrations where name = $1', [preReleaseMigration]);
  return rowCount === 1;
}

/** A table of this name marks an unfinished restore, and no server uses such a database. */
export const restoreMark = 'restore_unfinished';

export const isRestoreUnfinished = (client: pg.ClientBase): Promise<boolean> => hasTable(client, restoreMark);

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name]);
  return rows[0]?.exists ?? false;
}

/** @throws StartError the operator's own database is too old or not encoded as UTF-8 */
async function requireSupportedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
  );
  const problem = rows[0] && findDatabaseProblem(rows[0]);
  if (problem !== undefined) throw new StartError(`The database of DATABASE_URL cannot be used: ${problem}`);
}

/**
 * Describes why a database cannot be used; undefined when it can.
 * @param version PostgreSQL's `server_version_num`, such as 150004
 */
export function findDatabaseProblem({ version, encoding }: { version: number; encoding: string }): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < minPostgresVersion)
    return `it is PostgreSQL ${major}, and Redress needs ${minPostgresVersion} or newer: use a newer PostgreSQL.`;
  if (encoding !== 'UTF8')
    return `its encoding is ${encoding}, and names need UTF-8: make another one (create database redress encoding 'UTF8' template template0).`;
  return undefined;
}
