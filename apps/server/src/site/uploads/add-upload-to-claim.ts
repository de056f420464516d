import { sql } from 'kysely';
import { isDataFile } from '@redress/contract/file-type';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import type { AddedByStaff } from '../../claims/documents/tables.ts';
import { addHistoryEntry, lockClaim } from '../../claims/history/claim-history.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { ClaimRow, ReceivedUpload, StoredChanges, UploadContext } from './receive-upload.ts';
import { type AddObstacle, maxClaimBytes } from './upload-results.ts';

/** An upload that is about to be added to its claim. */
interface NewUpload extends ReceivedUpload {
  /** By default, the time at which it is added. */
  readonly created_at?: Date;
  /** The claimant's choice of how the tables of a data file are read. */
  readonly chosen?: readonly ChosenTable[];
  /** The origin of a document that staff add. */
  readonly added?: { readonly [Column in keyof AddedByStaff]: NonNullable<AddedByStaff[Column]> };
}

/**
 * Adds an upload to its claim if the claim can take it, with a history entry and, for a data file,
 * its check.
 */
export async function addUploadToClaim(
  transaction: Database,
  { keys, now }: Pick<UploadContext, 'keys' | 'now'>,
  claim: ClaimRow,
  item: DocumentsItem,
  upload: NewUpload,
): Promise<AddObstacle | undefined> {
  await lockClaim(transaction, claim);
  const obstacle = await findObstacle(transaction, claim, item, upload);
  if (obstacle !== undefined) return obstacle;
  const at = now();
  const { id, storage_key, type, size, sha256, created_at = at, chosen, added } = upload;
  const changes = storedChanges(upload);
  const stored = { status: 'stored', type, size: String(size), sha256, stored_at: at, ...changes, ...added } as const;
  // An upload that came whole already has an `arriving` row.
  const row = await transaction
    .insertInto('claim_documents')
    .values({ id, claim_id: claim.id, storage_key, created_at, ...stored })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(stored))
    .returningAll()
    .executeTakeFirstOrThrow();
  const check = isDataFile(item, type)
    ? await transaction
        .insertInto('data_checks')
        .values({
          document_id: id,
          claim_id: claim.id,
          created_at: at,
          ...(chosen && { chosen: JSON.stringify(chosen) }),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    : undefined;
  await addHistoryEntry(transaction, claim, at, {
    kind: 'document-stored',
    details: {
      documentId: id,
      sha256: sha256.toString('hex'),
      size,
      ...(changes.stored_sha256 && { storedSha256: changes.stored_sha256.toString('hex') }),
      type,
      ...(changes.picture_metadata && { pictureMetadata: changes.picture_metadata }),
      createdAt: row.created_at.toISOString(),
      ...(added && { by: added.added_by, source: added.source, receivedOn: added.received_on }),
    },
    rows: { ...hashRow('claim_documents', row, keys), ...(check && hashRow('data_checks', check, keys)) },
  });
  return undefined;
}

export function storedChanges({ name, given_name, stored_sha256, picture_metadata }: StoredChanges): StoredChanges {
  return { name, given_name, stored_sha256, picture_metadata };
}

/**
 * Finds the reason why a claim, which is locked, cannot take another file.
 * @param upload has no hash if it is about to begin: then unfinished uploads also count
 */
export async function findObstacle(
  transaction: Database,
  claim: ClaimRow,
  item: DocumentsItem,
  { sha256, size }: { readonly sha256?: Buffer; readonly size: number },
): Promise<AddObstacle | undefined> {
  const files = await transaction
    .selectFrom('claim_documents')
    .select(['sha256', 'size'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .$if(sha256 === undefined, (query) =>
      query.unionAll(
        transaction
          .selectFrom('uploads')
          .select([sql<null>`null::bytea`.as('sha256'), 'size'])
          .where('claim_id', '=', claim.id)
          .where('finished_at', 'is', null),
      ),
    )
    .execute();
  if (sha256 && files.some((file) => file.sha256?.equals(sha256))) return 'duplicate';
  if (files.length >= item.maxFiles) return 'too-many';
  const addUp = (counted: typeof files) => counted.reduce((sum, file) => sum + Number(file.size), size);
  if (addUp(files.filter((file) => file.sha256 !== null)) > maxClaimBytes) return 'claim-full';
  return addUp(files) > maxClaimBytes ? 'too-much-at-once' : undefined;
}
