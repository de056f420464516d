import { type Kysely, sql } from 'kysely';
import { hashEntry } from './entries.ts';
import type { Tables } from '../database/tables.ts';
import type { RecordEvent, RecordKind } from './record-events.ts';
import { entryDetails } from './row-hashes.ts';

/** The class of advisory locks for adding to histories of records is an arbitrary number. */
const lockClass = 7_324_907;

/** The owner in an entry's hash, so it must never change. No claim number has a colon. */
export function recordOwner(record: { readonly kind: string; readonly id: string }): string {
  return `${record.kind}:${record.id}`;
}

/**
 * Appends an entry to the history of a record that is not a claim. Entries of one record are added
 * in turn; the lock lasts until the transaction ends.
 */
export async function addRecordEntry<Kind extends RecordKind>(
  transaction: Kysely<Tables>,
  record: { readonly kind: Kind; readonly id: string },
  at: Date,
  event: RecordEvent<Kind>,
): Promise<void> {
  const owner = recordOwner(record);
  await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${owner}))`.execute(transaction);
  const last = await transaction
    .selectFrom('record_history')
    .select(['position', 'hash'])
    .where('record_kind', '=', record.kind)
    .where('record_id', '=', record.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    position: (last?.position ?? 0) + 1,
    at,
    kind: String(event.kind),
    details: entryDetails(event),
    previous_hash: last?.hash ?? null,
  };
  await transaction
    .insertInto('record_history')
    .values({
      record_kind: record.kind,
      record_id: record.id,
      ...entry,
      details: JSON.stringify(entry.details),
      hash: hashEntry(owner, entry),
    })
    .execute();
}
