import type pg from 'pg';
import { withClient } from '../../database/pool.ts';
import { StartError } from '../../errors/start-error.ts';
import {
  decryptTaxId,
  decryptUniqueId,
  type EncryptedTaxId,
  encryptTaxIds,
  encryptUniqueId,
  hashNoticeIds,
} from '../../keys/encrypted-fields.ts';
import { secretsLock } from '../../keys/key-ring.ts';
import { applicationNameOf, applicationNamePrefix, type Keys } from '../../keys/keys.ts';

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
  /** The current keys encrypt, the others only decrypt. */
  readonly keys: Keys;
  readonly onProgress?: (rows: number) => void;
  /** Stops after the current batch. A later run continues. */
  readonly signal?: AbortSignal;
  readonly batchRows?: number;
}

/**
 * Closes the previous secrets, so that the database refuses writes by processes that still use
 * them, then re-encrypts everything under them in batches, while the server runs. It can be stopped
 * and run again.
 * @throws StartError a server process still uses a previous secret; nothing was changed
 */
export function rotateKeys(options: RotationOptions): Promise<RotationReport> {
  const { connectionString, keys, batchRows = 1_000 } = options;
  const rotate = async (client: pg.Client): Promise<RotationReport> => {
    // With a previous secret they could log nobody in: the lookup hashes change too.
    if (await hasOutdatedConnections(client, keys.version))
      throw new StartError(
        'The server still runs with the previous key only. Restart it (every process of it), then run this again: nothing was encrypted yet.',
      );
    await closePreviousSecrets(client, keys.version);
    const run: Run = { ...options, client, batchRows, done: 0 };
    const uniqueIds = await reencryptUniqueIds(run);
    const taxIds = await reencryptTaxIds(run);
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
    // Writers queue behind a waiting lock: give up soon and let the operator retry.
    await client.query(
      `begin; set local lock_timeout = '30s'; lock table ${table} in share row exclusive mode; commit`,
    );
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

interface Run extends RotationOptions {
  readonly client: pg.Client;
  /** Rows per statement, which locks them for milliseconds. */
  readonly batchRows: number;
  /** Rows so far. */
  done: number;
}

interface Reencrypted {
  readonly changed: number;
  /** Rows that no key decrypts. They stay as they are. */
  readonly unreadable: number;
}

/** Re-encrypts the tax IDs under previous key versions, and recomputes their lookup hashes. */
function reencryptTaxIds(run: Run): Promise<Reencrypted> {
  const { client, keys, batchRows } = run;
  interface Row extends EncryptedTaxId {
    readonly claim_id: string;
    readonly number: string;
  }
  return inBatches<Row>(run, {
    read: (last) =>
      client.query<Row>(
        `select claim_id, claims.number, path, encrypted, key_version, lookup
         from claim_tax_ids join claims on claims.id = claim_id
         where (claim_id, path) > ($1::bigint, $2) and key_version <> $3 order by claim_id, path limit $4`,
        [last?.claim_id ?? '0', last?.path ?? '', keys.version, batchRows],
      ),
    encrypt: (row) => encryptTaxIds(row.number, [decryptTaxId(row.number, row, keys)], keys)[0],
    // Compares the old value, because a purge or another run may have changed the row meanwhile.
    write: (changes) =>
      client.query(
        `update claim_tax_ids as old set encrypted = new.encrypted, key_version = $1, lookup = new.lookup
         from unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) as new (claim_id, path, before, encrypted, lookup)
         where old.claim_id = new.claim_id and old.path = new.path and old.encrypted = new.before`,
        [
          keys.version,
          changes.map(([row]) => row.claim_id),
          changes.map(([row]) => row.path),
          changes.map(([row]) => row.encrypted),
          changes.map(([, now]) => now.encrypted),
          changes.map(([, now]) => now.lookup),
        ],
      ),
  });
}

/** Re-encrypts the Unique IDs under previous key versions, and recomputes their lookup hashes. */
function reencryptUniqueIds(run: Run): Promise<Reencrypted> {
  const { client, keys, batchRows } = run;
  interface Row {
    readonly noticeId: string;
    readonly encrypted: Buffer;
  }
  return inBatches<Row>(run, {
    read: (last) =>
      client.query<Row>(
        `select notice_id as "noticeId", unique_id_encrypted as encrypted from class_members
         where notice_id > $1 and get_byte(unique_id_encrypted, 0) <> $2 order by notice_id limit $3`,
        [last?.noticeId ?? '', keys.version, batchRows],
      ),
    encrypt({ noticeId, encrypted }) {
      const ids = { noticeId, uniqueId: decryptUniqueId(noticeId, encrypted, keys) };
      return { encrypted: encryptUniqueId(ids, keys), lookup: hashNoticeIds(ids, keys['login-lookup']) };
    },
    write: (changes) =>
      client.query(
        `update class_members as old set unique_id_encrypted = new.encrypted, lookup_hash = new.lookup
         from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[]) as new (notice_id, before, encrypted, lookup)
         where old.notice_id = new.notice_id and old.unique_id_encrypted = new.before`,
        [
          changes.map(([row]) => row.noticeId),
          changes.map(([row]) => row.encrypted),
          changes.map(([, now]) => now.encrypted),
          changes.map(([, now]) => now.lookup),
        ],
      ),
  });
}

type Value = Pick<EncryptedTaxId, 'encrypted' | 'lookup'>;

interface Steps<Row> {
  /** The next rows after this one. */
  read(last: Row | undefined): Promise<{ readonly rows: readonly Row[] }>;
  /** Throws if no key decrypts the row. */
  encrypt(row: Row): Value | undefined;
  write(changes: readonly (readonly [Row, Value])[]): Promise<{ readonly rowCount: number | null }>;
}

async function inBatches<Row>(run: Run, steps: Steps<Row>): Promise<Reencrypted> {
  const total = { changed: 0, unreadable: 0 };
  let last: Row | undefined;
  for (;;) {
    run.signal?.throwIfAborted();
    const { rows } = await steps.read(last);
    // Without rows nothing is written: an import may have locked the table.
    last = rows.at(-1);
    if (!last) return total;
    const changes = rows.flatMap((row) => {
      try {
        const value = steps.encrypt(row);
        return value ? [[row, value] as const] : [];
      } catch {
        return [];
      }
    });
    total.changed += (await steps.write(changes)).rowCount ?? 0;
    total.unreadable += rows.length - changes.length;
    run.done += rows.length;
    run.onProgress?.(run.done);
  }
}
