import { createHash, randomUUID } from 'node:crypto';
import type { FileResult, RefusalReason } from '@redress/contract/claims';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { addEntry } from '../claims/claim-history.ts';
import type { Database } from '../database/pool.ts';
import type { DocumentStore } from './document-store.ts';
import { cleanFileName } from './file-name.ts';
import { sampleBytes, sampleFileType, wholeFileType } from './file-type.ts';
import { refusalMessage } from './refusals.ts';
import { takeSample } from './take-sample.ts';

export interface UploadRoom {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly now: () => Date;
}
export interface ClaimRow {
  readonly id: string;
  readonly number: string;
}

type Kept = { readonly outcome: 'stored' | 'duplicate' } | { readonly outcome: 'too-many' };

/**
 * Keeps one document of a claim, streamed. Its row is there, `arriving`, before its first byte, and `stored` when its bytes are safe;
 * whatever goes wrong between takes both away, and what a crash leaves is removed by `removeAbandonedDocuments`. A refused file is read
 * to its end, so that the next one of the same request can come. Rejects when the client goes away in the middle.
 */
export async function storeDocument(
  room: UploadRoom,
  claim: ClaimRow,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
): Promise<FileResult> {
  const name = cleanFileName(givenName);
  const { sample, rest } = await takeSample(file, sampleBytes);
  const refuse = async (reason: RefusalReason): Promise<FileResult> => {
    await drain(rest);
    return { name, stored: false, reason, message: refusalMessage(reason, item) };
  };

  if (sample.length === 0) return refuse('empty');
  const sampled = await sampleFileType(sample, name);
  if (sampled === undefined || (sampled !== 'zip' && !item.types.includes(sampled))) return refuse('type');
  if ((await countDocuments(room.database, claim)) >= item.maxFiles) return refuse('too-many');

  const id = randomUUID();
  const key = `${claim.number}/${id}`;
  const created = room.now();
  await room.database
    .insertInto('claim_documents')
    .values({ id, claim_id: claim.id, name, storage_key: key, status: 'arriving', created_at: created })
    .execute();
  let kept = false;
  try {
    const measured = measure(rest, item.maxBytes);
    await room.store.write(key, measured.bytes);
    const { size, sha256, tooLarge } = measured.result();
    if (tooLarge) return await refuse('too-large');
    const type = sampled === 'zip' ? await wholeFileType(await room.store.read(key)) : sampled;
    if (type === undefined || !item.types.includes(type)) return await refuse('type');
    const result = await keep(room, claim, item, { id, type, size, sha256 });
    if (result.outcome === 'too-many') return await refuse('too-many');
    kept = result.outcome === 'stored';
    return { name, stored: true, size, sha256: sha256.toString('hex'), duplicate: result.outcome === 'duplicate' };
  } finally {
    if (!kept) await discard(room, id, key);
  }
}

interface Arrived {
  readonly id: string;
  readonly type: FileType;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Under the lock of the claim's row: so two uploads at once neither pass the limit nor keep the same bytes twice. */
function keep(room: UploadRoom, claim: ClaimRow, item: DocumentsItem, arrived: Arrived): Promise<Kept> {
  return room.database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('claims')
      .select('id')
      .where('id', '=', claim.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const stored = await transaction
      .selectFrom('claim_documents')
      .select('sha256')
      .where('claim_id', '=', claim.id)
      .where('status', '=', 'stored')
      .execute();
    if (stored.some((document) => document.sha256?.equals(arrived.sha256))) return { outcome: 'duplicate' };
    if (stored.length >= item.maxFiles) return { outcome: 'too-many' };
    const at = room.now();
    await transaction
      .updateTable('claim_documents')
      .set({ status: 'stored', type: arrived.type, size: String(arrived.size), sha256: arrived.sha256, stored_at: at })
      .where('id', '=', arrived.id)
      .execute();
    await addEntry(transaction, claim, at, {
      kind: 'document-stored',
      details: { documentId: arrived.id, sha256: arrived.sha256.toString('hex'), size: arrived.size },
    });
    return { outcome: 'stored' };
  });
}

async function countDocuments(database: Database, claim: ClaimRow): Promise<number> {
  const { count } = await database
    .selectFrom('claim_documents')
    .select((from) => from.fn.countAll<string>().as('count'))
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'stored')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The bytes go first: a row without bytes is found and removed later, bytes without a row never would be. */
async function discard(room: UploadRoom, id: string, key: string): Promise<void> {
  await room.store.remove(key);
  await room.database.deleteFrom('claim_documents').where('id', '=', id).where('status', '=', 'arriving').execute();
}

/** Passes bytes on while it counts and hashes them. Beyond the limit nothing more is passed on, but the source is read to its end. */
function measure(source: AsyncIterable<Buffer>, maxBytes: number) {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass() {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) continue;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), result: () => ({ size, sha256: hash.digest(), tooLarge: size > maxBytes }) };
}

async function drain(rest: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rest);
}
