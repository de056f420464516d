import { createHash, randomUUID } from 'node:crypto';
import type { RefusalReason } from '@redress/contract/claims';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import type { PictureMetadata } from '../database/tables.ts';
import type { Keys } from '../keys/keys.ts';
import { byteSource, lacksSpace, spaceMonitor } from '../storage/disk.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { cleanFileName } from './file-name.ts';
import { sampleBytes, sampleFileType, wholeType } from './file-type.ts';
import { isImageType } from '@redress/image-metadata/strip-metadata';
import { nameByType } from './name-by-type.ts';
import type { PrivatePicture } from './strip-metadata.ts';
import { makePrivate } from './strip-metadata.ts';
import { takeSample } from './take-sample.ts';

export interface UploadRoom {
  readonly database: Database;
  readonly keys: Pick<Keys, 'answers'>;
  readonly store: UploadStore;
  readonly now: () => Date;
}

/** A document whose bytes are safe in the store, not yet kept by anything. */
export interface ArrivedDocument {
  readonly id: string;
  readonly storageKey: string;
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  /** Of the bytes as they were sent. */
  readonly sha256: Buffer;
  /** Of the bytes that are kept, where they are not those: a picture whose metadata was removed. */
  readonly storedSha256?: Buffer;
  readonly pictureMetadata?: PictureMetadata;
  /** As it was sent, where that name did not say what the file is. */
  readonly givenName?: string;
}
export interface RefusedDocument {
  readonly name: string;
  readonly reason: RefusalReason;
}
export type ReceivedDocument =
  | { readonly outcome: 'arrived'; readonly document: ArrivedDocument }
  | ({ readonly outcome: 'refused' } & RefusedDocument);

/** Where an arriving document is written down, so that no bytes can be without a row. */
export interface Doorway {
  /** The folder of the store in which the bytes are put. */
  readonly folder: string;
  /** Looked at before anything is stored. */
  isFull(): Promise<boolean>;
  /** Before the first byte. */
  open(document: { readonly id: string; readonly name: string; readonly storageKey: string }): Promise<void>;
  /** After the bytes have been taken away again. */
  close(id: string): Promise<void>;
}

/**
 * Takes one document in, streamed, and checks its type and size. Whatever goes wrong takes its bytes and its row away again. A refused
 * file is read to its end, so that the next one of the same request can come. Rejects when the client goes away in the middle.
 */
export async function receiveDocument(
  store: UploadStore,
  doorway: Doorway,
  item: DocumentsItem,
  file: AsyncIterable<Buffer>,
  givenName: string,
): Promise<ReceivedDocument> {
  const name = cleanFileName(givenName);
  const { sample, rest } = await takeSample(file, sampleBytes);
  const refuse = async (reason: RefusalReason): Promise<ReceivedDocument> => {
    await drain(rest);
    return { outcome: 'refused', name, reason };
  };

  if (sample.length === 0) return refuse('empty');
  const sampled = await sampleFileType(sample, name);
  if (sampled === undefined || (sampled !== 'zip' && !item.types.includes(sampled))) return refuse('type');
  if (await doorway.isFull()) return refuse('too-many');

  if (lacksSpace(await store.space(), item.maxBytes)) return refuse('no-room');

  const id = randomUUID();
  const storageKey = `${doorway.folder}/${id}`;
  await doorway.open({ id, name, storageKey });
  let arrived = false;
  try {
    const measured = measure(rest, item.maxBytes, store);
    await store.write(storageKey, measured.bytes);
    const { size, sha256, obstacle } = measured.result();
    if (obstacle !== undefined) return await refuse(obstacle);
    const type = await wholeType(
      byteSource(storageKey, size, (range) => store.read(storageKey, range)),
      sampled,
    );
    if (type === 'macros' || type === 'too-much-inside') return await refuse(type);
    if (type === undefined || !item.types.includes(type)) return await refuse('type');
    const picture = isImageType(type) ? await makePrivate(() => store.read(storageKey), type) : undefined;
    if (picture?.changed) await store.write(storageKey, onePiece(picture.changed.bytes));
    arrived = true;
    return {
      outcome: 'arrived',
      document: { id, storageKey, type, size, sha256, ...named(name, type), ...describePicture(picture) },
    };
  } finally {
    if (!arrived) await discardDocument(store, doorway, { id, storageKey });
  }
}

/** The bytes go first: a row without bytes is found and removed later, bytes without a row never would be. */
export async function discardDocument(
  store: UploadStore,
  doorway: Pick<Doorway, 'close'>,
  { id, storageKey }: Pick<ArrivedDocument, 'id' | 'storageKey'>,
): Promise<void> {
  await store.remove(storageKey);
  await doorway.close(id);
}

/** The name that a document is kept under, and the one that it came with where that is another. */
export function named(name: string, type: FileType): Pick<ArrivedDocument, 'name' | 'givenName'> {
  const right = nameByType(name, type);
  return right === name ? { name } : { name: right, givenName: name };
}

export function describePicture(
  picture: PrivatePicture | undefined,
): Pick<ArrivedDocument, 'storedSha256' | 'pictureMetadata'> {
  if (!picture) return {};
  const { metadata, changed } = picture;
  return { pictureMetadata: metadata, ...(changed ? { storedSha256: changed.sha256 } : {}) };
}

/** Passes bytes on while it counts and hashes them. Beyond the limit, or with the disk full, nothing more is passed on, but the source is read to its end. */
function measure(source: AsyncIterable<Buffer>, maxBytes: number, store: UploadStore) {
  const hash = createHash('sha256');
  let size = 0;
  const isDiskFull = spaceMonitor(() => store.space());
  let obstacle: 'too-large' | 'no-room' | undefined;
  async function* pass() {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) obstacle = 'too-large';
      if (obstacle === undefined && (await isDiskFull(chunk.length))) obstacle = 'no-room';
      if (obstacle !== undefined) continue;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), result: () => ({ size, sha256: hash.digest(), obstacle }) };
}

async function* onePiece(bytes: Buffer) {
  yield await Promise.resolve(bytes);
}

async function drain(rest: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rest);
}
