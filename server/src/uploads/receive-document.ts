import { createHash, randomUUID } from 'node:crypto';
import type { RefusalReason } from '@redress/contract/claims';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import type { Database } from '../database/pool.ts';
import type { DocumentStore } from './document-store.ts';
import { cleanFileName } from './file-name.ts';
import { sampleBytes, sampleFileType, wholeFileType } from './file-type.ts';
import { takeSample } from './take-sample.ts';

export interface UploadRoom {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly now: () => Date;
}

/** A document whose bytes are safe in the store, not yet kept by anything. */
export interface ArrivedDocument {
  readonly id: string;
  readonly storageKey: string;
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  readonly sha256: Buffer;
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
  store: DocumentStore,
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

  const id = randomUUID();
  const storageKey = `${doorway.folder}/${id}`;
  await doorway.open({ id, name, storageKey });
  let arrived = false;
  try {
    const measured = measure(rest, item.maxBytes);
    await store.write(storageKey, measured.bytes);
    const { size, sha256, tooLarge } = measured.result();
    if (tooLarge) return await refuse('too-large');
    const type = sampled === 'zip' ? await wholeFileType(await store.read(storageKey)) : sampled;
    if (type === undefined || !item.types.includes(type)) return await refuse('type');
    arrived = true;
    return { outcome: 'arrived', document: { id, storageKey, name, type, size, sha256 } };
  } finally {
    if (!arrived) await discardDocument(store, doorway, { id, storageKey });
  }
}

/** The bytes go first: a row without bytes is found and removed later, bytes without a row never would be. */
export async function discardDocument(
  store: DocumentStore,
  doorway: Pick<Doorway, 'close'>,
  { id, storageKey }: Pick<ArrivedDocument, 'id' | 'storageKey'>,
): Promise<void> {
  await store.remove(storageKey);
  await doorway.close(id);
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
