import type { UploadRoom } from './receive-upload.ts';

/** No upload takes longer: the server ends a request after half an hour. */
const abandonedAfterMilliseconds = 60 * 60 * 1_000;

/** Removes what a crash left of documents that never arrived whole. Gives how many. */
export async function removeAbandonedDocuments(context: UploadRoom): Promise<number> {
  const abandoned = await context.database
    .selectFrom('claim_documents')
    .select(['id', 'storage_key'])
    .where('status', '=', 'arriving')
    .where('created_at', '<', new Date(context.now().getTime() - abandonedAfterMilliseconds))
    .execute();
  for (const { id, storage_key: key } of abandoned) {
    await context.store.remove(key);
    await context.database
      .deleteFrom('claim_documents')
      .where('id', '=', id)
      .where('status', '=', 'arriving')
      .execute();
  }
  await context.store.removeTemporary(new Date(context.now().getTime() - abandonedAfterMilliseconds));
  return abandoned.length;
}
