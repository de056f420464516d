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
  readonly signal?: AbortSignal;
}

export interface Reencrypted {
  readonly changed: number;
  /** Rows that no key decrypts. They stay as they are. */
  readonly unreadable: number;
}

/** Re-encrypts the tax IDs under previous key versions, and recomputes their lookup hashes. */
export function reencryptTaxIds({ client, keys, rows, ...batches }: Batches): Promise<Reencrypted> {
  interface Row extends EncryptedTaxId {
    readonly claim_id: string;
    readonly number: string;
  }
  return inBatches<Row>(batches, async (last) => {
    const batch = await client.query<Row>(
      `select claim_id, claims.number, path, encrypted, key_version, lookup
       from claim_tax_ids join claims on claims.id = claim_id
       where (claim_id, path) > ($1::bigint, $2) and key_version <> $3 order by claim_id, path limit $4`,
      [last?.claim_id ?? '0', last?.path ?? '', keys.version, rows],
    );
    if (batch.rows.length === 0) return finished;
    const changes = decryptEach(batch.rows, (row) => {
      const [sealed] = encryptTaxIds(row.number, [decryptTaxId(row.number, row, keys)], keys);
      return sealed && { row, sealed };
    });
    // Compares the old value, because a purge or another run may have changed the row meanwhile.
    const { rowCount } = await client.query(
      `update claim_tax_ids as old set encrypted = new.encrypted, key_version = $1, lookup = new.lookup
       from unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) as new (claim_id, path, before, encrypted, lookup)
       where old.claim_id = new.claim_id and old.path = new.path and old.encrypted = new.before`,
      [
        keys.version,
        changes.map(({ row }) => row.claim_id),
        changes.map(({ row }) => row.path),
        changes.map(({ row }) => row.encrypted),
        changes.map(({ sealed }) => sealed.encrypted),
        changes.map(({ sealed }) => sealed.lookup),
      ],
    );
    return { rows: batch.rows, decrypted: changes.length, changed: rowCount ?? 0 };
  });
}

/** Re-encrypts the Unique IDs under previous key versions, and recomputes their lookup hashes. */
export function reencryptUniqueIds({ client, keys, rows, ...batches }: Batches): Promise<Reencrypted> {
  interface Row {
    readonly notice_id: string;
    readonly unique_id_encrypted: Buffer;
  }
  return inBatches<Row>(batches, async (last) => {
    const batch = await client.query<Row>(
      `select notice_id, unique_id_encrypted from class_members
       where notice_id > $1 and get_byte(unique_id_encrypted, 0) <> $2 order by notice_id limit $3`,
      [last?.notice_id ?? '', keys.version, rows],
    );
    if (batch.rows.length === 0) return finished;
    const changes = decryptEach(batch.rows, ({ notice_id: noticeId, unique_id_encrypted: before }) => ({
      before,
      ids: { noticeId, uniqueId: decryptUniqueId(noticeId, before, keys) },
    }));
    const { rowCount } = await client.query(
      `update class_members as old set unique_id_encrypted = new.encrypted, lookup_hash = new.lookup
       from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[]) as new (notice_id, before, encrypted, lookup)
       where old.notice_id = new.notice_id and old.unique_id_encrypted = new.before`,
      [
        changes.map(({ ids }) => ids.noticeId),
        changes.map(({ before }) => before),
        changes.map(({ ids }) => encryptUniqueId(ids, keys)),
        changes.map(({ ids }) => hashNoticeIds(ids, keys['login-lookup'])),
      ],
    );
    return { rows: batch.rows, decrypted: changes.length, changed: rowCount ?? 0 };
  });
}

interface Batch<Row> {
  readonly rows: readonly Row[];
  readonly decrypted: number;
  readonly changed: number;
}

/** No update: an import may have locked the table. */
const finished: Batch<never> = { rows: [], decrypted: 0, changed: 0 };

/** Runs batches, each after the last row of the previous one, until one is empty. */
async function inBatches<Row>(
  { onBatch, signal }: Pick<Batches, 'onBatch' | 'signal'>,
  runAfter: (last: Row | undefined) => Promise<Batch<Row>>,
): Promise<Reencrypted> {
  const total = { changed: 0, unreadable: 0 };
  let last: Row | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const { rows, decrypted, changed } = await runAfter(last);
    last = rows.at(-1);
    if (!last) return total;
    total.changed += changed;
    total.unreadable += rows.length - decrypted;
    onBatch(rows.length);
  }
}

/** Leaves out the rows that cannot be decrypted. */
function decryptEach<Row, Change>(rows: readonly Row[], decrypt: (row: Row) => Change | undefined): Change[] {
  return rows.flatMap((row) => {
    try {
      return decrypt(row) ?? [];
    } catch {
      return [];
    }
  });
}
