import { type NotNull, sql } from 'kysely';
import type { StagedUpload } from '@redress/contract/uploads';
import type { DocumentsItem } from '@redress/forms/definition';
import type { SiteContext } from '../context.ts';
import { lockClaim } from '../../claims/history/claim-history.ts';
import type { Database } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import {
  type ClaimRow,
  type ReceivedUpload,
  type RefusedUpload,
  type UploadContext,
  discardUploads,
} from './receive-upload.ts';
import { addUploadToClaim, storedChanges } from './add-upload-to-claim.ts';
import { findClaimDocumentsItem } from './authorize-upload.ts';

// Staged uploads belong to the key of a no-script form, which only its page knows.

/**
 * Assigns received uploads to a form's key, equal files only once. Returns those beyond its limit.
 * @param isOpen whether the key still takes files, asked when no other request can end that
 */
export async function assignStagedUploads(
  context: UploadContext,
  formKey: string,
  item: DocumentsItem,
  received: readonly ReceivedUpload[],
  isOpen: (transaction: Database) => Promise<boolean> = () => Promise.resolve(true),
): Promise<RefusedUpload[]> {
  const refused: RefusedUpload[] = [];
  await context.database.transaction().execute(async (transaction) => {
    await lockFormKey(transaction, formKey);
    // Cleanup removes the uploads.
    if (!(await isOpen(transaction))) return;
    const assigned = await transaction
      .selectFrom('staged_documents')
      .select('sha256')
      .where('form_key', '=', formKey)
      .execute();
    const hashes = new Set(assigned.map(({ sha256 }) => sha256?.toString('hex')));
    for (const upload of received) {
      const { id, name, type, size, sha256 } = upload;
      const hash = sha256.toString('hex');
      // Cleanup removes uploads that are not assigned.
      if (hashes.has(hash)) continue;
      if (hashes.size >= item.maxFiles) refused.push({ name, reason: 'too-many' });
      else {
        hashes.add(hash);
        await transaction
          .updateTable('staged_documents')
          .set({ form_key: formKey, type, size: String(size), sha256, ...storedChanges(upload) })
          .where('id', '=', id)
          .execute();
      }
    }
  });
  return refused;
}

/** The staged uploads of a form's keys, in the order of arrival. */
export async function listStagedUploads(database: Database, ...formKeys: string[]): Promise<StagedUpload[]> {
  const rows = await database
    .selectFrom('staged_documents')
    .select(['id', 'name', 'size'])
    .where('form_key', 'in', formKeys)
    .orderBy('position')
    .execute();
  return rows.map(({ id, name, size }) => ({ id, name, size: Number(size) }));
}

/** Removes a form's staged upload. Ignores unknown IDs and those of other forms. */
export async function removeStagedUpload(
  context: UploadContext,
  formKeys: readonly string[],
  id: string,
): Promise<void> {
  if (!isUuid(id)) return;
  const released = await context.database
    .updateTable('staged_documents')
    .set({ form_key: null })
    .where('form_key', 'in', [...formKeys])
    .where('id', '=', id)
    .returning(['id', 'storage_key'])
    .execute();
  await discardUploads(context, 'staged_documents', released);
}

/**
 * Moves a form's staged uploads to another form's key, except files that the other form has
 * already, and files that belong to a claim filed with the first key.
 */
export async function moveStagedUploads(database: Database, fromKey: string, toKey: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockFormKey(transaction, toKey);
    await sql`
      update staged_documents as moved set form_key = ${toKey}
      where form_key = ${fromKey}
        and not exists (select from staged_documents other where other.form_key = ${toKey} and other.sha256 = moved.sha256)
        and not exists (select from claims where idempotency_key = ${fromKey} and filed_at >= moved.created_at)`.execute(
      transaction,
    );
  });
}

/**
 * Adds a form's staged uploads to the claim that was filed with its key and returns those that the
 * claim cannot take. It can be repeated and run concurrently. If the server stops first, the same
 * submission attaches them later, or cleanup attaches those that came `beforeFiling`.
 */
export async function attachStagedUploads(
  context: UploadContext & Pick<SiteContext, 'settlement'>,
  formKey: string,
  { beforeFiling = false } = {},
): Promise<RefusedUpload[]> {
  const claim = await context.database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version', 'filed_at'])
    .where('idempotency_key', '=', formKey)
    .where('status', '=', 'filed')
    .executeTakeFirst();
  const item = claim && findClaimDocumentsItem(context.settlement.claimForms, claim);
  // A purged claim takes no uploads.
  if (!item) return [];
  return context.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    const before = beforeFiling ? claim.filed_at : undefined;
    return (await addStagedUploads(transaction, context, claim, item, [formKey], before)).refused;
  });
}

/**
 * Adds the staged uploads of some keys to a claim, which the transaction has locked. Returns the IDs of the
 * claim's documents, also of files that it had before, and the uploads that it cannot take.
 * @param before takes only those that came by then
 */
export async function addStagedUploads(
  transaction: Database,
  context: Pick<UploadContext, 'keys' | 'now'>,
  claim: ClaimRow,
  item: DocumentsItem,
  formKeys: readonly string[],
  before?: Date,
): Promise<{ readonly documents: string[]; readonly refused: RefusedUpload[] }> {
  const documents: string[] = [];
  const refused: RefusedUpload[] = [];
  for (const formKey of formKeys) await lockFormKey(transaction, formKey);
  const staged = await transaction
    .selectFrom('staged_documents')
    .select(['id', 'name', 'storage_key', 'type', 'size', 'sha256', 'created_at'])
    .select(['given_name', 'stored_sha256', 'picture_metadata'])
    .where('form_key', 'in', [...formKeys])
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before ?? new Date(0)))
    .orderBy('position')
    .forUpdate()
    // These columns are set together with the form's key.
    .$narrowType<{ type: NotNull; sha256: NotNull }>()
    .execute();
  for (const row of staged) {
    const { id, name, sha256 } = row;
    const upload = { ...row, size: Number(row.size) };
    const obstacle = await addUploadToClaim(transaction, context, claim, item, upload);
    if (obstacle === undefined) {
      await transaction.deleteFrom('staged_documents').where('id', '=', id).execute();
      documents.push(id);
      continue;
    }
    // Cleanup then removes the upload.
    await transaction.updateTable('staged_documents').set({ form_key: null }).where('id', '=', id).execute();
    if (obstacle !== 'duplicate') refused.push({ name, reason: obstacle });
    else documents.push(...(await findSame(transaction, claim, sha256)));
  }
  return { documents, refused };
}

async function findSame(transaction: Database, claim: ClaimRow, sha256: Buffer): Promise<string[]> {
  const same = await transaction
    .selectFrom('claim_documents')
    .select('id')
    .where('claim_id', '=', claim.id)
    .where('sha256', '=', sha256)
    .where('status', '=', 'stored')
    .execute();
  return same.map(({ id }) => id);
}

/** Concurrent requests with one key must neither pass its limit nor keep a file twice. */
async function lockFormKey(transaction: Database, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 12))`.execute(transaction);
}
