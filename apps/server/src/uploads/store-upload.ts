import type { FileResult } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import type { Doorway, UploadRoom } from './receive-upload.ts';
import { discardDocument, receiveDocument } from './receive-upload.ts';
import type { ClaimRow } from './record-upload.ts';
import { countDocuments, findObstacle, lockClaim, recordDocument } from './record-upload.ts';
import { noteOf, refusalMessage } from './refusals.ts';

/**
 * Keeps one document of a claim, streamed. Its row is there, `arriving`, before its first byte, and `stored` when its bytes are safe;
 * whatever goes wrong between takes both away, and what a crash leaves is removed by `removeAbandonedDocuments`. A refused file is read
 * to its end, so that the next one of the same request can come. Rejects when the client goes away in the middle.
 */
export async function storeDocument(
  context: UploadRoom,
  claim: ClaimRow,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
  language: Language,
): Promise<FileResult> {
  const doorway = doorwayOf(context, claim, item);
  const received = await receiveDocument(context.store, doorway, item, file, givenName);
  if (received.outcome === 'refused') {
    const { name, reason } = received;
    return { name, stored: false, reason, message: refusalMessage(reason, item, language) };
  }
  const { document } = received;
  const { name, size, type } = document;
  let kept = false;
  try {
    const obstacle = await context.database.transaction().execute(async (transaction) => {
      await lockClaim(transaction, claim);
      const found = await findObstacle(transaction, claim, item, document);
      if (found === undefined) await recordDocument(transaction, context.keys, claim, item, document, context.now());
      return found;
    });
    if (obstacle !== undefined && obstacle !== 'duplicate')
      return { name, stored: false, reason: obstacle, message: refusalMessage(obstacle, item, language) };
    kept = obstacle === undefined;
    return {
      name,
      stored: true,
      size,
      sha256: document.sha256.toString('hex'),
      duplicate: obstacle === 'duplicate',
      ...noteOf(document, type, language),
    };
  } finally {
    if (!kept) await discardDocument(context.store, doorway, document);
  }
}

function doorwayOf({ database, now }: UploadRoom, claim: ClaimRow, item: DocumentsItem): Doorway {
  return {
    folder: claim.number,
    isFull: async () => (await countDocuments(database, claim)) >= item.maxFiles,
    async open({ id, name, storageKey }) {
      await database
        .insertInto('claim_documents')
        .values({ id, claim_id: claim.id, name, storage_key: storageKey, status: 'arriving', created_at: now() })
        .execute();
    },
    close: (id) => removeArriving(database, id),
  };
}

async function removeArriving(database: Database, id: string): Promise<void> {
  await database.deleteFrom('claim_documents').where('id', '=', id).where('status', '=', 'arriving').execute();
}
