import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, withClient } from '../../platform/database/pool.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import {
  decryptTaxId,
  decryptTotpSecret,
  decryptUniqueId,
  type EncryptedTaxId,
  encryptTaxIds,
  encryptTotpSecret,
  encryptUniqueId,
  hashNoticeIds,
} from '../../platform/keys/encrypted-fields.ts';
import { secretsLock } from '../../platform/keys/key-ring.ts';
import { applicationNameOf, applicationNamePrefix, type Keys } from '../../platform/keys/keys.ts';

const emptyReport = {
  /** The numbers of values that this run re-encrypted. */
  taxIds: 0,
  uniqueIds: 0,
  /** The secrets of authenticator apps. */
  staffSecrets: 0,
  /** None of the given secrets decrypts these values. */
  unreadable: 0,
  /** Everything is under the current secret, and the database accepts no other. */
  complete: false,
};
export type RotationReport = Readonly<typeof emptyReport>;

export interface RotationOptions {
  readonly connectionString: string;
  /** The current keys encrypt, the others only decrypt. */
  readonly keys: Keys;
  readonly onProgress?: (rows: number) => void;
  /** Rows per statement, which locks them for milliseconds. */
  readonly batchRows?: number;
}

/**
 * Closes the previous secrets, so that the database refuses writes by processes that still use
 * them, then re-encrypts everything under them in batches, while the server runs. It can be
 * interrupted at any time, and run again.
 * @throws StartError a server process still uses a previous secret; nothing was changed
 */
