import type pg from 'pg';
import type { Manifest } from './backup-manifest.ts';

export interface CatalogTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

/** Makes COPY write text that any PostgreSQL reads back as the same values. */
export const portableSettings = `set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set extra_float_digits to 1;
  set bytea_output to 'hex'; set statement_timeout to 0; set lock_timeout to '30s'; set idle_in_transaction_session_timeout to 0;
  set client_encoding to 'UTF8'`;

/**
 * Our tables from PostgreSQL's catalog, each after those it refers to. Leaves out unlogged tables,
 * which a crash empties too, and the job queue's schema, which is refilled from the outbox.
 */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const tables = await client.query<CatalogTable>(
    `select relname as name, array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`,
  );
  const references = await client.query<{ name: string; refers_to: string }>(
    `select source.relname as name, target.relname as refers_to
     from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and source.relnamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  );
  const sorted: CatalogTable[] = [];
  let unsorted = tables.rows;
  while (unsorted.length > 0) {
    const names = new Set(unsorted.map(({ name }) => name));
    const { ready = [], waiting = [] } = Object.groupBy(unsorted, ({ name }) =>
      references.rows.some((reference) => reference.name === name && names.has(reference.refers_to))
        ? 'waiting'
        : 'ready',
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    sorted.push(...ready);
    unsorted = waiting;
  }
  return sorted;
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value as "lastValue", is_called as "isCalled" from ${quote(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Quotes an SQL identifier. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table with its columns, for COPY. */
export function quoteColumns({ name, columns }: CatalogTable): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`;
}
