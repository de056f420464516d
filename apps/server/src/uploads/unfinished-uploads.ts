import { type Transaction, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import { lockClaim } from '../claims/claim-history.ts';
import type { AppContext } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { lacksSpace } from '../storage/disk.ts';
import { isUploadId } from '../storage/upload-folder.ts';
import { extensionOf } from './file-name.ts';
import type { ClaimRow } from './add-upload-to-claim.ts';
import { maxBytesOf, maxClaimBytes } from './upload-limits.ts';
import type { CreateRefusal } from './upload-results.ts';

/** What a client declares about a file before it sends bytes. */
export interface DeclaredFile {
  /** Cleaned. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly chosen?: readonly ChosenTable[];
}
type CreateResult = { readonly id: string } | { readonly refusal: CreateRefusal };

type UnfinishedContext = Pick<AppContext, 'database' | 'uploadFolder'>;
type CreateContext = UnfinishedContext & Pick<AppContext, 'store' | 'now'>;

/** How long an upload is kept after its last byte, or after its end if it was finished. */
export const resumableMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** Bytes of all unfinished uploads of a claim: twice the largest file. */
const maxUnfinishedBytes = 4 * 1024 ** 3;
/** A browser may lose track of an upload. After this time a new upload may replace it. */
const replaceableAfterMilliseconds = 10 * 60 * 1_000;

/** The upload, if this browser filed its claim. @throws ProblemError otherwise, it does not exist */
export async function findUpload(
  { database, cookies }: Pick<AppContext, 'database' | 'cookies'>,
  request: FastifyRequest,
  id: string,
) {
  if (!isUploadId(id)) throw new ProblemError('not-found');
  const upload = await database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .select(['uploads.id', 'uploads.name', 'uploads.size', 'uploads.status', 'uploads.result'])
    .select('claims.number as claimNumber')
    .where('uploads.id', '=', id)
    .executeTakeFirst();
  if (!upload || !cookies.hasFiled(request, upload.claimNumber)) throw new ProblemError('not-found');
  return { ...upload, size: Number(upload.size) };
}
export type FoundUpload = Awaited<ReturnType<typeof findUpload>>;

/** Creates a resumable upload. Finalizing it checks again what its extension says here. */
export async function createUpload(
  context: CreateContext,
  claim: ClaimRow,
  item: DocumentsItem,
  file: DeclaredFile,
): Promise<CreateResult> {
  if (file.size === 0) return { refusal: 'empty' };
  if (file.size > maxBytesOf(item, extensionOf(file.name))) return { refusal: 'too-large' };
  for (const { space } of [context.uploadFolder, context.store])
    if (lacksSpace(await space(), file.size)) return { refusal: 'no-room' };
  const created = await insertRow(context, claim, item, file);
  if ('id' in created || !(await removeIdleUploads(context, claim))) return created;
  return insertRow(context, claim, item, file);
}

/** Deletes an incomplete upload. A request that is still receiving notices at its next write. */
export async function deleteUnfinished({ database, uploadFolder }: UnfinishedContext, id: string): Promise<boolean> {
  const deleted = await database
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .returning('id')
    .executeTakeFirst();
  // The row goes first: cleanup finds bytes without a row, but a row alone could be resumed.
  if (deleted) await uploadFolder.remove(id);
  return deleted !== undefined;
}

/** Marks an upload whose bytes are all there. It will be finalized even after a crash. */
export async function completeUpload({ database, uploadFolder }: UnfinishedContext, id: string): Promise<void> {
  await uploadFolder.flush(id);
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
): Promise<CreateResult> {
  return database.transaction().execute(async (transaction): Promise<CreateResult> => {
    // Concurrent requests must not both take the last place.
    await lockClaim(transaction, claim);
    const unfinished = await countFiles(transaction, 'uploads', ['arriving', 'complete'], claim);
    const stored = await countFiles(transaction, 'claim_documents', ['stored'], claim);
    const storedBytes = stored.bytes + size;
    const unfinishedBytes = unfinished.bytes;
    if (unfinished.files + stored.files >= item.maxFiles) return { refusal: 'too-many' };
    if (storedBytes > maxClaimBytes) return { refusal: 'claim-full' };
    if (unfinishedBytes + size > maxUnfinishedBytes || storedBytes + unfinishedBytes > maxClaimBytes)
      return { refusal: 'too-much-at-once' };
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
    return { id };
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
    if (lastWrite < before && (await deleteUnfinished(context, id))) hasRemoved = true;
  }
  return hasRemoved;
}
