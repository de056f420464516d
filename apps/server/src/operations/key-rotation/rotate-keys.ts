import type pg from 'pg';
import { withClient } from '../../database/pool.ts';
import { applicationNameOf, applicationNamePrefix, type Keys } from '../../keys/keys.ts';
import { secretsLock } from '../../keys/key-ring.ts';
import { reencryptTaxIds, reencryptUniqueIds } from './re-encrypt.ts';

export interface RotationReport {
  /** Tax IDs re-encrypted in this run. */
  readonly taxIds: number;
  /** Unique IDs re-encrypted in this run. */
  readonly uniqueIds: number;
  /** Tax IDs and Unique IDs that none of the given secrets decrypts. */
  readonly unreadable: number;
  /** Everything is under the current secret, and the database accepts no other. */
  readonly complete: boolean;
}

export interface RotationOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  readonly onProgress?: (rows: number) => void;
  /** Stops after the current batch. A later run continues. */
  readonly signal?: AbortSignal;
  readonly batchRows?: number;
}

/** Some server processes still encrypt with a previous secret. */
export class OutdatedProcessesError extends Error {
  override readonly name = 'OutdatedProcessesError';
}

/**
 * Closes the previous secrets, so that the database refuses writes by processes that still use
 * them, then re-encrypts everything under them in batches, while the server runs. It can be stopped
 * and run again.
 * @throws OutdatedProcessesError nothing was changed
 */
export function rotateKeys(options: RotationOptions): Promise<RotationReport> {
  const { connectionString, keys, signal, batchRows = 1_000 } = options;
  const rotate = async (client: pg.Client): Promise<RotationReport> => {
    // With a previous secret they could log nobody in: the lookup hashes change too.
    if (await hasOutdatedConnections(client, keys.version)) throw new OutdatedProcessesError();
    await closePreviousSecrets(client, keys.version);
    let done = 0;
    const batches = {
      client,
      keys,
      rows: batchRows,
      onBatch: (size: number) => options.onProgress?.((done += size)),
      signal,
    };
    const uniqueIds = await reencryptUniqueIds(batches);
    const taxIds = await reencryptTaxIds(batches);
    const unreadable = uniqueIds.unreadable + taxIds.unreadable;
    const complete = unreadable === 0 && (await retirePreviousSecrets(client, keys.version));
    return { taxIds: taxIds.changed, uniqueIds: uniqueIds.changed, unreadable, complete };
  };
  return withClient(connectionString, rotate, 'keys:rotate');
}

async function hasOutdatedConnections(client: pg.Client, version: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1) and application_name <> $2`,
    [applicationNamePrefix, applicationNameOf({ version })],
  );
  return rowCount !== 0;
}

/** Makes the database refuse writes under other versions, and waits for those in progress. */
async function closePreviousSecrets(client: pg.Client, version: number): Promise<void> {
  await client.query('update secret_keys set closed_at = now() where version <> $1 and closed_at is null', [version]);
  for (const table of ['claim_tax_ids', 'class_members']) {
    await client.query('begin');
    // Writers queue behind a waiting lock: give up soon and let the operator retry.
    await client.query("set local lock_timeout = '30s'");
    await client.query(`lock table ${table} in share row exclusive mode`);
    await client.query('commit');
  }
}

/** When nothing is left under other versions, retires them and returns true. */
async function retirePreviousSecrets(client: pg.Client, version: number): Promise<boolean> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [secretsLock]);
  const { rows } = await client.query<{ left: boolean }>(
    `select exists (select from claim_tax_ids where key_version <> $1)
       or exists (select from class_members where get_byte(unique_id_encrypted, 0) <> $1) as left`,
    [version],
  );
  if (rows[0]?.left !== false) {
    await client.query('rollback');
    return false;
  }
  await client.query('update secret_keys set retired_at = now() where version <> $1 and retired_at is null', [version]);
  await client.query('delete from kept_keys where sealed_with <> $1', [version]);
  await client.query('commit');
  return true;
}

/** Cookies live this long at most: what a previous secret signed is useless afterward. */
const cookieDays = 30;

export interface RotationState {
  /** Something may still be under a previous secret. */
  readonly inProgress: boolean;
  /** When the last cookie signed by a previous secret expires; undefined when there is none. */
  readonly previousUntil?: Date;
}

export async function readRotationState(client: pg.Client, version: number): Promise<RotationState> {
  const { rows } = await client.query<{ in_progress: boolean | null; until: Date | null }>(
    `select bool_or(retired_at is null) as in_progress, max(closed_at) + $2 * interval '1 day' as until
     from secret_keys where version <> $1`,
    [version, cookieDays],
  );
  const until = rows[0]?.until;
  return { inProgress: rows[0]?.in_progress ?? false, ...(until && { previousUntil: until }) };
}
