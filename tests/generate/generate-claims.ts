import type { Settlement } from '@redress/contract/settlement';
import { openDatabase, withClient } from '@redress/server/database/pool';
import { StartError } from '@redress/server/errors/start-error';
import type { Keys } from '@redress/server/keys/keys';
import { sealHistory } from '@redress/server/seals/start-sealing';
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { claimInventor, type CopiedTable, copiedTables } from './invent-claims.ts';

const claimsPerBlock = 2_000;
/** Tables, indexes and the write-ahead log that PostgreSQL keeps. */
const bytesPerClaim = 4_000;
const spareBytes = 3_000_000_000;
const tables: readonly CopiedTable[] = ['class_members', 'claims', 'claim_history', 'outbox'];

export interface GenerateOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  readonly settlement: Settlement;
  readonly claims: number;
  /** Adds to the claims that the database has. */
  readonly add: boolean;
  readonly onProgress: (step: string) => void;
}

/**
 * Fills a database with invented class members, claims, histories, sent receipts and seals. Returns
 * the ID of the first new claim.
 * @throws StartError the disk is too small, or the database has claims and `add` is not set
 */
export async function generateClaims(options: GenerateOptions): Promise<number> {
  const { connectionString, keys, claims, onProgress } = options;
  const firstId = await withClient(connectionString, async (client) => {
    await requireSpace(client, claims);
    const first = await copyClaims(client, options);
    onProgress('vacuum');
    await client.query(`vacuum (analyze) ${tables.join(', ')}`);
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
  const { settlement, keys, claims, add, onProgress } = options;
  const { rows } = await client.query<{ id: string | null }>('select max(id) as id from claims');
  const lastId = Number(rows[0]?.id ?? 0);
  if (lastId > 0 && !add)
    throw new StartError(
      'The database has claims already. Generate into a new one (set DATA_DIR to a new folder), or add --add if these claims are only for trials.',
    );
  const firstSerial = await reserveIds(client, lastId, claims);
  await skipChecks(client);
  const invent = claimInventor(settlement, keys, { claims, firstId: lastId + 1, firstSerial });
  let copying = Promise.resolve();
  for (let from = 0; from < claims; from += claimsPerBlock) {
    const count = Math.min(claimsPerBlock, claims - from);
    const block = Array.from({ length: count }, (_, index) => invent(from + index));
    // PostgreSQL stores one block while the next one is invented.
    await copying;
    copying = copyBlock(client, block);
    copying.catch(() => {});
    if (from % 100_000 === 0) onProgress(`${from.toLocaleString('en-US')} claims`);
  }
  await copying;
  return lastId + 1;
}

async function copyBlock(client: pg.Client, block: readonly Readonly<Record<CopiedTable, string>>[]): Promise<void> {
  await client.query('begin');
  for (const table of tables) {
    const rows = client.query(copyFrom(`copy ${table} (${copiedTables[table]}) from stdin`));
    await pipeline(Readable.from([Buffer.from(block.map((claim) => claim[table]).join(''))]), rows);
  }
  await client.query('commit');
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
async function skipChecks(client: pg.Client): Promise<void> {
  await client.query('set synchronous_commit = off');
  try {
    await client.query('set session_replication_role = replica');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}

/** @throws StartError the disk of a database on this machine is too small */
async function requireSpace(client: pg.Client, claims: number): Promise<void> {
  const { rows } = await client.query<{ folder: string | null }>(
    `select setting as folder from pg_settings where name = 'data_directory'`,
  );
  // Absent without the right to see it, or on another machine.
  const disk = await statfs(rows[0]?.folder ?? '').catch(() => undefined);
  if (!disk) return;
  const free = disk.bavail * disk.bsize;
  const needed = claims * bytesPerClaim + spareBytes;
  if (free >= needed) return;
  const format = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new StartError(
    `The disk of the database has ${format(free)} free, and ${claims.toLocaleString('en-US')} claims need ${format(needed)}: free some space, or generate fewer.`,
  );
}
