import pg from 'pg';
import type { Manifest } from './backup-manifest.ts';

export type CatalogTable = Pick<Manifest['tables'][number], 'name' | 'columns'>;

/** Makes COPY write text that any PostgreSQL reads back as the same values. */
export const portableSettings = `set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set extra_float_digits to 1;
  set bytea_output to 'hex'; set statement_timeout to 0; set lock_timeout to '30s'; set idle_in_transaction_session_timeout to 0;
  set client_encoding to 'UTF8'`;

/**
 * Reads our tables from PostgreSQL's catalog without generated columns, each after those it refers
 * to. Leaves out unlogged tables, which a crash also empties, and other schemas.
 */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `with recursive ranked (oid, rank) as (
       select oid, 0 from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
       union
       select conrelid, rank + 1 from ranked join pg_constraint on confrelid = ranked.oid
       where contype = 'f' and conrelid <> confrelid
     )
     select relname as name, array(
       select attname::text from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
     ) as columns
     from ranked join pg_class using (oid) group by pg_class.oid, relname order by max(rank), relname`,
  );
  return rows;
}

/** A sequence that has not assigned a number yet counts as having assigned its first one. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as "lastValue", true as "isCalled"
     from pg_sequences where schemaname = current_schema() order by 1`,
  );
  return rows;
}

/** Matches the monthly partitions of the access log, and `access_log_default`. */
const partitionPattern = /^(access_log)_(?:(\d{4})_(\d{2})|default)$/;

/** Makes the partitions that a backup has. Migrations do not make those of the last months. */
export async function createPartitions(client: pg.ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const [, , year, month] = partitionPattern.exec(name) ?? [];
    if (month !== undefined) await client.query('select create_access_log_partition($1)', [`${year}-${month}-01`]);
  }
}

/**
 * The table that takes a partition's rows. PostgreSQL puts each into its partition, because the
 * default partition may have rows of a month that has a partition here.
 */
export function partitionedTable(table: CatalogTable): CatalogTable {
  return { ...table, name: partitionPattern.exec(table.name)?.[1] ?? table.name };
}

export const quote = pg.escapeIdentifier;

/** A table with its columns, for COPY. */
export function quoteColumns({ name, columns }: CatalogTable): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`;
}
