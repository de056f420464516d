import type pg from 'pg';

export interface TableOfCatalogue {
  readonly name: string;
  /** Without those that PostgreSQL computes from others. */
  readonly columns: readonly string[];
}

/** Text that any PostgreSQL reads back as the same values. */
export const portableSettings = `set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; set extra_float_digits to 1;
  set bytea_output to 'hex'; set statement_timeout to 0; set lock_timeout to '30s'; set idle_in_transaction_session_timeout to 0;
  set client_encoding to 'UTF8'`;

/**
 * Our tables, as the database itself lists them, each after those it refers to. Left out are unlogged ones, which a crash would empty too, and
 * the queue's own schema: what is owed stands in our outbox, and is queued again by itself.
 */
export async function readTables(client: pg.ClientBase): Promise<TableOfCatalogue[]> {
  const tables = await client.query<TableOfCatalogue>(
    `select relname as name, array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`,
  );
  const references = await client.query<{ name: string; refers_to: string }>(
    `select one.relname as name, other.relname as refers_to
     from pg_constraint join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
     where contype = 'f' and one.relnamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  );
  const sorted: TableOfCatalogue[] = [];
  const waiting = new Set(tables.rows);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const free = [...waiting].filter(
      ({ name }) => !references.rows.some((reference) => reference.name === name && names.has(reference.refers_to)),
    );
    if (free.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of free) {
      sorted.push(table);
      waiting.delete(table);
    }
  }
  return sorted;
}

export interface SequenceState {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value as "lastValue", is_called as "isCalled" from ${quote(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** A name as SQL takes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table with its columns, as COPY takes them. */
export function quoteColumns({ name, columns }: TableOfCatalogue): string {
  return `${quote(name)} (${columns.map(quote).join(', ')})`;
}