export function rotateKeys(options: RotationOptions): Promise<RotationReport> {
  const { connectionString, keys } = options;
  const rotate = async (client: pg.Client): Promise<RotationReport> => {
    // With a previous secret their logins would fail, because the lookup hashes also change.
    if (await hasOutdatedConnections(client, keys.version))
      throw new StartError(
        'The server still uses only the previous key. Restart all its processes, then run this again: nothing has been encrypted yet.',
      );
    await closePreviousSecrets(client, keys.version);
    const report = { ...emptyReport };
    await reencrypt(client, options, 'uniqueIds', report);
    await reencrypt(client, options, 'taxIds', report);
    await reencrypt(client, options, 'staffSecrets', report);
    report.complete = report.unreadable === 0 && (await retirePreviousSecrets(client, keys.version));
    return report;
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
  for (const table of ['claim_tax_ids', 'class_members', 'staff_passwords']) {
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
       or exists (select from class_members where get_byte(unique_id_encrypted, 0) <> $1)
       or exists (select from staff_passwords where key_version <> $1) as left`,
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

/**
 * The maximum lifetime of a cookie, after which no cookie signed with a previous secret is valid.
 */
const cookieDays = 30;

/**
 * Whether any data may still be encrypted under a previous secret, and when the last cookie that a
 * previous secret signed and the last letter code that it made expire; undefined if there are none.
 */
export async function readRotationState(database: Database, { version }: Keys) {
  const { rows } = await sql<{ inProgress: boolean | null; previousUntil: Date | null }>`
    with previous as (select bool_or(retired_at is null) as in_progress, max(closed_at) as closed_at
      from secret_keys where version <> ${version})
    select in_progress as "inProgress", greatest(closed_at + ${cookieDays} * interval '1 day',
      (select max(access_until) from letters where queued_at <= closed_at)) as "previousUntil"
    from previous`.execute(database);
  return { inProgress: rows[0]?.inProgress ?? false, previousUntil: rows[0]?.previousUntil ?? undefined };
}

interface EncryptedRow {
  readonly id: string;
  /** The path of a tax ID, otherwise empty. */
  readonly path: string;
  /** The claim number or Notice ID that the value is bound to. */
  readonly owner: string;
  readonly encrypted: Buffer;
  readonly key_version: number;
}

interface EncryptedValues {
  /** Selects the next rows, after an ID and path, that are encrypted under another key version. */
  readonly select: string;
  /** Compares the old value, because a purge, an import or another run may have changed it. */
  readonly update: string;
  /** Throws if no key decrypts the row. */
  encrypt(row: EncryptedRow, keys: Keys): readonly Pick<EncryptedTaxId, 'encrypted' | 'lookup'>[];
}

const changedRows = `unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::smallint[])
  as new (id, path, before, encrypted, lookup, key_version)`;

const encryptedValues: Readonly<Record<'uniqueIds' | 'taxIds' | 'staffSecrets', EncryptedValues>> = {
  uniqueIds: {
    select: `select notice_id as id, '' as path, notice_id as owner, unique_id_encrypted as encrypted,
        get_byte(unique_id_encrypted, 0) as key_version
      from class_members
      where notice_id > $1 and $2 = '' and get_byte(unique_id_encrypted, 0) <> $3 order by notice_id limit $4`,
    update: `update class_members as old set unique_id_encrypted = new.encrypted, lookup_hash = new.lookup
      from ${changedRows} where old.notice_id = new.id and old.unique_id_encrypted = new.before`,
    encrypt({ owner: noticeId, encrypted }, keys) {
      const ids = { noticeId, uniqueId: decryptUniqueId(noticeId, encrypted, keys) };
      return [{ encrypted: encryptUniqueId(ids, keys), lookup: hashNoticeIds(ids, keys['login-lookup']) }];
    },
  },
  taxIds: {
    select: `select claim_id as id, path, claims.number as owner, encrypted, key_version
      from claim_tax_ids join claims on claims.id = claim_id
      where (claim_id, path) > ($1::bigint, $2) and key_version <> $3 order by claim_id, path limit $4`,
    update: `update claim_tax_ids as old
      set encrypted = new.encrypted, key_version = new.key_version, lookup = new.lookup
      from ${changedRows} where old.claim_id = new.id::bigint and old.path = new.path and old.encrypted = new.before`,
    encrypt: (row, keys) => encryptTaxIds(row.owner, [decryptTaxId(row.owner, row, keys)], keys),
  },
  staffSecrets: {
    select: `select staff_id::text as id, '' as path, staff_id::text as owner, totp_secret_encrypted as encrypted, key_version
      from staff_passwords
      where staff_id::text > $1 and $2 = '' and key_version <> $3 order by staff_id::text limit $4`,
    update: `update staff_passwords as old set totp_secret_encrypted = new.encrypted, key_version = new.key_version
      from ${changedRows} where old.staff_id = new.id::uuid and old.totp_secret_encrypted = new.before`,
    encrypt({ owner: staffId, encrypted, key_version: version }, keys) {
      const stored = { totp_secret_encrypted: encrypted, key_version: version };
      const secret = decryptTotpSecret(staffId, stored, keys);
      // These secrets are never looked up by value.
      return [{ encrypted: encryptTotpSecret(staffId, secret, keys).totp_secret_encrypted, lookup: Buffer.alloc(0) }];
    },
  },
};

/** Re-encrypts the values under other key versions in batches, with their lookup hashes. */
async function reencrypt(
  client: pg.Client,
  { keys, onProgress, batchRows = 1_000 }: RotationOptions,
  kind: keyof typeof encryptedValues,
  report: typeof emptyReport,
): Promise<void> {
  const { select, update, encrypt } = encryptedValues[kind];
  let last: Pick<EncryptedRow, 'id' | 'path'> | undefined = { id: '0', path: '' };
  for (let done = 0; ; onProgress?.(done)) {
    const { rows }: pg.QueryResult<EncryptedRow> = await client.query(select, [
      last.id,
      last.path,
      keys.version,
      batchRows,
    ]);
    // Without rows nothing is written: an import may have locked the table.
    last = rows.at(-1);
    if (!last) return;
    const changes = rows.flatMap((row) => {
      try {
        return encrypt(row, keys).map((now) => ({ row, now }));
      } catch {
        return [];
      }
    });
    const { rowCount } = await client.query(update, [
      changes.map(({ row }) => row.id),
      changes.map(({ row }) => row.path),
      changes.map(({ row }) => row.encrypted),
      changes.map(({ now }) => now.encrypted),
      changes.map(({ now }) => now.lookup),
      changes.map(() => keys.version),
    ]);
    report[kind] += rowCount ?? 0;
    report.unreadable += rows.length - changes.length;
    done += rows.length;
  }
}
