import { type Transaction, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { RefusalReason } from '@redress/contract/uploads';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import { lockClaim } from '../claims/claim-history.ts';
import type { AppContext } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { lacksSpace } from '../storage/disk.ts';
import { extensionOf } from './file-name.ts';
import type { ClaimRow } from './add-upload-to-claim.ts';
import { maxBytesOf, maxClaimBytes } from './upload-limits.ts';
import { isUnlocked } from './upload-locker.ts';

/** What a client declares about a file before it sends bytes. */
export interface DeclaredFile {
  /** Cleaned. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly chosen?: readonly ChosenTable[];
}
export type CreateResult =
  | { readonly outcome: 'created'; readonly id: string }
  | {
      readonly outcome: 'refused';
      readonly reason: Extract<RefusalReason, 'empty' | 'too-large' | 'too-many' | 'claim-full'>;
      readonly maxBytes: number;
    }
  /** The claim's unfinished uploads have too many bytes. */
  | { readonly outcome: 'too-much-at-once' }
  | { readonly outcome: 'disk-full' };

type UnfinishedContext = Pick<AppContext, 'database' | 'uploadFolder'>;
type CreateContext = UnfinishedContext & Pick<AppContext, 'store' | 'now'>;

/** How long an upload is kept after its last byte, or after its end if it was finished. */
export const resumableMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** Bytes of all unfinished uploads of a claim: twice the largest file. */
const maxUnfinishedBytes = 4 * 1024 ** 3;
/** A browser may lose track of an upload. After this time a new upload may replace it. */
const replaceableAfterMilliseconds = 10 * 60 * 1_000;

/** Creates a resumable upload. Finalizing it checks again what its extension says here. */
export async function createUpload(
  context: CreateContext,
  claim: ClaimRow,
  item: DocumentsItem,
  file: DeclaredFile,
): Promise<CreateResult> {
  const maxBytes = maxBytesOf(item, extensionOf(file.name));
  if (file.size === 0) return { outcome: 'refused', reason: 'empty', maxBytes };
  if (file.size > maxBytes) return { outcome: 'refused', reason: 'too-large', maxBytes };
  for (const { space } of [context.uploadFolder, context.store])
    if (lacksSpace(await space(), file.size)) return { outcome: 'disk-full' };
  const created = await insertRow(context, claim, item, file, maxBytes);
  if (created.outcome === 'created' || !(await removeIdleUploads(context, claim))) return created;
  return insertRow(context, claim, item, file, maxBytes);
}

/** Removes an incomplete upload and returns true, unless a request is working on it. */
export async function removeUnfinished({ database, uploadFolder }: UnfinishedContext, id: string): Promise<boolean> {
  const deleted = await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .where(isUnlocked)
    .returning('id')
    .executeTakeFirst();
  // The row goes first: cleanup finds bytes without a row, but a row alone could be resumed.
  if (deleted) await uploadFolder.remove(id);
  return deleted !== undefined;
}

/** Marks an upload whose bytes are all there. It will be finalized even after a crash. */
export async function completeUpload({ database }: Pick<AppContext, 'database'>, id: string): Promise<void> {
  await database
    .updateTable('uploads')
    .set({ status: 'complete' })
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .execute();
}

function insertRow(
  { database, now }: CreateContext,
  claim: ClaimRow,
  item: DocumentsItem,
  { name, size, chosen }: DeclaredFile,
  maxBytes: number,
): Promise<CreateResult> {
  return database.transaction().execute(async (transaction): Promise<CreateResult> => {
    // Concurrent requests must not both take the last place.
    await lockClaim(transaction, claim);
    const unfinished = await countFiles(transaction, 'uploads', ['arriving', 'complete'], claim);
    const stored = await countFiles(transaction, 'claim_documents', ['stored'], claim);
    const storedBytes = stored.bytes + size;
    const unfinishedBytes = unfinished.bytes;
    if (unfinished.files + stored.files >= item.maxFiles) return { outcome: 'refused', reason: 'too-many', maxBytes };
    if (storedBytes > maxClaimBytes) return { outcome: 'refused', reason: 'claim-full', maxBytes };
    if (unfinishedBytes + size > maxUnfinishedBytes || storedBytes + unfinishedBytes > maxClaimBytes)
      return { outcome: 'too-much-at-once' };
    const id = randomUUID();
    await transaction
      .insertInto('uploads')
      .values({
        id,
        claim_id: claim.id,
        name,
        size: String(size),
        created_at: now(),
        ...(chosen && { chosen: JSON.stringify(chosen) }),
      })
      .execute();
    return { outcome: 'created', id };
  });
}

async function countFiles(
  transaction: Transaction<Tables>,
  table: 'uploads' | 'claim_documents',
  statuses: readonly string[],
  claim: ClaimRow,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from ${sql.table(table)}
    where claim_id = ${claim.id} and status = any(${statuses})`.execute(transaction);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Returns whether it removed any. */
async function removeIdleUploads(context: CreateContext, claim: ClaimRow): Promise<boolean> {
  const arriving = await context.database
    .selectFrom('uploads')
    .select(['id', 'created_at'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'arriving')
    .execute();
  const before = new Date(context.now().getTime() - replaceableAfterMilliseconds);
  let hasRemoved = false;
  for (const { id, created_at: createdAt } of arriving) {
    const lastWrite = (await context.uploadFolder.find(id))?.mtime ?? createdAt;
    if (lastWrite < before && (await removeUnfinished(context, id))) hasRemoved = true;
  }
  return hasRemoved;
}
