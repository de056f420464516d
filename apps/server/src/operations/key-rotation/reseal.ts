import type pg from 'pg';
import type { TaxId } from '@redress/forms/tax-ids';
import type { SealedTaxId } from '../../claims/sealed-tax-ids.ts';
import { openTaxId, sealTaxIds } from '../../claims/sealed-tax-ids.ts';
import { decryptUniqueId, encryptUniqueId, lookupHashOf } from '../../class-members/unique-id.ts';
import type { Keys } from '../../keys/keys.ts';

export interface Batches {
  readonly client: pg.Client;
  /** The first of them seals; all of them open. */
  readonly keys: Keys;
  /** Rows in one statement: it holds their locks no longer than a blink. */
  readonly rows: number;
  readonly count: (rows: number) => void;
  readonly signal?: AbortSignal;
}

export interface Resealed {
  readonly changed: number;
  readonly unreadable: number;
}

interface TaxIdRow extends SealedTaxId {
  readonly claim_id: string;
  readonly number: string;
}

/** Encrypts every tax ID anew that stands under another version than the present one, and makes the hash anew by which equal ones are found. */
export async function resealTaxIds({ client, keys, rows, count, signal }: Batches): Promise<Resealed> {
  const result = { changed: 0, unreadable: 0 };
  let after = { claim_id: '0', path: '' };
  for (;;) {
    signal?.throwIfAborted();
    const batch = await client.query<TaxIdRow>(
      `select claim_id, claims.number, path, encrypted, key_version, lookup
       from claim_tax_ids join claims on claims.id = claim_id
       where (claim_id, path) > ($1::bigint, $2) and key_version <> $3 order by claim_id, path limit $4`,
      [after.claim_id, after.path, keys.version, rows],
    );
    const last = batch.rows.at(-1);
    if (!last) return result;
    after = last;
    const opened = batch.rows.flatMap((row) => {
      const taxId = tryTo(() => openTaxId(row.number, row, keys));
      return taxId === undefined ? [] : [{ row, sealed: resealOne(row.number, taxId, keys) }];
    });
    // What was purged since stays purged, and what another run has done stays done.
    const { rowCount } = await client.query(
      `update claim_tax_ids as old set encrypted = new.encrypted, key_version = $1, lookup = new.lookup
       from unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) as new (claim_id, path, before, encrypted, lookup)
       where old.claim_id = new.claim_id and old.path = new.path and old.encrypted = new.before`,
      [
        keys.version,
        opened.map(({ row }) => row.claim_id),
        opened.map(({ row }) => row.path),
        opened.map(({ row }) => row.encrypted),
        opened.map(({ sealed }) => sealed.encrypted),
        opened.map(({ sealed }) => sealed.lookup),
      ],
    );
    result.changed += rowCount ?? 0;
    result.unreadable += batch.rows.length - opened.length;
    count(batch.rows.length);
  }
}

function resealOne(claimNumber: string, taxId: TaxId, keys: Keys): SealedTaxId {
  const [sealed] = sealTaxIds(claimNumber, [taxId], keys);
  if (!sealed) throw new Error('A tax ID was given, and none came back');
  return sealed;
}

interface MemberRow {
  readonly notice_id: string;
  readonly unique_id_encrypted: Buffer;
}

/** Encrypts every Unique ID anew that stands under another version than the present one, and makes the hash anew by which its member logs in. */
export async function resealMembers({ client, keys, rows, count, signal }: Batches): Promise<Resealed> {
  const result = { changed: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const batch = await client.query<MemberRow>(
      `select notice_id, unique_id_encrypted from class_members
       where notice_id > $1 and get_byte(unique_id_encrypted, 0) <> $2 order by notice_id limit $3`,
      [after, keys.version, rows],
    );
    const last = batch.rows.at(-1);
    if (!last) return result;
    after = last.notice_id;
    const opened = batch.rows.flatMap(({ notice_id: noticeId, unique_id_encrypted: before }) => {
      const uniqueId = tryTo(() => decryptUniqueId(noticeId, before, keys));
      return uniqueId === undefined ? [] : [{ before, ids: { noticeId, uniqueId } }];
    });
    const { rowCount } = await client.query(
      `update class_members as old set unique_id_encrypted = new.encrypted, lookup_hash = new.lookup
       from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[]) as new (notice_id, before, encrypted, lookup)
       where old.notice_id = new.notice_id and old.unique_id_encrypted = new.before`,
      [
        opened.map(({ ids }) => ids.noticeId),
        opened.map(({ before }) => before),
        opened.map(({ ids }) => encryptUniqueId(ids, keys)),
        opened.map(({ ids }) => lookupHashOf(ids, keys['login-lookup'])),
      ],
    );
    result.changed += rowCount ?? 0;
    result.unreadable += batch.rows.length - opened.length;
    count(batch.rows.length);
  }
}

/** Undefined where it cannot be opened: it is counted, and left as it is. */
function tryTo<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
