import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileResult, RefusalReason } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { errorCode } from '../processes.ts';
import type { DocumentStore } from './document-store.ts';
import { maxBytesOf } from './documents-item.ts';
import { sampleBytes, sampleFileType, wholeFileType } from './file-type.ts';
import type { ClaimRow } from './keep-document.ts';
import { findObstacle, lockClaim, recordDocument } from './keep-document.ts';
import type { UploadRoom } from './receive-document.ts';
import { refusalMessage } from './refusals.ts';
import { takeSample } from './take-sample.ts';
import type { UploadFolder } from './upload-folder.ts';

/** An upload of which all bytes are there. */
export interface CompleteUpload {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly chosen: readonly ChosenTable[] | null;
  readonly claim: ClaimRow;
  /** Of the claim: its filer is told in it. */
  readonly language: Language;
  readonly item: DocumentsItem;
}
export interface JoinRoom extends UploadRoom {
  readonly folder: UploadFolder;
}

/** Another process has taken the upload over; what this one did counts for nothing. */
export class UploadLeaseLostError extends Error {
  override readonly name = 'UploadLeaseLostError';
}

/**
 * Makes an upload a document of its claim, under the upload's own id, or says why not; `holder` has its lease. The process may end at any
 * point: until the transaction is through the upload stays `complete`, and its bytes are whole in the folder or whole in the store. Whoever takes it
 * up again finds them in either. Bytes that were not needed and that a crash left are removed with the row (`tendUploads`).
 */
export async function joinUpload(
  room: JoinRoom,
  upload: CompleteUpload,
  holder: string,
  signal: AbortSignal,
): Promise<FileResult> {
  const { folder, store } = room;
  const { id, name, claim } = upload;
  const storageKey = storageKeyOf(claim, id);
  const examined = await examine(room, upload, storageKey, signal);
  if (examined.outcome === 'examined') await adopt(store, folder, storageKey, id);
  signal.throwIfAborted();

  const result = await room.database.transaction().execute(async (transaction): Promise<FileResult> => {
    await lockClaim(transaction, claim);
    const finish = async (status: 'joined' | 'refused', told: FileResult) => {
      const mine = await transaction
        .updateTable('uploads')
        .set({
          status,
          result: JSON.stringify(told),
          finished_at: room.now(),
          leased_by: null,
          leased_until: null,
        })
        .where('id', '=', id)
        .where('status', '=', 'complete')
        .where('leased_by', '=', holder)
        .returning('id')
        .executeTakeFirst();
      if (!mine) throw new UploadLeaseLostError();
      return told;
    };
    if (examined.outcome === 'refused') return finish('refused', refusal(upload, examined.reason, examined.maxBytes));
    const { type, size, sha256 } = examined;
    const obstacle = await findObstacle(transaction, claim, upload.item, sha256);
    if (obstacle === 'too-many') return finish('refused', refusal(upload, obstacle));
    const told = {
      name,
      stored: true,
      size,
      sha256: sha256.toString('hex'),
      duplicate: obstacle !== undefined,
    } as const;
    await finish('joined', told);
    if (obstacle === undefined) {
      const document = {
        id,
        name,
        storageKey,
        type,
        size,
        sha256,
        ...(upload.chosen ? { chosen: upload.chosen } : {}),
      };
      await recordDocument(transaction, claim, upload.item, document, room.now());
    }
    return told;
  });

  await folder.remove(id);
  if (!result.stored || result.duplicate) await store.remove(storageKey);
  return result;
}

/** Where the bytes of an upload are kept as a document. */
export function storageKeyOf(claim: ClaimRow, uploadId: string): string {
  return `${claim.number}/${uploadId}`;
}

type Examined =
  | { readonly outcome: 'examined'; readonly type: FileType; readonly size: number; readonly sha256: Buffer }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly maxBytes?: number };

/** What the bytes are, wherever they are. The same as for a document that comes in one piece (`receiveDocument`). */
async function examine(
  { folder, store }: JoinRoom,
  upload: CompleteUpload,
  storageKey: string,
  signal: AbortSignal,
): Promise<Examined> {
  const { id, item } = upload;
  const isInFolder = (await folder.look(id)) !== undefined;
  if (!isInFolder && !(await store.has(storageKey))) return { outcome: 'refused', reason: 'incomplete' };
  const open = async () => (isInFolder ? folder.read(id) : store.read(storageKey));

  const type = await findType(open, upload.name);
  if (type === undefined || !item.types.includes(type)) return { outcome: 'refused', reason: 'type' };
  const maxBytes = maxBytesOf(item, type);
  if (upload.size > maxBytes) return { outcome: 'refused', reason: 'too-large', maxBytes };
  const { size, sha256 } = await hash(await open(), signal);
  if (size !== upload.size) return { outcome: 'refused', reason: 'incomplete' };
  return { outcome: 'examined', type, size, sha256 };
}

async function findType(open: () => Promise<Readable>, name: string): Promise<FileType | undefined> {
  const bytes = await open();
  let sampled;
  try {
    sampled = await sampleFileType((await takeSample(bytes, sampleBytes)).sample, name);
  } finally {
    bytes.destroy();
  }
  return sampled === 'zip' ? wholeFileType(await open()) : sampled;
}

async function hash(bytes: Readable, signal: AbortSignal): Promise<{ size: number; sha256: Buffer }> {
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    sha256.update(piece);
    size += piece.length;
  }
  return { size, sha256: sha256.digest() };
}

async function adopt(store: DocumentStore, folder: UploadFolder, storageKey: string, id: string): Promise<void> {
  try {
    await store.adopt(storageKey, folder.pathOf(id));
  } catch (error) {
    // Adopted before, by a process that ended or lost its lease since.
    if (errorCode(error) !== 'ENOENT' || !(await store.has(storageKey))) throw error;
  }
}

function refusal({ name, item, language }: CompleteUpload, reason: RefusalReason, maxBytes?: number): FileResult {
  return { name, stored: false, reason, message: refusalMessage(reason, item, language, maxBytes) };
}
