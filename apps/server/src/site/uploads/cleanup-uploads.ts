import { sql } from 'kysely';
import type { SiteContext } from '../context.ts';
import { defaultConnectionLimits } from '../../platform/http/overload/connection-limits.ts';
import { storageKeyOf } from '../../platform/storage/upload-store.ts';
import type { FinalizeContext } from './finalize-upload.ts';
import { type StoredBytes, type UploadContext, discardUploads, isUnused, uploadTables } from './receive-upload.ts';
import { attachStagedUploads } from './staged-uploads.ts';
import { completeOrRemove, listArriving, resumableMilliseconds } from './unfinished-uploads.ts';
import { isUploadId } from '../../platform/storage/upload-folder.ts';

const hour = 60 * 60 * 1_000;
/** No request lasts this long, so an upload that is still arriving was abandoned. */
const arrivingMilliseconds = 2 * defaultConnectionLimits.requestTimeout;
/** A form is filed within a day of its first upload, or not at all. */
export const stagedMilliseconds = 24 * hour;
/** A key from `stagingKeys` begins with the ID of a decision. */
const answerKeyPattern = String.raw`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.`;
/** Maximum rows in one pass. */
const batchSize = 500;

const ago = ({ now }: Pick<UploadContext, 'now'>, milliseconds: number) => new Date(now().getTime() - milliseconds);

/** Removes the remains of single-request uploads that a crash interrupted. */
export async function cleanUpReceivedUploads(context: UploadContext): Promise<void> {
  const before = ago(context, arrivingMilliseconds);
  for (const table of uploadTables) {
    const { rows } = await sql<StoredBytes>`
      select id, storage_key from ${sql.table(table)}
      where ${isUnused[table]} and created_at < ${before} limit ${sql.lit(batchSize)}`.execute(context.database);
    await discardUploads(context, table, rows);
  }
  await context.store.removeTemporary(before);
}

/**
 * Attaches staged uploads that a crash kept from their filed claim, and releases those that were
 * never filed. Uploads that came after the claim was filed may belong to a next claim. Those on the
 * status page wait as long as the decision that they answer or dispute is in force.
 */
export async function cleanUpStagedUploads(context: UploadContext & Pick<SiteContext, 'settlement'>): Promise<void> {
  const { database } = context;
  const isFiled = sql`
    select from claims
    where idempotency_key = staged_documents.form_key and filed_at >= staged_documents.created_at and status = 'filed'`;
  const { rows } = await sql<{ form_key: string }>`
    select distinct form_key from staged_documents where exists (${isFiled}) limit ${sql.lit(batchSize)}`.execute(
    database,
  );
  for (const row of rows) await attachStagedUploads(context, row.form_key, { beforeFiling: true });
  const isAwaited = sql`
    select from claim_decisions decision
    join claim_review review on review.claim_id = decision.claim_id and review.decision_id = decision.id
    join claims on claims.id = review.claim_id and claims.status = 'filed'
    where review.status <> 'final'
      and decision.id = case when form_key ~ ${answerKeyPattern} then split_part(form_key, '.', 1)::uuid end`;
  await sql`
    update staged_documents set form_key = null
    where created_at < ${ago(context, stagedMilliseconds)} and not exists (${isFiled}) and not exists (${isAwaited})`.execute(
    database,
  );
}

/**
 * Completes resumable uploads whose process ended after the last byte, and removes abandoned ones,
 * rows of finished ones, and bytes without a row. One failure does not stop the others; all are
 * thrown at the end.
 */
export async function cleanUpResumableUploads(context: FinalizeContext): Promise<void> {
  const { database, store, uploadFolder } = context;
  const failures: unknown[] = [];
  const forEach = async <T>(items: readonly T[], cleanUp: (item: T) => Promise<void>) => {
    for (const item of items) await cleanUp(item).catch((error: unknown) => failures.push(error));
  };
  const before = ago(context, resumableMilliseconds);

  await forEach(await listArriving(database), (upload) => completeOrRemove(context, upload, before));
  const finished = await database
    .selectFrom('uploads')
    .innerJoin('claims', 'claims.id', 'uploads.claim_id')
    .leftJoin('claim_documents', 'claim_documents.id', 'uploads.id')
    .select(['uploads.id', 'claims.number', 'claim_documents.id as storedId'])
    .where('uploads.finished_at', '<', before)
    .orderBy('uploads.finished_at')
    .limit(batchSize)
    .execute();
  await forEach(finished, async ({ id, number, storedId }) => {
    await uploadFolder.remove(id);
    // A crash may have left bytes that the claim does not use; the row leads to them.
    if (storedId === null) await store.remove(storageKeyOf({ number }, id));
    await database.deleteFrom('uploads').where('id', '=', id).execute();
  });
  await forEach(await listWithoutRow(context), (id) => uploadFolder.remove(id));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} uploads could not be cleaned up`);
}

/** Reads the folder first, because a row is inserted before its first byte is written. */
async function listWithoutRow({ database, uploadFolder }: FinalizeContext): Promise<string[]> {
  const ids = (await uploadFolder.list()).filter(isUploadId);
  const { rows } = await sql<{ id: string }>`
    select file.id from unnest(${ids}::uuid[]) as file (id)
    where not exists (select from uploads where uploads.id = file.id)
      and not exists (
        select from member_imports where member_imports.id = file.id and status in ('arriving', 'waiting', 'stored')
      )`.execute(database);
  return rows.map(({ id }) => id);
}
