import type { Settlement } from '@redress/contract/settlement';
import { derivationVersion } from '@redress/server/console/search/derive-rows';
import { openDatabase, withClient } from '@redress/server/platform/database/pool';
import { StartError } from '@redress/server/platform/errors/start-error';
import type { Keys } from '@redress/server/platform/keys/keys';
import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { claimInventor, type CopiedTable, copiedTables, type InventedRows } from './invent-claims.ts';

/** Tables, indexes and the write-ahead log that PostgreSQL keeps. */
const bytesPerClaim = 5_500;
const bytesPerMember = 900;
const spareBytes = 3_000_000_000;
const tables: readonly CopiedTable[] = [
  ...(['class_members', 'claims', 'claim_tax_ids', 'claim_history', 'receipt_outbox'] as const),
  ...(['claim_search', 'member_search'] as const),
];
const searchTables = ['claim_search', 'member_search', 'claim_counts', 'name_words', 'claim_search_progress'];

export interface GenerateOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  readonly settlement: Settlement;
  readonly claims: number;
  /** Class members who have not filed. Each claim has one who has. */
  readonly members?: number;
  /** Adds to the claims that the database has. */
  readonly add: boolean;
  /** Claims that are copied at once (2,000). */
  readonly claimsPerBlock?: number;
  readonly onProgress: (step: string) => void;
}

/**
 * Fills a database with invented class members, claims, histories, sent receipts, seals, and what
 * they are found by. Returns the ID of the first new claim.
 * @throws StartError the disk is too small, or the database has claims and `add` is not set
 */
export async function generateClaims(options: GenerateOptions): Promise<number> {
  const { connectionString, keys, claims, onProgress } = options;
  const firstId = await withClient(connectionString, async (client) => {
    await requireSpace(client, claims * bytesPerClaim + (options.members ?? 0) * bytesPerMember);
    const first = await copyClaims(client, options);
    onProgress('vacuum');
    await client.query(`vacuum (analyze) ${[...new Set([...tables, ...searchTables])].join(', ')}`);
    return first;
  });
  onProgress('seals');
  const { database, close } = openDatabase(connectionString, (error) => onProgress(error.message));
  try {
    await sealHistory({ database, keys, now: () => new Date() });
    return firstId;
  } finally {
    await close();
  }
}

async function copyClaims(client: pg.Client, options: GenerateOptions): Promise<number> {
  const { settlement, keys, claims, add, claimsPerBlock = 2_000, onProgress } = options;
  const { rows } = await client.query<{ id: string | null }>('select max(id) as id from claims');
  const lastId = Number(rows[0]?.id ?? 0);
  if (lastId > 0 && !add)
    throw new StartError(
      'The database has claims already. Generate into a new one (set DATA_DIR to a new folder), or add --add if these claims are only for trials.',
    );
  const firstSerial = await reserveIds(client, lastId, claims);
  await skipChecks(client);
  // Building an index at once takes a fraction of the time of adding to it row by row.
  const indexes = lastId === 0 ? await dropSearchIndexes(client) : [];
  const inventor = claimInventor(settlement, keys, { claims, firstId: lastId + 1, firstSerial });
  const { rows: counted } = await client.query<{ count: number }>(
    `select count(*)::int as count from class_members where notice_id > '600000000'`,
  );
  const firstMember = 1 + (counted[0]?.count ?? 0);
  let copying = Promise.resolve();
  const copy = async (what: string, count: number, invent: (index: number) => InventedRows) => {
    for (let from = 0; from < count; from += claimsPerBlock) {
      const length = Math.min(claimsPerBlock, count - from);
      const block = Array.from({ length }, (_, index) => invent(from + index));
      // PostgreSQL stores one block while the next one is invented.
      await copying;
      copying = copyBlock(client, block);
      copying.catch(() => {});
      onProgress(`${from.toLocaleString('en-US')} ${what}`);
    }
    await copying;
  };
  await copy('claims', claims, inventor.inventClaim);
  await copy('class members', options.members ?? 0, (index) => inventor.inventMember(firstMember + index));
  onProgress('search indexes and counts');
  await finishSearch(client, inventor.nameWords, indexes);
  return lastId + 1;
}

async function copyBlock(client: pg.Client, block: readonly InventedRows[]): Promise<void> {
  await client.query('begin');
  for (const table of tables) {
    const text = block.map((rows) => rows[table] ?? '').join('');
    if (text === '') continue;
    const rows = client.query(copyFrom(`copy ${table} (${copiedTables[table]}) from stdin`));
    await pipeline(Readable.from([Buffer.from(text)]), rows);
  }
  await client.query('commit');
}

/** Returns what creates them again. */
async function dropSearchIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename in ('claim_search', 'member_search') and indexname not like '%_pkey'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const wordsPerStatement = 10_000;

/** Writes the job's other results: words of names, counts, and that nothing is left to do. */
async function finishSearch(
  client: pg.Client,
  nameWords: ReadonlySet<string>,
  indexes: readonly string[],
): Promise<void> {
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const definition of indexes) await client.query(definition);
  const words = [...nameWords];
  for (let from = 0; from < words.length; from += wordsPerStatement)
    await client.query(
      `insert into name_words select word, case when word ~ '^[a-z]+$' then dmetaphone(word) else '' end
       from unnest($1::text[]) as word on conflict do nothing`,
      [words.slice(from, from + wordsPerStatement)],
    );
  await countSearchRows(client);
  await client.query(
    `update claim_search_progress
     set version = $1, last_entry = (select coalesce(max(id), 0) from claim_history), derived_to = null`,
    [derivationVersion],
  );
}

/** Recounts all search rows. */
export async function countSearchRows(client: pg.Client): Promise<void> {
  const facets = `case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, high_value, queued_by_rule, reopened`;
  await client.query('truncate claim_counts');
  await client.query(
    `insert into claim_counts (${facets}, claims, amount)
     select ${facets}, count(*), coalesce(sum(amount), 0) from claim_search group by ${facets}`,
  );
}

/** Advances the sequences of claims beyond the invented ones. Returns the first serial. */
async function reserveIds(client: pg.Client, lastId: number, claims: number): Promise<number> {
  const { rows } = await client.query<{ start: string }>(`select nextval('claim_number_blocks') as start`);
  const first = Number(rows[0]?.start);
  const blocks = Math.ceil(claims / 50);
  await client.query(`select setval('claim_number_blocks', $1), setval(pg_get_serial_sequence('claims', 'id'), $2)`, [
    first + blocks * 50,
    lastId + claims,
  ]);
  return first;
}

/** A superuser loads rows without triggers and foreign keys, which saves half of the time. */
export async function skipChecks(client: pg.Client): Promise<void> {
  await client.query('set synchronous_commit = off');
  try {
    await client.query('set session_replication_role = replica');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}

/** @throws StartError the disk of a database on this machine is too small */
async function requireSpace(client: pg.Client, bytes: number): Promise<void> {
  const { rows } = await client.query<{ folder: string | null }>(
    `select setting as folder from pg_settings where name = 'data_directory'`,
  );
  // Undefined if the folder is hidden from this user or on another machine.
  const disk = await statfs(rows[0]?.folder ?? '').catch(() => undefined);
  if (!disk) return;
  const free = disk.bavail * disk.bsize;
  const needed = bytes + spareBytes;
  if (free >= needed) return;
  const format = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new StartError(
    `The disk of the database has ${format(free)} free, and these claims need ${format(needed)}: free some space, or generate fewer.`,
  );
}
