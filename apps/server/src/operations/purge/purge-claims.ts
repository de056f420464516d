import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { rm } from 'node:fs/promises';
import { addEntry } from '../../claims/claim-history.ts';
import type { Tables } from '../../database/tables.ts';
import { messageFileOf } from '../../mail/folder-mailer.ts';
import { receiptMessageName } from '../../receipts/receipt-mail.ts';
import { storageKeyOf } from '../../storage/stored-files.ts';
import { flushIfPresent, flushRemovals } from '../../storage/stored-files.ts';
import { claimIsDue, filesAreOnTheirWay } from './due.ts';
import type { PurgeRoom, RuledCase } from './purge-context.ts';

/** Claims in one transaction: it holds their rows while their files are removed. */
const batchSize = 50;

/**
 * Deletes what the claims of a case that are due hold of their claimants, some at a time, and yields how many it was each time. A claim keeps its
 * number, form, dates, marks, hashes and history, which says that it was purged. Files go before their rows are changed: whenever the process
 * ends, a claim is either as it was, and done again from the beginning, or done. Any number of processes may do it at once, beside servers.
 */
export async function* purgeClaims(context: PurgeRoom, ruled: RuledCase): AsyncGenerator<number> {
  let after = '0';
  for (;;) {
    const batch = await context.database
      .transaction()
      .execute((transaction) => purgeBatch(context, transaction, ruled, after));
    const last = batch.at(-1);
    if (!last) return;
    after = last.id;
    yield batch.length;
  }
}

interface DueClaim {
  readonly id: string;
  readonly number: string;
  readonly idempotency_key: string | null;
}

async function purgeBatch(
  context: PurgeRoom,
  transaction: Transaction<Tables>,
  ruled: RuledCase,
  after: string,
): Promise<readonly DueClaim[]> {
  // Removing large files takes its time.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  const claims = await transaction
    .selectFrom('claims')
    .select(['id', 'number', 'idempotency_key'])
    .where('id', '>', after)
    .where(claimIsDue(ruled))
    .where((where) => where.not(filesAreOnTheirWay))
    .orderBy('id')
    .limit(batchSize)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  // Once more, now that nothing can come to them: an upload may have begun before the rows were locked.
  const ids = claims.map(({ id }) => id);
  const { rows: busy } = await sql<{ id: string }>`
    select id from claims where id = any(${ids}::bigint[]) and ${filesAreOnTheirWay}`.execute(transaction);
  const isBusy = new Set(busy.map(({ id }) => id));
  const free = claims.filter(({ id }) => !isBusy.has(id));
  if (free.length > 0) await purgeLocked(context, transaction, free);
  return claims;
}

async function purgeLocked(
  context: PurgeRoom,
  transaction: Transaction<Tables>,
  claims: readonly DueClaim[],
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const keys = claims.flatMap(({ idempotency_key: key }) => key ?? []);
  const documents = await transaction
    .selectFrom('claim_documents')
    .select(['claim_id', 'storage_key'])
    .where('claim_id', 'in', ids)
    .execute();
  const uploads = await transaction
    .selectFrom('uploads')
    .select(['id', 'claim_id'])
    .where('claim_id', 'in', ids)
    .execute();
  const staged =
    keys.length === 0
      ? []
      : await transaction
          .selectFrom('staged_documents')
          .select(['id', 'storage_key'])
          .where('form_key', 'in', keys)
          .forUpdate()
          .execute();
  const taxIds = await transaction
    .selectFrom('claim_tax_ids')
    .select('claim_id')
    .where('claim_id', 'in', ids)
    .execute();

  await removeFiles(context, claims, { documents, uploads, staged });

  await transaction.deleteFrom('data_checks').where('claim_id', 'in', ids).execute();
  await transaction.deleteFrom('claim_documents').where('claim_id', 'in', ids).execute();
  await transaction.deleteFrom('uploads').where('claim_id', 'in', ids).execute();
  await transaction.deleteFrom('outbox').where('claim_id', 'in', ids).execute();
  for (const { id } of staged) await transaction.deleteFrom('staged_documents').where('id', '=', id).execute();
  await sql`
    update claims set status = 'purged', answers = '{}', summary = '[]', notice_id = null, name = null, email = null, zip = null,
      state = null, amount = null, quantity = null
    where id = any(${ids}::bigint[])`.execute(transaction);
  // Only now do they let go of them.
  await transaction.deleteFrom('claim_tax_ids').where('claim_id', 'in', ids).execute();
  const at = context.now();
  for (const claim of claims) {
    const ofClaim = (row: { readonly claim_id: string }) => row.claim_id === claim.id;
    const details = { documents: documents.filter(ofClaim).length, taxIds: taxIds.filter(ofClaim).length };
    await addEntry(transaction, claim, at, { kind: 'claim-purged', details });
  }
}

/** Resolves when nothing of them would come back after a power cut. */
async function removeFiles(
  { store, folder, mailFolder }: PurgeRoom,
  claims: readonly DueClaim[],
  rows: {
    readonly documents: readonly { readonly storage_key: string }[];
    readonly uploads: readonly { readonly id: string; readonly claim_id: string }[];
    readonly staged: readonly { readonly storage_key: string }[];
  },
): Promise<void> {
  const claimOf = new Map(claims.map((claim) => [claim.id, claim]));
  const stored = [...rows.documents, ...rows.staged].map((row) => row.storage_key);
  // A crash may have left bytes that were not needed where an upload was joined to its claim.
  const joined = rows.uploads.flatMap(({ id, claim_id: claimId }) => {
    const claim = claimOf.get(claimId);
    return claim ? [storageKeyOf(claim, id)] : [];
  });
  const keys = [...new Set([...stored, ...joined])];
  for (const key of keys) await store.remove(key);
  await flushRemovals(
    store.location,
    keys,
    claims.map(({ number }) => number),
  );
  for (const { id } of rows.uploads) await folder.remove(id);
  for (const { number } of claims) await rm(messageFileOf(mailFolder, receiptMessageName(number)), { force: true });
  await flushIfPresent(mailFolder);
}
