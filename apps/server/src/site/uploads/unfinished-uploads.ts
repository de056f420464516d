import { hash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { maxBytesOf, typeOfName } from '@redress/contract/file-type';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import { lockClaim } from '../../claims/history/claim-history.ts';
import type { SiteContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { requireSpace, undefinedIfMissing } from '../../platform/storage/disk.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';
import { findObstacle } from './add-upload-to-claim.ts';
import type { ArrivingFiles } from './receive-chunk.ts';
import type { ClaimRow, RefusedUpload } from './receive-upload.ts';

/** A client's declaration of a file before it sends bytes. */
export interface DeclaredFile {
  /** The cleaned name. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly chosen?: readonly ChosenTable[];
  /** The same for each attempt to create this upload. */
  readonly key?: string;
}
type CreateResult = { readonly id: string } | RefusedUpload;

type UnfinishedContext = Pick<SiteContext, 'database' | 'uploadFolder'>;

/**
 * An unfinished upload is kept this long after its last byte, and the record of a finished one this
 * long after its end.
 */
export const resumableMilliseconds = 7 * 24 * 60 * 60 * 1_000;
/** A browser may lose track of an upload. After this time a new upload may replace it. */
const replaceableAfterMilliseconds = 10 * 60 * 1_000;

/** Finds an upload whose claim this browser filed. @throws ProblemError `not-found` */
export async function findUpload(
  { database, cookies, now }: Pick<SiteContext, 'database' | 'cookies' | 'now'>,
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
  if (!upload || !cookies.hasFiled(request, upload.claimNumber, now())) throw new ProblemError('not-found');
  return { ...upload, size: Number(upload.size), isArriving: upload.status === 'arriving' };
}

/**
 * Creates a resumable upload by its extension. Finalizing it checks the content. With the same key,
 * which browsers send again after a lost answer, it is the same upload.
 */
export async function createUpload(
  context: SiteContext,
  claim: ClaimRow,
  item: DocumentsItem,
  file: DeclaredFile,
): Promise<CreateResult> {
  const { database, now } = context;
  const { name, size, chosen, key } = file;
  const id = key === undefined ? randomUUID() : uploadIdOf(claim, key);
  if (size === 0) return { name, reason: 'empty' };
  const maxBytes = maxBytesOf(item, typeOfName(name));
  if (size > maxBytes) return { name, reason: 'too-large', maxBytes };
  for (const { space } of [context.uploadFolder, context.store]) requireSpace(await space(), size);
  const insert = () =>
    database.transaction().execute(async (transaction): Promise<CreateResult> => {
      // Concurrent requests must not both take the last place.
      await lockClaim(transaction, claim);
      const earlier = await transaction
        .selectFrom('uploads')
        .select(['name', 'size', 'status'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (earlier?.status === 'arriving' && earlier.name === name && earlier.size === String(size)) return { id };
      const reason = await findObstacle(transaction, claim, item, { size });
      if (reason !== undefined && reason !== 'duplicate') return { name, reason };
      const row = {
        id: earlier ? randomUUID() : id,
        claim_id: claim.id,
        name,
        size: String(size),
        created_at: now(),
      };
      await transaction
        .insertInto('uploads')
        .values({ ...row, ...(chosen && { chosen: JSON.stringify(chosen) }) })
        .execute();
      return row;
    });
  const created = await insert();
  if ('id' in created) return created;
  const before = new Date(now().getTime() - replaceableAfterMilliseconds);
  for (const upload of await listArriving(database, claim)) await completeOrRemove(context, upload, before);
  return insert();
}

const uploadIdOf = ({ id }: ClaimRow, key: string): string =>
  hash('sha256', `${id} ${key}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Lists the uploads of one claim or of all whose bytes are still arriving. */
export function listArriving(database: Database, claim?: ClaimRow) {
  return database
    .selectFrom('uploads')
    .select(['id', 'size', 'created_at'])
    .where('status', '=', 'arriving')
    .$if(claim !== undefined, (query) => query.where('claim_id', '=', claim?.id ?? ''))
    .orderBy('created_at')
    .execute();
}

/** Completes an upload whose process died after its last byte; deletes one idle since `before`. */
export async function completeOrRemove(
  context: UnfinishedContext,
  { id, size, created_at: createdAt }: Awaited<ReturnType<typeof listArriving>>[number],
  before: Date,
): Promise<void> {
  const found = await context.uploadFolder.find(id);
  if (found?.size === Number(size)) await completeUpload(context, id);
  else if ((found?.mtime ?? createdAt) < before) await deleteUnfinished(context, id);
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

/** Marks an upload whose bytes have all arrived. It will be finalized even after a crash. */
export async function completeUpload({ database, uploadFolder }: UnfinishedContext, id: string): Promise<void> {
  // Another process may have completed it in the meantime, and moved its bytes.
  await uploadFolder.flush(id).catch(undefinedIfMissing);
  await database
    .updateTable('uploads')
    .set({ status: 'complete' })
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .execute();
}

/** The rows of claims' uploads, for the receiver of chunks. */
export function claimUploadFiles(context: SiteContext): ArrivingFiles {
  return {
    async isArriving(transaction, id) {
      const row = await transaction.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst();
      return row?.status === 'arriving';
    },
    async complete(id) {
      await completeUpload(context, id);
      context.uploads.wake();
    },
  };
}
