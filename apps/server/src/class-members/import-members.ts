import type { Readable } from 'node:stream';
import pg from 'pg';
import type { Keys } from '../keys/keys.ts';
import type { BadRow, MemberRow } from './read-members.ts';
import { readMembers } from './read-members.ts';
import { encryptUniqueId, lookupHashOf } from './unique-id.ts';
import { uniqueIdValues } from './unique-id-values.ts';

export interface ImportOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  /** The cases that a class member can belong to. */
  readonly cases: ReadonlySet<string>;
  readonly csv: Readable;
  /** Takes the good rows although others are bad. */
  readonly skipBad?: boolean;
  /** Does nothing when there are class members already. */
  readonly onlyIntoEmpty?: boolean;
  readonly onProgress?: (rows: number) => void;
}

export interface ImportReport {
  /** How many are in the database now that were not before: all good rows, or none. */
  readonly imported: number;
  readonly good: number;
  readonly bad: number;
  /** The first bad rows, by line. */
  readonly firstBad: readonly BadRow[];
  /** How many values Unique IDs like these could have, when they are so few that strangers could find them. */
  readonly fewUniqueIds?: number;
}

const batchRows = 2_000;
const reportedRows = 50;

/**
 * Imports class members from CSV in one transaction: every row, or with `skipBad` every good row, or none. Rows stream through a temporary
 * table, so that memory stays the same however long the file is.
 */
export async function importMembers(options: ImportOptions): Promise<ImportReport> {
  const client = new pg.Client({ connectionString: options.connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('begin');
    // Another import waits; logging in goes on.
    await client.query('lock table class_members in share row exclusive mode');
    if (options.onlyIntoEmpty === true && (await client.query('select from class_members limit 1')).rowCount !== 0) {
      await client.query('rollback');
      return { imported: 0, good: 0, bad: 0, firstBad: [] };
    }
    const report = await importInto(client, options);
    await client.query(report.imported > 0 ? 'commit' : 'rollback');
    return report;
  } finally {
    // Without a commit the database forgets everything.
    options.csv.destroy();
    await client.end();
  }
}

async function importInto(client: pg.Client, options: ImportOptions): Promise<ImportReport> {
  await client.query(`create temporary table incoming (line bigint, notice_id text, case_id text, lookup_hash bytea, unique_id_encrypted bytea,
    first_name text, last_name text, street text, city text, state text, zip text) on commit drop`);
  const bad: BadRow[] = [];
  let badCount = 0;
  let rows = 0;
  const note = (row: BadRow) => {
    badCount += 1;
    if (bad.length < reportedRows) bad.push(row);
  };
  let batch: { line: number; row: MemberRow }[] = [];
  const values = uniqueIdValues();
  const flush = async () => {
    if (batch.length > 0) await insertBatch(client, batch, options.keys);
    batch = [];
    options.onProgress?.(rows);
  };
  for await (const read of readMembers(options.csv, options.cases)) {
    rows += 1;
    if ('reason' in read) note(read);
    else {
      batch.push(read);
      values.take(read.row.unique_id);
    }
    if (batch.length >= batchRows) await flush();
  }
  await flush();

  const twice = await takeOut(
    client,
    `select line, 'notice_id ' || notice_id || ' stands in line ' || first || ' already' as reason
     from (select line, notice_id, min(line) over (partition by notice_id) as first from incoming) as seen where line > first`,
  );
  const known = await takeOut(
    client,
    `select line, 'notice_id ' || notice_id || ' was imported before' as reason from incoming join class_members using (notice_id)`,
  );
  for (const found of [twice, known]) {
    badCount += found.count;
    bad.push(...found.first);
  }
  const firstBad = bad.toSorted((a, b) => a.line - b.line).slice(0, reportedRows);
  const good = rows - badCount;
  if (badCount > 0 && options.skipBad !== true) return { imported: 0, good, bad: badCount, firstBad };
  await client.query(`insert into class_members (notice_id, case_id, lookup_hash, unique_id_encrypted, first_name, last_name, street, city, state, zip)
    select notice_id, case_id, lookup_hash, unique_id_encrypted, first_name, last_name, street, city, state, zip from incoming order by notice_id`);
  const few = values.fewOf();
  return { imported: good, good, bad: badCount, firstBad, ...(few === undefined ? {} : { fewUniqueIds: few }) };
}

/** Takes the rows that a query names out of the incoming ones; gives how many, and the first. */
async function takeOut(client: pg.Client, query: string): Promise<{ count: number; first: BadRow[] }> {
  await client.query(`create temporary table refused on commit drop as ${query}`);
  const { rows } = await client.query<{ line: string; reason: string }>(
    'select line, reason from refused order by line limit $1',
    [reportedRows],
  );
  const { rowCount } = await client.query('delete from incoming using refused where incoming.line = refused.line');
  await client.query('drop table refused');
  return { count: rowCount ?? 0, first: rows.map(({ line, reason }) => ({ line: Number(line), reason })) };
}

async function insertBatch(
  client: pg.Client,
  batch: readonly { line: number; row: MemberRow }[],
  keys: Keys,
): Promise<void> {
  const idsOf = (row: MemberRow) => ({ noticeId: row.notice_id, uniqueId: row.unique_id });
  const column = <T>(pick: (row: MemberRow) => T) => batch.map(({ row }) => pick(row));
  await client.query({
    name: 'insert-incoming',
    text: `insert into incoming select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[])`,
    values: [
      batch.map(({ line }) => line),
      column((row) => row.notice_id),
      column((row) => row.case),
      column((row) => lookupHashOf(idsOf(row), keys['login-lookup'])),
      column((row) => encryptUniqueId(idsOf(row), keys)),
      column((row) => row.first_name),
      column((row) => row.last_name),
      column((row) => row.street),
      column((row) => row.city),
      column((row) => row.state),
      column((row) => row.zip),
    ],
  });
}
