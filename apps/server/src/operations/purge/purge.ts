import { type RawBuilder, sql, type Transaction } from 'kysely';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refreshClaimsNow } from '../../console/search/fill-search.ts';
import { addHistoryEntry } from '../../claims/history/claim-history.ts';
import { searchColumns } from '../../claims/filing/search-columns.ts';
import type { ConsoleContext } from '../../console/context.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { purgeIntegrity } from '../../console/integrity/purge-integrity.ts';
import { pauseScoring } from '../../console/integrity/scoring-lock.ts';
import { mailFilePath } from '../../platform/mail/mailers.ts';
import { letterMessageIdName } from '../../claims/letters/letter-mail.ts';
import { receiptMessageIdName } from '../../claims/receipts/receipt-mail.ts';
import { codeMessageIdName } from '../../site/status/email-codes.ts';
import { flushIfPresent, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { storageKeyOf } from '../../platform/storage/upload-store.ts';
import {
  type CaseRetention,
  isIdRequestPastRetention,
  isReceivingFiles,
  isPastRetention,
  lastDayOf,
} from './plan-purge.ts';

export interface PurgeContext extends Pick<
  ConsoleContext,
  'database' | 'keys' | 'settlement' | 'store' | 'uploadFolder' | 'now'
> {
  /** The folder for email without a mail server. */
  readonly mailFolder: string;
}

/** The size of a transaction, which locks the claims while their files are removed. */
const claimsPerBatch = 50;

/**
 * Deletes the personal data of claims past retention, in batches, and returns the number of claims.
 * A claim keeps its number, form, dates, flags, hashes and history, which records the purge.
 *
 * Files are removed before the transaction of their rows is committed. A purge that is interrupted
 * leaves each claim either purged or still filed, and the next one starts over with the latter.
 * Several may run at the same time.
 */
export async function purgeClaims(context: PurgeContext, retention: CaseRetention): Promise<number> {
  let purged = 0;
  for (let after = '0'; ;) {
    const batch = await context.database
      .transaction()
      .execute((transaction) => purgeBatch(context, transaction, retention, after));
    const last = batch.at(-1);
    if (!last) return purged;
    after = last.id;
    purged += batch.length;
  }
}

/** Deletes the class members of a case past retention, and returns how many. */
export async function purgeMembers(context: RecordsContext, retention: CaseRetention): Promise<number> {
  const { database } = context;
  const { caseId, today } = retention;
  const isPast = sql<boolean>`case_id = ${caseId} and ${lastDayOf(retention)} < ${today}::date`;
  await recordDeletion(context, caseId, 'class_members', isPast);
  // The bad rows of its imports contain the text of the column with Notice IDs.
  await deleteInBatches(
    database,
    'member_import_bad_rows',
    sql`import_id in (select id from member_imports where ${caseId} = any(case_ids))
      and exists (select from class_members where ${isPast})`,
  );
  return deleteInBatches(database, 'class_members', isPast);
}

/** Deletes the requests for lost IDs of a case past retention, and returns how many. */
export async function purgeIdRequests(context: RecordsContext, retention: CaseRetention): Promise<number> {
  const isPast = isIdRequestPastRetention(retention);
  await recordDeletion(context, retention.caseId, 'id_requests', isPast);
  return deleteInBatches(context.database, 'id_requests', isPast);
}

type RecordsContext = Pick<PurgeContext, 'database' | 'now'>;

/**
 * Adds to the history of a case's class members that their data is about to be deleted.
 * `claims:verify` then does not report the rows that are deleted with it.
 */
async function recordDeletion(
  { database, now }: RecordsContext,
  caseId: string,
  table: 'class_members' | 'id_requests',
  isPast: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${isPast}`.execute(database);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const kind = table === 'class_members' ? 'class-members-purged' : 'id-requests-purged';
  await database
    .transaction()
    .execute((transaction) =>
      addRecordEntry(transaction, { kind: 'class-members', id: caseId }, now(), { kind, details: { count } }),
    );
}

interface LockedClaim {
  readonly id: string;
  readonly number: string;
  readonly idempotency_key: string | null;
}

async function purgeBatch(
  context: PurgeContext,
  transaction: Transaction<Tables>,
  retention: CaseRetention,
  after: string,
): Promise<readonly LockedClaim[]> {
  // Scoring pauses before any claim is locked, because its job also locks claims.
  await pauseScoring(transaction);
  // The transaction is idle while large files are removed.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  const claims = await transaction
    .selectFrom('claims')
    .select(['id', 'number', 'idempotency_key'])
    .where('id', '>', after)
    .where(isPastRetention(retention))
    .where((where) => where.not(isReceivingFiles))
    .orderBy('id')
    .limit(claimsPerBatch)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  // An upload may have begun just before the lock, so this is checked again.
  const ids = claims.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select id from claims where id = any(${ids}::bigint[]) and ${isReceivingFiles}`.execute(transaction);
  const pending = new Set(rows.map(({ id }) => id));
  const ready = claims.filter(({ id }) => !pending.has(id));
  if (ready.length > 0) await purgeLocked(context, transaction, ready);
  return claims;
}

async function purgeLocked(
  context: PurgeContext,
  transaction: Transaction<Tables>,
  claims: readonly LockedClaim[],
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const formKeys = claims.flatMap(({ idempotency_key: key }) => key ?? []);
  const { rows: staged } = await sql<{ storage_key: string }>`
    delete from staged_documents where form_key = any(${formKeys}::text[])
      or split_part(form_key, '.', 1) in (select id::text from claim_decisions where claim_id = any(${ids}::bigint[]))
    returning storage_key`.execute(transaction);
  for (const table of ['row_sketches', 'data_checks', 'receipt_outbox', 'claim_observations'] as const)
    await transaction.deleteFrom(table).where('claim_id', 'in', ids).execute();
  const documents = await transaction
    .deleteFrom('claim_documents')
    .where('claim_id', 'in', ids)
    .returning(['claim_id', 'storage_key'])
    .execute();
  const uploads = await transaction
    .deleteFrom('uploads')
    .where('claim_id', 'in', ids)
    .returning(['claim_id', 'id'])
    .execute();
  await sql`
    update claims set status = 'purged', answers = '{}', summary = '[]',
      ${sql.join(searchColumns.map((column) => sql`${sql.ref(column)} = null`))}
    where id = any(${ids}::bigint[])`.execute(transaction);
  // This follows the update, because triggers protect these rows of claims that are not purged.
  for (const table of ['notes', 'calls'] as const)
    await transaction.deleteFrom(table).where('claim_id', 'in', ids).execute();
  await transaction
    .updateTable('claim_corrections')
    .set({ value: null, note: null })
    .where('claim_id', 'in', ids)
    .execute();
  await transaction
    .updateTable('quality_reviews')
    .set({ note: '', verdict_note: '' })
    .where('claim_id', 'in', ids)
    .execute();
  await transaction.updateTable('claim_addresses').set({ lines: null }).where('claim_id', 'in', ids).execute();
  await transaction.updateTable('claim_emails').set({ email: null }).where('claim_id', 'in', ids).execute();
  await transaction.updateTable('claim_review').set({ letter_due: null }).where('claim_id', 'in', ids).execute();
  const letters = await transaction
    .updateTable('letters')
    .set({ content: null, email: null, address: null, access_hash: null, access_until: null })
    .where('claim_id', 'in', ids)
    .returning('code')
    .execute();
  await transaction
    .updateTable('claim_decisions')
    .set({ note: '' })
    .where('claim_id', 'in', ids)
    .where('note', '<>', '')
    .execute();
  await transaction.updateTable('deficiency_answers').set({ items: null }).where('claim_id', 'in', ids).execute();
  await transaction.updateTable('disputes').set({ statement: null }).where('claim_id', 'in', ids).execute();
  await purgeIntegrity(transaction, ids);
  const taxIds = await transaction
    .deleteFrom('claim_tax_ids')
    .where('claim_id', 'in', ids)
    .returning('claim_id')
    .execute();
  const mails = [
    ...claims.map(({ number }) => receiptMessageIdName(number)),
    ...letters.map(({ code }) => letterMessageIdName(code)),
  ];
  await removeFiles(context, claims, uploads, [...documents, ...staged], mails);
  await refreshClaimsNow(transaction, context, claims);
  // Entries come last, because nothing can be sealed while a transaction has added some.
  const at = context.now();
  for (const claim of claims) {
    const count = (rows: readonly { readonly claim_id: string }[]) =>
      rows.filter((row) => row.claim_id === claim.id).length;
    const details = { documents: count(documents), taxIds: count(taxIds) };
    await addHistoryEntry(transaction, claim, at, { kind: 'claim-purged', details });
  }
}

/** When it resolves, the files stay removed after a power cut. */
async function removeFiles(
  { store, uploadFolder, mailFolder }: PurgeContext,
  claims: readonly LockedClaim[],
  uploads: readonly { readonly claim_id: string; readonly id: string }[],
  stored: readonly { readonly storage_key: string }[],
  /** The message IDs, up to the @, of messages that were written into a folder. */
  mails: readonly string[],
): Promise<void> {
  const storedKeys = stored.map((row) => row.storage_key);
  // A crash while an upload was finalized may have left its bytes in the store.
  const finalizedKeys = claims.flatMap((claim) =>
    uploads.filter((upload) => upload.claim_id === claim.id).map(({ id }) => storageKeyOf(claim, id)),
  );
  const keys = [...new Set([...storedKeys, ...finalizedKeys])];
  for (const key of keys) await store.remove(key);
  const claimNumbers = claims.map(({ number }) => number);
  await store.flushRemovals(keys, claimNumbers);
  for (const { id } of uploads) await uploadFolder.remove(id);
  for (const mail of mails) await rm(mailFilePath(mailFolder, mail), { force: true });
  for (const file of (await readdir(mailFolder).catch(undefinedIfMissing)) ?? [])
    if (claimNumbers.some((number) => file.startsWith(`${codeMessageIdName(number)}-`)))
      await rm(join(mailFolder, file), { force: true });
  await flushIfPresent(mailFolder);
}
