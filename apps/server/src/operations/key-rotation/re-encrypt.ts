import type pg from 'pg';
import {
  decryptTaxId,
  decryptUniqueId,
  type EncryptedTaxId,
  encryptTaxIds,
  encryptUniqueId,
  hashNoticeIds,
} from '../../keys/encrypted-fields.ts';
import type { Keys } from '../../keys/keys.ts';

export interface Batches {
  readonly client: pg.Client;
  /** The current keys encrypt, the others only decrypt. */
  readonly keys: Keys;
  /** Rows per statement, which locks them for milliseconds. */
  readonly rows: number;
  readonly onBatch: (rows: number) => void;
  readonly signal?: AbortSignal | undefined;
}

interface Reencrypted {
  readonly changed: number;
  /** Rows that no key decrypts. They stay as they are. */
  readonly unreadable: number;
}

/** Re-encrypts the tax IDs under previous key versions, and recomputes their lookup hashes. */
export function reencryptTaxIds(batches: Batches): Promise<Reencrypted> {
  const { client, keys } = batches;
  interface Row extends EncryptedTaxId {
    readonly claim_id: string;
    readonly number: string;
  }
  return inBatches<Row>(batches, {
    read: (last) =>
      client.query<Row>(
        `select claim_id, claims.number, path, encrypted, key_version, lookup
         from claim_tax_ids join claims on claims.id = claim_id
         where (claim_id, path) > ($1::bigint, $2) and key_version <> $3 order by claim_id, path limit $4`,
        [last?.claim_id ?? '0', last?.path ?? '', keys.version, batches.rows],
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
export function reencryptUniqueIds(batches: Batches): Promise<Reencrypted> {
  const { client, keys } = batches;
  interface Row {
    readonly noticeId: string;
    readonly encrypted: Buffer;
  }
  return inBatches<Row>(batches, {
    read: (last) =>
      client.query<Row>(
        `select notice_id as "noticeId", unique_id_encrypted as encrypted from class_members
         where notice_id > $1 and get_byte(unique_id_encrypted, 0) <> $2 order by notice_id limit $3`,
        [last?.noticeId ?? '', keys.version, batches.rows],
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

async function inBatches<Row>({ onBatch, signal }: Batches, steps: Steps<Row>): Promise<Reencrypted> {
  const total = { changed: 0, unreadable: 0 };
  let last: Row | undefined;
  for (;;) {
    signal?.throwIfAborted();
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
    onBatch(rows.length);
  }
}
