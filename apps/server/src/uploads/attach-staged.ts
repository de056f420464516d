import type { Transaction } from 'kysely';
import type { DocumentsItem } from '@redress/forms/definition';
import type { Tables } from '../database/tables.ts';
import type { ClaimRow } from './record-upload.ts';
import { findObstacle, lockClaim, recordDocument } from './record-upload.ts';
import type { RefusedDocument, UploadRoom } from './receive-upload.ts';
import { discardStaged } from './staged-uploads.ts';

/**
 * Makes the documents that wait under a form's key those of the claim that was filed with it. It may be done again and by several
 * processes at once: a document is the claim's or waits, and never both. `before`: only those that came by then. Gives those for which
 * the claim has no room.
 */
export async function attachStaged(
  context: UploadRoom,
  claim: ClaimRow,
  item: DocumentsItem,
  formKey: string,
  { before }: { readonly before?: Date } = {},
): Promise<RefusedDocument[]> {
  const waiting = await context.database
    .selectFrom('staged_documents')
    .select('id')
    .where('form_key', '=', formKey)
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before ?? new Date()))
    .orderBy('position')
    .execute();
  if (waiting.length === 0) return [];
  const unneeded = await context.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    const left: Unneeded[] = [];
    for (const { id } of waiting) left.push(...(await attach(context, transaction, claim, item, formKey, id)));
    return left;
  });
  await discardStaged(context, unneeded);
  return unneeded.flatMap(({ name, obstacle }) => (obstacle === 'duplicate' ? [] : { name, reason: obstacle }));
}

interface Unneeded {
  readonly id: string;
  readonly storageKey: string;
  readonly name: string;
  readonly obstacle: 'duplicate' | 'too-many' | 'claim-full';
}

/** Gives the document when the claim cannot keep it: it has the same bytes, or no room. */
async function attach(
  context: UploadRoom,
  transaction: Transaction<Tables>,
  claim: ClaimRow,
  item: DocumentsItem,
  formKey: string,
  id: string,
): Promise<Unneeded[]> {
  // Locked, or no longer there: another process has attached or removed it while this one waited for the claim.
  const row = await transaction
    .selectFrom('staged_documents')
    .selectAll()
    .where('id', '=', id)
    .where('form_key', '=', formKey)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.type === null || row.sha256 === null) return [];
  const { name, storage_key: storageKey, type, sha256, size, created_at: createdAt } = row;
  const obstacle = await findObstacle(transaction, claim, item, { sha256, size: Number(size) });
  if (obstacle !== undefined) {
    await transaction.updateTable('staged_documents').set({ form_key: null }).where('id', '=', id).execute();
    return [{ id, storageKey, name, obstacle }];
  }
  await transaction.deleteFrom('staged_documents').where('id', '=', id).execute();
  await recordDocument(
    transaction,
    context.keys,
    claim,
    item,
    {
      id,
      name,
      storageKey,
      type,
      size: Number(size),
      sha256,
      createdAt,
      ...(row.given_name === null ? {} : { givenName: row.given_name }),
      ...(row.stored_sha256 === null ? {} : { storedSha256: row.stored_sha256 }),
      ...(row.picture_metadata === null ? {} : { pictureMetadata: row.picture_metadata }),
    },
    context.now(),
  );
  return [];
}
