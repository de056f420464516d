import type { UploadRoom } from './receive-document.ts';

/** No upload takes longer: the server ends a request after half an hour. */
const abandonedAfterMilliseconds = 60 * 60 * 1_000;

/** Removes what a crash left of documents that never arrived whole. Gives how many. */
export async function removeAbandonedDocuments(room: UploadRoom): Promise<number> {
  const abandoned = await room.database
    .selectFrom('claim_documents')
    .select(['id', 'storage_key'])
    .where('status', '=', 'arriving')
    .where('created_at', '<', new Date(room.now().getTime() - abandonedAfterMilliseconds))
    .execute();
  for (const { id, storage_key: key } of abandoned) {
    await room.store.remove(key);
    await room.database.deleteFrom('claim_documents').where('id', '=', id).where('status', '=', 'arriving').execute();
  }
  await room.store.removeParts(new Date(room.now().getTime() - abandonedAfterMilliseconds));
  return abandoned.length;
}
