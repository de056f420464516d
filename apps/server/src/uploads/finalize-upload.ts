import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileResult, RefusalReason } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { errorCode } from '../errors/error-code.ts';
import { maxBytesOf } from './upload-item.ts';
import { sampleBytes, sampleFileType, wholeType } from './file-type.ts';
import type { ClaimRow } from './record-upload.ts';
import { findObstacle, lockClaim, recordDocument } from './record-upload.ts';
import { isImageType } from '@redress/image-metadata/strip-metadata';
import type { PrivatePicture } from './strip-metadata.ts';
import { makePrivate } from './strip-metadata.ts';
import type { UploadRoom } from './receive-upload.ts';
import { describePicture, named } from './receive-upload.ts';
import { noteOf, refusalMessage } from './refusals.ts';
import { storageKeyOf } from '../storage/stored-files.ts';
import { byteSource } from '../storage/disk.ts';
import { takeSample } from './take-sample.ts';
import type { UploadFolder } from '../storage/upload-folder.ts';

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
  context: JoinRoom,
  upload: CompleteUpload,
  holder: string,
  signal: AbortSignal,
): Promise<FileResult> {
  const { folder, store } = context;
  const { id, claim } = upload;
  const storageKey = storageKeyOf(claim, id);
  const examined = await examine(context, upload, storageKey, signal);
  if (examined.outcome === 'examined') await putIntoStore(context, upload, storageKey, examined.picture);
  signal.throwIfAborted();

  const result = await context.database.transaction().execute(async (transaction): Promise<FileResult> => {
    await lockClaim(transaction, claim);
    const finish = async (status: 'joined' | 'refused', told: FileResult) => {
      const mine = await transaction
        .updateTable('uploads')
        .set({
          status,
          result: JSON.stringify(told),
          finished_at: context.now(),
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
    const { type, size, sha256, picture } = examined;
    const obstacle = await findObstacle(transaction, claim, upload.item, { sha256, size });
    if (obstacle !== undefined && obstacle !== 'duplicate') return finish('refused', refusal(upload, obstacle));
    const names = named(upload.name, type);
    const told = {
      name: names.name,
      stored: true,
      size,
      sha256: sha256.toString('hex'),
      duplicate: obstacle !== undefined,
      ...noteOf(names, type, upload.language),
    } as const;
    await finish('joined', told);
    if (obstacle === undefined) {
      const document = {
        id,
        storageKey,
        type,
        size,
        sha256,
        ...names,
        ...describePicture(picture),
        ...(upload.chosen ? { chosen: upload.chosen } : {}),
      };
      await recordDocument(transaction, context.keys, claim, upload.item, document, context.now());
    }
    return told;
  });

  await folder.remove(id);
  if (!result.stored || result.duplicate) await store.remove(storageKey);
  return result;
}

type Examined =
  | {
      readonly outcome: 'examined';
      readonly type: FileType;
      readonly size: number;
      /** Of the bytes as they were sent. */
      readonly sha256: Buffer;
      readonly picture?: PrivatePicture;
    }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly maxBytes?: number };

/** What the bytes are, wherever they are. The same as for a document that comes in one piece (`receiveDocument`). */
async function examine(
  { folder, store }: JoinRoom,
  upload: CompleteUpload,
  storageKey: string,
  signal: AbortSignal,
): Promise<Examined> {
  const { id, item } = upload;
  const isInFolder = (await folder.find(id)) !== undefined;
  if (!isInFolder && !(await store.has(storageKey))) return { outcome: 'refused', reason: 'incomplete' };
  const open: Open = async (range) => (isInFolder ? folder.read(id, range) : store.read(storageKey, range));

  const type = await findType(open, upload);
  if (type === 'macros' || type === 'too-much-inside') return { outcome: 'refused', reason: type };
  if (type === undefined || !item.types.includes(type)) return { outcome: 'refused', reason: 'type' };
  const maxBytes = maxBytesOf(item, type);
  if (upload.size > maxBytes) return { outcome: 'refused', reason: 'too-large', maxBytes };
  const { size, sha256 } = await hash(await open(), signal);
  if (size !== upload.size) return { outcome: 'refused', reason: 'incomplete' };
  if (!isImageType(type)) return { outcome: 'examined', type, size, sha256 };
  return { outcome: 'examined', type, size, sha256, picture: await makePrivate(open, type) };
}

type Open = (range?: { readonly from: number; readonly to: number }) => Promise<Readable>;

async function findType(open: Open, { name, size }: CompleteUpload) {
  const bytes = await open();
  let sampled;
  try {
    sampled = await sampleFileType((await takeSample(bytes, sampleBytes)).sample, name);
  } finally {
    bytes.destroy();
  }
  return wholeType(byteSource(name, size, open), sampled);
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

/**
 * A picture that was changed goes into the store beside the bytes that came, which stay until the upload is joined: whoever takes it up again
 * needs them, to say what was sent.
 */
async function putIntoStore(
  { store, folder }: JoinRoom,
  { id }: CompleteUpload,
  storageKey: string,
  picture: PrivatePicture | undefined,
): Promise<void> {
  if (picture?.changed) return store.moveIn(storageKey, await folder.writeTemporary(id, picture.changed.bytes));
  try {
    await store.moveIn(storageKey, folder.pathOf(id));
  } catch (error) {
    // Adopted before, by a process that ended or lost its lease since.
    if (errorCode(error) !== 'ENOENT' || !(await store.has(storageKey))) throw error;
  }
}

function refusal({ name, item, language }: CompleteUpload, reason: RefusalReason, maxBytes?: number): FileResult {
  return { name, stored: false, reason, message: refusalMessage(reason, item, language, maxBytes) };
}
